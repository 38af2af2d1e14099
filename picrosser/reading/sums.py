"""Digits in, counts that add up out.

The board is full: the hints of a row add up to the number of columns, those of a column to the number of
rows, and each colour has one total over rows and over columns. Every glyph group stands for one digit, so
all these sums are linear in the groups' digits. If they do not agree, the cheapest change of a few groups
to one of their runners-up that makes all of them agree is taken; if several changes would do, or none, the
lines that do not fit are reported and nothing is changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import HintPlace
from picrosser.reading.digits import DigitsFound
from picrosser.reading.hints import HintsFound
from picrosser.reading.segment import NumbersFound

MOST_CHANGES = 3  # groups: more could make almost anything agree
Change = tuple[int, int]
"""A group and the digit it is changed to."""


@dataclass(frozen=True, slots=True, eq=False)
class SumsFound:
    """The counts of all hints, and how far they add up.

    counts : (N,) int, 0 for an empty hint.
    changes : the groups whose digit was changed so that the sums agree, with the new digit.
    misfits : (place, text) for each line that does not add up; slot -1 means the whole line. A colour whose
        totals differ has line -1.
    """

    counts: NDArray[np.intp]
    changes: tuple[Change, ...]
    misfits: tuple[tuple[HintPlace, str], ...]


def add_up(hints: HintsFound, numbers: NumbersFound, digits: DigitsFound) -> SumsFound:
    """Put the counts together, and correct the digits by the sums if exactly one correction fits."""
    weights = _weights(hints, numbers, digits)
    read = np.array([group.digit.value for group in digits.groups], np.intp)
    sums, targets = _constraints(hints)
    matrix = sums @ weights
    residual = targets - matrix @ read
    changes: tuple[Change, ...] = ()
    if residual.any() and len(digits.groups):
        changes = _correction(matrix, residual, read, digits)
        for group, digit in changes:
            read[group] = digit
    counts = weights @ read
    return SumsFound(counts, changes, _misfits(hints, counts))


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
    matrix: NDArray[np.intp], residual: NDArray[np.intp], read: NDArray[np.intp], digits: DigitsFound
) -> tuple[Change, ...]:
    """The only set of changes, as small as possible, that makes all sums agree; empty if there is none."""
    changes: list[Change] = []
    effects: list[NDArray[np.intp]] = []
    for group, decided in enumerate(digits.groups):
        for digit, _ in decided.digit.others:
            effect = matrix[:, group] * (digit - read[group])
            if effect.any():
                changes.append((group, digit))
                effects.append(effect)
    by_effect: dict[bytes, list[int]] = {}
    for index, effect in enumerate(effects):
        by_effect.setdefault(effect.tobytes(), []).append(index)

    def completed(rest: NDArray[np.intp], chosen: tuple[int, ...], missing: int) -> list[tuple[int, ...]]:
        after = chosen[-1] if chosen else -1
        taken = {changes[index][0] for index in chosen}
        if missing == 1:
            last = by_effect.get(rest.tobytes(), [])
            return [(*chosen, i) for i in last if i > after and changes[i][0] not in taken]
        found: list[tuple[int, ...]] = []
        for index in range(after + 1, len(changes)):
            if changes[index][0] not in taken:
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
    totals = zip(by_row.sum(axis=0).tolist(), by_col.sum(axis=0).tolist(), strict=True)
    for slot, (across, down) in enumerate(totals):
        if across != down and not found:  # with a line that does not fit, this says nothing new
            text = f"colour {slot + 1} has {across} cells by the rows and {down} by the columns"
            found.append((HintPlace("row", -1, slot), text))
    return tuple(found)
