"""Tell whether the lines that cross a board's rows cross another row, too, where noise is as strong as lines.

In a photograph each pixel of a faint line is off by as much as the line is darker than its cells, and shade
makes the next row darker all over. So pixels are not compared one by one. How strongly the usual look of a
line shows in a row is one number for each line, 1 where it crosses and 0 where it does not: the projection of
the row's look on the usual one, both without their own tone.

Known failure: lines so faint that these numbers scatter; then no row counts as crossed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median

Profiles = NDArray[np.float32]
"""(stretches, lines, pixels, 3) how lines and what is beside them look in a row, as levels."""

# Times its usual strength: so strongly a line shows where it crosses
MIN_STRENGTH, MAX_STRENGTH = 0.7, 1.5
# Of the lines: so many cross a row of the board, and so many at most seem to cross what lies beyond it
MIN_CROSSING, MAX_BEYOND = 0.8, 0.3


def is_crossed_in_noise(row: Profiles, others: NDArray[np.float32], beyond: Profiles) -> bool:
    """Whether most lines that cross the other rows cross this one, and few go on beyond it.

    row, beyond : this row, and what lies a pitch further out. others : (rows, ...) the other rows.
    """
    return crossing_share(row, others) >= MIN_CROSSING and crossing_share(beyond, others) <= MAX_BEYOND


def crossing_share(row: Profiles, others: NDArray[np.float32]) -> float:
    """The share of the lines that show in a row about as strongly as in most others, (rows, ...).

    Where most others are painted beside a line, it may show as lines do elsewhere, between blank cells.
    """
    usual = median(others - median(others, axis=3, keepdims=True), axis=(0, 1))
    usual -= median(usual, axis=1, keepdims=True)
    own = row - median(row, axis=2, keepdims=True)
    shows = np.zeros(len(usual), bool)
    for look in (usual, median(usual, axis=0)[None]):
        energy = np.maximum((look**2).sum(axis=(1, 2)), 1e-6)
        strengths = (own * look).sum(axis=(2, 3)).mean(axis=0) / energy
        shows |= (strengths > MIN_STRENGTH) & (strengths < MAX_STRENGTH)
    return float(shows.mean())
