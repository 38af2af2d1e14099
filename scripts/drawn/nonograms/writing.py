"""Write numbers and words as stencils, with the font's own spacing as programs do."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from PIL import Image, ImageDraw

from drawn.canvas import Coverage, Pixels, coverage, stamp
from drawn.glyphs import BUILT_IN, FontFace, load_font, text_ink
from picrosser.puzzles.picture import Colour

ROWS, COLS, ADVANCE = 7, 5, 6
_DOTS = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ..##. .#... #.... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
}


def dotted(number: str, dot_px: int) -> Coverage:
    """A number, each dot `dot_px` wide and high."""
    dots = np.zeros((ROWS, ADVANCE * len(number) - 1), np.float32)
    for at, digit in enumerate(number):
        shape = [[dot == "#" for dot in row] for row in _DOTS[digit].split()]
        dots[:, ADVANCE * at : ADVANCE * at + COLS] = shape
    return np.kron(dots, np.ones((dot_px, dot_px), np.float32))


PIXEL_FACE = FontFace("pixel", None)
"""The dotted digits; words are set in another face."""
TRIAL = 200  # pixels: the size at which a font is measured
HARD = 0.5  # coverage from which a crisp digit's pixel is inked


@dataclass(frozen=True, slots=True)
class Pen:
    """A font and size to write with; `crisp` gives hard edges."""

    face: FontFace
    crisp: bool = False

    def dot_px(self, height_px: float) -> int:
        """Width of a dot of the dotted digits."""
        return max(1, round(height_px / ROWS))

    def real_height_px(self, height_px: float) -> float:
        """The real height of digits with a nominal height: dotted digits consist of whole dots."""
        return float(ROWS * self.dot_px(height_px)) if self.face == PIXEL_FACE else height_px

    def real_space_px(self, space_px: float, height_px: float) -> float:
        """The bare space, on top of the font's own, where there should be so much: between dots, whole ones.

        Else two equal spaces would differ by a dot, and "2 1 2" look like "2 12".
        """
        if self.face != PIXEL_FACE:
            return space_px
        dot = self.dot_px(height_px)
        return float(dot * ceil(space_px / dot))


def width_of(text: str, pen: Pen, height_px: float) -> float:
    """The width from the first ink to the last, in pixels."""
    if pen.face == PIXEL_FACE and text.isdecimal():
        return float(dotted(text, pen.dot_px(height_px)).shape[1])
    font = load_font(_face(pen), TRIAL)
    left, _, right, _ = font.getbbox(text, anchor="ls")
    return (right - left) * _scale(pen, height_px)


def advance_of(text: str, pen: Pen, height_px: float) -> float:
    """The advance width in pixels, including the blank space at both sides."""
    if pen.face == PIXEL_FACE and text.isdecimal():
        return width_of(text, pen, height_px) + pen.dot_px(height_px)
    return load_font(_face(pen), TRIAL).getlength(text) * _scale(pen, height_px)


def write(
    pixels: Pixels,
    text: str,
    pen: Pen,
    spot: tuple[float, float],
    height_px: float,
    colour: Colour,
    *,
    widest_px: float = 0.0,
    alpha: float = 1.0,
) -> None:
    """Write centred at `spot`, (y, x); squeezed to `widest_px` if that is not 0."""
    cover = _stencil(text, pen, height_px)
    if widest_px and cover.shape[1] > widest_px:
        image = Image.fromarray((cover * 255).astype(np.uint8))
        resized = image.resize((max(1, round(widest_px)), image.height), Image.Resampling.BOX)
        cover = coverage(resized)
    top, left = round(spot[0] - cover.shape[0] / 2), round(spot[1] - cover.shape[1] / 2)
    stamp(pixels, cover, top, left, colour, alpha)


def _stencil(text: str, pen: Pen, height_px: float) -> Coverage:
    if pen.face == PIXEL_FACE and text.isdecimal():
        return dotted(text, pen.dot_px(height_px))
    if not text.isdecimal():
        return _words(text, pen, height_px)
    cover = text_ink(text, _face(pen), height_px, 1.0)
    return (cover > HARD).astype(np.float32) if pen.crisp else cover


def _words(text: str, pen: Pen, height_px: float) -> Coverage:
    """Letters, some of which hang below the line, about the middle of a digit."""
    font = load_font(_face(pen), max(6, round(TRIAL * _scale(pen, height_px))))
    left, _, right, _ = font.getbbox(text, anchor="ls")
    room = round(0.6 * height_px)
    image = Image.new("L", (round(right - left) + 2, round(height_px) + 2 * room))
    ImageDraw.Draw(image).text((1 - left, room + round(height_px)), text, 255, font, anchor="ls")
    return coverage(image)


def _face(pen: Pen) -> FontFace:
    return BUILT_IN if pen.face == PIXEL_FACE else pen.face


def _scale(pen: Pen, height_px: float) -> float:
    _, top, _, bottom = load_font(_face(pen), TRIAL).getbbox("8", anchor="ls")
    return height_px / (bottom - top)
