"""Draw the mascot in the corner between the hint areas: an animal with a hat, made of simple shapes.

A seed determines fur, ears, hat, glasses and tilt.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from drawn.sheet import OUTLINE, Sheet
from picrosser.puzzles.picture import Colour

FURS = ((92, 184, 255), (255, 150, 70), (240, 120, 170), (120, 200, 110), (170, 130, 220), (200, 160, 110))
HATS = ((247, 246, 230), (60, 60, 70), (220, 60, 60), (250, 200, 60), (70, 110, 200))


def draw_mascot(seed: int, size_px: int) -> Image.Image:
    """The animal as an RGBA tile with a soft shadow, tilted a little."""
    rng = np.random.default_rng(seed)
    fur = FURS[rng.integers(len(FURS))]
    sheet = Sheet(size_px)
    _ears(sheet, fur, int(rng.integers(3)))
    _head(sheet, fur)
    _face(sheet, smiling=bool(rng.random() < 0.5), glasses=bool(rng.random() < 0.7))
    _bow(sheet, HATS[rng.integers(1, len(HATS))])
    hat = HATS[rng.integers(len(HATS))]
    (_paper_hat, _top_hat, _cone_hat)[rng.integers(3)](sheet, hat)
    tile = sheet.reduced().rotate(rng.uniform(-7, 7), Image.Resampling.BICUBIC)
    return _with_shadow(tile, size_px)


def _with_shadow(tile: Image.Image, size_px: int) -> Image.Image:
    dark = Image.new("RGBA", tile.size, (0, 0, 0, 0))
    dark.putalpha(tile.getchannel("A").point(lambda value: value * 35 // 100))
    dark = dark.filter(ImageFilter.GaussianBlur(size_px * 0.02))
    under = Image.new("RGBA", tile.size)
    under.paste(dark, (0, round(size_px * 0.03)))
    return Image.alpha_composite(under, tile)


def _shade(colour: Colour, by: float) -> Colour:
    red, green, blue = (round(min(255, channel * by)) for channel in colour)
    return red, green, blue


def _ears(sheet: Sheet, fur: Colour, kind: int) -> None:
    for side in (-1, 1):
        x = 50 + side * 30
        if kind == 0:  # pointed
            sheet.shape([(x - 13, 50), (x + side * 10, 18), (x + 13, 50)], _shade(fur, 0.85))
            sheet.shape([(x - 6, 48), (x + side * 7, 28), (x + 8, 48)], (232, 246, 255))
        elif kind == 1:  # round
            sheet.oval(x, 36, 24, 24, _shade(fur, 0.85))
            sheet.oval(x, 37, 13, 13, (250, 225, 225))
        else:  # long
            sheet.oval(x, 30, 15, 46, _shade(fur, 0.85))
            sheet.oval(x, 32, 8, 34, (250, 225, 225))


def _head(sheet: Sheet, fur: Colour) -> None:
    for side in (-1, 1):
        cheek = 50 + side * 40
        sheet.shape([(cheek, 62), (cheek + side * 9, 68), (cheek + side * 3, 71), (cheek + side * 7, 77),
                     (cheek - side * 10, 80)], fur)  # fmt: skip
    sheet.oval(50, 64, 84, 44, fur)
    sheet.oval(50, 60, 78, 40, fur)
    sheet.oval(50, 74, 46, 24, (238, 246, 250))
    sheet.oval(50, 66, 22, 22, (238, 246, 250))
    for side in (-1, 1):
        tip = 50 + side * 38
        sheet.shape([(tip, 60), (tip - side * 9, 62), (tip, 65)], _shade(fur, 0.8))


def _face(sheet: Sheet, smiling: bool, glasses: bool) -> None:
    for x in (35, 65):
        if smiling:
            sheet.arc(x, 65, 9, (200, 340), 1.2)
        else:
            sheet.oval(x, 63, 6, 8, OUTLINE)
            sheet.oval(x + 1, 61, 2, 2, (255, 255, 255))
        if glasses:
            sheet.oval(x, 63, 28, 28, (255, 255, 255, 60))
            sheet.ring(x, 63, 29, OUTLINE, 1.3)
    if glasses:
        sheet.arc(50, 63, 6, (190, 350), 1.2)
    sheet.shape([(47, 68), (53, 68), (50, 72.5)], (46, 80, 116))
    sheet.chord(50, 75, 12, (0, 180), (40, 16, 18))
    sheet.oval(50, 79, 6, 2.5, (226, 110, 110))


def _bow(sheet: Sheet, colour: Colour) -> None:
    for side in (-1, 1):
        sheet.shape([(50, 88), (50 + side * 16, 83), (50 + side * 17, 96), (50, 92)], colour)
        for dot in (6, 10, 14):
            sheet.oval(50 + side * dot, 88 + (dot % 4), 1.4, 1.4, (250, 235, 225))
    sheet.oval(50, 90, 9, 8, _shade(colour, 0.8))


def _paper_hat(sheet: Sheet, colour: Colour) -> None:
    sheet.shape([(8, 45), (47, 4), (90, 43)], colour)
    sheet.shape([(47, 4), (52, 42), (90, 43)], _shade(colour, 0.9))
    grey = _shade(colour, 0.75)
    for step in range(6):
        y = 14 + step * 5
        sheet.line([(44 - step * 4.6, y), (45, y - 2)], grey, 1.4)
        sheet.line([(53, y), (56 + step * 4.6, y + 1)], grey, 1.4)
    sheet.shape([(2, 40), (98, 38), (96, 54), (6, 56)], _shade(colour, 0.97))
    for step in range(10):
        x = 10 + step * 8.4
        sheet.line([(x, 44), (x + 5, 44)], grey, 1.2)
        sheet.line([(x, 47), (x + 6, 47)], grey, 1.2)
        sheet.line([(x, 50), (x + 4, 50)], grey, 1.2)


def _top_hat(sheet: Sheet, colour: Colour) -> None:
    sheet.shape([(27, 6), (73, 6), (69, 44), (31, 44)], colour)
    sheet.shape([(31, 34), (69, 34), (69, 43), (31, 43)], _shade(colour, 0.6))
    sheet.oval(50, 6, 46, 6, _shade(colour, 1.2))
    sheet.oval(50, 46, 84, 12, _shade(colour, 0.9))
    sheet.shape([(31, 38), (69, 38), (69, 45), (31, 45)], _shade(colour, 0.6))


def _cone_hat(sheet: Sheet, colour: Colour) -> None:
    sheet.shape([(50, 2), (24, 48), (76, 48)], colour)
    for dot, (x, y) in enumerate([(50, 16), (43, 28), (56, 30), (36, 41), (49, 40), (63, 42)]):
        sheet.oval(x, y, 5, 5, FURS[dot % len(FURS)])
    sheet.oval(50, 3, 9, 6, (255, 255, 255))
    sheet.oval(50, 48, 56, 8, _shade(colour, 0.85))
