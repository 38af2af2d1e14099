"""Words that look like numbers in, the numbers out: digits compared with each other and with the templates.

Equal shapes are equal digits, so each shape is decided once for all places where it stands. A piece number is
1 to 12, and no row has one twice: what a shape may be is decided jointly. Where several ways remain that are
nearly as good, all are told: whether the pieces can be packed may settle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from picrosser.reading.glyphs.digits import GlyphGroup, recognise_digits
from picrosser.reading.glyphs.numbers_found import NumbersFound, single_digit_numbers
from picrosser.reading.katamino.marks import MarksFound
from picrosser.reading.katamino.words import Word

NEAR_NATS = 4.0  # a digit that is so much less likely by its looks may be meant all the same
LEAST_NATS = -4.0  # a word on average: numbers that follow each other only by chance are far less likely
FORCED_NATS = -6.0  # a shape that can hardly be a digit by its looks is not taken for it to keep the rules
# Less likely: that a shape is another digit than its looks say, and one that another shape is, too. Small or
# damaged digits look different at every place; where the looks say so they are one digit all the same.
TWICE_NATS = 3.0
MOST_OTHERS = 24  # ways to read all shapes that are nearly as good as the best: with more nothing is known
MOST_STEPS = 4000  # of the search for the readings of all shapes together; clear digits take one per shape
# Mean squared difference to the best digit's templates: no digit of a face like any known. One digit of a
# face may be odd, "4" mostly.
STRANGE, STRANGEST = 0.2, 0.25
MOST_STRANGE = 0.15  # of the marks; one always


@dataclass(frozen=True, slots=True)
class Numbers:
    """What some words say.

    values : the number of each word.
    others : what they may be instead, that fits nearly as well; the likeliest first.
    complete : whether these are all that do.
    """

    values: tuple[int, ...]
    others: tuple[tuple[int, ...], ...] = ()
    complete: bool = True

    @property
    def sure(self) -> bool:
        """Whether no other reading fits nearly as well."""
        return self.complete and not self.others


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
    strange = sum(len(group.members) for group in digits.groups if group.distance > STRANGE)
    if strange > max(1, MOST_STRANGE * len(marks)) or any(
        group.distance > STRANGEST for group in digits.groups
    ):
        return None
    if rising:
        return _near_ways(_rising_ways(digits.groups, spelt[0], most))
    return _near_ways(_ways(digits.groups, spelt, most))


def _near_ways(ways: Iterable[tuple[float, tuple[int, ...]] | None]) -> Numbers | None:
    """The best of the ways to read some words, and those that are nearly as good."""
    near: dict[tuple[int, ...], float] = {}
    complete = True
    for way in ways:
        if way is None or len(near) > MOST_OTHERS:
            complete = False
            break
        nats, values = way
        if near and nats < max(near.values()) - NEAR_NATS:
            break
        near.setdefault(values, nats)
    best, *others = near or [()]
    return Numbers(best, tuple(others), complete) if best else None


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


def may_be(found: MarksFound, mark: int, digit: int, beside: Sequence[Word]) -> bool:
    """Whether a mark may be a digit by its looks, in the typeface of some numbers."""
    marks = [mark, *(at for word in beside for at in word.marks)]
    groups = recognise_digits(_as_digits(found, marks)).groups
    own = next(group for group in groups if 0 in group.members)
    return own.distance <= STRANGEST and own.nats[digit] > FORCED_NATS


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
) -> Iterator[tuple[float, tuple[int, ...]] | None]:
    """The ways to read all shapes that keep the rules, the likeliest first, each with its nats.

    Shapes are decided one after the other; a choice that breaks a rule is dropped with all that would follow.
    At last None if that takes more than `MOST_STEPS`: there may be more ways.
    """
    choices = [
        sorted(((group.nats[d], d) for d in digits if group.nats[d] > FORCED_NATS), reverse=True)
        for group, digits in zip(
            groups, _allowed([w for row in spelt for w in row], len(groups), most), strict=True
        )
    ]
    if not all(choices):
        return
    best = [choice[0][0] for choice in choices]
    waiting: list[tuple[float, tuple[int, ...]]] = [(-sum(best), ())]
    for _ in range(MOST_STEPS):
        if not waiting:
            return
        loss, digits = heappop(waiting)
        if not _keeps_rules(digits, spelt, most):
            continue
        at = len(digits)
        if at == len(groups):
            yield -loss, tuple(_value(digits, word) for row in spelt for word in row)
            continue
        for nats, digit in choices[at]:
            twice = TWICE_NATS if digit in digits and digit != choices[at][0][1] else 0.0
            heappush(waiting, (loss + best[at] - nats + twice, (*digits, digit)))
    yield None


def _keeps_rules(digits: Sequence[int], spelt: Sequence[Sequence[tuple[int, ...]]], most: int) -> bool:
    """Whether the words whose shapes are decided are 1 to `most`, and none twice in a row."""
    for row in spelt:
        values = [_value(digits, word) for word in row if max(word) < len(digits)]
        if len(set(values)) < len(values) or not all(1 <= value <= most for value in values):
            return False
    return True


def _value(digits: Sequence[int], word: Sequence[int]) -> int:
    return int("".join(str(digits[group]) for group in word))


def _allowed(words: Sequence[tuple[int, ...]], groups: int, most: int) -> list[set[int]]:
    """The digits that each shape may be, by the places where it stands in numbers from 1 to `most`."""
    allowed = [set(range(10)) for _ in range(groups)]
    texts = [str(number) for number in range(1, most + 1)]
    for word in words:
        for place, group in enumerate(word):
            allowed[group] &= {int(text[place]) for text in texts if len(text) == len(word)}
    return allowed


def _as_digits(found: MarksFound, marks: Sequence[int]) -> NumbersFound:
    return single_digit_numbers([found.marks[at].coverage for at in marks])
