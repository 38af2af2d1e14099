"""Reads and writes colours as words: CSS names, `#rrggbb` and `#rgb`."""

import re
from functools import cache

from picrosser.puzzles.picture import Colour, web_colour

_HEX = re.compile(r"(?:[0-9a-fA-F]{3}){1,2}", re.ASCII)
# Names that mean another colour in X11, from which CSS took its list.
X11_TONES: dict[str, Colour] = {
    "green": (0, 255, 0), "gray": (190, 190, 190), "grey": (190, 190, 190), "maroon": (176, 48, 96),
    "purple": (160, 32, 240),
}  # fmt: skip


@cache
def css_colours() -> dict[str, Colour]:
    """Return all named colours of CSS in alphabetical order."""
    from PIL import ImageColor  # slow to import, and most puzzle files have no colour names

    return {name: ImageColor.getrgb(name)[:3] for name in sorted(ImageColor.colormap)}


def parse_colour(word: str, *, bare_hex: bool = False, x11: bool = False) -> Colour | None:
    """Read a colour: a CSS name in any case, or # and 3 or 6 hex digits; None if the word is not one.

    bare_hex : whether # may be missing.
    x11 : whether names have the meaning of X11.
    """
    name = word.strip().lower()
    if x11 and name in X11_TONES:
        return X11_TONES[name]
    if name.isalpha() and name in css_colours():
        return css_colours()[name]
    digits = name.removeprefix("#")
    if _HEX.fullmatch(digits) and (bare_hex or name.startswith("#")):
        wide = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        return int(wide[:2], 16), int(wide[2:4], 16), int(wide[4:], 16)
    return None


def colour_word(colour: Colour) -> str:
    """Return the CSS name of a colour if it has one, else `#rrggbb`."""
    names = [name for name, tone in css_colours().items() if tone == colour and "grey" not in name]
    return names[0] if names else web_colour(colour)
