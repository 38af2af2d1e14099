"""Stronger changes: rotation, perspective, colour filters, and screenshots embedded in other pictures.

As in `damage`, each maps an image to an image of the same board; but the lines may be slanted, the colours
different, or the board may be small in a larger picture. The names differ from those in `damage`.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.damage import Damage, tint
from drawn.surroundings import beside_another_board, notched, shared_as_picture, split_screen

BEHIND = (58, 61, 66)  # what shows where the picture was turned away
STRONG_WARM = (1.0, 0.72, 0.36)
SCRIM = (8, 10, 16)
LEVELS = (56, 200)  # high contrast: what is darker becomes black, what is lighter white

# Corners of a photographed screen, moved inwards by these shares of width and height:
# upper left, lower left, lower right, upper right, (across, down) each.
ASKEW = {
    "perspective-1": ((0.010, 0.004), (0.000, 0.006), (0.002, 0.000), (0.006, 0.010)),
    "perspective-2": ((0.020, 0.006), (0.002, 0.004), (0.000, 0.012), (0.018, 0.010)),
    "perspective-3": ((0.000, 0.030), (0.030, 0.000), (0.022, 0.016), (0.006, 0.004)),
}

# How people without one kind of cones see sRGB (Machado, Oliveira and Fernandes 2009, severity 1).
# The matrices are meant for linear light; applied to sRGB directly, they are as accurate as filters in apps.
SEEN_WITHOUT = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
# What colour-blind people lose in red is added to green and blue, as the colour correction of phones does.
SHIFTED = ((0.0, 0.0, 0.0), (0.7, 1.0, 0.0), (0.7, 0.0, 1.0))


def turn(image: Image.Image, degrees: float, behind: tuple[int, int, int] = BEHIND) -> Image.Image:
    """Rotate counterclockwise; the picture grows so that nothing is cut off.

    behind : the tone that shows where it was turned away.
    """
    upright = image.convert("RGB")
    return upright.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=behind)


def askew(image: Image.Image, corners: tuple[tuple[float, float], ...]) -> Image.Image:
    """Simulate a photograph from the side: the corners move inwards by shares of width and height."""
    width, height = image.size
    ways = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    source = np.array([(0, 0), (0, height), (width, height), (width, 0)], float)
    moves = [
        (across * way_x * width, down * way_y * height)
        for (across, down), (way_x, way_y) in zip(corners, ways, strict=True)
    ]
    coefficients = _projection(source + moves, source)
    return image.convert("RGB").transform(
        image.size,
        Image.Transform.PERSPECTIVE,
        coefficients.tolist(),
        Image.Resampling.BICUBIC,
        fillcolor=BEHIND,
    )


def _projection(seen: NDArray[np.float64], source: NDArray[np.float64]) -> NDArray[np.float64]:
    """The eight coefficients that map points of the new picture to points of the old one."""
    rows: list[list[float]] = []
    for (x, y), (old_x, old_y) in zip(seen.tolist(), source.tolist(), strict=True):
        rows.append([x, y, 1, 0, 0, 0, -old_x * x, -old_x * y])
        rows.append([0, 0, 0, x, y, 1, -old_y * x, -old_y * y])
    return np.linalg.solve(np.array(rows), source.ravel())


def _image(pixels: NDArray[np.float32]) -> Image.Image:
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def invert(image: Image.Image) -> Image.Image:
    """Invert all colours."""
    return _image(255 - np.asarray(image.convert("RGB"), np.float32))


def invert_lightness(image: Image.Image) -> Image.Image:
    """Invert lightness but keep hues, as "dark reading" modes do to a light app."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    both = pixels.max(axis=2, keepdims=True) + pixels.min(axis=2, keepdims=True)
    return _image(pixels + 255 - both)


def scrim(image: Image.Image, alpha: float = 0.55) -> Image.Image:
    """Darken the picture like an app behind a dialog or a drawer."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    return _image(pixels * np.float32(1 - alpha) + np.array(SCRIM, np.float32) * np.float32(alpha))


def high_contrast(image: Image.Image) -> Image.Image:
    """Stretch the levels until both ends are clipped."""
    dark, light = LEVELS
    pixels = np.asarray(image.convert("RGB"), np.float32)
    return _image((pixels - dark) * np.float32(255 / (light - dark)))


def seen_without(image: Image.Image, kind: str) -> Image.Image:
    """Simulate how colour-blind people see the picture."""
    matrix = np.array(SEEN_WITHOUT[kind], np.float32)
    return _image(np.asarray(image.convert("RGB"), np.float32) @ matrix.T)


def daltonised(image: Image.Image, kind: str) -> Image.Image:
    """Shift the colours so that colour-blind people can distinguish them."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    lost = pixels - pixels @ np.array(SEEN_WITHOUT[kind], np.float32).T
    return _image(pixels + lost @ np.array(SHIFTED, np.float32).T)


ROUGH: MappingProxyType[str, Damage] = MappingProxyType(
    {
        **{f"turn{degrees:+g}": partial(turn, degrees=degrees) for degrees in (0.5, -0.5, 1, -1, 2, -2)},
        **{name: partial(askew, corners=corners) for name, corners in ASKEW.items()},
        "warm-strong": partial(tint, gains=STRONG_WARM),
        "invert": invert,
        "invert-lightness": invert_lightness,
        "scrim": scrim,
        "high-contrast": high_contrast,
        **{f"{kind}-filter": partial(daltonised, kind=kind) for kind in SEEN_WITHOUT},
        **{f"{kind}-seen": partial(seen_without, kind=kind) for kind in SEEN_WITHOUT},
        "shared-0.8": partial(shared_as_picture, factor=0.8),
        "shared-0.6": partial(shared_as_picture, factor=0.6),
        "split-top": partial(split_screen, game_below=False),
        "split-bottom": partial(split_screen, game_below=True),
        "notch": notched,
        "two-boards-beside": partial(beside_another_board, below=False),
        "two-boards-below": partial(beside_another_board, below=True),
    }
)
"""Every rough treatment that needs nothing but the image. The board in question is the largest one."""
