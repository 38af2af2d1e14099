"""A piece of ink beside a board, which may be a digit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box


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

    def ends_px(self, *, upright: bool) -> tuple[int, int]:
        """Where it begins and ends along a strip, which is a column's if `upright`, else a row's."""
        box = self.box
        return (box.top, box.bottom) if upright else (box.left, box.right)
