"""Give digits of two heights one: those of "old-style figures", and those of numbers set in smaller type.

Of old-style figures 0, 1 and 2 are as low as an x. Whether a page has such digits, they tell by what they
look like: 0 to 2 are nearly all low, 3 to 9 tall. Some programs set numbers of two digits in smaller type, so
that they fit into a cell: there low digits stand in pairs, and tall ones alone.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.digits import recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import FEW_DIGITS, Ink
from picrosser.reading.page.numbers import MAX_GAP

# The height of a low digit in that of others: of a 0, 1 or 2 in four such fonts 0.65 to 0.81
LOWEST, HIGHEST = 0.55, 0.87
MOST_DIGITS = 0.75  # of the digits have the height of their kind, since a few look like others
SAME = 0.08  # of a height, by which equally tall digits differ
SOME = 0.2  # of all digits at least are low, and tall

Heights = NDArray[np.float64]


def in_one_height(ink: Ink) -> Ink:
    """The ink with its low digits within taller boxes, if its digits have two heights; else as it is."""
    heights = (ink.boxes[:, 2] - ink.boxes[:, 0]).astype(np.float64)
    digits = np.flatnonzero(ink.distances < MAX_DIGIT_DISTANCE)
    if len(digits) < 2 * FEW_DIGITS:
        return ink
    two = _of_old_style(ink, heights, digits) or _of_pairs(ink.boxes[digits], heights[digits])
    if two is None:
        return ink
    low, tall = two
    boxes, coverages = ink.boxes.copy(), list(ink.coverages)
    least = low * (1 - SAME) - 1  # pixel, by which small digits are rounded
    are_low = (heights > least) & (heights < np.sqrt(low * tall)) & np.isfinite(ink.distances)
    for at in np.flatnonzero(are_low).tolist():
        rows = round((tall - heights[at]) / 2 / ink.scales[at])
        room = rows * int(ink.scales[at])
        if boxes[at, 0] >= room:
            boxes[at, [0, 2]] += -room, room
            coverages[at] = np.pad(coverages[at], ((rows, rows), (0, 0)))
    return ink._replace(boxes=boxes, coverages=tuple(coverages))


def _of_old_style(ink: Ink, heights: Heights, digits: NDArray[np.intp]) -> tuple[float, float] | None:
    """How tall the low digits and the others are, if it is 0 to 2 that are low; else None."""
    mine = heights[digits]
    low, tall = np.quantile(mine, (SOME / 2, 1 - SOME / 2)).tolist()
    if not LOWEST < low / tall < HIGHEST:
        return None
    between = np.sqrt(low * tall)
    are_low = (mine > low * (1 - SAME)) & (mine < between)
    are_tall = (mine < tall * (1 + SAME)) & (mine > between)
    if min(are_low.mean(), are_tall.mean()) < SOME:
        return None
    found = recognise_digits(single_digit_numbers([ink.coverages[at] for at in digits.tolist()]))
    values = np.array([number.value for number in found.numbers])
    fits = np.where(values <= 2, are_low, are_tall)
    # Each digit counts once: equal cells, crosses or letters may look like many of one digit.
    share = np.mean([fits[values == value].mean() for value in set(values.tolist())])
    return (low, tall) if share >= MOST_DIGITS else None


def _of_pairs(boxes: NDArray[np.int32], heights: Heights) -> tuple[float, float] | None:
    """How tall the digits in pairs and those that stand alone are, if these are taller; else None."""
    order = np.lexsort((boxes[:, 1], boxes[:, 0]))
    tops, lefts, bottoms, rights = boxes[order].T
    gaps = lefts[1:] - rights[:-1]
    beside = (np.diff(tops) == 0) & (gaps >= 0) & (gaps < MAX_GAP * (bottoms - tops)[1:])
    in_pair = np.zeros(len(boxes), bool)
    in_pair[order[1:]] |= beside
    in_pair[order[:-1]] |= beside
    sizes = [size for size in np.unique(heights) if np.count_nonzero(heights == size) >= FEW_DIGITS]
    in_pairs = {size: float(in_pair[heights == size].mean()) for size in sizes}
    two = (
        (float(low), float(tall))
        for low, tall in product(sizes, sizes)
        if LOWEST < low / tall < HIGHEST
        and in_pairs[low] >= MOST_DIGITS
        and in_pairs[tall] <= 1 - MOST_DIGITS
    )
    return next(two, None)


def without_margins(coverage: NDArray[np.float32]) -> NDArray[np.float32]:
    """A (height, width) coverage without the bare rows above and below it."""
    rows = np.flatnonzero(coverage.any(axis=1))
    return coverage[rows[0] : rows[-1] + 1] if len(rows) else coverage
