"""A card with drawn pieces in, the numbers printed on it out: over its columns, and beside its pieces.

They only confirm. What the pieces are is told by their shapes; what the head says, how many pieces the least
problem has, is by custom three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.katamino import MIN_PENTA
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.marks import MarksFound, find_marks
from picrosser.reading.katamino.piece_numbers import read_numbers, sure_digits
from picrosser.reading.katamino.pieces import PieceSeen
from picrosser.reading.katamino.table import columns_of, rows_of
from picrosser.reading.katamino.words import Word, lines_of

MOST = 12
FEWEST = 3  # numbers of a head
LEAST_DIGIT = 3  # beside a piece: 12 is the last number of two digits
BESIDE = 0.8  # of a cell: so far beyond a piece's box its number may stand
ABOVE = 12  # cells: so far above the first row its head may stand
OVER = 1.5  # cells: from the middle of its column that a number of the head may be
INKED = 0.05  # of a place over a column: a digit covers a fifth of it
LEAST_HEIGHT, MOST_HEIGHT = 0.25, 1.2  # of a cell: lower marks are specks, higher ones pieces and labels


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFound:
    """The numbers of a card with drawn pieces.

    marks : all marks of the picture.
    first : the first number of the head, None if no head could be read.
    beside : the number printed beside a piece, 3 to 9, by the index of the piece in `GroupsFound.apart`.
    """

    marks: MarksFound
    first: int | None
    beside: dict[int, int]


def find_printed(image: RGB, groups: GroupsFound) -> PrintedFound:
    """Read the numbers of a card with drawn pieces."""
    areas = groups.found.areas
    marks = find_marks(image, areas)
    lines = lines_of(marks)
    scale = areas.grain / marks.grain  # from the reduced picture to the one in which the marks were found
    return PrintedFound(
        marks=marks,
        first=_first(marks, lines, groups, scale),
        beside=_beside(marks, groups, scale),
    )


def _first(
    marks: MarksFound, lines: Sequence[Sequence[Word]], groups: GroupsFound, scale: float
) -> int | None:
    """What the head's first number says: as many columns stand before that of its second number."""
    unit = groups.found.unit_px
    rows = rows_of(groups.apart, unit)
    if not rows:
        return None
    top = scale * min(seen.box.top for seen in rows[0])
    columns = [scale * column for column in columns_of(rows, unit)]
    for line in reversed(lines):
        numbers = [word for word in line if word.is_number]
        if not all(top - ABOVE * scale * unit[0] < word.box.bottom <= top for word in numbers):
            continue
        firsts: dict[int, bool] = {}  # whether it stands over its own column, as the end of a word does not
        for start in range(len(numbers) - FEWEST + 1):
            head = numbers[start:]
            first = len(columns) - len(head) + 1
            if first < MIN_PENTA:
                continue
            off = [abs(word.middle - at) for word, at in zip(head, columns[first - 1 :], strict=True)]
            if max(off[1:]) > OVER * scale * unit[1]:
                continue
            if first > MIN_PENTA and _is_inked(groups, head[0].box, scale, columns[first - 2]):
                continue  # it may begin earlier, with a number that could not be read
            read = read_numbers(marks, [head], MOST, rising=True)
            if read is not None and read.sure and read.values[0] == first:
                firsts[first] = off[0] <= OVER * scale * unit[1]
        over = [first for first, is_over in firsts.items() if is_over]
        if len(over or firsts) == 1:
            return next(iter(over or firsts))
    return None


def _is_inked(groups: GroupsFound, level: Box, scale: float, column: float) -> bool:
    """Whether anything is printed over a column, at the level of the head."""
    areas = groups.found.areas
    reach = OVER * groups.found.unit_px[1] * scale
    around = (level.top, scale * column - reach, level.bottom, scale * column + reach)
    top, left, bottom, right = (max(0, round(edge / scale)) for edge in around)
    return bool((areas.classes[top:bottom, left:right] != areas.backdrop).mean() > INKED)


def _beside(found: MarksFound, groups: GroupsFound, scale: float) -> dict[int, int]:
    """The digit beside each piece that has one by itself, where it is sure."""
    unit = groups.found.unit_px
    most = MOST_HEIGHT * scale * unit[0]
    marks = replace(found, marks=tuple(mark for mark in found.marks if mark.box.height <= most))
    words = [word for line in lines_of(marks) for word in line if word.is_number and len(word.marks) == 1]
    owner: dict[int, int] = {}
    for at, word in enumerate(words):
        if word.box.height < LEAST_HEIGHT * scale * unit[0]:
            continue
        near = [
            number
            for number, seen in enumerate(groups.apart)
            if _is_near(word, seen, scale, BESIDE * scale * unit[0])
        ]
        if len(near) == 1 and near[0] not in owner.values():
            owner[at] = near[0]
    read = zip(owner.values(), sure_digits(marks, [words[at] for at in owner]), strict=True)
    # Of a number of two digits one may have run into the outline: then "10" looks like 1, or 0.
    return {piece: digit for piece, digit in read if digit is not None and digit >= LEAST_DIGIT}


def _is_near(word: Word, seen: PieceSeen, scale: float, reach: float) -> bool:
    box: Box = seen.box
    row = (word.box.top + word.box.bottom) / 2
    return (
        scale * box.top - reach < row < scale * box.bottom + reach
        and scale * box.left - reach < word.middle < scale * box.right + reach
    )
