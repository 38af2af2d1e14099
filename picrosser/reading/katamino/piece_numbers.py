"""Read words that look like piece numbers: digits are compared with each other and with the templates.

Equal shapes are equal digits, so each shape is decided once for all places where it occurs. A piece number is
1 to 12, and no row contains one twice, so all shapes are decided jointly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

from picrosser.reading.glyphs.digits import GlyphGroup, recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.katamino.printed_text import MarksFound, Word

# Log-likelihoods, in nats.
MAX_RIVAL_NATS = 4.0  # a reading that is at most this much less likely than the best one remains possible
# Per word: consecutive numbers in a text that is not a head are far less likely.
MIN_HEAD_NATS = -4.0
MIN_DIGIT_NATS = -6.0  # a shape less likely to be a digit is never read as it, not even to satisfy the rules
# Penalty for reading a shape as a digit that is not the likeliest one for it and is already another shape's.
# Small or damaged digits look different at every place; two shapes whose likeliest digit is the same are not
# penalised.
REPEATED_DIGIT_NATS = 3.0
MAX_STEPS = 4000  # steps of the search for joint readings; clear digits take one step per shape
# Template distance to the nearest digit: above the first a shape is unlike all known faces, above the second
# it is not a digit. One digit of a face may be unusual, mostly "4".
MAX_FAMILIAR_DISTANCE, MAX_DIGIT_DISTANCE = 0.2, 0.25
MAX_UNFAMILIAR_FRACTION = 0.15  # of the marks; one is always permitted


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that some words say.

    values : the number of each word.
    is_sure : whether no other reading is nearly as likely.
    """

    values: tuple[int, ...]
    is_sure: bool


def read_numbers(
    found: MarksFound, rows: Sequence[Sequence[Word]], most: int, *, rising: bool = False
) -> Numbers | None:
    """Read the numbers of several rows together.

    rows : words of marks that may be digits.
    most : every number is 1 to `most`.
    rising : each number is one more than the one before; otherwise no two numbers of a row are equal.

    Returns
    -------
    The values of all rows, one after the other; None if no reading satisfies these rules.
    """
    words = [word for row in rows for word in row]
    marks = [at for word in words for at in word.marks]
    digits = recognise_digits(single_digit_numbers([found.marks[at].coverage for at in marks]))
    place_of = {at: number for number, at in enumerate(marks)}
    group_of = {member: at for at, group in enumerate(digits.groups) for member in group.members}
    spelt = [[tuple(group_of[place_of[at]] for at in word.marks) for word in row] for row in rows]
    unfamiliar = sum(len(group.members) for group in digits.groups if group.distance > MAX_FAMILIAR_DISTANCE)
    if unfamiliar > max(1, MAX_UNFAMILIAR_FRACTION * len(marks)):
        return None
    if any(group.distance > MAX_DIGIT_DISTANCE for group in digits.groups):
        return None
    if rising:
        return _likeliest(_rising_readings(digits.groups, spelt[0], most))
    return _likeliest(_joint_readings(digits.groups, spelt, most))


def _likeliest(readings: Iterable[tuple[float, tuple[int, ...]]]) -> Numbers | None:
    """The best of some readings, (nats, values), the likeliest first; None if there is none."""
    best, second, *_ = (*islice(readings, 2), None, None)
    if best is None or not best[1]:
        return None
    return Numbers(best[1], second is None or second[0] < best[0] - MAX_RIVAL_NATS)


def _rising_readings(
    groups: Sequence[GlyphGroup], words: Sequence[tuple[int, ...]], most: int
) -> list[tuple[float, tuple[int, ...]]]:
    """The readings as consecutive numbers, the likeliest first, each with its nats."""
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
    return sorted((way for way in found if way[0] > MIN_HEAD_NATS * len(words)), reverse=True)


def _joint_readings(
    groups: Sequence[GlyphGroup], spelt: Sequence[Sequence[tuple[int, ...]]], most: int
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The readings of all shapes that satisfy the rules, the likeliest first, each with its nats.

    A best-first search: shapes are decided one after the other, and a choice that breaks a rule is dropped
    with everything that would follow. After `MAX_STEPS` the best reading that is left counts as another one.
    """
    choices = [
        sorted(((group.nats[d], d) for d in digits if group.nats[d] > MIN_DIGIT_NATS), reverse=True)
        for group, digits in zip(
            groups, _allowed([w for row in spelt for w in row], len(groups), most), strict=True
        )
    ]
    if not all(choices):
        return
    best = [choice[0][0] for choice in choices]
    waiting: list[tuple[float, tuple[int, ...]]] = [(-sum(best), ())]
    for _ in range(MAX_STEPS):
        if not waiting:
            return
        loss, digits = heappop(waiting)
        if not _satisfies_rules(digits, spelt, most):
            continue
        at = len(digits)
        if at == len(groups):
            yield -loss, tuple(_value(digits, word) for row in spelt for word in row)
            continue
        for nats, digit in choices[at]:
            is_repeated = digit in digits and digit != choices[at][0][1]
            penalty = REPEATED_DIGIT_NATS if is_repeated else 0.0
            heappush(waiting, (loss + best[at] - nats + penalty, (*digits, digit)))
    yield -waiting[0][0] if waiting else 0.0, ()


def _satisfies_rules(digits: Sequence[int], spelt: Sequence[Sequence[tuple[int, ...]]], most: int) -> bool:
    """Whether the words whose shapes are decided say 1 to `most`, and no number twice in a row."""
    for row in spelt:
        values = [_value(digits, word) for word in row if max(word) < len(digits)]
        if len(set(values)) < len(values) or not all(1 <= value <= most for value in values):
            return False
    return True


def _value(digits: Sequence[int], word: Sequence[int]) -> int:
    return int("".join(str(digits[group]) for group in word))


def _allowed(words: Sequence[tuple[int, ...]], groups: int, most: int) -> list[set[int]]:
    """The digits that each shape may be, given its positions in numbers from 1 to `most`."""
    allowed = [set(range(10)) for _ in range(groups)]
    texts = [str(number) for number in range(1, most + 1)]
    for word in words:
        for place, group in enumerate(word):
            allowed[group] &= {int(text[place]) for text in texts if len(text) == len(word)}
    return allowed
