"""A piece of ink, which may be a digit; and how unlike a digit it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.templates import template_distances

# Covered so far and further throughout a square of so many of its heights, a piece is a dot or a block: the
# heaviest digit's strokes are a third of its height thick, and what they meet round stays open.
COVERED, SOLID = 0.75, 0.6
SAME_HEIGHT = 0.78  # digits of a line are as tall as each other, up to this factor
# Mean squared difference of coverage to the nearest template of any face: a digit of a usual face, which a
# cross in a cell is not.
LIKE_DIGIT = 0.13
LARGE = 1.5  # times the usual piece's height: paint, which tells where the board goes on


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Ink that hangs together.

    box : in the picture.
    coverage : (height, width) float32, 0..1, by ink.
    tone : (3,) float32, the ink's colour.
    backdrop : (3,) float32, the colour round it.
    contrast : levels between the two.
    parted : something stands between it and the digit left of it.
    unlike : mean squared difference of coverage to the nearest digit of any typeface that is known.
    plate : the number, from 1, of its line's plate that it stands on; 0 for none.
    weak : it is so faint that it may be texture.
    """

    box: Box
    coverage: NDArray[np.float32]
    tone: NDArray[np.float32]
    backdrop: NDArray[np.float32]
    contrast: float
    unlike: float = 0.0
    parted: bool = False
    plate: int = 0
    weak: bool = False

    def ends_px(self, *, upright: bool) -> tuple[int, int]:
        """Where it begins and ends along a strip, which is a column's if `upright`, else a row's."""
        box = self.box
        return (box.top, box.bottom) if upright else (box.left, box.right)


def same_height(one_px: float, other_px: float) -> bool:
    """Whether digits are about as tall as each other."""
    return SAME_HEIGHT < one_px / other_px < 1 / SAME_HEIGHT


def compared(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """The same pieces, strip by strip, each with how unlike a digit it is. All at once, which is quicker."""
    pieces = [piece for strip in strips for piece in strip]
    unlike = template_distances([piece.coverage for piece in pieces])
    tallest = LARGE * median([piece.box.height for piece in pieces] or [0])
    measured = iter(
        max(its, float(piece.box.height <= tallest and is_solid(piece.coverage)))
        for piece, its in zip(pieces, unlike, strict=True)
    )
    return [[replace(piece, unlike=next(measured)) for piece in strip] for strip in strips]


def is_solid(coverage: NDArray[np.float32]) -> bool:
    """Whether a piece of ink is a dot or a block, which some heavy typeface's zero is nearly like."""
    height, width = coverage.shape
    side = max(1, round(SOLID * height))
    if side > width:
        return False
    full = np.lib.stride_tricks.sliding_window_view(coverage > COVERED, (side, side))
    return bool(full.all(axis=(2, 3)).any())
