"""The look of all cells in, the rectangle of them that is a board with its hints out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.lattice.corners import BELONGS, END_SHARE, MIN_LINES
from picrosser.reading.lattice.looks import Flags, Looked

# A stripe that ends at the board's side weighs as much as half a cell with all of its sides seen... twice
# over: without it, a board of few colours would be prolonged over its hints.
STRIPE_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """A rectangle of a lattice's cells as the board: first and last line of each axis, inclusive.

    score : the larger the better, on one lattice.
    votes : the mean of what its cells say, 1 when all of them belong to a board.
    support : the share of its inner lines whose stripe ends at its side, of the axis that has fewer.
    """

    top: int
    bottom: int
    left: int
    right: int
    score: float
    votes: float
    support: float

    @property
    def quality(self) -> float:
        """How much this is a board with hints, 1 at best; comparable between lattices."""
        return min(self.votes, self.support)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.bottom - self.top, self.right - self.left


def best_span(looked: Looked) -> Span | None:
    """The rectangle of cells that is most like a board with hints left of it and above it."""
    row_seen, col_seen = looked.row_seen, looked.col_seen
    sides = row_seen[:-1].astype(np.float64) + row_seen[1:] + col_seen[:-1].T + col_seen[1:].T
    votes = _summed(_summed(np.where(looked.painted, 1 - BELONGS, sides / 4 - BELONGS), 0), 1)
    # A stripe ends at a cell's left side: the cell left of it is striped, and it is not.
    ends_left = _summed(_ends(looked.stripes.of_rows.T).T, 0)
    ends_top = _summed(_ends(looked.stripes.of_cols), 1)
    row_sums, col_sums = _summed(row_seen, 1), _summed(col_seen, 1).T
    height, width = looked.painted.shape
    left, right = np.triu_indices(width + 1, MIN_LINES - 1)
    left, right = left[left > 0], right[left > 0]
    best: Span | None = None
    for top in range(1, height - MIN_LINES + 2):
        for bottom in range(top + MIN_LINES - 1, height + 1):
            tall = col_sums[bottom] - col_sums[top] >= END_SHARE * (bottom - top)
            wide = END_SHARE * (right - left)
            shown = tall[left] & tall[right]
            for line in (top, bottom):
                shown &= row_sums[line, right] - row_sums[line, left] >= wide
            if not shown.any():
                continue
            some_left, some_right = left[shown], right[shown]
            strip = votes[bottom] - votes[top]
            belongs = strip[some_right] - strip[some_left]
            beside = ends_left[bottom - 1] - ends_left[top + 1]
            above = ends_top[top, some_right - 1] - ends_top[top, some_left + 1]
            score = belongs + STRIPE_WEIGHT * (beside[some_left] + above)
            at = int(np.argmax(score))
            if best is None or score[at] > best.score:
                first, last = int(some_left[at]), int(some_right[at])
                cells = (bottom - top) * (last - first)
                support = min(beside[first] / (bottom - top - 2), above[at] / (last - first - 2))
                mean = float(belongs[at]) / cells / (1 - BELONGS)
                best = Span(top, bottom, first, last, float(score[at]), mean, float(support))
    return best


def _summed(values: NDArray[np.generic], axis: int) -> NDArray[np.float64]:
    """Running sums along an axis, with a zero before the first."""
    pad = [(0, 0), (0, 0)]
    pad[axis] = (1, 0)
    return np.asarray(np.pad(np.cumsum(values, axis=axis, dtype=np.float64), pad))


def _ends(on_stripe: Flags) -> NDArray[np.float64]:
    """(R, C) 1 where a stripe ends above a cell, -1 where one begins.

    on_stripe : (R, C), of stripes that run down.
    """
    below = np.zeros(on_stripe.shape, np.float64)
    below[1:] = on_stripe[:-1].astype(np.float64) - on_stripe[1:]
    return below
