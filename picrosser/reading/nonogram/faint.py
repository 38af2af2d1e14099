"""The pieces of ink of all strips in, the same without a page's texture out.

What is much fainter than other ink is texture, unless it looks just like a digit and is as tall as the others
are: satisfied numbers may be hardly visible.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.reading.nonogram.ink import Piece

# Mean squared difference of coverage to the nearest template of any face: a digit of a usual one, drawn well;
# and at most, of a digit among others that tell how tall digits are.
WELL_DRAWN, LIKE_DIGIT = 0.07, 0.13
AS_TALL = 0.78  # digits that are set alike differ by less


def without_texture(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Each strip's pieces, compared with digits, without those that are too faint to be hints."""
    heights = [_heights(strip) for strip in strips]
    usual = [float(np.median([height for its in heights for height in its] or [0]))]
    return [
        [piece for piece in strip if not piece.weak or _is_digit(piece, its + usual)]
        for strip, its in zip(strips, heights, strict=True)
    ]


def _heights(strip: Sequence[Piece]) -> list[float]:
    return [float(piece.box.height) for piece in strip if not piece.weak and piece.unlike < LIKE_DIGIT]


def _is_digit(piece: Piece, heights_px: Sequence[float]) -> bool:
    height = piece.box.height
    if piece.box.width > height:
        return False
    tall = any(AS_TALL * max(height, other) <= min(height, other) for other in heights_px)
    return tall and piece.unlike < WELL_DRAWN
