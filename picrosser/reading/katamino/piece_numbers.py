"""Words that look like numbers in, the numbers out: digits compared with each other and with the templates.

Equal shapes are equal digits, so each shape is decided once for all places where it stands. A piece number is
1 to 12, and no row has one twice: what a shape may be is decided jointly, and stays open where several ways
remain that are nearly as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from picrosser.pixels import Box
from picrosser.reading.digits import GlyphGroup, recognise_digits
from picrosser.reading.glyphs import normalise
from picrosser.reading.katamino.marks import MarksFound
from picrosser.reading.katamino.words import Word
from picrosser.reading.segment import Cut, NumbersFound

NEAR_NATS = 4.0  # a digit that is so much less likely by its looks may be meant all the same
LEAST_NATS = -4.0  # a word on average: numbers that follow each other only by chance are far less likely
FORCED_NATS = -6.0  # a shape that can hardly be a digit by its looks is not taken for it to keep the rules
MOST_WAYS = 3000  # to read all shapes together; the first is right for clear digits
STRANGE = 0.2  # mean squared difference to the best digit's templates: no digit of a face like any known


@dataclass(frozen=True, slots=True)
class Numbers:
    """What some words say.

    values : the number of each word.
    sure : whether no other reading fits nearly as well.
    """

    values: tuple[int, ...]
    sure: bool


def read_numbers(
    found: MarksFound, rows: Sequence[Sequence[Word]], most: int, *, rising: bool = False
) -> Numbers | None:
    """Read the numbers of several rows together.

    rows : words of marks that may be digits.
    most : every number is 1 to `most`.
    rising : each is one more than the one before; else no two of a row are the same.

    Returns
    -------
    The values of all rows, one after the other; None if no reading keeps these rules.
    """
    words = [word for row in rows for word in row]
    marks = [at for word in words for at in word.marks]
    digits = recognise_digits(_as_digits(found, marks))
    place_of = {at: number for number, at in enumerate(marks)}
    group_of = {member: at for at, group in enumerate(digits.groups) for member in group.members}
    spelt = [[tuple(group_of[place_of[at]] for at in word.marks) for word in row] for row in rows]
    if any(group.distance > STRANGE for group in digits.groups):
        return None
    best: tuple[float, tuple[int, ...]] | None = None
    ways = _rising_ways(digits.groups, spelt[0], most) if rising else _ways(digits.groups, spelt, most)
    for nats, values in ways:
        if best is None:
            best = nats, values
        elif nats < best[0] - NEAR_NATS:
            break
        elif values != best[1]:
            return Numbers(best[1], False)
    return None if best is None else Numbers(best[1], True)


def sure_digits(found: MarksFound, words: Sequence[Word]) -> list[int | None]:
    """What each word of one mark says, None where that is not sure by its looks alone."""
    if not words:
        return []
    digits = recognise_digits(_as_digits(found, [word.marks[0] for word in words]))
    values: list[int | None] = [None] * len(words)
    for group in digits.groups:
        second = sorted(group.nats)[-2]
        if group.distance <= STRANGE and second < -NEAR_NATS:
            for member in group.members:
                values[member] = group.digit.value
    return values


def _rising_ways(
    groups: Sequence[GlyphGroup], words: Sequence[tuple[int, ...]], most: int
) -> list[tuple[float, tuple[int, ...]]]:
    """The same for numbers that follow each other: there are few."""
    found = []
    for first in range(1, most + 2 - len(words)):
        values = tuple(range(first, first + len(words)))
        meant: dict[int, int] = {}
        pairs = list(zip(words, map(str, values), strict=True))
        if all(
            len(word) == len(text)
            and all(meant.setdefault(g, int(d)) == int(d) for g, d in zip(word, text, strict=True))
            for word, text in pairs
        ):
            found.append((sum(groups[group].nats[digit] for group, digit in meant.items()), values))
    return sorted((way for way in found if way[0] > LEAST_NATS * len(words)), reverse=True)


def _ways(
    groups: Sequence[GlyphGroup], spelt: Sequence[Sequence[tuple[int, ...]]], most: int
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The ways to read all shapes that keep the rules, the likeliest first, each with its nats.

    Ends after `MOST_WAYS`, kept or not.
    """
    choices = [
        sorted(((group.nats[d], d) for d in digits if group.nats[d] > FORCED_NATS), reverse=True)
        for group, digits in zip(
            groups, _allowed([w for row in spelt for w in row], len(groups), most), strict=True
        )
    ]
    if not all(choices):
        return
    # Each way follows from one that is likelier, by the next digit for one shape.
    waiting = [(-sum(choice[0][0] for choice in choices), (0,) * len(groups), 0)]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        loss, way, changed = heappop(waiting)
        digits = [choice[at][1] for choice, at in zip(choices, way, strict=True)]
        rows = [[int("".join(str(digits[group]) for group in word)) for word in row] for row in spelt]
        if all(len(set(row)) == len(row) and min(row) >= 1 and max(row) <= most for row in rows):
            yield -loss, tuple(value for row in rows for value in row)
        for group in range(changed, len(groups)):
            at = way[group] + 1
            if at < len(choices[group]):
                more = choices[group][at - 1][0] - choices[group][at][0]
                heappush(waiting, (loss + more, (*way[:group], at, *way[group + 1 :]), group))


def _allowed(words: Sequence[tuple[int, ...]], groups: int, most: int) -> list[set[int]]:
    """The digits that each shape may be, by the places where it stands in numbers from 1 to `most`."""
    allowed = [set(range(10)) for _ in range(groups)]
    texts = [str(number) for number in range(1, most + 1)]
    for word in words:
        for place, group in enumerate(word):
            allowed[group] &= {int(text[place]) for text in texts if len(text) == len(word)}
    return allowed


def _as_digits(found: MarksFound, marks: Sequence[int]) -> NumbersFound:
    """Every mark as a number of one digit."""
    count = len(marks)
    shown = [found.marks[at] for at in marks]
    boxes = tuple(Box(0, 0, mark.box.height, mark.box.width) for mark in shown)
    return NumbersFound(
        hints=np.arange(count),
        coverage=np.zeros((count, 1, 1), np.float32),
        boxes=boxes,
        ways=tuple((Cut((at,), 0.0),) for at in range(count)),
        shapes=np.stack([normalise(mark.coverage) for mark in shown]),
        log_aspects=np.log([box.width / box.height for box in boxes]).astype(np.float32),
        glyph_boxes=boxes,
        owners=np.arange(count),
        shaded=np.zeros(count, bool),
        shadow_px=None,
        odd_height=np.zeros(count, bool),
        foreign=np.zeros(count, np.float32),
    )
