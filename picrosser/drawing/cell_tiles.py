"""Draws what one cell shows, with smooth edges: it is drawn enlarged, then scaled down."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from picrosser.drawing.puzzle_parts import ink_on
from picrosser.drawing.symbols import Symbol, blended, draw_symbol
from picrosser.puzzles.picture import Colour

ENLARGED = 4
"""How many times larger a cell is drawn."""
MIN_TILE_PX = 6
"""Smaller cells have no room for a symbol or a frame."""
# The rest in units of a cell's shorter side.
_CROSS_GAP, _CROSS_STROKE = 0.26, 0.07
FRAME_INSET, FRAME_STROKE = 0.12, 0.06
"""The line inside a cell or a piece that was there already."""
_FRAME_INK_SHARE = 0.6  # of black or white in the frame's tone; the rest is the cell's colour


@lru_cache(maxsize=256)
def painted_tile(
    width: int, height: int, colour: Colour, symbol: Symbol | None, is_framed: bool
) -> Image.Image:
    """Return a painted cell, RGB; not to be changed.

    Parameters
    ----------
    is_framed : with a thin line inside its edges, which means that the player has painted it already.
    """
    tile = Image.new("RGB", (width * ENLARGED, height * ENLARGED), colour)
    draw, unit = ImageDraw.Draw(tile), min(tile.size)
    if is_framed:
        inset = round(FRAME_INSET * unit)
        at = (inset, inset, tile.width - 1 - inset, tile.height - 1 - inset)
        draw.rectangle(at, outline=frame_tone(colour), width=max(ENLARGED, round(FRAME_STROKE * unit)))
    if symbol is not None:
        draw_symbol(draw, (0, 0, *tile.size), symbol, colour)
    return scaled_down(tile, width, height)


def frame_tone(colour: Colour) -> Colour:
    """Return the colour of the line that says that something of this colour was there already."""
    return blended(colour, ink_on(colour), _FRAME_INK_SHARE)


@lru_cache(maxsize=16)
def blank_tile(width: int, height: int, colour: Colour) -> Image.Image:
    """Return a blank cell with a thin cross, RGB; not to be changed."""
    tile = Image.new("RGB", (width * ENLARGED, height * ENLARGED), colour)
    draw_thin_cross(ImageDraw.Draw(tile), (0, 0, *tile.size), colour)
    return scaled_down(tile, width, height)


def draw_thin_cross(
    draw: ImageDraw.ImageDraw, area: tuple[float, float, float, float], colour: Colour
) -> None:
    """Draw a thin grey cross into an area of an enlarged cell of this colour: it stays blank.

    area : its left, top, right and bottom.
    """
    unit = min(area[2] - area[0], area[3] - area[1])
    tone: Colour = (96, 96, 102) if ink_on(colour) == (0, 0, 0) else (188, 188, 194)
    gap = _CROSS_GAP * unit
    left, top, right, bottom = area[0] + gap, area[1] + gap, area[2] - gap, area[3] - gap
    for ends in ((left, top, right, bottom), (left, bottom, right, top)):
        draw.line(ends, fill=tone, width=max(ENLARGED, round(_CROSS_STROKE * unit)))


def scaled_down(tile: Image.Image, width: int, height: int) -> Image.Image:
    """Scale an enlarged cell down to its size in pixels."""
    return tile.resize((width, height), Image.Resampling.BOX)
