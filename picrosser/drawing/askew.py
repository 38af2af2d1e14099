"""Screenshot, lattice and something to paint in, the painted screenshot out, even if the board stands askew.

What is painted knows only upright cells. For a board that is turned in its picture it is painted by itself,
then laid where the board is, with smooth edges; the screenshot's own pixels stay as they are around it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample
from picrosser.imaging.pixels import RGB, Lattice

Paint = Callable[[Image.Image], None]
"""Paints on an RGB image, at the places that the lattice says."""

_AROUND = 0.5  # of the pitch: as far beyond the board may be painted


def paint_over(screenshot: RGB, lattice: Lattice, paint: Paint) -> Image.Image:
    """Paint over a screenshot's own board.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it.
    paint : what to do, at most half a cell beyond the board. May be called several times.

    Returns
    -------
    An RGB image of the screenshot's size.
    """
    # Pillow's paste fills boxes five times as fast as numpy's slices: pixels are one word each there.
    image = Image.fromarray(np.ascontiguousarray(screenshot))
    if lattice.to_picture is None:
        paint(image)
    else:
        _lay(image, lattice, lattice.to_picture, paint)
    return image


def _lay(image: Image.Image, lattice: Lattice, to_picture: Homography, paint: Paint) -> None:
    """Paint on a layer that is upright, and lay it over an image in which the board is not."""
    board, around = lattice.board, _AROUND * lattice.pitch_px
    layer = _painted((round(board.bottom + around), round(board.right + around)), paint)
    ends = [(row, col) for row in (board.top - around, board.bottom + around)
            for col in (board.left - around, board.right + around)]  # fmt: skip
    corners = project(to_picture, np.array(ends))
    first = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    last = np.minimum(np.ceil(corners.max(axis=0)), image.size[::-1]).astype(int)
    moved = np.array([(1, 0, first[0]), (0, 1, first[1]), (0, 0, 1)], np.float64)
    back = as_homography(np.asarray(np.linalg.inv(np.array(to_picture)) @ moved, np.float64))
    laid = resample(layer, back, (int(last[0] - first[0]), int(last[1] - first[1])))
    image.paste(laid, (int(first[1]), int(first[0])), laid)


def _painted(size_px: tuple[int, int], paint: Paint) -> Image.Image:
    """What is painted, and nothing else: RGBA. Where black shines through otherwise than white, it is not
    opaque.
    """
    grounds = [Image.new("RGB", size_px[::-1], tone) for tone in ("black", "white")]
    for ground in grounds:
        paint(ground)
    on_black, on_white = (np.asarray(ground).astype(np.int16) for ground in grounds)
    alpha: NDArray[np.int16] = 255 - (on_white - on_black).max(axis=2)
    share = np.maximum(alpha, 1)[..., None] / np.float32(255)
    colours = np.where(alpha[..., None] > 0, on_black / share, 0)
    layer = np.dstack([np.clip(np.rint(colours), 0, 255), alpha]).astype(np.uint8)
    return Image.fromarray(layer)
