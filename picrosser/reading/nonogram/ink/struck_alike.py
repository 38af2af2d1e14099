"""The pieces of all lines in, the same out, bared of strokes that are of the digits' own ink.

Such a stroke, through a number that is satisfied, is as strong as its digits, so that only its place tells
it from them: it lies across their middle, sticks out beside them, and lies equally high in all such numbers.
Only where two digits are set smaller to share a square, it may have kept the place that it has in others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.touching import MAX_DIGIT_ASPECT, split_side_by_side
from picrosser.reading.nonogram.ink.piece import Piece, compared

UNLIKE = 0.07  # mean squared difference of coverage to the nearest template: of what may be a struck digit
INK = 0.5  # of a pixel is covered, but perhaps of the stroke's outermost ones
SOFT = 0.15  # of a pixel: a soft edge beside the stroke
ACROSS = 0.85  # of a piece's width, in each of the stroke's rows; a four's own bar may go on further
# Of a piece's height, from its top, that the stroke's middle lies at: typefaces set it 0.25 to 0.36 of an em
# above the line, and digits 0.7 of one tall; a four's bar lies at 0.65 to 0.8. Across smaller digits it may
# lie lower, if it is set for others.
HIGHEST, LOWEST, LOWEST_ACROSS_SMALL = 0.45, 0.65, 0.8
THICKEST = 0.25  # of a piece's height
SAME_PLACE = 0.08  # of a piece's height: so far apart the middles of equal strokes may lie by rounding
NARROWEST_PX = 3  # of a digit with a stroke that sticks out
FEWEST = 3  # pieces that are struck, before one can speak of a usual place
MOST = 0.8  # of them lie there, and are more like digits without the stroke
SMALLEST = 0.6  # of the usual height: digits that are set smaller


class _Stroke(NamedTuple):
    """Where it begins and ends, of the height of what it lies across, from the top."""

    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def rows(self, height_px: int) -> tuple[int, int]:
        """Its first one, and the one after its last, in a piece of such a height."""
        return round(self.top * height_px), round(self.bottom * height_px)


def without_strokes(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Each strip's pieces, compared; those that are struck as the digits that they are without the stroke."""
    strange = [piece for strip in strips for piece in strip if piece.unlike >= UNLIKE and not piece.weak]
    found = [(piece, its) for piece in strange if (its := _stroke_of(piece.coverage, LOWEST))]
    usual = _usual_stroke([its for _, its in found])
    if usual is None or np.mean([_is_better(piece, _bared(piece, usual)) for piece, _ in found]) < MOST:
        return [list(strip) for strip in strips]
    height = median([len(piece.coverage) for piece, _ in found])
    return [[part for piece in strip for part in _without_stroke(piece, usual, height)] for strip in strips]


def _stroke_of(coverage: NDArray[np.float32], lowest: float, *, sticks_out: bool = True) -> _Stroke | None:
    """What may be a stroke across a piece of ink.

    lowest : of its height, that the stroke's middle may lie below its top.
    sticks_out : it has to; across two digits it may do so by less than a pixel.
    """
    height, width = coverage.shape
    if width < NARROWEST_PX:
        return None
    full = np.concatenate(([False], (coverage[:, 1:-1] > INK).all(axis=1), [False]))
    for first, last in np.flatnonzero(full[1:] != full[:-1]).reshape(-1, 2).tolist():  # a 2 has a foot, too
        stroke = _Stroke(first / height, last / height)
        thin = last - first <= THICKEST * height
        if not thin or not HIGHEST <= stroke.middle <= lowest:
            continue
        if not sticks_out or _sticks_out(coverage, first, last):
            return stroke
    return None


def _sticks_out(coverage: NDArray[np.float32], first: int, last: int) -> bool:
    """Whether a piece's outermost column, on one side at least, shows the stroke in those rows, with its soft
    edge, and nothing else. On the other side a digit may be as long, or half a pixel may have been lost.
    """
    beside = np.concatenate((coverage[: max(0, first - 1)], coverage[last + 1 :]))[:, [0, -1]]
    return bool(beside.max(axis=0, initial=0).min() < SOFT)


def _usual_stroke(strokes: Sequence[_Stroke]) -> _Stroke | None:
    """The place where nearly all of some strokes lie, if they are enough."""
    if len(strokes) < FEWEST:
        return None
    usual = _Stroke(*median(np.array(strokes), axis=0).tolist())
    alike = [abs(stroke.middle - usual.middle) <= SAME_PLACE for stroke in strokes]
    return usual if np.mean(alike) >= MOST else None


def _is_better(piece: Piece, bared: Sequence[Piece]) -> bool:
    """Whether what is left of a piece is more like digits than it is."""
    return bool(bared) and max(part.unlike for part in bared) < piece.unlike


def _without_stroke(piece: Piece, usual: _Stroke, height: float) -> list[Piece]:
    """The digits of a piece that is struck; else itself.

    height : that pieces usually have where they are struck, in pixels.
    """
    if _is_struck(piece, usual):
        return _bared(piece, usual)
    if piece.unlike < UNLIKE or not SMALLEST * height <= len(piece.coverage) < height:
        return [piece]
    stroke = _stroke_of(piece.coverage, LOWEST_ACROSS_SMALL, sticks_out=False)
    bared = _bared(piece, stroke) if stroke else []
    return bared if _is_better(piece, bared) else [piece]


def _is_struck(piece: Piece, stroke: _Stroke) -> bool:
    """Whether a stroke lies across a piece at its usual place. A four's bar may be next to it, and longer."""
    height, width = piece.coverage.shape
    first, last = stroke.rows(height)
    if width < NARROWEST_PX or not 0 < first < last < height:  # a dash has nothing above it or below
        return False
    across = piece.coverage[first:last, 1:-1].mean(axis=1)
    return bool(across.min() >= ACROSS and _sticks_out(piece.coverage, first, last))


def _bared(piece: Piece, stroke: _Stroke) -> list[Piece]:
    """A piece's digits without the stroke: what is above it goes on through it to what is below."""
    coverage = piece.coverage.copy()
    first, last = stroke.rows(len(coverage))
    ends = coverage[:, [0, -1]].min(axis=1)
    above = max(0, first - 1 - int(ends[first - 1] > SOFT))
    below = min(len(coverage) - 1, last + int(ends[last] > SOFT))
    coverage[above:below] = np.linspace(coverage[above], coverage[below], below - above, endpoint=False)
    parts = [
        replace(
            piece, box=inside.moved(piece.box.top, piece.box.left), coverage=coverage[inside.slices].copy()
        )
        for inside in _side_by_side(coverage)
    ]
    return compared([parts])[0]


def _side_by_side(coverage: NDArray[np.float32]) -> list[Box]:
    """Where the digits stand in what is left of a piece; two may touch, as without a stroke."""
    height = len(coverage)
    inked = np.concatenate(([False], coverage.max(axis=0) > SOFT, [False]))
    ends = np.flatnonzero(inked[1:] != inked[:-1]).reshape(-1, 2).tolist()
    boxes = []
    for left, right in ends:
        touching = (
            split_side_by_side(coverage[:, left:right]) if right - left > MAX_DIGIT_ASPECT * height else []
        )
        boxes += [its.moved(0, left) for its in touching] or [Box(0, left, height, right)]
    return boxes
