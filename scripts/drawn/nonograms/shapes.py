"""Draw rounded boxes, discs and strokes with soft edges on a canvas."""

from __future__ import annotations

import numpy as np

from drawn.canvas import Pixels, stamp
from picrosser.puzzles.picture import Colour

Area = tuple[float, float, float, float]
"""(top, left, bottom, right), float pixels."""


def round_box(pixels: Pixels, area: Area, radius: float, colour: Colour, alpha: float = 1.0) -> None:
    """A box with round corners; radius 0 for sharp ones."""
    top, left, bottom, right = area
    radius = min(radius, (bottom - top) / 2, (right - left) / 2)
    if radius < 0:
        return
    first_row, first_col = int(np.floor(top)), int(np.floor(left))
    y = np.arange(first_row, int(np.ceil(bottom)))[:, None] + 0.5
    x = np.arange(first_col, int(np.ceil(right)))[None] + 0.5
    out_y = abs(y - (top + bottom) / 2) - ((bottom - top) / 2 - radius)
    out_x = abs(x - (left + right) / 2) - ((right - left) / 2 - radius)
    away = np.hypot(np.maximum(out_y, 0), np.maximum(out_x, 0)) + np.minimum(np.maximum(out_y, out_x), 0)
    cover = np.clip(radius - away + 0.5, 0, 1).astype(np.float32)
    stamp(pixels, cover, first_row, first_col, colour, alpha)


def disc(pixels: Pixels, y: float, x: float, radius: float, colour: Colour, alpha: float = 1.0) -> None:
    """A disc about (y, x)."""
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
    """An x about (y, x)."""
    stroke(pixels, (y - half, x - half), (y + half, x + half), width, colour)
    stroke(pixels, (y - half, x + half), (y + half, x - half), width, colour)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour with so much of the other in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
