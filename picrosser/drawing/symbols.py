"""Symbols for cells whose colours are hard to tell apart: shapes, so that images need no font.

Hungry Cat shows the first four beside its slots and on its brushes. Colours that look alike to everybody, as
dark navy and dark brown, are found here; those that do to colour-blind players are a reason to ask for
symbols on all. Known weakness: there are twelve symbols, so the thirteenth colour has that of the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import combinations
from math import cos, hypot, pi, radians, sin

from picrosser.drawing.puzzle_parts import ink_on
from picrosser.puzzles.colour_names import oklab
from picrosser.puzzles.picture import Colour

Corners = tuple[tuple[float, float], ...]
"""(x, y) in units of the cell's shorter side."""

_HUE_WEIGHT = 2.0  # of Oklab's two opponent axes: at 1, a brown and a green would count as similar
# Distance in Oklab, with that weight; set by eye. On the real boards, a dark olive and a nearly black green
# are 0.186 apart, a pale green and a tan 0.16; a brown and a dark plum, which anybody can tell apart, 0.195.
_MAX_LOOKALIKE_DISTANCE = 0.19
_INK_SHARE = 0.5  # of black or white in a symbol's tone; the rest is the cell's colour
_HOLE = 0.55  # of a hollow symbol: the side of its hole, as a share of its own
_POINTED_RADIUS = 0.2875  # of the cell's shorter side: a triangle looks as large as a circle of 0.25


def _star(corners: int, first_deg: float, radius: float, inner: float | None = None) -> Corners:
    """A regular polygon around (0, 0), from its first corner; with `inner` every other one lies so deep."""
    radii = [radius if inner is None or number % 2 == 0 else inner for number in range(corners)]
    angles = [radians(first_deg) + 2 * pi * number / corners for number in range(corners)]
    return tuple((r * cos(angle), r * sin(angle)) for r, angle in zip(radii, angles, strict=True))


def _plus(turn_deg: float) -> Corners:
    """A plus around (0, 0), with arms of 0.16 x 0.25."""
    turn = radians(turn_deg)
    arm = ((-0.08, -0.08), (-0.08, -0.25), (0.08, -0.25))
    turns = [turn + quarter * pi / 2 for quarter in range(4)]
    return tuple((x * cos(t) - y * sin(t), x * sin(t) + y * cos(t)) for t in turns for x, y in arm)


_CIRCLE, _SQUARE = _star(36, 0, 0.25), _star(4, 45, 0.283)
_TRIANGLE = tuple((x, y + _POINTED_RADIUS / 4) for x, y in _star(3, -90, _POINTED_RADIUS))
_DIAMOND = _star(4, -90, _POINTED_RADIUS)


class Symbol(Enum):
    """The shapes, in the order of the colours: each with its corners, and whether it is hollow."""

    CIRCLE = _CIRCLE, False
    PLUS = _plus(0), False
    SQUARE = _SQUARE, False
    TRIANGLE = _TRIANGLE, False
    DIAMOND = _DIAMOND, False
    CROSS = _plus(45), False
    TRIANGLE_DOWN = tuple((x, -y) for x, y in _TRIANGLE), False
    STAR = _star(10, -90, _POINTED_RADIUS, 0.42 * _POINTED_RADIUS), False
    RING = _CIRCLE, True
    HOLLOW_SQUARE = _SQUARE, True
    HOLLOW_TRIANGLE = _TRIANGLE, True
    HOLLOW_DIAMOND = _DIAMOND, True


def palette_symbols(palette: tuple[Colour, ...], *, every: bool = False) -> tuple[Symbol | None, ...]:
    """Return a symbol for each colour of a palette, None for those that need none, as palette[0], blank.

    every : all colours get one; else only those that look nearly like another one.
    """
    order, needed = list(Symbol), range(1, len(palette)) if every else lookalikes(palette)
    return tuple(
        order[(colour - 1) % len(order)] if colour in needed else None for colour in range(len(palette))
    )


def lookalikes(palette: tuple[Colour, ...]) -> set[int]:
    """Return the colours, from 1, that look nearly like another one of the palette; blank does not count."""
    found: set[int] = set()
    places = enumerate(map(oklab, palette[1:]), 1)
    for (one, place), (other, there) in combinations(places, 2):
        light, red_green, blue_yellow = (a - b for a, b in zip(place, there, strict=True))
        if hypot(light, _HUE_WEIGHT * red_green, _HUE_WEIGHT * blue_yellow) < _MAX_LOOKALIKE_DISTANCE:
            found |= {one, other}
    return found


def symbol_areas(
    area: tuple[float, float, float, float], symbol: Symbol | None, colour: Colour
) -> Iterator[tuple[list[tuple[float, float]], Colour]]:
    """The parts of a symbol in the middle of an area: corners (x, y) with the colour between them, in order.

    area : its left, top, right and bottom; `colour` is its own, which the symbol contrasts with.
    """
    if symbol is None:
        return
    left, top, right, bottom = area
    x, y, unit = (left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top)
    solid, is_hollow = symbol.value
    ink = blended(colour, ink_on(colour), _INK_SHARE)
    for size, tone in ((unit, ink), *([(_HOLE * unit, colour)] if is_hollow else [])):
        yield [(x + size * across, y + size * down) for across, down in solid], tone


def blended(colour: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours.

    share : of the other one, 0..1.
    """
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(colour, other, strict=True))
    return red, green, blue
