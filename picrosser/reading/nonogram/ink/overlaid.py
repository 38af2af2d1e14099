"""A piece of coloured ink in, the same without what of another colour lies over it out.

A grey line through a satisfied number may stand out as much as the number does. But it is
no mere shade of the number's own colour, as the number's soft edges are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median, quantile

STRONG = 0.5  # of a piece's contrast: else it is a soft edge
TINTED = 0.6  # of an ink's difference from its backdrop: so much more of one channel than of another
OTHER = 0.35  # of what stands out at least goes across the colour of a number; of a line on pale blue 0.46
PALE = 0.2  # of the number's ink is left under the line: that shows where its strokes may go on
OUTER = 0.1  # of the number's pixels, on each side, may be its neighbour's, tinged by compression
THIN = 0.6  # of the number's thickness, downwards: a line has less, a neighbour about as much
STROKE = 0.05  # of a piece's ink: a line through it takes up more, a screen's fringes less


def of_one_ink(steps: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """What of a piece goes along its own colour, where another colour lies over it; else the same.

    Parameters
    ----------
    steps : (H, W, 3) from the backdrop to what is seen.
    apart : (H, W) how much the piece stands out of its backdrop; 0 where it is not.
    """
    strong = apart > STRONG * float(apart.max())
    way = median(steps[strong], axis=0)
    if not _is_tinted(way):
        return steps  # black ones' edges may have coloured fringes
    along = steps @ way / float(way @ way)
    off = np.linalg.norm(steps - along[..., None] * way, axis=2)
    other = (apart > 0) & (off > OTHER * np.linalg.norm(steps, axis=2))
    if not _is_stroke(other & strong, strong & ~other):
        return steps
    line = median(steps[other & strong], axis=0)
    if _is_tinted(line):
        return steps
    shares, *_ = np.linalg.lstsq(np.stack((way, line), axis=1), steps[other].T, rcond=None)
    left = steps.copy()
    left[other] = np.clip(shares[0], PALE, 1)[:, None] * way
    return left


def _is_tinted(step: NDArray[np.float32]) -> bool:
    return bool(np.ptp(step) > TINTED * np.abs(step).max())


def _is_stroke(other: NDArray[np.bool_], own: NDArray[np.bool_]) -> bool:
    """Whether what is of another colour lies over a piece, and not beside it as a neighbour does; one on each
    side are as thick as it.
    """
    if not own.any() or other.sum() < STROKE * (own.sum() + other.sum()):
        return False
    if _thickness(other) > THIN * _thickness(own):
        return False
    places = zip(np.nonzero(own), np.nonzero(other), strict=True)
    return all(quantile(its, OUTER) < theirs.mean() < quantile(its, 1 - OUTER) for its, theirs in places)


def _thickness(ink: NDArray[np.bool_]) -> float:
    """How many of its pixels lie above each other, in the mean."""
    return float(ink.sum() / max(1, ink.any(axis=0).sum()))
