"""Fonts that anyone can install, and numbers drawn with them as stencils: face, outline and shadow.

Small packages hold openly licensed fonts in a folder `files`; they are only located, never imported.
Digits of one number are set side by side by their ink, not by the font's own spacing, because Hungry Cat
sets them so tight that they nearly touch. They are drawn at four times the size and then reduced.
"""

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from drawn.canvas import Coverage, coverage


@dataclass(frozen=True, slots=True)
class FontFace:
    """A font file and how it is used.

    path : None means the font that comes with Pillow.
    boldness : width of a stroke added round the glyphs, as a fraction of the digit height.
    """

    name: str
    path: Path | None
    boldness: float = 0.0


PACKAGED = {
    "source-sans-black": ("font_source_sans_pro", "SourceSansPro-Black.ttf", 0.0),
    "source-sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf", 0.015),
    "hanken-bold": ("font_hanken_grotesk", "HankenGrotesk-Bold.otf", 0.045),
    "manrope-extrabold": ("font_manrope", "Manrope-ExtraBold.ttf", 0.0),
    "fredoka": ("font_fredoka_one", "FredokaOne-Regular.ttf", 0.0),
    "source-serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf", 0.0),
}
"""Name -> (package to look in, file in its folder `files`, boldness; the thinner ones need some)."""

LIGHTER = {
    "source-sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf", 0.0),
    "source-sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf", 0.0),
    "hanken": ("font_hanken_grotesk", "HankenGrotesk-Regular.otf", 0.0),
    "hanken-medium": ("font_hanken_grotesk", "HankenGrotesk-Medium.otf", 0.0),
    "manrope": ("font_manrope", "Manrope-Regular.ttf", 0.0),
    "manrope-semibold": ("font_manrope", "Manrope-SemiBold.ttf", 0.0),
    "source-serif": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf", 0.0),
}
"""As nonograms' hints are set; apart from the others, among which a Hungry Cat drawing chooses."""

BUILT_IN = FontFace("aileron", None, boldness=0.03)  # Pillow's own is thin; a game's digits are not


def find_font(name: str) -> FontFace | None:
    """The font of that name, or None when its package is not installed."""
    if name == BUILT_IN.name:
        return BUILT_IN
    package, file, boldness = {**PACKAGED, **LIGHTER}[name]
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "files" / file
        if path.is_file():
            return FontFace(name, path, boldness)
    return None


def installed_fonts() -> tuple[FontFace, ...]:
    """Every font that can be used here: Pillow's, and the packaged ones."""
    return (BUILT_IN, *(face for name in PACKAGED if (face := find_font(name))))


@lru_cache(maxsize=64)
def load_font(face: FontFace, size: int) -> ImageFont.FreeTypeFont:
    if face.path is not None:
        return ImageFont.truetype(face.path, size)
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):  # a Pillow built without FreeType has bitmaps only
        raise RuntimeError("this Pillow has no FreeType support, which the built-in font needs")
    return font


OVERSAMPLE = 4


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """How digits are drawn. Lengths in pixels of the finished picture.

    squeeze : width factor; 0.7 makes a wide bold face look condensed.
    gap_px : between the ink of the two digits of a number.
    outline_px : width of the lighter rim inside the digit.
    blur_px : the softness of the shadow.
    """

    face: FontFace
    height_px: float
    squeeze: float
    gap_px: float
    outline_px: float
    shadow_px: float
    blur_px: float
    widest_px: float


@dataclass(frozen=True, slots=True, eq=False)
class NumberStamp:
    """The stencils of one number, all of one size; (anchor_row, anchor_col) is the number's middle."""

    face: Coverage
    outline: Coverage
    shadow: Coverage
    anchor_row: int
    anchor_col: int


@lru_cache(maxsize=4096)
def number_stamp(text: str, style: GlyphStyle, fine_row: int, fine_col: int) -> NumberStamp:
    """Draw a number; fine_row and fine_col (0..OVERSAMPLE-1) shift it by fractions of a pixel."""
    ink = _number_ink(text, style)
    edge = OVERSAMPLE * int(np.ceil(style.shadow_px + 3 * style.blur_px + 2))
    height, width = (-(-n // (2 * OVERSAMPLE)) * OVERSAMPLE for n in ink.shape)  # half the size, rounded up
    canvas = np.zeros((2 * (height + edge), 2 * (width + edge)), np.float32)
    row = height + edge - ink.shape[0] // 2 + fine_row
    col = width + edge - ink.shape[1] // 2 + fine_col
    canvas[row : row + ink.shape[0], col : col + ink.shape[1]] = ink
    reach = 2 * max(1, round(style.outline_px * OVERSAMPLE)) + 1
    inside = ndimage.minimum_filter(canvas, size=reach) if style.outline_px > 0 else canvas
    offset = round(style.shadow_px * OVERSAMPLE)
    shadow = ndimage.gaussian_filter(ndimage.shift(canvas, offset, order=0), style.blur_px * OVERSAMPLE)
    middle = (height + edge) // OVERSAMPLE, (width + edge) // OVERSAMPLE
    return NumberStamp(_reduce(canvas), _reduce(canvas - inside), _reduce(shadow), *middle)


@lru_cache(maxsize=256)
def text_ink(text: str, face: FontFace, height_px: float, squeeze: float) -> Coverage:
    """A line of text for the bars, `height_px` tall in its figures, in final pixels."""
    glyph = _ink(text, face, height_px * OVERSAMPLE, squeeze)
    padded = np.pad(glyph, [(0, -n % OVERSAMPLE) for n in glyph.shape])
    return _reduce(padded)


def _number_ink(text: str, style: GlyphStyle) -> Coverage:
    height = style.height_px * OVERSAMPLE
    gap = round(style.gap_px * OVERSAMPLE)
    digits = [_ink(digit, style.face, height, style.squeeze) for digit in text]
    width = sum(d.shape[1] for d in digits) + gap * (len(digits) - 1)
    row = np.zeros((digits[0].shape[0], width), np.float32)
    left = 0
    for digit in digits:
        view = row[:, left : left + digit.shape[1]]
        np.maximum(view, digit[:, : view.shape[1]], out=view)  # a negative gap lets digits overlap
        left += digit.shape[1] + gap
    widest = round(style.widest_px * OVERSAMPLE)
    if width <= widest:
        return row
    return coverage(
        Image.fromarray((row * 255).astype(np.uint8)).resize((widest, row.shape[0]), Image.Resampling.BOX)
    )


@lru_cache(maxsize=512)
def _ink(text: str, face: FontFace, height: float, squeeze: float) -> Coverage:
    """Text on a common base line, cropped to its ink at the sides; digits are `height` tall."""
    trial = load_font(face, 200).getbbox("8", anchor="ls")
    # The stroke adds to both ends, so the glyphs must be that much smaller.
    size = max(8, round(200 * height * (1 - 2 * face.boldness) / (trial[3] - trial[1])))
    font, stroke = load_font(face, size), round(face.boldness * height)
    left, _, right, _ = font.getbbox(text, anchor="ls", stroke_width=stroke)
    # Some fonts have figures that hang below the line, as letters do.
    deepest = font.getbbox("0123456789", anchor="ls", stroke_width=stroke)[3]
    room = max(round(height * 0.1), round(deepest))
    image = Image.new("L", (round(right - left) + 8, round(height) + 2 * room))
    pen = ImageDraw.Draw(image)
    pen.text((4 - left, room + round(height) - stroke), text, 255, font, anchor="ls", stroke_width=stroke)
    return _squeezed(image, squeeze)


def _squeezed(image: Image.Image, squeeze: float) -> Coverage:
    """Make ink narrower, and crop it at the sides."""
    image = image.resize((max(1, round(image.width * squeeze)), image.height), Image.Resampling.BOX)
    ink = coverage(image)
    inked = np.flatnonzero(ink.max(axis=0) > 0.2)
    return ink[:, inked[0] : inked[-1] + 1]


def _reduce(fine: NDArray[np.float32]) -> Coverage:
    rows, cols = fine.shape[0] // OVERSAMPLE, fine.shape[1] // OVERSAMPLE
    blocks = fine.reshape(rows, OVERSAMPLE, cols, OVERSAMPLE)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float32)
