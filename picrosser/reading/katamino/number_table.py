"""Find the numbers of a card: its head, which counts the pieces, and a table that prints only piece numbers.

The head names the problems: its numbers are consecutive, and the last one is the number of pieces in a row.
The first one may stand above several columns. By custom it is 3. This, and that no row contains a piece
twice, distinguishes a card of numbers from any other table. Where pieces are drawn, only the head is read.

Pieces of ink of one height that stand near each other form a word. Equal shapes are equal digits, so each
shape is decided once for all places where it occurs, and all shapes are decided jointly by these rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice, pairwise
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.katamino import BOX, MIN_PENTA
from picrosser.reading.glyphs.digit_likelihoods import SURE_NATS
from picrosser.reading.glyphs.digits import GlyphGroup, recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.katamino.areas import MOST
from picrosser.reading.katamino.groups import MAX_COLUMN_OFFSET, GroupsFound
from picrosser.reading.page.digit_distance import MAX_ASKEW, MAX_DIGIT_DISTANCE, MIN_DIGIT_HEIGHT
from picrosser.reading.page.ink import find_ink

MAX_PIECES = len(BOX)
MAX_ROW_STEP = 1.4  # of the distance between other rows: text further down does not belong to the table
MAX_STEPS = 4000  # steps of the search for joint readings; clear digits take one step per shape

# ---- Marks and words

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
    """Marks that stand together.

    marks : from left to right, each an index into all marks.
    box : round all of them.
    is_number : whether all of them may be digits.
    """

    marks: tuple[int, ...]
    box: Box
    is_number: bool

    @property
    def middle(self) -> float:
        """The column in the middle of the box."""
        return self.box.middle[1]


class Numbers(NamedTuple):
    """The numbers that some words say.

    values : the number of each word.
    is_sure : whether no other reading is nearly as likely.
    """

    values: tuple[int, ...]
    is_sure: bool


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

    marks: tuple[Mark, ...]
    rows: tuple[tuple[Word, ...], ...]
    head: tuple[Word, ...]
    columns: tuple[float, ...]
    values: tuple[tuple[int, ...], ...]
    head_values: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]


def find_number_table(image: RGB) -> NumberTable | None:
    """Find a card that prints only numbers; None if there is none. image : (H, W, 3) uint8 sRGB."""
    marks = find_marks(image)
    lines = lines_of(marks)
    tables = (_under(marks, lines, at) for at in range(len(lines) - 1))
    return next((table for table in tables if table is not None), None)


def _under(marks: Sequence[Mark], lines: Sequence[Sequence[Word]], at: int) -> NumberTable | None:
    """The table whose head is the line with index `at`; None if that line is not a head."""
    numbers = [word for word in lines[at] if word.is_number]
    for start in range(len(numbers) - 1):
        head = numbers[start:]
        if not any(_columns(line, head, MIN_PENTA) for line in lines[at + 1 :]):
            continue  # before its numbers are read, which takes longer
        read = read_numbers(marks, [head], rising=True)
        if read is None:
            continue
        first, last = read.values[0], read.values[-1]
        # A column under every number of the head but the first, and before them as many as the first says.
        first_row = next((line for line in lines[at + 1 :] if _columns(line, head, first)), None)
        if first_row is None or not MIN_PENTA <= first <= last <= MAX_PIECES:
            continue
        columns = _columns(first_row, head, first)
        above = [word for word in numbers if word.box.right > columns[0].box.left]
        if len(above) >= len(columns):  # a row of the table itself, whose end happens to count up
            continue
        return _table(marks, lines, at, head, read, columns)
    return None


def _columns(line: Sequence[Word], head: Sequence[Word], first: int) -> list[Word]:
    """The last numbers of a line, one in each column of the head's table; empty if they do not fit."""
    numbers = [word for word in line if word.is_number]
    count = first + len(head) - 1
    if len(numbers) < count:
        return []
    row = numbers[len(numbers) - count :]  # before them may stand a label that looks like a number
    for word, top in zip(row[first:], head[1:], strict=True):
        height = max(word.box.height, top.box.height)
        if word.box.top <= top.box.bottom or abs(word.middle - top.middle) >= height:
            return []
    return row


def _table(
    marks: Sequence[Mark],
    lines: Sequence[Sequence[Word]],
    at: int,
    head: Sequence[Word],
    read: Numbers,
    columns: Sequence[Word],
) -> NumberTable | None:
    """Read the rows under a head, `read`, which is in the line with index `at`; None if too few fit."""
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
            abs(word.middle - middle) < word.box.height for word, middle in zip(row, middles, strict=True)
        )
        if is_aligned:
            if len(inside) != len(row):
                faults.append((len(rows), "something else stands between the numbers"))
            rows.append(row)
        elif inside:
            if _is_far_below(rows, inside):
                break  # text below the table
            faults.append((-1, f"the row after row {len(rows)} could not be read"))
    steps = [after[0].box.top - before[0].box.top for before, after in pairwise(rows)]
    if not steps:
        return None  # the hints of a nonogram may contain one such row by chance
    if max(steps) > MAX_ROW_STEP * min(steps):
        faults.append((-1, "a row seems to be missing"))
    if len(faults) > MOST * len(rows):
        return None  # the text is not such a table
    numbers = read_numbers(marks, rows)
    if numbers is None:
        faults.append((-1, "the numbers are not piece numbers that differ within each row"))
    elif not numbers.is_sure:
        faults.append((-1, "the digits are not certain"))
    values = np.reshape(numbers.values if numbers else (), (-1, len(columns))).astype(int)
    return NumberTable(
        marks=tuple(marks),
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
    """Whether the head may begin a column before its first number, with one that could not be read."""
    top = head[0].box
    return first > 1 and any(
        len(word.marks) <= MAX_DIGITS
        and word.box.right <= top.left
        and max(abs(word.box.top - top.top), abs(word.box.bottom - top.bottom))
        <= max(1.0, MAX_ASKEW * min(word.box.height, top.height))
        and abs(word.middle - middles[first - 2]) < word.box.height
        for word in line
    )


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

    marks: tuple[Mark, ...]
    first: int | None


def find_printed(image: RGB, groups: GroupsFound) -> PrintedFound:
    """Read the head of a card of drawn pieces.

    image : (H, W, 3) uint8 sRGB, the picture in which `groups` were found.
    """
    marks = find_marks(image)
    return PrintedFound(marks, _first_of_head(marks, groups))


def _first_of_head(marks: Sequence[Mark], groups: GroupsFound) -> int | None:
    """The first number of the head: the number of columns to the left of the head's second number."""
    unit, scale = groups.pieces_found.unit_px, groups.pieces_found.areas.reduction
    top = scale * min((seen.box.top for seen in groups.apart), default=0)
    columns = [scale * column for column in groups.columns]
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
            off = [abs(word.middle - at) for word, at in zip(head, columns[first - 1 :], strict=True)]
            if max(off[1:]) > MAX_COLUMN_OFFSET * scale * unit[1]:
                continue
            if first > MIN_PENTA and _may_begin_before(line, head, columns, first):
                continue
            read = read_numbers(marks, [head], rising=True)
            if read is not None and read.is_sure and read.values[0] == first:
                firsts[first] = off[0] <= MAX_COLUMN_OFFSET * scale * unit[1]
        above = [first for first, is_above in firsts.items() if is_above]
        if len(above or firsts) == 1:
            return next(iter(above or firsts))
    return None


# ---- Marks and words


def find_marks(image: RGB) -> tuple[Mark, ...]:
    """The pieces of ink of a picture, from the top; of those in one place the one most like a digit.

    image : (H, W, 3) uint8 sRGB.
    """
    ink = find_ink(image)
    taken, middles = np.zeros((2, *image.shape[:2]), bool)
    marks: list[Mark] = []
    for at in np.argsort(ink.distances, kind="stable").tolist():
        box = Box(*ink.boxes[at].tolist())
        row, col = map(int, box.middle)
        if middles[box.slices].any() or taken[box.slices].mean() > MOST:
            continue  # it is round another one, or cut otherwise; the boxes of "TA" overlap a little
        taken[box.slices] = middles[row, col] = True
        like_digit = ink.distances[at] < MAX_DIGIT_DISTANCE
        marks.append(Mark(box, ink.coverages[at], bool(like_digit)))
    usual = median([mark.box.height for mark in marks if mark.like_digit] or [0])
    text = (mark for mark in marks if mark.box.height <= MAX_HEIGHT * usual)
    return tuple(sorted(text, key=lambda mark: mark.box.top))


def lines_of(marks: Sequence[Mark]) -> list[list[Word]]:
    """The words line by line from the top, each line from left to right."""
    lines: list[list[int]] = []
    boxes = [mark.box for mark in marks]
    for at, box in enumerate(boxes):
        for line in lines:
            other = boxes[line[0]]
            shared = min(box.bottom, other.bottom) - max(box.top, other.top)
            if shared > MOST * min(box.height, other.height):
                line.append(at)
                break
        else:
            lines.append([at])
    lines.sort(key=lambda line: boxes[line[0]].middle[0])
    return [_words(marks, line) for line in lines]


def _words(marks: Sequence[Mark], line: Sequence[int]) -> list[Word]:
    # Not of the tallest mark: a row's label may be much larger than its numbers.
    least_height = MIN_DIGIT_HEIGHT * median(marks[at].box.height for at in line)
    words: list[list[int]] = []
    for at in sorted(line, key=lambda at: marks[at].box.left):
        if words and _belong_together(marks[words[-1][-1]].box, marks[at].box):
            words[-1].append(at)
        else:
            words.append([at])
    return [
        Word(
            tuple(word),
            Box.around(marks[at].box for at in word),
            len(word) <= MAX_DIGITS
            and all(marks[at].like_digit and marks[at].box.height >= least_height for at in word),
        )
        for word in words
    ]


def _belong_together(left: Box, right: Box) -> bool:
    """Whether two neighbouring marks of a line are parts of one word."""
    gap = right.left - left.right - 0.5  # it may seem too wide, since boxes have whole pixels
    return gap <= MAX_DIGIT_GAP * max(left.height, right.height)


# ---- What numbers the words say


def read_numbers(
    found: Sequence[Mark], rows: Sequence[Sequence[Word]], *, rising: bool = False
) -> Numbers | None:
    """Read the numbers of several rows together, one after the other; None if no reading satisfies the rules.

    rows : words of marks that may be digits.
    rising : each number is one more than the one before; otherwise no two numbers of a row are equal.
    """
    words = [word for row in rows for word in row]
    marks = [at for word in words for at in word.marks]
    digits = recognise_digits(single_digit_numbers([found[at].coverage for at in marks]))
    place_of = {at: number for number, at in enumerate(marks)}
    group_of = {member: at for at, group in enumerate(digits.groups) for member in group.members}
    spelt = [[tuple(group_of[place_of[at]] for at in word.marks) for word in row] for row in rows]
    if rising:
        return _likeliest(_rising_readings(digits.groups, spelt[0]))
    return _likeliest(_joint_readings(digits.groups, spelt))


def _likeliest(readings: Iterable[tuple[float, tuple[int, ...]]]) -> Numbers | None:
    """The best of some readings, (nats, values), the likeliest first; None if there is none."""
    best, second, *_ = (*islice(readings, 2), None, None)
    if best is None or not best[1]:
        return None
    return Numbers(best[1], second is None or second[0] < best[0] + SURE_NATS)


def _rising_readings(
    groups: Sequence[GlyphGroup], words: Sequence[tuple[int, ...]]
) -> list[tuple[float, tuple[int, ...]]]:
    """The readings as consecutive numbers, the likeliest first, each with its nats."""
    found = []
    for first in range(1, MAX_PIECES + 2 - len(words)):
        values = tuple(range(first, first + len(words)))
        meant: dict[int, int] = {}
        pairs = list(zip(words, map(str, values), strict=True))
        if all(
            len(word) == len(text)
            and all(meant.setdefault(g, int(d)) == int(d) for g, d in zip(word, text, strict=True))
            for word, text in pairs
        ):
            found.append((sum(groups[group].nats[digit] for group, digit in meant.items()), values))
    return sorted((way for way in found if way[0] > SURE_NATS * len(words)), reverse=True)


def _joint_readings(
    groups: Sequence[GlyphGroup], spelt: Sequence[Sequence[tuple[int, ...]]]
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The readings of all shapes that satisfy the rules, the likeliest first, each with its nats."""
    # Shapes are decided one after the other, best first. A digit that is another shape's already is less
    # likely, unless it is the likeliest one for both: small or damaged digits look different at every place.
    allowed = [set(range(10)) for _ in groups]  # by their positions in numbers from 1 to the most
    for word in (word for row in spelt for word in row):
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
    waiting: list[tuple[float, tuple[int, ...]]] = [(-sum(best), ())]
    for _ in range(MAX_STEPS):
        if not waiting:
            return
        loss, digits = heappop(waiting)
        if not _satisfies_rules(digits, spelt):
            continue
        at = len(digits)
        if at == len(groups):
            yield -loss, tuple(_value(digits, word) for row in spelt for word in row)
            continue
        for nats, digit in choices[at]:
            is_repeated = digit in digits and digit != choices[at][0][1]
            penalty = SURE_NATS if is_repeated else 0.0
            heappush(waiting, (loss + best[at] - nats - penalty, (*digits, digit)))
    yield -waiting[0][0] if waiting else 0.0, ()


def _satisfies_rules(digits: Sequence[int], spelt: Sequence[Sequence[tuple[int, ...]]]) -> bool:
    """Whether the words whose shapes are decided say pieces of the box, and none twice in a row."""
    for row in spelt:
        values = [_value(digits, word) for word in row if max(word) < len(digits)]
        if len(set(values)) < len(values) or not all(1 <= value <= MAX_PIECES for value in values):
            return False
    return True


def _value(digits: Sequence[int], word: Sequence[int]) -> int:
    return int("".join(str(digits[group]) for group in word))
