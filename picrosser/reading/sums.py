"""Digits in, counts that add up out.

The board is full: the hints of a row add up to the number of columns, those of a column to the number of
rows, and each colour has one total over rows and over columns. Equal shapes were decided together, so a
wrong decision is wrong everywhere, and shows in many sums. If the sums do not agree, the smallest set of
changed decisions that makes all of them agree is taken: a glyph group becomes one of its runners-up, or
equal numbers are cut into one digit more or less. If several sets would do, or none, nothing is changed, and
the lines that do not fit are reported.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import HintPlace
from picrosser.reading.digits import DigitsFound
from picrosser.reading.hints import HintsFound
from picrosser.reading.segment import NumbersFound

MOST_CHANGES = 3  # decisions: more could make almost anything agree


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A decision that may be changed.

    effect : (N,) int, what it adds to each hint's count.
    groups : the glyph groups it decides anew; two changes of one set have none in common.
    text : the change in words.
    """

    effect: NDArray[np.intp]
    groups: frozenset[int]
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class SumsFound:
    """The counts of all hints, and how far they add up.

    counts : (N,) int, 0 for an empty hint.
    changes : the decisions that were changed so that the sums agree.
    misfits : (place, text) for each line that does not add up; slot -1 means the whole line. A colour whose
        totals differ has line -1.
    """

    counts: NDArray[np.intp]
    changes: tuple[Change, ...]
    misfits: tuple[tuple[HintPlace, str], ...]


def add_up(hints: HintsFound, numbers: NumbersFound, digits: DigitsFound) -> SumsFound:
    """Put the counts together, and correct them by the sums if exactly one correction fits."""
    counts = np.zeros(len(hints.places), np.intp)
    counts[numbers.hints] = [number.value for number in digits.numbers]
    sums, targets = _constraints(hints)
    residual = targets - sums @ counts
    changes: tuple[Change, ...] = ()
    if residual.any():
        candidates = [*_other_digits(hints, numbers, digits), *_other_cuts(hints, numbers, digits)]
        changes = _correction(sums, residual, candidates)
        for change in changes:
            counts += change.effect
    return SumsFound(counts, changes, _misfits(hints, counts))


def _other_digits(hints: HintsFound, numbers: NumbersFound, digits: DigitsFound) -> list[Change]:
    """For every glyph group, the changes to its runners-up."""
    weights = _weights(hints, numbers, digits)
    changes: list[Change] = []
    for number, group in enumerate(digits.groups):
        read, times = group.digit.value, len(group.members)
        for digit, _ in group.digit.others:
            text = f"{read} is {digit} ({times} times)"
            changes.append(Change(weights[:, number] * (digit - read), frozenset([number]), text))
    return changes


def _other_cuts(hints: HintsFound, numbers: NumbersFound, digits: DigitsFound) -> list[Change]:
    """For equal numbers that may have one digit more or less, the change of all of them."""
    group_of = {glyph: g for g, group in enumerate(digits.groups) for glyph in group.members}
    alike: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for number, (way, rival) in enumerate(zip(digits.glyphs, digits.rivals, strict=True)):
        if rival is not None:
            alike.setdefault((tuple(group_of[glyph] for glyph in way), rival), []).append(number)
    changes: list[Change] = []
    for (groups, rival), members in alike.items():
        read = digits.numbers[members[0]].value
        effect = np.zeros(len(hints.places), np.intp)
        effect[numbers.hints[members]] = rival - read
        changes.append(Change(effect, frozenset(groups), f"{read} is {rival} ({len(members)} times)"))
    return changes


def _weights(hints: HintsFound, numbers: NumbersFound, digits: DigitsFound) -> NDArray[np.intp]:
    """(N, groups) the place value with which each group enters each hint's count."""
    group_of = {glyph: g for g, group in enumerate(digits.groups) for glyph in group.members}
    weights = np.zeros((len(hints.places), len(digits.groups)), np.intp)
    for hint, way in zip(numbers.hints.tolist(), digits.glyphs, strict=True):
        for power, glyph in enumerate(reversed(way)):
            weights[hint, group_of[glyph]] += 10**power
    return weights


def _constraints(hints: HintsFound) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(C, N) which hints each sum adds, and (C,) what it must be: rows, columns, colours."""
    rows, cols, colours = hints.rows, hints.cols, hints.colours
    lines = rows + cols
    sums = np.zeros((lines + colours, lines * colours), np.intp)
    for line in range(lines):
        sums[line, line * colours : (line + 1) * colours] = 1
    for colour in range(colours):
        sums[lines + colour, colour : rows * colours : colours] = 1
        sums[lines + colour, rows * colours + colour :: colours] = -1
    return sums, np.array([cols] * rows + [rows] * cols + [0] * colours, np.intp)


def _correction(
    sums: NDArray[np.intp], residual: NDArray[np.intp], changes: list[Change]
) -> tuple[Change, ...]:
    """The only set of changes, as small as possible, that makes all sums agree; empty if there is none."""
    changes = [change for change in changes if (sums @ change.effect).any()]
    effects = [sums @ change.effect for change in changes]
    by_effect: dict[bytes, list[int]] = {}
    for index, effect in enumerate(effects):
        by_effect.setdefault(effect.tobytes(), []).append(index)

    def completed(rest: NDArray[np.intp], chosen: tuple[int, ...], missing: int) -> list[tuple[int, ...]]:
        after = chosen[-1] if chosen else -1
        taken = frozenset[int]().union(*(changes[index].groups for index in chosen))
        if missing == 1:
            last = by_effect.get(rest.tobytes(), [])
            return [(*chosen, index) for index in last if index > after and not changes[index].groups & taken]
        found: list[tuple[int, ...]] = []
        for index in range(after + 1, len(changes)):
            if not changes[index].groups & taken:
                found += completed(rest - effects[index], (*chosen, index), missing - 1)
        return found

    for size in range(1, MOST_CHANGES + 1):
        found = completed(residual, (), size)
        if found:
            return tuple(changes[index] for index in found[0]) if len(found) == 1 else ()
    return ()


def _misfits(hints: HintsFound, counts: NDArray[np.intp]) -> tuple[tuple[HintPlace, str], ...]:
    """The lines and colours whose sums do not agree."""
    split = hints.rows * hints.colours
    by_row = counts[:split].reshape(hints.rows, hints.colours)
    by_col = counts[split:].reshape(hints.cols, hints.colours)
    found: list[tuple[HintPlace, str]] = []
    for line, total in enumerate(by_row.sum(axis=1).tolist()):
        if total != hints.cols:
            text = f"its hints add up to {total}, the row has {hints.cols} cells"
            found.append((HintPlace("row", line, -1), text))
    for line, total in enumerate(by_col.sum(axis=1).tolist()):
        if total != hints.rows:
            text = f"its hints add up to {total}, the column has {hints.rows} cells"
            found.append((HintPlace("column", line, -1), text))
    if found:  # then differing totals of colours say nothing new
        return tuple(found)
    totals = zip(by_row.sum(axis=0).tolist(), by_col.sum(axis=0).tolist(), strict=True)
    for slot, (across, down) in enumerate(totals):
        if across != down:
            text = f"colour {slot + 1} has {across} cells by the rows and {down} by the columns"
            found.append((HintPlace("row", -1, slot), text))
    return tuple(found)
