"""Stronger changes: rotation, perspective, other tones, and screenshots embedded in other pictures.

As in `damage`, each maps an image to an image of the same board; but the lines may be slanted, the colours
different, or the board may be small in a larger picture. The names differ from those in `damage`.
"""

from __future__ import annotations

from functools import lru_cache, partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from drawn.damage import Damage, tint
from drawn.fonts import BUILT_IN, load_font
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec

BEHIND = (58, 61, 66)  # what shows where the picture was turned away
STRONG_WARM = (1.0, 0.72, 0.36)
SCRIM = (8, 10, 16)
SECOND_BOARD = 20  # a seed whose puzzle has 10 x 10 cells and many two-digit hints
SECOND_SIZE = 0.45  # the width of its screen, of ours
SHARED_SIZE = 0.6  # of a screenshot in a chat, of the screen
WALL, BAR, PAPER = (231, 225, 214), (32, 98, 88), (255, 255, 255)
LEVELS = (56, 200)  # high contrast: what is darker becomes black, what is lighter white

# Corners of a photographed screen, moved inwards by these shares of width and height:
# upper left, lower left, lower right, upper right, (across, down) each.
ASKEW = {
    "perspective-1": ((0.010, 0.004), (0.000, 0.006), (0.002, 0.000), (0.006, 0.010)),
    "perspective-2": ((0.020, 0.006), (0.002, 0.004), (0.000, 0.012), (0.018, 0.010)),
    "perspective-3": ((0.000, 0.030), (0.030, 0.000), (0.022, 0.016), (0.006, 0.004)),
}


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


def shared_as_picture(image: Image.Image) -> Image.Image:
    """A screenshot of a chat in which the screenshot was shared: smaller, with round corners, among bars."""
    width, height = image.size
    small = image.convert("RGB").resize(
        (round(width * SHARED_SIZE), round(height * SHARED_SIZE)), Image.Resampling.LANCZOS
    )
    page = Image.new("RGB", image.size, WALL)
    pen = ImageDraw.Draw(page)
    bar = round(min(0.07 * height, 0.14 * width))
    pen.rectangle((0, 0, width, bar), BAR)
    font = load_font(BUILT_IN, round(bar * 0.34))
    pen.text((bar * 1.3, bar * 0.5), "Puzzle club", PAPER, font, anchor="lm")
    pen.rectangle((0, height - bar, width, height), PAPER)
    left = width - small.width - round(0.04 * width)
    top = bar + round((height - 2 * bar - small.height) * 0.4)
    border = round(0.008 * width)
    box = left - border, top - border, left + small.width + border, top + small.height + border
    pen.rounded_rectangle(box, 4 * border, (220, 248, 198))
    corners = Image.new("L", small.size)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, small.width - 1, small.height - 1), 3 * border, 255)
    page.paste(small, (left, top), corners)
    return page


def above_another_board(image: Image.Image) -> Image.Image:
    """A collage with a smaller second screenshot below this one."""
    ours, other = image.convert("RGB"), _another()
    width = round(ours.width * SECOND_SIZE)
    other = other.resize((width, round(other.height * width / other.width)), Image.Resampling.LANCZOS)
    gap = round(0.02 * ours.width)
    page = Image.new("RGB", (ours.width, ours.height + gap + other.height), PAPER)
    page.paste(ours, (0, 0))
    page.paste(other, ((ours.width - width) // 2, ours.height + gap))
    return page


@lru_cache(maxsize=1)
def _another() -> Image.Image:
    wishes = Wishes(rows=10, cols=10, colours=4, phone=PHONES[1], as_game=True)
    return draw(random_spec(np.random.default_rng(SECOND_BOARD), wishes, draws=1)).image


ROUGH: MappingProxyType[str, Damage] = MappingProxyType(
    {
        **{f"turn{degrees:+g}": partial(turn, degrees=degrees) for degrees in (0.5, -1, 2)},
        **{name: partial(askew, corners=corners) for name, corners in ASKEW.items()},
        "warm-strong": partial(tint, gains=STRONG_WARM),
        "invert": invert,
        "invert-lightness": invert_lightness,
        "scrim": scrim,
        "high-contrast": high_contrast,
        "shared-0.6": shared_as_picture,
        "two-boards-below": above_another_board,
    }
)
"""Every rough treatment that needs nothing but the image. The board in question is the largest one."""
