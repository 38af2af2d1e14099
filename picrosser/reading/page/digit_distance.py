"""Measure how far pieces of ink are from the nearest digit of any typeface.

Pieces and templates are stretched to one size before they are compared, which loses their proportions. So a
difference of proportions adds to the distance: a bar is a 1 only if it is narrow. Full shapes without
hollows, such as dots and buttons, are no digits at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, nearest_distances, normalise_all

# Mean squared difference of coverage to the nearest template: digits of usual typefaces have less, a cross in
# a cell more. Of 7,210 digits of 89 pictures 999 in 1,000 have less than 0.11.
MAX_DIGIT_DISTANCE = 0.13
# Width over height: thinner pieces are lines; wider ones are several digits, which are cut apart later
MIN_SINGLE_ASPECT, MAX_SINGLE_ASPECT = 0.09, 1.3
# Of the squared difference of ln(width / height): a digit that is a third wider is 0.01 further off
ASPECT_WEIGHT = 0.12
_ASPECT_SCALE = sqrt(ASPECT_WEIGHT * ROWS * COLS)  # of the logarithm, beside the pixels of a template
# Of a line's usual height, or of a struck piece's: digits are no lower. Those of one line are 10 to 12 pixels
# tall in a card at half its size
MIN_DIGIT_HEIGHT = 0.8
# A symmetrical shape without hollows is a dot or a button, unless it is as narrow as a 1 drawn as a bar. Such
# digits of all typefaces differ from their mirror images in 0.19 of their pixels or more, but for four zeros
# without a hole; dots in dim or blurred pictures, in up to 0.15. Lower shapes may differ by more, since their
# edges are a pixel off: dots 5 pixels tall by 0.32, a bold 1 of 7 by 0.45.
MIN_BLOCK_ASPECT, MAX_ASYMMETRY, ASYMMETRY_PX = 0.36, 0.17, 1.7
HOLLOW = 0.75  # coverage: less within a shape is a hollow, even if the picture is blurred
# Of its box: a diamond covers half, a dot more; thin slab and serif 1s of 70 typefaces 0.4 to 0.5
MIN_BLOCK_COVERAGE = 0.5
# Width over height: dots are wider. Of its box an ellipse covers 0.79, a bold serif 1 of 8 pixels 0.56
MAX_NARROW_ASPECT = 0.65
# Width over height, and the share of its box that a bar covers: with 0.36, as for a 1 drawn as a bar, a real
# board of digits six pixels tall is not read (nonogram_com/omar_15x15_hard2_lowres305)
MAX_BAR_ASPECT, MIN_COVERAGE = 0.3, 0.6
# By which the middles of a number's digits, up to 0.05 in 149 pairs, and their heights differ, up to 0.143 in
# digits a few pixels tall
MAX_ASKEW = 0.15

Coverage = NDArray[np.float32]


def digit_distances(coverages: Sequence[Coverage]) -> NDArray[np.float32]:
    """(N,) mean squared difference of coverage to the nearest digit, proportions included.

    It is infinite for pieces that are too wide for one digit, and for full shapes without hollows.

    coverages : each (height, width) ink coverage 0..1, cropped to the ink.
    """
    distances = np.full(len(coverages), np.inf, np.float32)
    # Most programs draw equal digits pixel for pixel: each is compared once.
    same: dict[tuple[int, bytes], list[int]] = {}
    for at, coverage in enumerate(coverages):
        height, width = coverage.shape
        if width <= MAX_SINGLE_ASPECT * height:
            same.setdefault((height, coverage.tobytes()), []).append(at)
    distinct = [members for members in same.values() if not is_block(coverages[members[0]])]
    if not distinct:
        return distances
    shapes = _with_aspects([coverages[members[0]] for members in distinct])
    for members, distance in zip(distinct, nearest_distances(shapes, _templates()).tolist(), strict=True):
        distances[members] = distance
    return distances


def _with_aspects(coverages: Sequence[Coverage]) -> NDArray[np.float32]:
    """(N, ROWS * COLS + 1) pieces stretched as the templates are, and their proportions as a last number."""
    shapes = np.empty((len(coverages), ROWS * COLS + 1), np.float32)
    shapes[:, :-1] = normalise_all(coverages)
    shapes[:, -1] = [_ASPECT_SCALE * log(width / height) for height, width in map(np.shape, coverages)]
    return shapes


@cache
def _templates() -> NDArray[np.float32]:
    """(T, ROWS * COLS + 1) all templates, each shape with its proportions as one more number."""
    templates = load_templates()
    aspects = _ASPECT_SCALE * templates.log_aspects[..., None]
    every = np.concatenate([templates.shapes, aspects], axis=2).astype(np.float32)
    return every.reshape(-1, every.shape[-1])


def is_block(coverage: Coverage) -> bool:
    """Whether a piece is a symmetrical shape without hollows, too wide for a 1 that is drawn as a bar.

    coverage : (height, width) 0..1. A blurred 8 has no gaps at half of it, but paler hollows.
    """
    inked = coverage > 0.5
    rows, cols = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    if not len(rows) or cols[-1] + 1 - cols[0] <= MIN_BLOCK_ASPECT * (rows[-1] + 1 - rows[0]):
        return False
    inked = inked[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    is_narrow = inked.shape[1] < MAX_NARROW_ASPECT * inked.shape[0]
    if inked.mean() < (MIN_COVERAGE if is_narrow else MIN_BLOCK_COVERAGE):
        return False
    unequal = max(np.count_nonzero(inked != other) for other in (inked[::-1], inked[:, ::-1]))
    if unequal / inked.size >= max(MAX_ASYMMETRY, ASYMMETRY_PX / len(inked)):
        return False
    return not (_has_gaps(inked) or _has_gaps(coverage > HOLLOW))


def _has_gaps(mask: NDArray[np.bool_]) -> bool:
    """Whether a row or a column of a (height, width) mask is interrupted."""
    padded = np.pad(mask, 1)
    down = np.count_nonzero(padded[1:] != padded[:-1], axis=0)
    along = np.count_nonzero(padded[:, 1:] != padded[:, :-1], axis=1)
    return bool((down > 2).any() or (along > 2).any())


def is_bar(coverage: NDArray[np.float32]) -> bool:
    """Whether a piece, of (height, width) coverage 0..1, is an upright stroke without gaps."""
    height, width = coverage.shape
    return width < MAX_BAR_ASPECT * height and bool(coverage.mean() > MIN_COVERAGE)
