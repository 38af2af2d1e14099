"""A piece of ink beside a board, which may be a digit, with its tones.

Known failure: in a photograph blur mixes the ink of small digits with what is behind them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.page.pieces import RINGS_PX, STRONG

MIN_BARE_PX = 5  # pixels: with fewer, as in a bar, the ground is looked at round the piece
RING_PX = max(RINGS_PX)  # nearer to a piece, its soft edge is half ink


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A connected component of ink, which may be a digit.

    box : in the picture.
    coverage : (height, width) float32, 0..1, by ink.
    tone : (3,) float32, the ink's colour.
    backdrop : (3,) float32, the colour round it.
    contrast : levels between the two.
    separated : whether something stands between it and the digit left of it.
    in_same_cell : whether both lie in one cell of a ruled hint area, and are one number.
    touches_edge : whether it reaches the page's edge, so that a part of it may be cut off.
    template_distance : mean squared difference of coverage to the nearest digit of any typeface that is
        known.
    """

    box: Box
    coverage: NDArray[np.float32]
    tone: NDArray[np.float32]
    backdrop: NDArray[np.float32]
    contrast: float
    template_distance: float = 0.0
    separated: bool = False
    in_same_cell: bool = False
    touches_edge: bool = False

    def ends_px(self, *, upright: bool) -> tuple[int, int]:
        """Where it begins and ends along a strip, which is a column's if `upright`, else a row's."""
        box = self.box
        return (box.top, box.bottom) if upright else (box.left, box.right)


def piece_of(
    image: RGB, box: Box, coverage: NDArray[np.float32], scale: int, template_distance: float
) -> Piece:
    """A piece of ink with its tones.

    image : (H, W, 3) uint8 sRGB. coverage : (height, width) 0..1, in the picture reduced by `scale`.
    """
    patch = image[box.slices].astype(np.float32)
    height, width = patch.shape[:2]
    covered = coverage.repeat(scale, axis=0).repeat(scale, axis=1)[:height, :width]
    bare = patch[covered < 1 - STRONG]
    if len(bare) < MIN_BARE_PX:
        rows = slice(max(0, box.top - RING_PX), box.bottom + RING_PX)
        around = image[rows, max(0, box.left - RING_PX) : box.right + RING_PX].astype(np.float32)
        bare = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    backdrop = np.median(bare, axis=0)
    strong = patch[covered > STRONG]
    if not len(strong):
        strong = patch.reshape(-1, 3)[[covered.argmax()]]
    contrast = float(np.abs(np.median(strong, axis=0) - backdrop).max())
    # Of a dithered ink, which mixes two tones, the median is one of these, as in digits of another colour.
    tone = strong.mean(axis=0).astype(np.float32)
    return Piece(box, coverage, tone, backdrop.astype(np.float32), contrast, template_distance)
