"""How paper is bent beside a ruled board: no lines tell it there, but digits stand in the board's rows.

The curve of a page goes on straight beyond its lines, so that on bent paper hints far from the board drift
off their rows, into the next ones. The digits of all rows on one side show how: by a low polynomial of how
far they are from the board and beside which row, fitted to the nearest first and then followed outwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SCALE = 10.0  # cells, by which distances are divided: hints seldom reach further
REACHES = 3.0, 5.0, 8.0, 12.0, 18.0, 26.0, 40.0  # cells from the board, up to which it is fitted in turn
FITS = 3  # for each of them
NEAR = 0.3  # of a cell: a digit may be so far off where it is expected
IN_ROW = 0.15  # of a cell: digits whose drift is known are mostly less far off
MIN_IN_ROW = 0.75  # of the digits on a side; of a title, or of texture, chance puts a third there
MIN_DIGITS = 20  # on a side
MIN_DRIFT = 0.1  # of a cell, of any digit: less does not hinder reading
RIDGE = 0.05  # digits: how strongly a drift has to be shown


class SideDrift(NamedTuple):
    """How hints on one side of a board drift.

    axis : 0 for hints beside rows, which drift up or down; 1 for those of columns.
    is_after : right of the board, or below it.
    weights : (6,) of the terms of `_basis`.
    """

    axis: int
    is_after: bool
    weights: Points


class Margins(NamedTuple):
    """How hints around a board drift.

    first, last : (2,) the first and last (row, column) of its ruled lines.
    """

    first: Points
    last: Points
    sides: tuple[SideDrift, ...]

    def drift(self, lines: Points) -> Points:
        """(N, 2) by how many cells hints drift that belong at these (row, column) places, (N, 2)."""
        drift = np.zeros_like(lines)
        for axis, is_after, weights in self.sides:
            basis, _ = _basis(lines, self.first, self.last, axis, is_after)
            drift[:, axis] += basis @ weights
        return drift


def margins_by_digits(places: Points, first: Points, last: Points) -> Margins | None:
    """How the digits around a board drift off its rows and columns; None if they hardly do.

    places : (N, 2) the middles of digits, in lines: (row, column), whole numbers on the ruled lines.
    first, last : (2,) the first and last (row, column) of the ruled lines.
    """
    margins = Margins(first, last, tuple(_sides(places, first, last)))
    if not margins.sides or np.abs(margins.drift(places)).max() < MIN_DRIFT:
        return None
    return margins


def _sides(places: Points, first: Points, last: Points) -> Iterator[SideDrift]:
    for axis in (0, 1):
        beside = places[(places[:, axis] > first[axis]) & (places[:, axis] < last[axis])]
        for is_after in (False, True):
            basis, beyond = _basis(beside, first, last, axis, is_after)
            on_side = (beyond > 0) & (beyond < REACHES[-1])
            if np.count_nonzero(on_side) >= MIN_DIGITS:
                weights = _fitted(basis[on_side], beyond[on_side], beside[on_side, axis] % 1 - 0.5)
                if weights is not None:
                    yield SideDrift(axis, is_after, weights)


def _fitted(basis: Points, beyond: Points, off: Points) -> Points | None:
    """The weights of the drift; None if the digits stand in no rows.

    basis : (N, 6). beyond : (N,) cells from the board. off : (N,) of each digit from the middle of the row in
    which it seems to be, in cells.
    """
    nearest = np.argsort(beyond)[:MIN_DIGITS]
    middle = float(np.median(off[nearest]))  # where digits stand in a row
    weights: Points = np.zeros(basis.shape[1])
    for reach in REACHES:
        mine = basis[beyond <= reach], off[beyond <= reach] - middle
        for _ in range(FITS):
            expected = mine[0] @ weights
            away = _in_one_row(mine[1] - expected)
            kept = np.abs(away) < NEAR
            chosen, wanted = mine[0][kept], (expected + away)[kept]
            normal = chosen.T @ chosen + RIDGE * np.eye(len(weights))
            weights = np.asarray(np.linalg.solve(normal, chosen.T @ wanted), np.float64)
    away = np.abs(_in_one_row(off - middle - basis @ weights))
    return weights if np.mean(away < IN_ROW) > MIN_IN_ROW else None


def _in_one_row(off: Points) -> Points:
    """Distances in cells, from the nearest row."""
    return np.asarray(off - np.rint(off))


def _basis(lines: Points, first: Points, last: Points, axis: int, is_after: bool) -> tuple[Points, Points]:
    """(N, 6) the terms of the drift, 0 within the board, and (N,) how many cells beyond it a place is."""
    other = lines[:, 1 - axis]
    beyond = np.maximum(0.0, other - last[1 - axis] if is_after else first[1 - axis] - other)
    middle, half = (first[axis] + last[axis]) / 2, (last[axis] - first[axis]) / 2
    along = np.clip((lines[:, axis] - middle) / half, -1, 1)
    far = beyond / SCALE
    return np.column_stack([far**power * along**degree for power in (1, 2) for degree in range(3)]), beyond
