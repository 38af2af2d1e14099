"""A piece of ink that is too long for a digit in, the digits out that touch each other in it.

Where columns' numbers stand close, each begins where the one above it ends. They are equally tall, so that
only how many they are is to be found: as many as make the parts look most like digits. A number that is set
narrow has two digits side by side, of any width.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import template_distances

MOST = 8  # digits in a stack
OFF = 0.1  # of a digit's height: so far from an equal share a cut may lie
MAX_DIGIT_ASPECT, NARROW = 1.0, 0.16  # of its height: a digit's width
CUTS = 24  # about so many are tried between two digits side by side
AS_TALL = 0.8  # of the whole: each digit of a number
INKED = 0.35  # of its own darkest part: a digit's edge
LIKE_DIGIT = 0.1  # mean squared difference of coverage to the nearest template: each part is a digit
CLEARLY = (
    0.8  # of the worst difference of fewer digits more have: blurred ones' parts may be like digits, too
)
FULL = 0.85  # of its box is ink: a bar, which could be a stack of ones
# Mean difference of coverage from row to row: a line, its edges soft. A 1 of the plainest face has 0.037.
EVEN = 0.03

Shares: TypeAlias = tuple[tuple[int, int], ...]
"""Where parts of a stack begin and end, from top to bottom, in pixels."""


def split_stack(coverage: NDArray[np.float32]) -> list[Box]:
    """The digits in a stack, from top to bottom, in its own coordinates; none if it is no stack.

    Parameters
    ----------
    coverage : (height, width) 0..1, by ink.
    """
    if coverage.mean() > FULL or np.abs(coverage - coverage.mean(axis=0)).mean() < EVEN:
        return []
    ways = [parts for parts in _ways(coverage) if all(NARROW * its.height <= its.width for its in parts)]
    every = list(dict.fromkeys(part for parts in ways for part in parts))
    unlike = dict(zip(every, template_distances([coverage[part.slices] for part in every]), strict=True))
    best: list[Box] = []
    least = LIKE_DIGIT
    for parts in ways:
        digits = _digits_of(coverage, {part: unlike[part] for part in parts})
        most = CLEARLY * least if 0 < len(best) < len(digits) else least
        if digits and (worst := max(digits.values())) < most:
            best, least = list(digits), worst
    return best


def _ways(coverage: NDArray[np.float32]) -> Iterator[list[Box]]:
    """The parts of a stack by how many digits it may have, and by where they may meet."""
    height, width = coverage.shape
    for count in range(2, MOST + 1):
        if width > 2 * MAX_DIGIT_ASPECT * height / count:
            break
        for shares in dict.fromkeys((_equal_shares(height, count), _shares(coverage, count))):
            yield [_trimmed(coverage, top, bottom) for top, bottom in shares]


def _digits_of(coverage: NDArray[np.float32], parts: dict[Box, float]) -> dict[Box, float]:
    """The digits of a stack's parts, of which some may be of two; none if a part is neither.

    parts : and how unlike a digit each is, as it is told of the digits.
    """
    single = [
        part.width <= MAX_DIGIT_ASPECT * part.height and unlike < LIKE_DIGIT for part, unlike in parts.items()
    ]
    if not any(single):  # such a cut could go anywhere
        return {}
    digits: dict[Box, float] = {}
    for (part, unlike), one in zip(parts.items(), single, strict=True):
        if one:
            digits[part] = unlike
            continue
        pair = [box.moved(part.top, part.left) for box in split_side_by_side(coverage[part.slices])]
        if not pair:
            return {}
        digits |= zip(pair, template_distances([coverage[box.slices] for box in pair]), strict=True)
    return digits


def split_side_by_side(coverage: NDArray[np.float32]) -> list[Box]:
    """The two digits of a number, from left to right, in its own coordinates; none if it is no such number.

    Parameters
    ----------
    coverage : (height, width) 0..1, by ink.
    """
    height, width = coverage.shape
    least, most = max(2, round(NARROW * height)), round(MAX_DIGIT_ASPECT * height)
    turned = np.ascontiguousarray(coverage.T)
    step = max(1, width // CUTS)
    ways = [
        [_trimmed(turned, *share).transposed for share in ((0, cut), (cut, width))]
        for cut in range(max(least, width - most), min(most, width - least) + 1, step)
    ]
    ways = [parts for parts in ways if min(part.height for part in parts) >= AS_TALL * height]
    if not ways:
        return []
    unlike = template_distances([coverage[part.slices] for parts in ways for part in parts])
    worst = [max(pair) for pair in zip(unlike[::2], unlike[1::2], strict=True)]
    best = int(np.argmin(worst))
    return ways[best] if worst[best] < LIKE_DIGIT else []


def _equal_shares(height: int, count: int) -> Shares:
    """Cut into parts of one height, up to a pixel: of dotted digits, foot and head may be inked alike."""
    cuts = [round(at * height / count) for at in range(count + 1)]
    return tuple(pairwise(cuts))


def _shares(coverage: NDArray[np.float32], count: int) -> Shares:
    """Cut where the least ink is, near equal shares."""
    height, ink = len(coverage), coverage.sum(axis=1)
    reach = max(1, round(OFF * height / count))
    cuts = [0]
    for at in range(1, count):
        middle = round(at * height / count)
        near = ink[middle - reach : middle + reach + 1]
        cuts.append(middle - reach + int(near.argmin()))
    return tuple(pairwise((*cuts, height)))


def _trimmed(coverage: NDArray[np.float32], top: int, bottom: int) -> Box:
    """A share without the bare rows and columns round its ink."""
    inked = coverage[top:bottom] > INKED
    rows, cols = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    if not len(rows):
        return Box(top, 0, bottom, 0)
    return Box(top + int(rows[0]), int(cols[0]), top + int(rows[-1]) + 1, int(cols[-1]) + 1)
