"""A piece of ink (a connected component), its distance to the digit templates, and what is mere texture.

A piece that is much fainter than other ink is texture, unless it looks just like a digit and is as tall as
the others: satisfied numbers may be hardly visible.
"""

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
MIN_COVERED, MIN_SOLID_SIDE = 0.75, 0.6
MIN_HEIGHT_RATIO = 0.78  # digits of a line are as tall as each other, up to this factor
# Mean squared difference of coverage to the nearest template of any face: a digit of a usual face, which a
# cross in a cell is not.
MAX_DIGIT_DISTANCE = 0.13
MAX_PIECE_HEIGHT = 1.5  # times the usual piece's height: paint, which tells where the board goes on

# Mean squared difference of coverage to the nearest template of any face: a digit of a usual one, drawn well.
MAX_FAINT_DIGIT_DISTANCE = 0.07
MAX_DIGIT_WIDTH = 0.85  # of its height: a digit; a dot is as wide as tall


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A connected component of ink, which may be a digit.

    box : in the picture.
    coverage : (height, width) float32, 0..1, by ink.
    tone : (3,) float32, the ink's colour.
    backdrop : (3,) float32, the colour round it.
    contrast : levels between the two.
    separated : whether something stands between it and the digit left of it.
    template_distance : mean squared difference of coverage to the nearest digit of any typeface that is
        known.
    plate : the number, from 1, of its line's plate that it stands on; 0 for none.
    weak : whether it is so faint that it may be texture.
    """

    box: Box
    coverage: NDArray[np.float32]
    tone: NDArray[np.float32]
    backdrop: NDArray[np.float32]
    contrast: float
    template_distance: float = 0.0
    separated: bool = False
    plate: int = 0
    weak: bool = False

    def ends_px(self, *, upright: bool) -> tuple[int, int]:
        """Where it begins and ends along a strip, which is a column's if `upright`, else a row's."""
        box = self.box
        return (box.top, box.bottom) if upright else (box.left, box.right)


def have_same_height(one_px: float, other_px: float) -> bool:
    """Whether digits are about as tall as each other."""
    return MIN_HEIGHT_RATIO < one_px / other_px < 1 / MIN_HEIGHT_RATIO


def with_template_distances(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """The pieces, strip by strip, with their template distances, which are computed at once to be quick."""
    pieces = [piece for strip in strips for piece in strip]
    unlike = template_distances([piece.coverage for piece in pieces])
    tallest = MAX_PIECE_HEIGHT * median([piece.box.height for piece in pieces] or [0])
    measured = iter(
        max(distance, float(piece.box.height <= tallest and is_solid(piece.coverage)))
        for piece, distance in zip(pieces, unlike, strict=True)
    )
    return [[replace(piece, template_distance=next(measured)) for piece in strip] for strip in strips]


def is_solid(coverage: NDArray[np.float32]) -> bool:
    """Whether a piece of ink is a dot or a block, which some heavy typeface's zero is nearly like."""
    height, width = coverage.shape
    side = max(1, round(MIN_SOLID_SIDE * height))
    if side > width:
        return False
    full = np.lib.stride_tricks.sliding_window_view(coverage > MIN_COVERED, (side, side))
    return bool(full.all(axis=(2, 3)).any())


def without_texture(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Remove the pieces that are too faint to be hints; template distances are needed."""
    digits = [
        [piece for piece in strip if not piece.weak and piece.template_distance < MAX_DIGIT_DISTANCE]
        for strip in strips
    ]
    usual = median([piece.box.height for strip_digits in digits for piece in strip_digits] or [0])
    return [
        [piece for piece in strip if not piece.weak or _is_digit(piece, strip_digits, usual)]
        for strip, strip_digits in zip(strips, digits, strict=True)
    ]


def _is_digit(piece: Piece, others: Sequence[Piece], usual_px: float) -> bool:
    """Whether a faint piece is one. Where all others of the strip stand on plates, it does, too."""
    height = piece.box.height
    if piece.template_distance > MAX_FAINT_DIGIT_DISTANCE or piece.box.width > MAX_DIGIT_WIDTH * height:
        return False
    if not piece.plate and others and all(other.plate for other in others):
        return False
    heights = [usual_px, *(other.box.height for other in others)]
    return any(MIN_HEIGHT_RATIO * max(height, other) <= min(height, other) for other in heights)
