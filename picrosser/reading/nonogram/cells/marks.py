"""Sort the marks in a board's cells into kinds: crosses, dots, printed signs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import SAMPLES
from picrosser.imaging.channels import CLEAR_LEVELS

# Of a cell's inside, pixels that clearly differ from its tone, where a mark is printed: a 1 in half a cell's
# height covers 3 %. Textures differ by less than that.
MIN_MARKED = 0.025
# Similarity of two marks, the cosine of their coverages at the best offset: crosses and dots of one board
# have 0.98 to each other, and upside down 0.93 and more to themselves; half of the digits of a table are
# below 0.85 to each other, trees and most pieces below 0.8 to themselves.
SAME_MARK = 0.85
MAX_OFFSET = 2  # samples, by which marks lie off; so far from a cell's edge they are looked for
MAX_MARK_KINDS = 12  # more say nothing new, and each is compared with every cell


class MarksFound(NamedTuple):
    """The marks in a board's cells.

    kinds : (rows, columns) intp, each cell's kind of mark; 0 for none.
    shapes : (N, side, side) the marks of the cells that have one, in order.
    """

    kinds: NDArray[np.intp]
    shapes: NDArray[np.float32]

    @property
    def likeness_turned(self) -> float:
        """How like themselves marks are upside down: the median of those that occur more than once, or 1."""
        found = self.kinds[self.kinds > 0]
        told = self.shapes[np.bincount(found)[found] > 1]  # a single one may be a pointer
        return float(np.median(_similarity_turned(told, 2))) if len(told) else 1.0

    def likeness_as_crosses(self, *, may_be_narrow: bool = False) -> float:
        """How like themselves all marks are, turned by a quarter and upside down: the median, or 1.

        may_be_narrow : a mark may be like its mirror images instead, as a cross narrower than high is.
        """
        by_quarter, by_half = (_similarity_turned(self.shapes, quarters) for quarters in (1, 2))
        likeness = np.minimum(by_quarter, by_half)
        if may_be_narrow:
            beside, below = (
                _similarity(self.shapes, np.flip(self.shapes, axis), 2 * MAX_OFFSET) for axis in (2, 1)
            )
            mirrored = np.minimum(beside, below)
            likeness = np.where(by_quarter >= SAME_MARK, np.maximum(likeness, mirrored), likeness)
        return float(np.median(likeness)) if len(likeness) else 1.0


def away_from_edges(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """(rows, columns, side, side) the samples of `find_marks`, but those into which a frame may reach."""
    squares = apart.reshape(*apart.shape[:2], SAMPLES, SAMPLES)
    return squares[:, :, MAX_OFFSET:-MAX_OFFSET, MAX_OFFSET:-MAX_OFFSET]


def find_marks(apart: NDArray[np.float32]) -> MarksFound:
    """Sort the marks of cells into kinds: those that look alike are of one.

    apart : (rows, columns, SAMPLES, SAMPLES), or with each cell's samples in one axis; levels by which each
        differs from its cell's tone.
    """
    inner = away_from_edges(apart)
    kinds = np.zeros(apart.shape[:2], np.intp)
    marked = (inner > CLEAR_LEVELS).mean(axis=(2, 3)) >= MIN_MARKED
    shapes = _blurred(inner[marked])
    left, number = np.ones(len(shapes), bool), 0
    found = np.zeros(len(shapes), np.intp)
    while left.any() and number < MAX_MARK_KINDS:
        number += 1
        first = shapes[left.argmax()]
        here = left & (_similarity(shapes, first[None]) >= SAME_MARK)
        found[here], left[here] = number, False
    found[left] = number
    kinds[marked] = found
    return MarksFound(kinds, shapes)


def separate_kinds(marks: NDArray[np.intp]) -> int:
    """How many kinds of marks there are.

    Single marks within a quarter of the board count as one: something covers it there, as a menu does.
    """
    numbers, counts = np.unique(marks[marks > 0], return_counts=True)
    rows, cols = np.nonzero(np.isin(marks, numbers[counts == 1]))
    if len(rows) < 2 or (np.ptp(rows) + 1) * (np.ptp(cols) + 1) > marks.size / 4:
        return len(numbers)
    return len(numbers) - len(rows) + 1


def _blurred(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, side, side) each sample averaged with its neighbours: thin strokes are compared, too."""
    padded = np.pad(shapes, ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows = padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]
    return np.asarray(rows[:, :, :-2] + 2 * rows[:, :, 1:-1] + rows[:, :, 2:], np.float32)


def _similarity_turned(shapes: NDArray[np.float32], quarters: int) -> NDArray[np.float32]:
    # Turning doubles an offset.
    return _similarity(shapes, np.rot90(shapes, quarters, (1, 2)), 2 * MAX_OFFSET)


def _similarity(
    shapes: NDArray[np.float32], others: NDArray[np.float32], reach: int = MAX_OFFSET
) -> NDArray[np.float32]:
    """(N,) the cosine of each shape with its other, at the best of offsets up to `reach` samples."""
    side, best = shapes.shape[1], np.zeros(len(shapes), np.float32)
    offsets = range(-reach, reach + 1)
    for down in offsets:
        for across in offsets:
            rows, cols = (slice(max(0, by), side + min(0, by)) for by in (down, across))
            other_rows, other_cols = (slice(max(0, -by), side + min(0, -by)) for by in (down, across))
            one, other = shapes[:, rows, cols], others[:, other_rows, other_cols]
            lengths = (one**2).sum(axis=(1, 2)) * (other**2).sum(axis=(1, 2))
            np.maximum(best, (one * other).sum(axis=(1, 2)) / np.sqrt(np.maximum(lengths, 1)), out=best)
    return best
