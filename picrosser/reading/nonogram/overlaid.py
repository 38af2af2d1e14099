"""A piece of coloured ink in, the same without what of another colour lies over it out.

A grey line through a satisfied number may stand out as much as the number does. But along the number's own
colour it hardly goes, as its soft edges do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STRONG = 0.5  # of a piece's contrast: else it is a soft edge
TINTED = 0.6  # of an ink's difference from its backdrop: so much more of one channel than of another
OTHER = 0.5  # of what stands out at most goes along the number's colour
STROKE = 0.05  # of a piece's ink: a line through it takes up more, a screen's fringes less


def of_one_ink(steps: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """What of a piece goes along its own colour, where another colour lies over it; else the same.

    Parameters
    ----------
    steps : (H, W, 3) from the backdrop to what is seen.
    apart : (H, W) how much the piece stands out of its backdrop; 0 where it is not.
    """
    strong = apart > STRONG * float(apart.max())
    way = np.median(steps[strong], axis=0)
    most = float(np.abs(way).max())
    if not _is_tinted(way):
        return steps  # black ones' edges may have coloured fringes
    along = np.maximum(steps @ way / float(way @ way), 0)
    other = (apart > 0) & (along * most < OTHER * apart)
    if not _is_stroke(other & strong, strong & ~other) or _is_tinted(
        np.median(steps[other & strong], axis=0)
    ):
        return steps
    return np.where(other[..., None], along[..., None] * way, steps)


def _is_tinted(step: NDArray[np.float32]) -> bool:
    return bool(np.ptp(step) > TINTED * np.abs(step).max())


def _is_stroke(other: NDArray[np.bool_], own: NDArray[np.bool_]) -> bool:
    """Whether what is of another colour lies over a piece, and not beside it as a neighbour does."""
    if not own.any() or other.sum() < STROKE * (own.sum() + other.sum()):
        return False
    places = zip(np.nonzero(own), np.nonzero(other), strict=True)
    return all(its.min() < theirs.mean() < its.max() for its, theirs in places)
