"""A smooth mapping from a lattice of lines to the photograph, fitted to the crossings of these lines.

A homography takes what perspective does; a polynomial of low degree takes the rest, which is the curve of the
paper. Both are fitted by least squares to hundreds of crossings, so that single ones may be off or missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.grown_lattice import GrownLattice, on_grid
from picrosser.reading.photograph.margins import Margins

Points: TypeAlias = NDArray[np.float64]

MOSTLY = 0.8  # of a small lattice's crossings are seen before they are looked for where the fit expects them
MIN_NODES = 30  # of a lattice: a board of five cells has 36
MAX_DEGREE = 6  # of the polynomial: the paper of a magazine near its fold
NODES_PER_TERM = 6  # at least, of the polynomial
OUTLIER = 0.12  # of a step: crossings further away are not fitted
RIDGE = 1e-10  # of the crossings: a weight that they do not tell stays small
FITS = 6  # each without the crossings that were furthest from the last


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A smooth mapping from lattice rows and columns to the photograph.

    matrix : (3, 3) from (row, col, 1), scaled, to the photograph. terms : (T, 2) exponents.
    weights : (T, 2). middle, half : of the lattice, by which rows and columns are scaled to -1 to 1.
    margins : how what is printed around the lattice drifts, if that is known.
    """

    matrix: Points
    terms: NDArray[np.intp]
    weights: Points
    middle: Points
    half: Points
    margins: Margins | None = None

    def places(self, lines: Points) -> Points:
        """Where points of the lattice, (N, 2) rows and columns, lie in the photograph: (N, 2).

        Beyond the lattice the curve goes on straight, since polynomials leave the paper there.
        """
        if self.margins is not None:
            lines = lines + self.margins.drift(lines)
        scaled = (lines - self.middle) / self.half
        mapped = np.column_stack([scaled, np.ones(len(scaled))]) @ self.matrix.T
        within = np.clip(scaled, -1, 1)
        bent = powers_of(within, self.terms) @ self.weights
        for axis in (0, 1):
            beyond = scaled[:, axis] - within[:, axis]
            slope = derivatives_of(within, self.terms, axis) @ self.weights
            bent = bent + beyond[:, None] * slope
        return np.asarray(mapped[:, :2] / mapped[:, 2:] + bent)


def fitted(lattice: GrownLattice) -> tuple[Fit, float, float]:
    """The fit to the crossings, the median step, and the median error as a share of it."""
    lines = np.array(list(lattice.places), np.float64)
    places = np.array(list(lattice.places.values()), np.float64)
    step = float(np.median(np.concatenate([steps_of(lattice, 0), steps_of(lattice, 1)])))
    middle = (lines.max(axis=0) + lines.min(axis=0)) / 2
    half = np.maximum(1.0, np.ptp(lines, axis=0) / 2)
    scaled = (lines - middle) / half
    rows, cols = len(np.unique(lines[:, 0])), len(np.unique(lines[:, 1]))
    kept = np.ones(len(lines), bool)
    for _ in range(FITS):
        matrix = _homography(scaled[kept], places[kept])
        mapped = np.column_stack([scaled, np.ones(len(scaled))]) @ matrix.T
        rest = places - mapped[:, :2] / mapped[:, 2:]
        terms = terms_for(int(kept.sum()), rows, cols)
        basis = powers_of(scaled, terms)
        weights = least_squares(basis[kept], rest[kept])
        away = np.hypot(*(rest - basis @ weights).T)
        before, kept = kept, away < max(OUTLIER * step, 0.7, 2 * float(np.median(away[kept])))
        if kept.sum() < min(MIN_NODES, MOSTLY * len(lines)):
            return Fit(matrix, terms, weights, middle, half), step, np.inf
        if np.array_equal(kept, before):  # so would be the next fit
            break
    return Fit(matrix, terms, weights, middle, half), step, float(np.median(away[kept])) / step


def steps_of(lattice: GrownLattice, axis: int) -> NDArray[np.float64]:
    """(N,) the distances between neighbouring crossings, down the lattice (0) or across it (1)."""
    steps = np.diff(on_grid(lattice.places), axis=axis)
    lengths = np.hypot(steps[..., 0], steps[..., 1])
    return lengths[~np.isnan(lengths)]


def terms_for(count: int, rows: int, cols: int) -> NDArray[np.intp]:
    """Exponents of rows and columns: as many as the crossings can tell."""
    degree = MAX_DEGREE
    while degree > 1 and (degree + 1) * (degree + 2) / 2 * NODES_PER_TERM > count:
        degree -= 1
    return np.array(
        [
            (down, right)
            for down in range(degree + 1)
            for right in range(degree + 1 - down)
            if down < rows / 2 and right < cols / 2
        ]
    )


def least_squares(basis: Points, values: Points) -> Points:
    """Weights by the normal equations: a tenth of the time of `lstsq`, and exact enough within -1 to 1."""
    normal = basis.T @ basis
    normal += RIDGE * len(basis) * np.eye(len(normal))
    return np.asarray(np.linalg.solve(normal, basis.T @ values))


def powers_of(scaled: Points, terms: NDArray[np.intp]) -> Points:
    powers = np.ones((1 + int(terms.max(initial=0)), *scaled.shape))
    for degree in range(1, len(powers)):
        powers[degree] = powers[degree - 1] * scaled
    return np.asarray((powers[terms[:, 0], :, 0] * powers[terms[:, 1], :, 1]).T)


def derivatives_of(scaled: Points, terms: NDArray[np.intp], axis: int) -> Points:
    lower = terms.copy()
    lower[:, axis] = np.maximum(0, lower[:, axis] - 1)
    return np.asarray(terms[:, axis] * powers_of(scaled, lower))


def _homography(points: Points, images: Points) -> Points:
    """The homography, (3, 3), that fits best, by the direct linear transformation."""
    middle, size = images.mean(axis=0), float(images.std())
    rows, cols = ((images - middle) / size).T
    ones, zeros = np.column_stack([points, np.ones(len(points))]), np.zeros((len(points), 3))
    equations = np.vstack(
        [
            np.hstack([ones, zeros, -rows[:, None] * ones]),
            np.hstack([zeros, ones, -cols[:, None] * ones]),
        ]
    )
    matrix = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
    back = np.array([(size, 0, middle[0]), (0, size, middle[1]), (0, 0, 1)])
    matrix = back @ matrix
    return np.asarray(matrix / matrix[2, 2])


def enlarged(fit: Fit, times: int) -> Fit:
    """The fit to a photograph that is so many times as large."""
    larger = np.diag([times, times, 1.0]) @ fit.matrix
    return Fit(larger, fit.terms, fit.weights * times, fit.middle, fit.half)
