"""Cut apart digits that touch: numbers stacked in a column, and the two digits of a narrow number.

Where the numbers of a column stand close, each begins where the one above it ends. They are equally tall, so
only their count is unknown: the one for which the parts look most like digits. A number of two digits is cut
where both halves look most like digits, since the digits may differ in width.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import template_distances

MAX_DIGITS = 8  # in a stack
MIN_STACKED_PX = 4  # of a stack's height for each digit: a lower one shows none of its shape
MAX_CUT_OFFSET = 0.1  # of a digit's height: how far a cut may lie from an equal share
MAX_DIGIT_ASPECT, MIN_DIGIT_ASPECT = 1.0, 0.16  # width over height of a digit
CUTS_TRIED = 24  # about so many are tried between two digits side by side
MIN_DIGIT_HEIGHT = 0.8  # of a number's height: each of its digits
MIN_DIGIT_COVERAGE = 0.35  # of the darkest part of the ink: a pixel with more coverage belongs to a digit
MAX_TEMPLATE_DISTANCE = 0.1  # mean squared difference of coverage between a part and the nearest digit
# More digits must lower the worst template distance by this factor: parts of a blurred digit may look like
# digits, too.
MIN_IMPROVEMENT = 0.8
MAX_INK_FRACTION = 0.85  # of the box: more is a bar or a square, which could be cut into any number of ones
# Mean difference of coverage from row to row: less is a straight line with soft edges. A 1 of the plainest
# face has 0.037.
MIN_ROW_VARIATION = 0.03
# Pieces whose cuts are remembered, of 2 kB each: the same ones lie beside several boards of a picture, and
# most programs draw equal numbers pixel for pixel.
REMEMBERED = 2048

Parts: TypeAlias = tuple[tuple[int, int], ...]
"""Where each part of a stack begins and ends, from top to bottom, in pixels."""


def split_stack(coverage: NDArray[np.float32]) -> list[Box]:
    """Return the boxes of a stack's digits, from top to bottom; an empty list if this is not a stack.

    Parameters
    ----------
    coverage : (height, width) float32 ink coverage 0..1, cropped to the ink.
    """
    return list(_split_stack(coverage.shape, coverage.tobytes()))


def split_side_by_side(coverage: NDArray[np.float32]) -> list[Box]:
    """Return the boxes of a number's two digits, left and right; an empty list if no cut makes two digits.

    Parameters
    ----------
    coverage : (height, width) float32 ink coverage 0..1, cropped to the ink.
    """
    return list(_split_side_by_side(coverage.shape, coverage.tobytes()))


@lru_cache(REMEMBERED)
def _split_stack(shape: tuple[int, ...], levels: bytes) -> list[Box]:
    """As `split_stack`; the coverages as bytes."""
    coverage = np.frombuffer(levels, np.float32).reshape(shape)
    if (
        coverage.mean() > MAX_INK_FRACTION
        or np.abs(coverage - coverage.mean(axis=0)).mean() < MIN_ROW_VARIATION
    ):
        return []
    candidates = [
        boxes
        for boxes in _candidates(coverage)
        if all(MIN_DIGIT_ASPECT * box.height <= box.width for box in boxes)
    ]
    distinct = list(dict.fromkeys(box for boxes in candidates for box in boxes))
    distances = template_distances([coverage[box.slices] for box in distinct], MAX_TEMPLATE_DISTANCE)
    distance_of = dict(zip(distinct, distances, strict=True))
    best: list[Box] = []
    least = MAX_TEMPLATE_DISTANCE
    for boxes in candidates:
        digits = _digits_of(coverage, {box: distance_of[box] for box in boxes})
        limit = MIN_IMPROVEMENT * least if 0 < len(best) < len(digits) else least
        if digits and (worst := max(digits.values())) < limit:
            best, least = list(digits), worst
    return best


def _candidates(coverage: NDArray[np.float32]) -> Iterator[list[Box]]:
    """Yield the boxes of a stack's parts for each possible count: cut at equal shares, and at thin places."""
    height, width = coverage.shape
    for count in range(2, min(MAX_DIGITS, height // MIN_STACKED_PX) + 1):
        if width > 2 * MAX_DIGIT_ASPECT * height / count:
            break
        for parts in dict.fromkeys((_equal_parts(height, count), _parts_at_thin_places(coverage, count))):
            yield [_ink_box(coverage, top, bottom) for top, bottom in parts]


def _digits_of(coverage: NDArray[np.float32], parts: dict[Box, float]) -> dict[Box, float]:
    """Return the digits in the parts of a stack with their template distances.

    A part may hold two digits side by side, if another one is a single digit. Empty if a part is neither.

    parts : the template distance of each part.
    """
    is_digit = [
        part.width <= MAX_DIGIT_ASPECT * part.height and distance < MAX_TEMPLATE_DISTANCE
        for part, distance in parts.items()
    ]
    if not any(is_digit):  # cuts into nothing but pairs could lie anywhere
        return {}
    digits: dict[Box, float] = {}
    for (part, distance), single in zip(parts.items(), is_digit, strict=True):
        if single:
            digits[part] = distance
            continue
        pair = [box.moved(part.top, part.left) for box in split_side_by_side(coverage[part.slices])]
        if not pair:
            return {}
        digits |= zip(pair, template_distances([coverage[box.slices] for box in pair]), strict=True)
    return digits


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
    """The boxes of the ink left and right of each cut that has some on both sides.

    All rows with ink left, or right, of each column are found at once.
    """
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


def _equal_parts(height: int, count: int) -> Parts:
    """Cut into parts of equal height, up to a pixel.

    Needed for dotted digits, whose foot has as much ink as the head of the next: no place is thin.
    """
    cuts = [round(at * height / count) for at in range(count + 1)]
    return tuple(pairwise(cuts))


def _parts_at_thin_places(coverage: NDArray[np.float32], count: int) -> Parts:
    """Cut where there is least ink near the equal shares."""
    height, ink = len(coverage), coverage.sum(axis=1)
    reach = max(1, round(MAX_CUT_OFFSET * height / count))
    cuts = [0]
    for at in range(1, count):
        middle = round(at * height / count)
        near = ink[middle - reach : middle + reach + 1]
        cuts.append(middle - reach + int(near.argmin()))
    return tuple(pairwise((*cuts, height)))


def _ink_box(coverage: NDArray[np.float32], top: int, bottom: int) -> Box:
    """Return the box of the ink in some rows of a picture; without ink, a box of no width."""
    inked = coverage[top:bottom] > MIN_DIGIT_COVERAGE
    rows, cols = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    if not len(rows):
        return Box(top, 0, bottom, 0)
    return Box(top + int(rows[0]), int(cols[0]), top + int(rows[-1]) + 1, int(cols[-1]) + 1)
