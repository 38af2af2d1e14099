"""The pieces of all lines in, the same out, those that are two digits or more cut apart.

A number that is set narrow, or a stack that is set close, leaves no space between its digits. Such a piece is
wider or taller than the picture's digits are, and unlike any of them, and its parts are like some. A blurred
25 may be like a 5, since likeness does not mind the width; but no digit is wider than tall, and none is as
tall as two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.touching import MAX_DIGIT_ASPECT, split_side_by_side, split_stack
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, Piece, compared, same_height

USUAL = 0.1  # mean squared difference of coverage to the nearest template: a digit by itself
UNLIKE = 0.07  # of a piece that may be more than one
TALLER, WIDER = 1.6, 1.3  # times what is usual: its height in pixels, its width in heights
BETTER = 0.6  # of the whole's difference at most the parts have
ENOUGH = 5  # digits by themselves, before one can speak of usual ones


def apart(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Each strip's pieces, compared, with the digits of those cut apart that are more than one."""
    single = [piece.box for strip in strips for piece in strip if piece.unlike < USUAL]
    if len(single) < ENOUGH:
        return [list(strip) for strip in strips]
    height = median([box.height for box in single])
    width = median([box.width / box.height for box in single])
    return [[part for piece in strip for part in _cut(piece, height, width)] for strip in strips]


def _cut(piece: Piece, height: float, width: float) -> list[Piece]:
    """A piece's digits; itself if it is one, or none.

    Parameters
    ----------
    height, width : of usual digits, in pixels, and in heights.
    """
    box = piece.box
    too_wide = (
        box.width > max(MAX_DIGIT_ASPECT, WIDER * width) * box.height
    )  # for a digit, whatever it is like
    if piece.unlike < UNLIKE and not too_wide:
        return [piece]
    if box.height > TALLER * height and box.width < box.height:
        boxes = split_stack(piece.coverage)
    elif box.width > WIDER * width * box.height or _may_be_ones(piece, width):
        boxes = split_side_by_side(piece.coverage)
    else:
        return [piece]
    (parts,) = compared([[_part(piece, inside) for inside in boxes]])
    as_tall = all(same_height(part.box.height, height) for part in parts) and box.height > TALLER * height
    most = np.inf if too_wide else USUAL if as_tall else BETTER * piece.unlike
    return parts if parts and max(part.unlike for part in parts) <= most else [piece]


def _may_be_ones(piece: Piece, width: float) -> bool:
    """Whether two narrow digits may be set close on a square, where nothing but numbers stands."""
    return piece.plate > 0 and piece.unlike >= LIKE_DIGIT and piece.box.width > width * piece.box.height


def _part(piece: Piece, inside: Box) -> Piece:
    box = inside.moved(piece.box.top, piece.box.left)
    return replace(piece, box=box, coverage=np.ascontiguousarray(piece.coverage[inside.slices]))
