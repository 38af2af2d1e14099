"""Read counts that are printed on a screenshot, like "13/52": 13 of 52 cells are painted.

Several programs show above the board how many cells its picture has. Where two readings of the hints fit, the
count decides between them. Clocks and levels are printed, too: a count says something only if both numbers
agree with the board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.digit_likelihoods import compare_shapes
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink

MAX_DIGITS = 4  # of a number
# Of a digit's height: the bare space to the next digit, or to the slash; slanted ones may lie over each other
MAX_GAP, MAX_OVERLAP = 0.6, 0.35
MAX_OFF_LINE = 0.2  # of a digit's height: by how much the feet of digits, and the slash's, differ
SAME_HEIGHT = 0.25  # by which the heights of a count's digits differ; a slash may be half as tall again
MAX_SLASH_HEIGHT = 1.6  # of a digit's
MAX_OFF_STRAIGHT = (
    0.12  # of a slash's width: how far the middles of its rows lie off a straight line, in the mean
)
SLANT = 0.15, 0.9  # of a slash: how far it goes to the left, per height
MAX_UNEVEN = 0.3  # of the mean width of a slash's rows: their standard deviation

Count = tuple[int, int]
"""Painted cells, of so many."""


def printed_counts(ink: Ink, board: Box) -> frozenset[Count]:
    """Read the counts that may be printed above a board, or below it.

    ink : all of the picture's.
    board : its cells.
    """
    top, _, bottom, _ = ink.boxes.T
    outside = (bottom <= board.top) | (top >= board.bottom)
    text = _Text(ink, np.flatnonzero(outside & (ink.distances < MAX_DIGIT_DISTANCE)))
    found: set[Count] = set()
    for slash in np.flatnonzero(outside).tolist():
        before = text.digits_beside(slash, way=-1)
        after = text.digits_beside(slash, way=1) if before else []
        if after and max(len(before), len(after)) <= MAX_DIGITS and _is_slash(ink.coverages[slash]):
            digits = compare_shapes([ink.coverages[piece] for piece in (*before, *after)]).digits.numbers
            values = [guess.value for guess in digits]
            found.add((_number(values[: len(before)]), _number(values[len(before) :])))
    return frozenset(found)


class _Text:
    """The digits of a page's texts, by their numbers among all pieces of ink."""

    def __init__(self, ink: Ink, digits: NDArray[np.intp]) -> None:
        self.ink, self.digits = ink, digits
        self.boxes = ink.boxes.astype(np.float64)
        self._top, self._left, self._bottom, self._right = self.boxes[digits].T

    def digits_beside(self, slash: int, way: int) -> list[int]:
        """The digits that follow a piece to its right (`way` 1) or to its left (-1), in reading order.

        Each is close to the one before it, on the same line, and as tall as the first one.
        """
        top, left, bottom, right = self.boxes[slash]
        height = self._bottom - self._top
        suits = self.ink.light[self.digits] == self.ink.light[slash]
        suits &= np.abs(self._bottom - bottom) <= MAX_OFF_LINE * height + (bottom - top - height).clip(0)
        suits &= (bottom - top > height * (1 - SAME_HEIGHT)) & (bottom - top < height * MAX_SLASH_HEIGHT)
        found: list[int] = []
        while len(found) <= MAX_DIGITS:
            gap = (self._left - right if way > 0 else left - self._right) / height
            near = np.flatnonzero(suits & (gap > -MAX_OVERLAP) & (gap < MAX_GAP))
            near = near[self.digits[near] != slash]
            near = near[self._left[near] > left] if way > 0 else near[self._right[near] < right]
            if not len(near):
                break
            # Pieces cut in different ways lie over each other: the one most like a digit counts.
            nearest = near[gap[near] < gap[near].min() + MAX_OVERLAP]
            best = int(nearest[self.ink.distances[self.digits[nearest]].argmin()])
            if not found:
                suits &= np.abs(height / height[best] - 1) < SAME_HEIGHT
                suits &= np.abs(self._bottom - self._bottom[best]) <= MAX_OFF_LINE * height
            found.append(int(self.digits[best]))
            left, right = self._left[best], self._right[best]
        return found[::way]


def _number(digits: Sequence[int]) -> int:
    return int("".join(map(str, digits)))


def _is_slash(coverage: NDArray[np.float32]) -> bool:
    """Whether a piece is one straight stroke from the top right to the bottom left."""
    rows = coverage.sum(axis=1)
    if len(rows) < 3 or rows.min() <= 0:
        return False
    middles = coverage @ np.arange(coverage.shape[1]) / rows
    downwards = np.arange(len(rows))
    slope, start = np.polyfit(downwards, middles, 1)
    off = float(np.abs(middles - slope * downwards - start).mean())
    inner = rows[1:-1]
    return bool(
        SLANT[0] <= -slope <= SLANT[1]
        and off <= max(0.5, MAX_OFF_STRAIGHT * coverage.shape[1])
        and inner.std() <= MAX_UNEVEN * inner.mean()
    )
