"""A canvas of floats, with three operations: fill a box, apply a stencil, paste a tile.

Coordinates are float pixels; a box that ends inside a pixel covers it partly, so edges are antialiased as on
a phone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.puzzles.picture import Colour

Pixels = NDArray[np.float32]
"""(H, W, 3) float32, 0..255."""
Coverage = NDArray[np.float32]
"""(h, w) float32, 0..1."""


def new_canvas(width: int, height: int, colour: Colour) -> Pixels:
    """A canvas of one colour."""
    return np.broadcast_to(np.array(colour, np.float32), (height, width, 3)).copy()


def to_image(pixels: Pixels) -> Image.Image:
    """Round to an RGB image."""
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def coverage(mask: Image.Image) -> Coverage:
    """A stencil from a greyscale image."""
    return (np.asarray(mask, np.float32) / 255).astype(np.float32)


def fill_box(
    pixels: Pixels, top: float, left: float, bottom: float, right: float, colour: Colour, alpha: float = 1.0
) -> None:
    """Blend `colour` over a box with float edges."""
    rows, cols = _span(top, bottom, pixels.shape[0]), _span(left, right, pixels.shape[1])
    if rows is None or cols is None:
        return
    stamp(pixels, np.outer(rows[1], cols[1]).astype(np.float32), rows[0], cols[0], colour, alpha)


def cover_box(cover: Coverage, top: float, left: float, bottom: float, right: float) -> None:
    """Add a box to a stencil; where boxes overlap, the stencil does not become denser."""
    rows, cols = _span(top, bottom, cover.shape[0]), _span(left, right, cover.shape[1])
    if rows is None or cols is None:
        return
    box = np.outer(rows[1], cols[1])
    view = cover[rows[0] :, cols[0] :][: box.shape[0], : box.shape[1]]
    np.maximum(view, box, out=view)


def stamp(pixels: Pixels, cover: Coverage, top: int, left: int, colour: Colour, alpha: float = 1.0) -> None:
    """Blend `colour` through a stencil, cut off at the edge of the canvas."""
    height, width = pixels.shape[:2]
    top_cut, left_cut = max(0, -top), max(0, -left)
    cover = cover[top_cut : max(0, height - top), left_cut : max(0, width - left)]
    if cover.size == 0:
        return
    view = pixels[top + top_cut :, left + left_cut :][: cover.shape[0], : cover.shape[1]]
    view += (np.array(colour, np.float32) - view) * (cover * np.float32(alpha))[..., None]


def paste(pixels: Pixels, tile: Image.Image, top: int, left: int) -> None:
    """Blend an RGBA tile over the canvas, cut off at its edge."""
    height, width = pixels.shape[:2]
    tile = tile.crop(
        (max(0, -left), max(0, -top), min(tile.width, width - left), min(tile.height, height - top))
    )
    if tile.width <= 0 or tile.height <= 0:
        return
    layer = np.asarray(tile, np.float32)
    view = pixels[max(0, top) :, max(0, left) :][: tile.height, : tile.width]
    view += (layer[..., :3] - view) * (layer[..., 3:] / np.float32(255))


def _span(start: float, stop: float, limit: int) -> tuple[int, Coverage] | None:
    """The first pixel from start to stop, and the fraction of each pixel between them."""
    start, stop = max(start, 0.0), min(stop, float(limit))
    if stop <= start:
        return None
    first, last = int(np.floor(start)), int(np.ceil(stop))
    pixel = np.arange(first, last)
    cover = np.minimum(pixel + 1, stop) - np.maximum(pixel, start)
    return first, cover.astype(np.float32)
