"""Find the numbers of a card: its head, which counts the pieces, and a table that prints only piece numbers.

The head names the problems: its numbers are consecutive, and the last one is the number of pieces in a row.
The first one may stand above several columns. By custom it is 3. This, and that no row contains a piece
twice, distinguishes a card of numbers from any other table. Where pieces are drawn, only the head is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.katamino import MIN_PENTA
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.piece_numbers import Numbers, read_numbers
from picrosser.reading.katamino.printed_text import (
    MAX_DIGITS,
    MarksFound,
    Word,
    find_marks,
    is_level,
    lines_of,
)

MIN_PIECES = 3  # in a row of the table
MAX_PIECES = 12
MIN_ROWS = 2  # the hints of a nonogram may contain one row of numbers under consecutive ones by chance
MAX_FAULTS = 0.4  # of the rows: if more do not fit, the text is not such a table
MAX_COLUMN_OFFSET = 0.9  # of a digit's height: how far from its column's middle a number may stand
MAX_ROW_STEP = 1.4  # of the distance between other rows: text further down does not belong to the table

# The head of a card of drawn pieces.
MIN_HEAD_NUMBERS = 3
MAX_HEAD_DISTANCE = 12  # cells: how far above the first row the head may stand
MAX_HEAD_OFFSET = 1.5  # cells between a number of the head and the middle of its column


@dataclass(frozen=True, slots=True, eq=False)
class NumberTable:
    """A card that prints only numbers.

    marks : all marks of the picture.
    rows : the words that are piece numbers, row by row.
    head : the words that count the pieces.
    columns : the middle of each column.
    values, head_values : the numbers; `values` is empty if they could not be read.
    faults : a row (-1 for the whole table) and a sentence that says what is wrong with it.
    """

    marks: MarksFound
    rows: tuple[tuple[Word, ...], ...]
    head: tuple[Word, ...]
    columns: tuple[float, ...]
    values: tuple[tuple[int, ...], ...]
    head_values: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]


def find_number_table(image: RGB, areas: AreasFound) -> NumberTable | None:
    """Find a card that prints only numbers; None if there is none.

    image : (H, W, 3) uint8 sRGB, the picture in which `areas` were found.
    """
    marks = find_marks(image, areas)
    lines = lines_of(marks)
    tables = (_under(marks, lines, at) for at in range(len(lines) - 1))
    return next((table for table in tables if table is not None), None)


def _under(marks: MarksFound, lines: Sequence[Sequence[Word]], at: int) -> NumberTable | None:
    """The table whose head is the line with index `at`; None if that line is not a head."""
    numbers = [word for word in lines[at] if word.is_number]
    for start in range(len(numbers) - 1):
        head = numbers[start:]
        if not any(_columns(line, head, MIN_PIECES) for line in lines[at + 1 :]):
            continue  # before its numbers are read, which takes longer
        read = read_numbers(marks, [head], MAX_PIECES, rising=True)
        if read is None:
            continue
        first, last = read.values[0], read.values[-1]
        # A column under every number of the head but the first, and before them as many as the first says.
        first_row = next((line for line in lines[at + 1 :] if _columns(line, head, first)), None)
        if first_row is None or not MIN_PIECES <= first <= last <= MAX_PIECES:
            continue
        columns = _columns(first_row, head, first)
        above = [word for word in numbers if word.box.right > columns[0].box.left]
        if len(above) >= len(columns):  # a row of the table itself, whose end happens to count up
            continue
        return _table(marks, lines, at, head, read, columns)
    return None


def _is_under(word: Word, top: Word) -> bool:
    most = MAX_COLUMN_OFFSET * max(word.box.height, top.box.height)
    return word.box.top > top.box.bottom and abs(word.middle - top.middle) < most


def _columns(line: Sequence[Word], head: Sequence[Word], first: int) -> list[Word]:
    """The last numbers of a line, one in each column of the head's table; empty if they do not fit."""
    numbers = [word for word in line if word.is_number]
    count = first + len(head) - 1
    if len(numbers) < count:
        return []
    row = numbers[len(numbers) - count :]  # before them may stand a label that looks like a number
    return row if all(_is_under(word, top) for word, top in zip(row[first:], head[1:], strict=True)) else []


def _table(
    marks: MarksFound,
    lines: Sequence[Sequence[Word]],
    at: int,
    head: Sequence[Word],
    read: Numbers,
    columns: Sequence[Word],
) -> NumberTable | None:
    """Read the rows under a head; None if too few lines fit.

    at, head, read : the index of the head's line, its words and its numbers.
    columns : the numbers of the first row.
    """
    rows: list[list[Word]] = []
    middles = [word.middle for word in columns]
    faults: list[tuple[int, str]] = []
    if not read.is_sure or _may_begin_before(lines[at], head, middles, read.values[0]):
        faults.append((-1, "the numbers in the head of the table are not certain"))
    left, right = columns[0].box.left - columns[0].box.height, columns[-1].box.right + columns[0].box.height
    for line in lines[at + 1 :]:
        inside = [word for word in line if left < word.middle < right]
        row = _columns(line, head, read.values[0])
        is_aligned = row and all(
            abs(word.middle - middle) < MAX_COLUMN_OFFSET * word.box.height
            for word, middle in zip(row, middles, strict=True)
        )
        if is_aligned:
            if len(inside) != len(row):
                faults.append((len(rows), "something else stands between the numbers"))
            rows.append(row)
        elif inside:
            if _is_far_below(rows, inside):
                break  # text below the table
            faults.append((-1, f"the row after row {len(rows)} could not be read"))
    if _misses_row(rows):
        faults.append((-1, "a row seems to be missing"))
    if len(rows) < MIN_ROWS or len(faults) > MAX_FAULTS * len(rows):
        return None
    numbers = read_numbers(marks, rows, MAX_PIECES)
    if numbers is None:
        faults.append((-1, "the numbers are not piece numbers that differ within each row"))
    elif not numbers.is_sure:
        faults.append((-1, "the digits are not certain"))
    values = np.reshape(numbers.values if numbers else (), (-1, len(columns))).astype(int)
    return NumberTable(
        marks=marks,
        rows=tuple(map(tuple, rows)),
        head=tuple(head),
        columns=tuple(middles),
        values=tuple(map(tuple, values.tolist())),
        head_values=read.values,
        faults=tuple(faults),
    )


def _may_begin_before(
    line: Sequence[Word], head: Sequence[Word], middles: Sequence[float], first: int
) -> bool:
    """Whether something as long as a number stands above the column before that of the head's first number.

    Then the head may begin there, with a number that could not be read.
    """
    return first > 1 and any(
        len(word.marks) <= MAX_DIGITS
        and word.box.right <= head[0].box.left
        and is_level(word.box, head[0].box)
        and abs(word.middle - middles[first - 2]) < MAX_COLUMN_OFFSET * word.box.height
        for word in line
    )


def _misses_row(rows: Sequence[Sequence[Word]]) -> bool:
    """Whether two rows are much further from each other than others, as if one between them were missing."""
    steps = [after[0].box.top - before[0].box.top for before, after in pairwise(rows)]
    return bool(steps) and max(steps) > MAX_ROW_STEP * min(steps)


def _is_far_below(rows: Sequence[Sequence[Word]], line: Sequence[Word]) -> bool:
    """Whether a line lies further below the last row than the rows lie below each other."""
    if len(rows) < 2:
        return False
    tops = [row[0].box.top for row in rows]
    usual = max(after - before for before, after in pairwise(tops))
    return line[0].box.top - tops[-1] > MAX_ROW_STEP * usual


# ---- The head of a card of drawn pieces


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
    top = scale * min((seen.box.top for seen in groups.apart), default=0)
    columns = [scale * column for column in groups.columns]
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
            if first > MIN_PENTA and _may_begin_before(line, head, columns, first):
                continue
            read = read_numbers(marks, [head], MAX_PIECES, rising=True)
            if read is not None and read.is_sure and read.values[0] == first:
                firsts[first] = off[0] <= MAX_HEAD_OFFSET * scale * unit[1]
        above = [first for first, is_above in firsts.items() if is_above]
        if len(above or firsts) == 1:
            return next(iter(above or firsts))
    return None
