"""Tell bars that are a typeface's 1 from those that are parts of lines, frames and texture.

By its shape alone any upright stroke may be a 1. But no digit is as frequent in hints as the 1: a page whose
1 is a bar shows many, as tall and as strong as its other digits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE

MAX_ASPECT, MIN_COVERAGE = 0.3, 0.6  # width over height, and the share of its box that a bar covers
# Of the logarithm: digits of one face, cut at different contrasts, differ by less than the first, or a pixel;
# a bar is compared with digits up to half or twice as tall, which may be the page's own
SAME_HEIGHT, NEAR_HEIGHT = 0.12, 0.7
# Of these digits and the bars of one height that are lighter than their ground, or darker: where the 1 is a
# bar, a sixth and more are; sides of cells that look like one made up 3 % of those of a board of 15 x 15
MIN_SHARE = 0.05
MIN_OTHERS = 0.3  # other digits of its height, per bar: separators are of another height than digits
MIN_CONTRAST = 0.3  # of the other digits' contrast: a greyed 1 has 0.41, the halo of a stroke 0.13


def without_false_bars(
    boxes: NDArray[np.int32],
    light: NDArray[np.bool_],
    contrasts: NDArray[np.float32],
    coverages: Sequence[NDArray[np.float32]],
    distances: NDArray[np.float32],
) -> NDArray[np.float32]:
    """(N,) the distances of pieces of ink to the nearest digit, infinite for bars that are hardly digits.

    Parameters as in `Ink`.
    """
    likely = np.flatnonzero(distances < MAX_DIGIT_DISTANCE)
    logs = np.log(boxes[likely, 2] - boxes[likely, 0])
    bars = np.array([is_bar(coverages[at]) for at in likely.tolist()], bool)
    widths = boxes[likely, 3] - boxes[likely, 1]
    told = distances.copy()
    for at in np.flatnonzero(bars).tolist():
        off = np.abs(logs - logs[at])
        same = off < max(SAME_HEIGHT, np.exp(-logs[at]))
        as_wide = bars | (widths <= widths[at] + 1)  # of one face's 1s some are a pixel too wide for a bar
        equal = int((as_wide & same & (light[likely] == light[likely[at]])).sum())
        others = contrasts[likely[~bars & (off < NEAR_HEIGHT)]]
        is_rare = equal < MIN_SHARE * (equal + len(others)) or (~bars & same).sum() < MIN_OTHERS * equal
        if len(others) and (is_rare or contrasts[likely[at]] < MIN_CONTRAST * float(np.median(others))):
            told[likely[at]] = np.inf
    return told


def is_bar(coverage: NDArray[np.float32]) -> bool:
    """Whether a piece, of (height, width) coverage 0..1, is an upright stroke without gaps."""
    height, width = coverage.shape
    return width < MAX_ASPECT * height and bool(coverage.mean() > MIN_COVERAGE)
