"""A canvas of floats: fill a box, apply a stencil, paste a tile, draw round boxes, discs and strokes.

Coordinates are float pixels; a box that ends inside a pixel covers it partly, so edges are antialiased as on
a phone.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.puzzles.picture import Colour

Pixels = NDArray[np.float32]
"""(H, W, 3) float32, 0..255."""
Coverage = NDArray[np.float32]
"""(h, w) float32, 0..1."""
Area = tuple[float, float, float, float]
"""(top, left, bottom, right), float pixels."""


def new_canvas(width: int, height: int, colour: Colour) -> Pixels:
    return np.broadcast_to(np.array(colour, np.float32), (height, width, 3)).copy()


def to_image(pixels: NDArray[np.floating]) -> Image.Image:
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def coverage(mask: Image.Image) -> Coverage:
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


# ---- Shapes with soft edges


def box_depth(area: Area, radius: float, corner: tuple[int, int]) -> NDArray[np.float64]:
    """(h, w) distance of each pixel's centre from the outline of a box with round corners; negative outside.

    radius : of the corners. corner : (row, col) of the first pixel.
    """
    top, left, bottom, right = area
    y = np.arange(corner[0], int(np.ceil(bottom)))[:, None] + 0.5
    x = np.arange(corner[1], int(np.ceil(right)))[None] + 0.5
    out_y = abs(y - (top + bottom) / 2) - ((bottom - top) / 2 - radius)
    out_x = abs(x - (left + right) / 2) - ((right - left) / 2 - radius)
    outside = np.hypot(np.maximum(out_y, 0), np.maximum(out_x, 0))
    return np.asarray(radius - outside - np.minimum(np.maximum(out_y, out_x), 0))


def round_box(pixels: Pixels, area: Area, radius: float, colour: Colour, alpha: float = 1.0) -> None:
    """A box with round corners; radius 0 for sharp ones."""
    top, left, bottom, right = area
    radius = min(radius, (bottom - top) / 2, (right - left) / 2)
    if radius < 0:
        return
    corner = int(np.floor(top)), int(np.floor(left))
    cover = np.clip(box_depth(area, radius, corner) + 0.5, 0, 1).astype(np.float32)
    stamp(pixels, cover, *corner, colour, alpha)


def disc(pixels: Pixels, y: float, x: float, radius: float, colour: Colour, alpha: float = 1.0) -> None:
    round_box(pixels, (y - radius, x - radius, y + radius, x + radius), radius, colour, alpha)


def stroke(
    pixels: Pixels, start: tuple[float, float], stop: tuple[float, float], width: float, colour: Colour
) -> None:
    """A line with round ends between two (y, x)."""
    (y0, x0), (y1, x1) = start, stop
    edge = width / 2 + 1
    top, left = int(np.floor(min(y0, y1) - edge)), int(np.floor(min(x0, x1) - edge))
    y = np.arange(top, int(np.ceil(max(y0, y1) + edge)))[:, None] + 0.5
    x = np.arange(left, int(np.ceil(max(x0, x1) + edge)))[None] + 0.5
    length = max(1e-6, (y1 - y0) ** 2 + (x1 - x0) ** 2)
    along = np.clip(((y - y0) * (y1 - y0) + (x - x0) * (x1 - x0)) / length, 0, 1)
    away = np.hypot(y - y0 - along * (y1 - y0), x - x0 - along * (x1 - x0))
    stamp(pixels, np.clip(width / 2 - away + 0.5, 0, 1).astype(np.float32), top, left, colour)


def cross(pixels: Pixels, y: float, x: float, half: float, width: float, colour: Colour) -> None:
    stroke(pixels, (y - half, x - half), (y + half, x + half), width, colour)
    stroke(pixels, (y - half, x + half), (y + half, x - half), width, colour)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour with so much of the other in it."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
