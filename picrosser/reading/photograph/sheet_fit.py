"""A smooth mapping from a lattice of lines to the photograph, fitted to the crossings of these lines.

A homography takes what perspective does; a polynomial of low degree takes the rest, which is the curve of the
paper. Both are fitted by least squares to hundreds of crossings, so that single ones may be off or missing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.perspective import homography_between
from picrosser.reading.photograph.line_crossings import Points

MOST_DEGREE = 6  # of the polynomial: the paper of a magazine near its fold
POINTS_PER_TERM = 6  # at least, of the polynomial
# Of a step: crossings further from the fit are left out of the next one. Those of a board's own lines are
# 0.02 to 0.03 off, the median; strokes taken for crossings are spread over the cell.
OUTLIER = 0.12
MIN_KEPT = 0.5  # of the crossings, or they do not lie on one sheet
FITS = 6  # each without the crossings that were furthest from the last


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A smooth mapping from lattice rows and columns to the photograph.

    matrix : (3, 3) from (row, col, 1), scaled, to the photograph. terms : (T, 2) exponents.
    weights : (T, 2). middle, half : of the lattice, by which rows and columns are scaled to -1 to 1.
    """

    matrix: Points
    terms: NDArray[np.intp]
    weights: Points
    middle: Points
    half: Points

    def places(self, lines: Points) -> Points:
        """Where points of the lattice, (N, 2) rows and columns, lie in the photograph: (N, 2).

        Beyond the lattice the curve goes on straight, since polynomials leave the paper there.
        """
        scaled = (lines - self.middle) / self.half
        within = np.clip(scaled, -1, 1)
        bent = powers_of(within, self.terms) @ self.weights
        for axis in (0, 1):
            beyond = scaled[:, axis] - within[:, axis]
            slope = _derivatives_of(within, self.terms, axis) @ self.weights
            bent = bent + beyond[:, None] * slope
        return self._flat(scaled) + bent

    @property
    def to_picture(self) -> Points:
        """The homography, (3, 3), from rows and columns of a flat sheet to the photograph."""
        (down, right), (row, col) = self.half, self.middle
        scaled = np.array([(1 / down, 0, -row / down), (0, 1 / right, -col / right), (0, 0, 1)])
        return np.asarray(self.matrix @ scaled)

    def off_plane(self, lines: Points) -> Points:
        """(N, 2) how far points of the lattice lie off a flat sheet seen in perspective, in pixels."""
        return np.asarray(powers_of((lines - self.middle) / self.half, self.terms) @ self.weights)

    def on_plane(self, lines: Points) -> Points:
        """(N, 2) where points of the lattice would lie in the photograph if the sheet were flat."""
        return self._flat((lines - self.middle) / self.half)

    def enlarged(self, times: int) -> Fit:
        """The fit to a photograph that is so many times as large."""
        larger = np.diag([times, times, 1.0]) @ self.matrix
        return Fit(larger, self.terms, self.weights * times, self.middle, self.half)

    def _flat(self, scaled: Points) -> Points:
        mapped = np.column_stack([scaled, np.ones(len(scaled))]) @ self.matrix.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:])


def fitted(lines: Points, places: Points, step: float) -> tuple[Fit, float]:
    """The fit to some crossings, and the median of its errors in steps: infinite if too few fit.

    lines, places : (N, 2) the row and column of each in the lattice, and where it lies, in pixels.
    step : the usual distance between neighbours, in pixels.
    """
    middle = (lines.max(axis=0) + lines.min(axis=0)) / 2
    half = np.maximum(1.0, np.ptp(lines, axis=0) / 2)
    scaled = (lines - middle) / half
    counts = len(np.unique(lines[:, 0])), len(np.unique(lines[:, 1]))
    kept = np.ones(len(lines), bool)
    for _ in range(2):  # the second homography is fitted without the outliers of the first
        flat = Fit(homography_between(scaled[kept], places[kept]), *_NO_CURVE, middle, half)
        terms = terms_for(int(kept.sum()), counts)
        rest, basis = places - flat.places(lines), powers_of(scaled, terms)
        weights, kept = robust_weights(basis, rest, max(OUTLIER * step, 0.7))
        if kept.sum() < MIN_KEPT * len(lines):
            return Fit(flat.matrix, terms, weights, middle, half), np.inf
    away = np.hypot(*(rest - basis @ weights)[kept].T)
    return Fit(flat.matrix, terms, weights, middle, half), float(np.median(away)) / step


def robust_weights(basis: Points, values: Points, tolerance: float) -> tuple[Points, NDArray[np.bool_]]:
    """The weights, (T, K), of the terms by which values are explained best, and which are: (N,).

    basis : (N, T). values : (N, K). tolerance : what is no further from the last fit is part of the next one,
        as is all that is nearer than twice the median.
    """
    kept = np.ones(len(values), bool)
    for _ in range(FITS):
        weights = least_squares(basis[kept], values[kept])
        away = np.linalg.norm(values - basis @ weights, axis=1)
        before, kept = kept, away < max(tolerance, 2 * float(np.median(away[kept])))
        if np.array_equal(kept, before):  # so would be the next fit
            break
    return weights, kept


def terms_for(count: int, lines: tuple[int, int]) -> NDArray[np.intp]:
    """(T, 2) exponents of rows and columns: as many as so many crossings can tell.

    lines : the numbers of lines across and down that have crossings.
    """
    degree = MOST_DEGREE
    while degree > 1 and (degree + 1) * (degree + 2) / 2 * POINTS_PER_TERM > count:
        degree -= 1
    down, right = np.indices((degree + 1, degree + 1)).reshape(2, -1)
    can_tell = (down + right <= degree) & (down < lines[0] / 2) & (right < lines[1] / 2)
    return np.column_stack([down, right])[can_tell]


def least_squares(basis: Points, values: Points) -> Points:
    """Weights by the normal equations: a tenth of the time of `lstsq`, and exact enough within -1 to 1."""
    normal = basis.T @ basis
    normal += 1e-10 * len(basis) * np.eye(len(normal))  # a weight that crossings do not tell stays small
    return np.asarray(np.linalg.solve(normal, basis.T @ values))


def powers_of(scaled: Points, terms: NDArray[np.intp]) -> Points:
    """(N, T) the value of each term at (N, 2) points."""
    powers = np.ones((1 + int(terms.max(initial=0)), *scaled.shape))
    for degree in range(1, len(powers)):
        powers[degree] = powers[degree - 1] * scaled
    return np.asarray((powers[terms[:, 0], :, 0] * powers[terms[:, 1], :, 1]).T)


def _derivatives_of(scaled: Points, terms: NDArray[np.intp], axis: int) -> Points:
    lower = terms.copy()
    lower[:, axis] = np.maximum(0, lower[:, axis] - 1)
    return np.asarray(terms[:, axis] * powers_of(scaled, lower))


_NO_CURVE = np.zeros((1, 2), np.intp), np.zeros((1, 2))
