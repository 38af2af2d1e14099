"""Backgrounds behind the pieces: plain, a slope of light, a wallpaper of lines and specks, wood."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from drawn.canvas import Pixels, coverage, stamp
from drawn.palettes import Theme

BACKDROPS = ("plain", "slope", "wallpaper", "wood")
_SLOPE = 16  # levels from the middle to an edge
_GRAIN = 9
_SPARKS = ((230, 180, 60), (60, 170, 220), (200, 200, 210))


def lay_backdrop(pixels: Pixels, kind: str, page: Theme, seed: int) -> None:
    """Draw a background on a canvas of the page's colour.

    kind : one of BACKDROPS.
    """
    rng = np.random.default_rng(seed)
    height, width = pixels.shape[:2]
    if kind == "plain":
        return
    if kind == "wood":
        pixels += _noise(rng, (max(2, height // 6), max(2, width // 90)), (height, width))[..., None] * _GRAIN
        return
    down, across = rng.uniform(-1, 1, 2)
    slope = down * np.linspace(-1, 1, height)[:, None] + across * np.linspace(-1, 1, width)[None, :]
    pixels += (slope * _SLOPE).astype(np.float32)[..., None]
    if kind == "wallpaper":
        pixels += _noise(rng, (5, 7), (height, width))[..., None] * np.array((4, 8, 12), np.float32)
        _draw_sparks(pixels, rng, dark=page.ink == (255, 255, 255))


def _draw_sparks(pixels: Pixels, rng: np.random.Generator, *, dark: bool) -> None:
    """Thin triangles and specks, faint on a light page."""
    height, width = pixels.shape[:2]
    for number in range(12):
        mask = Image.new("L", (width, height))
        pen = ImageDraw.Draw(mask)
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if number < 4:
            corners = [(x + dx, y + dy) for dx, dy in rng.uniform(-0.15, 0.15, (3, 2)) * width]
            pen.polygon(corners, outline=255, width=max(1, width // 400))
        else:
            radius = rng.uniform(0.001, 0.004) * width
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        tone = _SPARKS[rng.integers(len(_SPARKS))]
        stamp(pixels, coverage(mask), 0, 0, tone, 0.7 if dark else 0.25)


def _noise(rng: np.random.Generator, coarse: tuple[int, int], size: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise of deviation about 1: a small grid of random values, enlarged to the size."""
    values = rng.normal(size=coarse).astype(np.float32)
    image = Image.fromarray(values).resize((size[1], size[0]), Image.Resampling.BICUBIC)
    return np.asarray(image, np.float32)
