"""Cut apart the two digits of a narrow number that touch.

It is cut where both halves look most like digits, since the digits may differ in width.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import template_distances

MAX_DIGIT_ASPECT, MIN_DIGIT_ASPECT = 1.0, 0.16  # width over height of a digit
CUTS_TRIED = 24  # about so many are tried between two digits side by side
MIN_DIGIT_HEIGHT = 0.8  # of a number's height: each of its digits
MIN_DIGIT_COVERAGE = 0.35  # of the darkest part of the ink: a pixel with more coverage belongs to a digit
MAX_TEMPLATE_DISTANCE = 0.1  # mean squared difference of coverage between a part and the nearest digit
MAX_INK_FRACTION = 0.85  # of the box: more is a bar or a square, which could be cut into any number of ones
# Pieces whose cuts are remembered, of 2 kB each: the same ones lie beside several boards of a picture, and
# most programs draw equal numbers pixel for pixel.
REMEMBERED = 2048


def split_side_by_side(coverage: NDArray[np.float32]) -> list[Box]:
    """Return the boxes of a number's two digits, left and right; an empty list if no cut makes two digits.

    Parameters
    ----------
    coverage : (height, width) float32 ink coverage 0..1, cropped to the ink.
    """
    return list(_split_side_by_side(coverage.shape, coverage.tobytes()))


@lru_cache(REMEMBERED)
def _split_side_by_side(shape: tuple[int, ...], levels: bytes) -> list[Box]:
    """As `split_side_by_side`; the coverages as bytes."""
    coverage = np.frombuffer(levels, np.float32).reshape(shape)
    if coverage.mean() > MAX_INK_FRACTION:
        return []
    height, width = coverage.shape
    least, most = max(2, round(MIN_DIGIT_ASPECT * height)), round(MAX_DIGIT_ASPECT * height)
    cuts = range(max(least, width - most), min(most, width - least) + 1, max(1, width // CUTS_TRIED))
    pairs = [
        pair
        for pair in _ink_boxes_beside(coverage, cuts)
        if min(box.height for box in pair) >= MIN_DIGIT_HEIGHT * height
    ]
    worst = [0.0] * len(pairs)
    for side in (0, 1):
        distances = template_distances([coverage[pair[side].slices] for pair in pairs], MAX_TEMPLATE_DISTANCE)
        likely = [at for at, distance in enumerate(distances) if distance < MAX_TEMPLATE_DISTANCE]
        pairs, worst = [pairs[at] for at in likely], [max(worst[at], distances[at]) for at in likely]
    return list(pairs[int(np.argmin(worst))]) if pairs else []


def _ink_boxes_beside(coverage: NDArray[np.float32], cuts: Sequence[int]) -> Iterator[tuple[Box, Box]]:
    """The boxes of the ink left and right of each cut that has some on both sides."""
    inked = coverage > MIN_DIGIT_COVERAGE
    cols = np.flatnonzero(inked.any(axis=0)).tolist()
    left = np.logical_or.accumulate(inked, axis=1)
    right = np.logical_or.accumulate(inked[:, ::-1], axis=1)[:, ::-1]
    (left_tops, left_bottoms), (right_tops, right_bottoms) = (
        (side.argmax(axis=0).tolist(), (len(side) - side[::-1].argmax(axis=0)).tolist())
        for side in (left, right)
    )
    for cut in cuts:
        after = bisect_left(cols, cut)
        if 0 < after < len(cols):
            yield (
                Box(left_tops[cut - 1], cols[0], left_bottoms[cut - 1], cols[after - 1] + 1),
                Box(right_tops[cut], cols[after], right_bottoms[cut], cols[-1] + 1),
            )
