"""Find the numbers of a card: its head, which counts the pieces, and a table that prints only piece numbers.

The head names the problems: its numbers are consecutive, and the last one is the number of pieces in a row.
The first one may stand above several columns. By custom it is 3. This, and that no row contains a piece
twice, distinguishes a card of numbers from any other table. Where pieces are drawn, only the head is read.

Pieces of ink of one height that stand near each other form a word. Equal shapes are equal digits, so each
shape is decided once for all places where it occurs, and all shapes are decided jointly by these rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain, islice
from statistics import median
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.puzzles.katamino import BOX, MIN_PENTA
from picrosser.reading.glyphs.digit_likelihoods import SURE_NATS
from picrosser.reading.glyphs.digits import GlyphGroup, recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.katamino.areas import MOST
from picrosser.reading.katamino.groups import MAX_COLUMN_OFFSET, GroupsFound
from picrosser.reading.page.digit_distance import MAX_ASKEW, MAX_DIGIT_DISTANCE, MIN_DIGIT_HEIGHT
from picrosser.reading.page.page_evidence import PageEvidence

MAX_PIECES = len(BOX)
PIECES = {piece.number for piece in BOX}
MAX_ROW_STEP = 1.4  # of the distance between other rows: text further down does not belong to the table
MAX_STEPS = 4000  # steps of the search for joint readings; clear digits take one step per shape
MAX_HEIGHT = 2.5  # of the usual digit's: what is taller is no text; heads are up to 1.9 times as tall
# Of the height: the gap between the digits of one number is smaller, that between words larger. Monospaced
# "11" has 0.45, a space 0.5.
MAX_DIGIT_GAP = 0.48
MAX_DIGITS = len(str(MAX_PIECES))  # of a number on a card


class Mark(NamedTuple):
    """A piece of ink. coverage : (height, width) float32, 0..1. like_digit : whether it may be a digit."""

    box: Box
    coverage: NDArray[np.float32]
    like_digit: bool


class Word(NamedTuple):
    """Marks that stand together, from left to right. is_number : whether all of them may be digits."""

    marks: tuple[Mark, ...]
    box: Box
    is_number: bool

    @property
    def middle(self) -> float:
        """The column in the middle of the box."""
        return self.box.middle[1]


Line: TypeAlias = Sequence[Word]
Spelt: TypeAlias = tuple[int, ...]
"""A word as the groups of equal shapes that its digits belong to."""
Reading: TypeAlias = tuple[float, tuple[int, ...]]
"""Nats, and what all words say: the readings of a search."""


class Numbers(NamedTuple):
    """The number that each word says. is_sure : whether no other reading is nearly as likely."""

    values: tuple[int, ...]
    is_sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class NumberTable:
    """A card that prints only numbers.

    rows : the words that are piece numbers, row by row.
    head : the words that count the pieces.
    values, head_values : the numbers; `values` is empty if they could not be read.
    faults : a row (-1 for the whole table) and a sentence that says what is wrong with it.
    """

    rows: tuple[tuple[Word, ...], ...]
    head: tuple[Word, ...]
    values: tuple[tuple[int, ...], ...]
    head_values: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]


def find_number_table(page: PageEvidence) -> NumberTable | None:
    """Find a card that prints only numbers; None if there is none."""
    lines = lines_of(find_marks(page))
    tables = (_under(line, lines[at + 1 :]) for at, line in enumerate(lines))
    return next((table for table in tables if table is not None), None)


def _under(line: Line, below: Sequence[Line]) -> NumberTable | None:
    """The table whose head ends a line; None if there is none."""
    numbers = [word for word in line if word.is_number]
    for start in range(len(numbers) - 1):
        head = numbers[start:]
        if not any(_columns(other, head, MIN_PENTA) for other in below):
            continue  # before its numbers are read, which takes longer
        read = read_numbers([head], rising=True)
        if read is None or read.values[0] < MIN_PENTA:
            continue
        # A column under every number of the head but the first, and before them as many as the first says.
        columns = next(filter(None, (_columns(other, head, read.values[0]) for other in below)), None)
        if columns is None:
            continue
        above = [word for word in numbers if word.box.right > columns[0].box.left]
        if len(above) < len(columns):  # else a row of the table itself, whose end happens to count up
            return _table(line, head, read, columns, below)
    return None


def _columns(line: Line, head: Line, first: int) -> list[Word]:
    """The last numbers of a line, one in each column of the head's table; empty if they do not fit."""
    numbers = [word for word in line if word.is_number]
    count = first + len(head) - 1
    row = numbers[-count:]  # before them may stand a label that looks like a number
    fits = len(row) == count and all(
        word.box.top > top.box.bottom and _is_above(top, word.middle, max(word.box.height, top.box.height))
        for word, top in zip(row[first:], head[1:], strict=True)
    )
    return row if fits else []


def _is_above(word: Word, column: float, reach: float) -> bool:
    """Whether a word's middle is less than `reach` pixels from that of a column."""
    return abs(word.middle - column) < reach


def _table(line: Line, head: Line, read: Numbers, columns: Line, below: Sequence[Line]) -> NumberTable | None:
    """Read the rows below a head, `read`, which ends a line; None if too few fit."""
    rows: list[list[Word]] = []
    middles = [word.middle for word in columns]
    faults: list[tuple[int, str]] = []
    if not read.is_sure or _may_begin_before(line, head[0], middles[read.values[0] - 2]):
        faults.append((-1, "the numbers in the head of the table are not certain"))
    left, right = columns[0].box.left - columns[0].box.height, columns[-1].box.right + columns[0].box.height
    tops: list[int] = []
    for other in below:
        inside = [word for word in other if left < word.middle < right]
        row = _columns(other, head, read.values[0])
        if row and all(map(_is_above, row, middles, (word.box.height for word in row))):
            if len(inside) != len(row):
                faults.append((len(rows), "something else stands between the numbers"))
            rows.append(row)
            tops.append(row[0].box.top)
        elif inside:
            if len(rows) > 1 and inside[0].box.top - tops[-1] > MAX_ROW_STEP * np.diff(tops).max():
                break  # text below the table
            faults.append((-1, f"the row after row {len(rows)} could not be read"))
    if len(rows) < 2:
        return None  # the hints of a nonogram may contain one such row by chance
    steps = np.diff(tops)
    if steps.max() > MAX_ROW_STEP * steps.min():
        faults.append((-1, "a row seems to be missing"))
    if len(faults) > MOST * len(rows):
        return None  # the text is not such a table
    numbers = read_numbers(rows)
    if numbers is None:
        faults.append((-1, "the numbers are not piece numbers that differ within each row"))
    elif not numbers.is_sure:
        faults.append((-1, "the digits are not certain"))
    values = np.reshape(numbers.values if numbers else (), (-1, len(columns))).astype(int)
    return NumberTable(
        tuple(map(tuple, rows)), tuple(head), tuple(map(tuple, values.tolist())), read.values, tuple(faults)
    )


def _may_begin_before(line: Line, first: Word, column: float) -> bool:
    """Whether a head may begin in the column before its first number, with one that could not be read."""
    top = first.box
    return any(
        len(word.marks) <= MAX_DIGITS
        and word.box.right <= top.left
        and max(abs(word.box.top - top.top), abs(word.box.bottom - top.bottom))
        <= max(1.0, MAX_ASKEW * min(word.box.height, top.height))
        and _is_above(word, column, word.box.height)
        for word in line
    )


# ---- The head of a card of drawn pieces


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFound:
    """The marks of a card of drawn pieces. first : the head's first number, None if it could not be read."""

    marks: tuple[Mark, ...]
    first: int | None


def find_printed(page: PageEvidence, groups: GroupsFound) -> PrintedFound:
    """Read the head of a card of drawn pieces. page : of the picture in which `groups` were found."""
    marks = find_marks(page)
    return PrintedFound(marks, _first_of_head(marks, groups))


def _first_of_head(marks: Sequence[Mark], groups: GroupsFound) -> int | None:
    """The first number of the head: the number of columns to the left of the head's second number."""
    scale = groups.pieces_found.areas.reduction
    top = scale * min((seen.box.top for seen in groups.apart), default=0)
    columns = [scale * column for column in groups.columns]
    reach = MAX_COLUMN_OFFSET * scale * groups.pieces_found.unit_px[1]
    for line in reversed(lines_of(marks)):
        numbers = [word for word in line if word.is_number]
        if any(word.box.bottom > top for word in numbers):
            continue
        # Each possible first number, and whether it stands above its own column; the end of a word does not.
        firsts: dict[int, bool] = {}
        for start in range(len(numbers) - MIN_PENTA + 1):
            head = numbers[start:]
            first = len(columns) - len(head) + 1
            if first < MIN_PENTA:
                continue
            if first > MIN_PENTA and _may_begin_before(line, head[0], columns[first - 2]):
                continue
            off = [abs(word.middle - at) for word, at in zip(head, columns[first - 1 :], strict=True)]
            read = read_numbers([head], rising=True) if max(off[1:]) <= reach else None
            if read is not None and read.is_sure and read.values[0] == first:
                firsts[first] = off[0] <= reach
        above = [first for first, is_above in firsts.items() if is_above]
        if len(above or firsts) == 1:
            return next(iter(above or firsts))
    return None


# ---- Marks and words


def find_marks(page: PageEvidence) -> tuple[Mark, ...]:
    """The pieces of ink of a picture, from the top; of those in one place the one most like a digit."""
    ink = page.ink
    taken, middles = np.zeros((2, *page.image.shape[:2]), bool)
    marks: list[Mark] = []
    for at in np.argsort(ink.distances, kind="stable").tolist():
        box = Box(*ink.boxes[at].tolist())
        row, col = map(int, box.middle)
        if middles[box.slices].any() or taken[box.slices].mean() > MOST:
            continue  # it is round another one, or cut otherwise; the boxes of "TA" overlap a little
        taken[box.slices] = middles[row, col] = True
        marks.append(Mark(box, ink.coverages[at], bool(ink.distances[at] < MAX_DIGIT_DISTANCE)))
    usual = median([mark.box.height for mark in marks if mark.like_digit] or [0])
    text = (mark for mark in marks if mark.box.height <= MAX_HEIGHT * usual)
    return tuple(sorted(text, key=lambda mark: mark.box.top))


def lines_of(marks: Sequence[Mark]) -> list[list[Word]]:
    """The words line by line from the top, each line from left to right."""
    lines: list[list[Mark]] = []
    for mark in marks:
        line = next((line for line in lines if _stand_in_line(line[0].box, mark.box)), None)
        if line is None:
            lines.append([mark])
        else:
            line.append(mark)
    return [_words(line) for line in sorted(lines, key=lambda line: line[0].box.middle[0])]


def _stand_in_line(box: Box, other: Box) -> bool:
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared > MOST * min(box.height, other.height)


def _words(line: Sequence[Mark]) -> list[Word]:
    # Not of the tallest mark: a row's label may be much larger than its numbers.
    least_height = MIN_DIGIT_HEIGHT * median(mark.box.height for mark in line)
    words: list[list[Mark]] = []
    for mark in sorted(line, key=lambda mark: mark.box.left):
        before = words[-1][-1].box if words else None
        # The gap may seem too wide by half a pixel, since boxes have whole pixels.
        if before and mark.box.left - before.right - 0.5 <= MAX_DIGIT_GAP * max(
            before.height, mark.box.height
        ):
            words[-1].append(mark)
        else:
            words.append([mark])
    return [
        Word(
            tuple(word),
            Box.around(mark.box for mark in word),
            len(word) <= MAX_DIGITS
            and all(mark.like_digit and mark.box.height >= least_height for mark in word),
        )
        for word in words
    ]


# ---- What numbers the words say


def read_numbers(rows: Sequence[Line], *, rising: bool = False) -> Numbers | None:
    """Read the numbers of several rows together, one after the other; None if no reading satisfies the rules.

    rows : words of marks that may be digits.
    rising : each number is one more than the one before; otherwise no two numbers of a row are equal.
    """
    marks = [mark for row in rows for word in row for mark in word.marks]
    groups = recognise_digits(single_digit_numbers([mark.coverage for mark in marks])).groups
    group_of = {member: at for at, group in enumerate(groups) for member in group.members}
    places = iter(range(len(marks)))
    spelt = [[tuple(group_of[next(places)] for _ in word.marks) for word in row] for row in rows]
    readings = _rising_readings(groups, spelt[0]) if rising else _joint_readings(groups, spelt)
    best, second, *_ = (*islice(readings, 2), None, None)
    if best is None or not best[1]:
        return None
    return Numbers(best[1], second is None or second[0] < best[0] + SURE_NATS)


def _rising_readings(groups: Sequence[GlyphGroup], words: Sequence[Spelt]) -> list[Reading]:
    """The readings as consecutive numbers, the likeliest first."""
    found = []
    for first in range(1, MAX_PIECES + 2 - len(words)):
        values = tuple(range(first, first + len(words)))
        meant = list(dict.fromkeys(zip(chain(*words), map(int, "".join(map(str, values))), strict=False)))
        if [len(str(value)) for value in values] == list(map(len, words)) and len(dict(meant)) == len(meant):
            found.append((sum(groups[group].nats[digit] for group, digit in meant), values))
    return sorted((way for way in found if way[0] > SURE_NATS * len(words)), reverse=True)


def _joint_readings(groups: Sequence[GlyphGroup], spelt: Sequence[Sequence[Spelt]]) -> Iterator[Reading]:
    """The readings of all shapes that satisfy the rules, the likeliest first."""
    # Shapes are decided one after the other, best first. A digit that is another shape's already is less
    # likely, unless it is the likeliest one for both: small or damaged digits look different at every place.
    allowed = [set(range(10)) for _ in groups]  # by their positions in numbers from 1 to the most
    for word in chain(*spelt):
        texts = [text for text in map(str, range(1, MAX_PIECES + 1)) if len(text) == len(word)]
        for place, group in enumerate(word):
            allowed[group] &= {int(text[place]) for text in texts}
    choices = [
        sorted(((group.nats[d], d) for d in digits if group.nats[d] > SURE_NATS), reverse=True)
        for group, digits in zip(groups, allowed, strict=True)
    ]
    if not all(choices):
        return
    best = [choice[0][0] for choice in choices]
    waiting: list[Reading] = [(-sum(best), ())]
    for _ in range(MAX_STEPS):
        if not waiting:
            return
        loss, digits = heappop(waiting)
        at = len(digits)
        values = [
            [int("".join(str(digits[group]) for group in word)) for word in row if max(word) < at]
            for row in spelt
        ]
        if not all(len(set(row)) == len(row) and set(row) <= PIECES for row in values):
            continue  # a number that is no piece's, or the same one twice in a row
        if at == len(groups):
            yield -loss, tuple(chain(*values))
            continue
        for nats, digit in choices[at]:
            is_repeated = digit in digits and digit != choices[at][0][1]
            penalty = SURE_NATS if is_repeated else 0.0
            heappush(waiting, (loss + best[at] - nats - penalty, (*digits, digit)))
    yield -waiting[0][0] if waiting else 0.0, ()
