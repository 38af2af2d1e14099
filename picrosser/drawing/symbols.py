"""Symbols for cells whose colours are hard to tell apart: shapes, so that images need no font.

Hungry Cat shows the first four beside its slots and on its brushes: a circle, a plus, a square, a triangle.
Two colours may look alike to everybody (dark navy and dark brown) or to colour-blind players only (brown and
green); the first are found here, the second are a reason to ask for symbols on all colours. Known weakness:
there are twelve symbols, so the thirteenth colour has that of the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from picrosser.drawing.puzzle_parts import ink_on
from picrosser.puzzles.colour_names import oklab
from picrosser.puzzles.picture import Colour

if TYPE_CHECKING:
    from PIL import ImageDraw

_HUE_WEIGHT = 2.0  # of Oklab's two opponent axes: at 1, a brown and a green would count as similar
# Distance in Oklab, with that weight; set by eye. On the real boards, a dark olive and a nearly black green
# are 0.186 apart, a pale green and a tan 0.16; a brown and a dark plum, which anybody can tell apart, 0.195.
_MAX_LOOKALIKE_DISTANCE = 0.19
_INK_SHARE = 0.5  # of black or white in a symbol's tone; the rest is the cell's colour
# In units of the cell's shorter side, from the cell's middle.
_RADIUS = 0.25
_SQUARE_HALF = 0.20
_ARM_HALF = 0.08  # of a plus and a cross: half the width of its arms
_ROUND_CORNERS = 36  # of a circle, which is drawn as a polygon
_HOLE = 0.55  # of a hollow symbol: the side of its hole, as a share of its own


class Symbol(Enum):
    """The shapes, in the order of the colours."""

    CIRCLE = "circle"
    PLUS = "plus"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    TRIANGLE_DOWN = "triangle pointing down"
    STAR = "star"
    RING = "ring"
    HOLLOW_SQUARE = "hollow square"
    HOLLOW_TRIANGLE = "hollow triangle"
    HOLLOW_DIAMOND = "hollow diamond"

    @property
    def sign(self) -> str:
        """The character that looks like it, for drawings made of text."""
        return "●✚■▲◆✖▼★○□△◇"[list(Symbol).index(self)]


_HOLLOW = {
    Symbol.RING: Symbol.CIRCLE,
    Symbol.HOLLOW_SQUARE: Symbol.SQUARE,
    Symbol.HOLLOW_TRIANGLE: Symbol.TRIANGLE,
    Symbol.HOLLOW_DIAMOND: Symbol.DIAMOND,
}


def palette_symbols(palette: tuple[Colour, ...], *, every: bool = False) -> tuple[Symbol | None, ...]:
    """Return a symbol for each colour of a palette, None for those that need none.

    Parameters
    ----------
    palette : palette[0] is the colour of a blank cell, which never has a symbol.
    every : all colours get one; else only those that look nearly like another one.
    """
    order = list(Symbol)
    needed = set(range(1, len(palette))) if every else lookalikes(palette)
    return tuple(
        order[(colour - 1) % len(order)] if colour in needed else None for colour in range(len(palette))
    )


def lookalikes(palette: tuple[Colour, ...]) -> set[int]:
    """Return the colours, from 1, that look nearly like another one of the palette; blank does not count."""
    found: set[int] = set()
    if len(palette) > 2:
        places = [oklab(colour) for colour in palette[1:]]
        for (one, place), (other, there) in combinations(enumerate(places, 1), 2):
            light, red_green, blue_yellow = (a - b for a, b in zip(place, there, strict=True))
            if hypot(light, _HUE_WEIGHT * red_green, _HUE_WEIGHT * blue_yellow) < _MAX_LOOKALIKE_DISTANCE:
                found |= {one, other}
    return found


def draw_symbol(
    draw: ImageDraw.ImageDraw, area: tuple[float, float, float, float], symbol: Symbol, colour: Colour
) -> None:
    """Draw a symbol into the middle of a painted area.

    Parameters
    ----------
    area : its left, top, right and bottom.
    colour : the area's, which the symbol contrasts with.
    """
    for corners, tone in symbol_areas(area, symbol, colour):
        draw.polygon(corners, fill=tone)


def symbol_areas(
    area: tuple[float, float, float, float], symbol: Symbol, colour: Colour
) -> Iterator[tuple[list[tuple[float, float]], Colour]]:
    """The parts of a symbol in the middle of an area: corners (x, y) with the colour between them, in order.

    Parameters
    ----------
    area, colour : as in `draw_symbol`.
    """
    left, top, right, bottom = area
    x, y, unit = (left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top)
    solid = _HOLLOW.get(symbol, symbol)
    for corners in _solid(solid, x, y, unit):
        yield corners, blended(colour, ink_on(colour), _INK_SHARE)
    for corners in _solid(solid, x, y, _HOLE * unit) if solid is not symbol else ():
        yield corners, colour


def blended(colour: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours.

    share : of the other one, 0..1.
    """
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _solid(symbol: Symbol, x: float, y: float, unit: float) -> Iterator[list[tuple[float, float]]]:
    """Return the corners of the parts of a symbol without a hole."""
    radius = _RADIUS * unit
    if symbol is Symbol.SQUARE:
        half = _SQUARE_HALF * unit
        yield [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    elif symbol in (Symbol.PLUS, Symbol.CROSS):
        turn = pi / 4 if symbol is Symbol.CROSS else 0.0
        for quarter in (0, 1):
            yield _bar(x, y, radius, _ARM_HALF * unit, turn + quarter * pi / 2)
    elif symbol is Symbol.CIRCLE:
        angles = [2 * pi * corner / _ROUND_CORNERS for corner in range(_ROUND_CORNERS)]
        yield [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    else:
        yield _corners(symbol, x, y, radius)


def _corners(symbol: Symbol, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return the corners of a diamond, a triangle or a star around a point."""
    count, first, depth = {
        Symbol.TRIANGLE: (3, -pi / 2, 1.0),
        Symbol.TRIANGLE_DOWN: (3, pi / 2, 1.0),
        Symbol.DIAMOND: (4, -pi / 2, 1.0),
        Symbol.STAR: (10, -pi / 2, 0.42),  # every other corner lies so deep
    }[symbol]
    reach = 1.15 * radius  # their corners are thin: with the same radius they would look smaller
    radii = [reach * (depth if corner % 2 else 1.0) for corner in range(count)]
    angles = [first + 2 * pi * corner / count for corner in range(count)]
    middle = y + reach / 4 * sin(-first) if count == 3 else y  # the middle of a triangle's height
    return [(x + r * cos(angle), middle + r * sin(angle)) for r, angle in zip(radii, angles, strict=True)]


def _bar(x: float, y: float, reach: float, half: float, angle: float) -> list[tuple[float, float]]:
    """Return the corners of a bar around a point, turned by an angle."""
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    return [
        (x + a * along[0] + b * across[0], y + a * along[1] + b * across[1])
        for a, b in ((-reach, -half), (reach, -half), (reach, half), (-reach, half))
    ]
