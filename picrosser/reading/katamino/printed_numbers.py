"""Read the numbers in the head of a card of drawn pieces.

Which pieces there are is decided by their shapes. The head says how many pieces the smallest problem has; by
custom it has three.
"""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.katamino import MIN_PENTA
from picrosser.reading.katamino.groups import GroupsFound, columns_of, rows_of
from picrosser.reading.katamino.piece_numbers import read_numbers
from picrosser.reading.katamino.printed_text import MarksFound, find_marks, lines_of

MAX_NUMBER = 12
MIN_HEAD_NUMBERS = 3
MAX_HEAD_DISTANCE = 12  # cells: how far above the first row the head may stand
MAX_HEAD_OFFSET = 1.5  # cells between a number of the head and the middle of its column
MIN_INKED = 0.05  # of the place above a column: a digit covers a fifth of it


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFound:
    """The numbers of a card of drawn pieces.

    marks : all marks of the picture.
    first : the first number of the head, None if no head could be read.
    """

    marks: MarksFound
    first: int | None


def find_printed(image: RGB, groups: GroupsFound) -> PrintedFound:
    """Read the head of a card of drawn pieces.

    image : (H, W, 3) uint8 sRGB, the picture in which `groups` were found.
    """
    areas = groups.pieces_found.areas
    marks = find_marks(image, areas)
    # From the reduced picture of the areas to the one in which the marks were found.
    scale = areas.reduction / marks.reduction
    return PrintedFound(marks, _first_of_head(marks, groups, scale))


def _first_of_head(marks: MarksFound, groups: GroupsFound, scale: float) -> int | None:
    """The first number of the head: the number of columns to the left of the head's second number."""
    unit = groups.pieces_found.unit_px
    rows = rows_of(groups.apart, unit)
    if not rows:
        return None
    top = scale * min(seen.box.top for seen in rows[0])
    columns = [scale * column for column in columns_of(rows, unit)]
    for line in reversed(lines_of(marks)):
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
    is_inked = areas.classes[top:bottom, left:right] != areas.background
    return bool(is_inked.sum() > MIN_INKED * is_inked.size)
