"""A smooth mapping from a lattice of lines to the photograph, fitted to the crossings of these lines.

A homography takes what perspective does; a polynomial of low degree the rest, which is the curve of the
paper. Both are fitted by least squares to hundreds of crossings, so that single ones may be off or missing.
"""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import polynomial
from numpy.typing import ArrayLike, NDArray

from picrosser.imaging.perspective import homography_between
from picrosser.reading.photograph.line_crossings import Points

MOST_DEGREE = 6  # of the polynomial: the paper of a magazine near its fold
POINTS_PER_TERM = 6  # at least, of the polynomial
# Of a step: crossings further from the fit are left out of the next one. Those of a board's own lines are
# 0.02 to 0.03 off, the median; strokes taken for crossings are spread over the cell.
OUTLIER = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A smooth mapping from lattice rows and columns to the photograph.

    to_picture : (3, 3), the homography from rows and columns of a flat sheet.
    bent : (D, D, 2) coefficients of the polynomial that is added, in rows and columns scaled to -1 to 1.
    middle, half : of the lattice, by which they are scaled.
    """

    to_picture: Points
    bent: Points
    middle: Points
    half: Points

    def places(self, lines: Points) -> Points:
        """(..., 2) where points of the lattice, (..., 2) rows and columns, lie in the photograph.

        Beyond the lattice the curve goes on straight, since polynomials leave the paper there.
        """
        scaled = (lines - self.middle) / self.half
        within = np.clip(scaled, -1, 1)
        rows, cols = within[..., 0], within[..., 1]
        bent = polynomial.polyval2d(rows, cols, self.bent)
        for axis, beyond in enumerate(np.moveaxis(scaled - within, -1, 0)):
            if beyond.any():
                slope = polynomial.polyder(self.bent, axis=axis)
                bent = bent + beyond * polynomial.polyval2d(rows, cols, slope)
        return np.asarray(self.on_plane(lines) + np.moveaxis(bent, 0, -1))

    def on_plane(self, lines: Points) -> Points:
        """(..., 2) where points of the lattice would lie in the photograph if the sheet were flat."""
        mapped = lines @ self.to_picture[:, :2].T + self.to_picture[:, 2]
        return np.asarray(mapped[..., :2] / mapped[..., 2:])


def nodes_between(first: ArrayLike, last: ArrayLike) -> Points:
    """(R, C, 2) the rows and columns of all crossings from a first (row, column) to a last one."""
    rows, cols = (np.arange(start, stop + 1.0) for start, stop in np.transpose([first, last]))
    return np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1)


def fitted(lines: Points, places: Points, step: float) -> tuple[Fit, float]:
    """The fit to some crossings, and the median of its errors in steps.

    lines, places : (N, 2) the row and column of each in the lattice, and where it lies, in pixels.
    step : the usual distance between neighbours, in pixels.
    """
    middle = (lines.max(axis=0) + lines.min(axis=0)) / 2
    half = np.maximum(1.0, np.ptp(lines, axis=0) / 2)
    scaled = (lines - middle) / half
    scaling = np.diag([*1 / half, 1.0])
    scaling[:2, 2] = -middle / half
    counts = len(np.unique(lines[:, 0])), len(np.unique(lines[:, 1]))
    kept = np.ones(len(lines), bool)
    for _ in range(2):  # the second homography is fitted without the outliers of the first
        flat = homography_between(scaled[kept], places[kept]) @ scaling
        fit = Fit(flat, np.zeros((1, 1, 2)), middle, half)
        rest = places - fit.on_plane(lines)
        bent, kept = smoothed(scaled, rest, counts, int(kept.sum()), max(OUTLIER * step, 0.7))
        fit = Fit(flat, bent, middle, half)
    away = np.hypot(*(places - fit.places(lines))[kept].T)
    return fit, float(np.median(away)) / step


def smoothed(
    scaled: Points, values: Points, lines: tuple[int, int], count: int, tolerance: float
) -> tuple[Points, NDArray[np.bool_]]:
    """The polynomial that explains values best, (D, D, K) coefficients, and which it explains: (N,).

    scaled : (N, 2) rows and columns from -1 to 1. values : (N, K) there.
    lines : the numbers of lines across and down that have crossings. count : of crossings that can tell.
    tolerance : of the next fit are those nearer to the last one than this, or than twice the median.
    """
    can_have = [n for n in range(2, MOST_DEGREE + 1) if (n + 1) * (n + 2) / 2 * POINTS_PER_TERM <= count]
    degree = max(can_have, default=1)
    down, right = np.indices((degree + 1, degree + 1))
    can_tell = (down + right <= degree) & (down < lines[0] / 2) & (right < lines[1] / 2)
    basis = polynomial.polyvander2d(scaled[:, 0], scaled[:, 1], [degree, degree])[:, can_tell.ravel()]
    kept = np.ones(len(values), bool)
    for _ in range(6):
        # By the normal equations: a tenth of the time of `lstsq`, and exact enough within -1 to 1.
        normal = basis[kept].T @ basis[kept]
        normal += 1e-10 * len(basis) * np.eye(len(normal))  # a weight that crossings do not tell stays small
        weights = np.linalg.solve(normal, basis[kept].T @ values[kept])
        away = np.linalg.norm(values - basis @ weights, axis=1)
        before, kept = kept, away < max(tolerance, 2 * float(np.median(away[kept])))
        if np.array_equal(kept, before):  # so would be the next fit
            break
    coefficients = np.zeros((degree + 1, degree + 1, values.shape[1]))
    coefficients[can_tell] = weights
    return coefficients, kept
