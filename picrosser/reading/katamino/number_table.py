"""Words in, a table of piece numbers out: rows of equally many numbers, under a head that counts the pieces.

The head names the problems: its numbers follow each other, and the last one is how many pieces a row has. The
first may stand over several columns. That, and that no row has a piece twice, is what tells such a card from
any other table of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from picrosser.imaging.pixels import RGB
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.marks import MarksFound, find_marks
from picrosser.reading.katamino.piece_numbers import Numbers, may_be, read_numbers
from picrosser.reading.katamino.words import Word, is_level, lines_of

FEWEST = 3  # pieces in a row
MOST = 12
FEWEST_ROWS = 2  # chance makes one row of numbers under others that count up, in the hints of a nonogram
MOST_FAULTS = 0.4  # of the rows: where more do not fit, it is no such table
COLUMN = 0.9  # of a digit's height: how far from its column's middle a number may stand
# Between the marks of a word: of its usual gap, and of its height. A space is wider than either.
EVEN, LETTERS = 1.8, 0.2
SPACED = 1.4  # of the widest distance between two rows: text further down is no part of the table


@dataclass(frozen=True, slots=True, eq=False)
class NumberTable:
    """A card that prints only numbers.

    marks : all marks of the picture.
    rows : the words that are piece numbers, row by row.
    head : the words that count the pieces.
    columns : the middles of the columns.
    values, head_values : what the numbers are.
    others : what the numbers of the rows may be instead, by looks that are nearly as good.
    faults : per row, -1 for the whole table, what is wrong with it, in words.
    """

    marks: MarksFound
    rows: tuple[tuple[Word, ...], ...]
    head: tuple[Word, ...]
    columns: tuple[float, ...]
    values: tuple[tuple[int, ...], ...]
    others: tuple[tuple[tuple[int, ...], ...], ...]
    head_values: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]


def find_number_table(image: RGB, areas: AreasFound) -> NumberTable | None:
    """Find a card that prints only numbers; None if there is none.

    areas : of the same picture.
    """
    marks = find_marks(image, areas)
    lines = lines_of(marks)
    tables = (_under(marks, lines, at) for at in range(len(lines) - 1))
    return next((table for table in tables if table is not None), None)


def _under(marks: MarksFound, lines: Sequence[Sequence[Word]], at: int) -> NumberTable | None:
    """The table whose head is a line, None if it is none."""
    for head in _runs(lines[at]):
        if not any(_may_stand_under(line, head) for line in lines[at + 1 :]):
            continue
        read = read_numbers(marks, [head], MOST, rising=True)
        if read is None:
            continue
        first, last = read.values[0], read.values[-1]
        # Its columns: under every number of the head but the first one, and before them as many as that says.
        first_row = next((line for line in lines[at + 1 :] if _columns(line, head, first)), None)
        if first_row is None or not FEWEST <= first <= last <= MOST:
            continue
        columns = _columns(first_row, head, first)
        over = [word for word in lines[at] if word.is_number and word.box.right > columns[0].box.left]
        if len(over) >= len(columns):  # a row of the table itself, whose end happens to count up
            continue
        return _table(marks, lines, at, head, read, columns)
    return None


def _runs(line: Sequence[Word]) -> list[list[Word]]:
    """The numbers at the end of a line, with and without the leading ones."""
    numbers = [word for word in line if word.is_number]
    return [numbers[start:] for start in range(len(numbers) - 1)]


def _may_stand_under(line: Sequence[Word], head: Sequence[Word]) -> bool:
    """Whether a line ends in numbers under all of a head's but the first, and has enough before them."""
    numbers = [word for word in line if word.is_number]
    if len(numbers) < len(head) + FEWEST - 1:
        return False
    later = zip(numbers[len(numbers) - len(head) + 1 :], head[1:], strict=True)
    return all(_is_under(word, top) for word, top in later)


def _is_under(word: Word, top: Word) -> bool:
    off = COLUMN * max(word.box.height, top.box.height)
    return word.box.top > top.box.bottom and abs(word.middle - top.middle) < off


def _columns(line: Sequence[Word], head: Sequence[Word], first: int) -> list[Word]:
    """The numbers of a line that stand as the head says; empty if they do not."""
    numbers = [word for word in line if word.is_number]
    count = first + len(head) - 1
    # What stands before the numbers may be a label that looks like one.
    for row in (numbers[len(numbers) - count :],) if len(numbers) >= count else ():
        if all(_is_under(word, top) for word, top in zip(row[first:], head[1:], strict=True)):
            return list(row)
    return []


def _table(
    marks: MarksFound,
    lines: Sequence[Sequence[Word]],
    at: int,
    head: Sequence[Word],
    read: Numbers,
    columns: Sequence[Word],
) -> NumberTable | None:
    rows: list[list[Word]] = []
    middles = [word.middle for word in columns]
    faults: list[tuple[int, str]] = []
    if not read.sure or _may_begin_before(marks, lines[at], head, middles, read.values[0]):
        faults.append((-1, "the numbers of the table's head are in doubt"))
    left, right = columns[0].box.left - columns[0].box.height, columns[-1].box.right + columns[0].box.height
    for line in lines[at + 1 :]:
        inside = [word for word in line if left < word.middle < right]
        row = _columns(line, head, read.values[0])
        aligned = row and all(
            abs(word.middle - middle) < COLUMN * word.box.height
            for word, middle in zip(row, middles, strict=True)
        )
        if aligned:
            if len(inside) != len(row):
                faults.append((len(rows), "something else stands among its numbers"))
            rows.append(row)
        elif inside:
            if _is_spaced(rows, inside):
                break  # text below the table
            faults.append((-1, f"the row after row {len(rows)} could not be read"))
    if _is_uneven(rows):
        faults.append((-1, "a row seems to be missing"))
    if len(rows) < FEWEST_ROWS or len(faults) > MOST_FAULTS * len(rows):
        return None
    numbers = read_numbers(marks, rows, MOST)
    if numbers is None:
        faults.append((-1, "its numbers are no piece numbers that differ in each row"))
    elif not numbers.complete:
        faults.append((-1, "its digits are in doubt"))
    width = len(columns)
    return NumberTable(
        marks=marks,
        rows=tuple(map(tuple, rows)),
        head=tuple(head),
        columns=tuple(middles),
        values=_in_rows(numbers.values, width) if numbers else (),
        others=tuple(_in_rows(other, width) for other in numbers.others) if numbers else (),
        head_values=read.values,
        faults=tuple(faults),
    )


def _in_rows(values: Sequence[int], width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(values[start : start + width]) for start in range(0, len(values), width))


def _may_begin_before(
    marks: MarksFound, line: Sequence[Word], head: Sequence[Word], middles: Sequence[float], first: int
) -> bool:
    """Whether the head may have one number more than was read: over the column before its first one.

    What stands there is the end of a word, mostly; a digit stands off from letters, is as high as the head's
    other digits, and looks like the one that it would be.
    """
    if first < 2:
        return False
    for word in line:
        mark = marks.marks[word.marks[-1]]
        if word.box.right > head[0].box.left or not is_level(mark.box, head[0].box):
            continue
        if _ends_evenly(marks, word):
            continue
        if abs(mark.middle[1] - middles[first - 2]) < COLUMN * mark.box.height and may_be(
            marks, word.marks[-1], first - 1, head
        ):
            return True
    return False


def _ends_evenly(marks: MarksFound, word: Word) -> bool:
    """Whether a word's last mark stands no further from the one before than others of the word do."""
    boxes = [marks.marks[at].box for at in word.marks]
    *gaps, last = [after.left - before.right for before, after in pairwise(boxes)] or [0]
    return bool(gaps) and last < max(EVEN * median(gaps), LETTERS * word.box.height)


def _is_uneven(rows: Sequence[Sequence[Word]]) -> bool:
    """Whether two rows are much further from each other than others, as if one were between them."""
    steps = [after[0].box.top - before[0].box.top for before, after in pairwise(rows)]
    return bool(steps) and max(steps) > SPACED * min(steps)


def _is_spaced(rows: Sequence[Sequence[Word]], line: Sequence[Word]) -> bool:
    """Whether a line lies further below the last row than rows do below each other."""
    if len(rows) < 2:
        return False
    tops = [row[0].box.top for row in rows]
    usual = max(after - before for before, after in pairwise(tops))
    return line[0].box.top - tops[-1] > SPACED * usual
