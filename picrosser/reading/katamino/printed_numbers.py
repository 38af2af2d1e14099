"""Read the numbers printed on a card of drawn pieces: those of its head, and those beside its pieces.

They only confirm: which pieces there are is decided by their shapes. The head says how many pieces the
smallest problem has; by custom it has three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.katamino import MIN_PENTA
from picrosser.reading.katamino.groups import GroupsFound, columns_of, rows_of
from picrosser.reading.katamino.piece_numbers import read_numbers, sure_digits
from picrosser.reading.katamino.pieces import PieceSeen
from picrosser.reading.katamino.printed_text import MarksFound, Word, find_marks, lines_of

MAX_NUMBER = 12
MIN_HEAD_NUMBERS = 3
# A single digit beside a piece is 3 or more: 1 and 2 may be what remains of 10, 11 or 12.
MIN_DIGIT = 3
MAX_NUMBER_DISTANCE = 0.8  # of a cell: how far from a piece's box its number may stand
MAX_HEAD_DISTANCE = 12  # cells: how far above the first row the head may stand
MAX_HEAD_OFFSET = 1.5  # cells between a number of the head and the middle of its column
MIN_INKED = 0.05  # of the place above a column: a digit covers a fifth of it
# Of a cell: lower marks are specks, higher ones are pieces and labels.
MIN_DIGIT_HEIGHT, MAX_DIGIT_HEIGHT = 0.25, 1.2


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFound:
    """The numbers of a card of drawn pieces.

    marks : all marks of the picture.
    first : the first number of the head, None if no head could be read.
    beside : the number printed beside a piece, 3 to 9, by the piece's index in `GroupsFound.apart`.
    """

    marks: MarksFound
    first: int | None
    beside: dict[int, int]


def find_printed(image: RGB, groups: GroupsFound) -> PrintedFound:
    """Read the numbers of a card of drawn pieces.

    image : (H, W, 3) uint8 sRGB, the picture in which `groups` were found.
    """
    areas = groups.pieces_found.areas
    marks = find_marks(image, areas)
    lines = lines_of(marks)
    # From the reduced picture of the areas to the one in which the marks were found.
    scale = areas.reduction / marks.reduction
    return PrintedFound(
        marks=marks,
        first=_first_of_head(marks, lines, groups, scale),
        beside=_beside_pieces(marks, groups, scale),
    )


def _first_of_head(
    marks: MarksFound, lines: Sequence[Sequence[Word]], groups: GroupsFound, scale: float
) -> int | None:
    """The first number of the head: the number of columns to the left of the head's second number."""
    unit = groups.pieces_found.unit_px
    rows = rows_of(groups.apart, unit)
    if not rows:
        return None
    top = scale * min(seen.box.top for seen in rows[0])
    columns = [scale * column for column in columns_of(rows, unit)]
    for line in reversed(lines):
        numbers = [word for word in line if word.is_number]
        if not all(top - MAX_HEAD_DISTANCE * scale * unit[0] < word.box.bottom <= top for word in numbers):
            continue
        # Each possible first number, and whether it stands above its own column; the end of a word does not.
        firsts: dict[int, bool] = {}
        for start in range(len(numbers) - MIN_HEAD_NUMBERS + 1):
            head = numbers[start:]
            first = len(columns) - len(head) + 1
            if first < MIN_PENTA:
                continue
            off = [abs(word.middle - at) for word, at in zip(head, columns[first - 1 :], strict=True)]
            if max(off[1:]) > MAX_HEAD_OFFSET * scale * unit[1]:
                continue
            if first > MIN_PENTA and _is_inked(groups, head[0].box, scale, columns[first - 2]):
                continue  # the head may begin earlier, with a number that could not be read
            read = read_numbers(marks, [head], MAX_NUMBER, rising=True)
            if read is not None and read.is_sure and read.values[0] == first:
                firsts[first] = off[0] <= MAX_HEAD_OFFSET * scale * unit[1]
        above = [first for first, is_above in firsts.items() if is_above]
        if len(above or firsts) == 1:
            return next(iter(above or firsts))
    return None


def _is_inked(groups: GroupsFound, level: Box, scale: float, column: float) -> bool:
    """Whether anything is printed above a column, at the height of the head."""
    areas = groups.pieces_found.areas
    reach = MAX_HEAD_OFFSET * groups.pieces_found.unit_px[1] * scale
    around = (level.top, scale * column - reach, level.bottom, scale * column + reach)
    top, left, bottom, right = (max(0, round(edge / scale)) for edge in around)
    return bool((areas.classes[top:bottom, left:right] != areas.background).mean() > MIN_INKED)


def _beside_pieces(found: MarksFound, groups: GroupsFound, scale: float) -> dict[int, int]:
    """The digit beside each piece, by the piece's index, where exactly one stands there and is sure."""
    unit = groups.pieces_found.unit_px
    most = MAX_DIGIT_HEIGHT * scale * unit[0]
    marks = replace(found, marks=tuple(mark for mark in found.marks if mark.box.height <= most))
    words = [word for line in lines_of(marks) for word in line if word.is_number and len(word.marks) == 1]
    owner: dict[int, int] = {}
    for at, word in enumerate(words):
        if word.box.height < MIN_DIGIT_HEIGHT * scale * unit[0]:
            continue
        near = [
            number
            for number, seen in enumerate(groups.apart)
            if _is_near(word, seen, scale, MAX_NUMBER_DISTANCE * scale * unit[0])
        ]
        if len(near) == 1 and near[0] not in owner.values():
            owner[at] = near[0]
    read = zip(owner.values(), sure_digits(marks, [words[at] for at in owner]), strict=True)
    # One of two digits may have merged with the outline: then "10" looks like 1, or 0.
    return {piece: digit for piece, digit in read if digit is not None and digit >= MIN_DIGIT}


def _is_near(word: Word, seen: PieceSeen, scale: float, reach: float) -> bool:
    """Whether a word stands at most `reach` pixels from a piece's box."""
    box: Box = seen.box
    row = (word.box.top + word.box.bottom) / 2
    return (
        scale * box.top - reach < row < scale * box.bottom + reach
        and scale * box.left - reach < word.middle < scale * box.right + reach
    )
