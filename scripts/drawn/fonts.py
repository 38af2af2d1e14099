"""Fonts that anyone can install: small packages of openly licensed fonts, and the font of Pillow.

A package is only located, never imported; its fonts are in the folder `files`.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont


@dataclass(frozen=True, slots=True)
class FontFace:
    """A font file and how it is used.

    path : None means the font that comes with Pillow.
    boldness : width of a stroke added round the glyphs, as a fraction of the digit height.
    symbols : if not None, invented symbols instead of a font; the seed decides which stands for which digit.
    """

    name: str
    path: Path | None
    boldness: float = 0.0
    symbols: int | None = None


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


def symbol_face(order: int = 0) -> FontFace:
    """Ten invented symbols instead of digits; `order` decides which stands for which digit."""
    return FontFace(f"symbols-{order}", None, symbols=order)


@lru_cache(maxsize=64)
def load_font(face: FontFace, size: int) -> ImageFont.FreeTypeFont:
    """The font at that size in pixels."""
    if face.path is not None:
        return ImageFont.truetype(face.path, size)
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):  # a Pillow built without FreeType has bitmaps only
        raise RuntimeError("this Pillow has no FreeType support, which the built-in font needs")
    return font
