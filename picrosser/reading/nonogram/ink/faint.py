"""The pieces of ink of all strips in, the same without a page's texture out.

What is much fainter than other ink is texture, unless it looks just like a digit and is as tall as the others
are: satisfied numbers may be hardly visible.
"""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, SAME_HEIGHT, Piece

# Mean squared difference of coverage to the nearest template of any face: a digit of a usual one, drawn well.
WELL_DRAWN = 0.07
WIDEST = 0.85  # of its height: a digit; a dot is as wide as tall


def without_texture(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Each strip's pieces, compared with digits, without those that are too faint to be hints."""
    digits = [[piece for piece in strip if not piece.weak and piece.unlike < LIKE_DIGIT] for strip in strips]
    usual = median([piece.box.height for its in digits for piece in its] or [0])
    return [
        [piece for piece in strip if not piece.weak or _is_digit(piece, its, usual)]
        for strip, its in zip(strips, digits, strict=True)
    ]


def _is_digit(piece: Piece, others: Sequence[Piece], usual_px: float) -> bool:
    """Whether a faint piece is one. Where all others of the strip stand on plates, it does, too."""
    height = piece.box.height
    if piece.unlike > WELL_DRAWN or piece.box.width > WIDEST * height:
        return False
    if not piece.plate and others and all(other.plate for other in others):
        return False
    heights = [usual_px, *(other.box.height for other in others)]
    return any(SAME_HEIGHT * max(height, other) <= min(height, other) for other in heights)
