"""Give digits of two heights one: those of "old-style figures", of which 0, 1 and 2 are as low as an x.

Whether a page has such digits, they tell by what they look like: 0 to 2 are nearly all low, 3 to 9 tall.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.digits import recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import FEW_DIGITS, Ink

LOWEST, HIGHEST = 0.55, 0.87  # the height of a 0, 1 or 2 in that of others: in four such fonts 0.65 to 0.81
MOST_DIGITS = 0.75  # of the digits have the height of their kind, since a few look like others
LAST_LOW = 2  # the largest digit that is low
SAME = 0.08  # of a height, by which equally tall digits differ
SOME = 0.2  # of all digits at least are low, and tall


def in_one_height(ink: Ink) -> Ink:
    """The ink with its low digits within taller boxes, if its digits have two heights; else as it is."""
    heights = (ink.boxes[:, 2] - ink.boxes[:, 0]).astype(np.float64)
    digits = np.flatnonzero(ink.distances < MAX_DIGIT_DISTANCE)
    if len(digits) < 2 * FEW_DIGITS:
        return ink
    tall = float(np.quantile(heights[digits], 1 - SOME / 2))
    low = float(np.quantile(heights[digits], SOME / 2))
    if not LOWEST < low / tall < HIGHEST:
        return ink
    between = np.sqrt(low * tall)
    are_low = (heights > low * (1 - SAME)) & (heights < between)
    are_tall = (heights < tall * (1 + SAME)) & (heights > between)
    if min(are_low[digits].mean(), are_tall[digits].mean()) < SOME:
        return ink
    found = recognise_digits(single_digit_numbers([ink.coverages[at] for at in digits.tolist()]))
    values = np.array([number.value for number in found.numbers])
    fits = np.where(values <= LAST_LOW, are_low[digits], are_tall[digits])
    # Each digit counts once: equal cells, crosses or letters may look like many of one digit.
    if np.mean([fits[values == value].mean() for value in set(values.tolist())]) < MOST_DIGITS:
        return ink
    boxes, coverages = ink.boxes.copy(), list(ink.coverages)
    for at in np.flatnonzero(are_low & np.isfinite(ink.distances)).tolist():
        rows = round((tall - heights[at]) / 2 / ink.scales[at])
        room = rows * int(ink.scales[at])
        if boxes[at, 0] >= room:
            boxes[at, [0, 2]] += -room, room
            coverages[at] = np.pad(coverages[at], ((rows, rows), (0, 0)))
    return ink._replace(boxes=boxes, coverages=tuple(coverages))


def without_margins(coverage: NDArray[np.float32]) -> NDArray[np.float32]:
    """A (height, width) coverage without the bare rows above and below it."""
    rows = np.flatnonzero(coverage.any(axis=1))
    return coverage[rows[0] : rows[-1] + 1] if len(rows) else coverage
