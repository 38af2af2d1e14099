"""Draws what one cell shows, with smooth edges: it is drawn enlarged, then scaled down."""

from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from picrosser.drawing.puzzle_parts import ink_on
from picrosser.drawing.symbols import Symbol, blended, symbol_areas
from picrosser.puzzles.picture import Colour

MIN_TILE_PX = 6
"""Smaller cells have no room for a symbol or a frame."""
RED: Colour = (214, 0, 28)
DARK: Colour = (16, 16, 20)
LIGHT: Colour = (255, 255, 255)
_ENLARGED = 4  # how many times larger a cell is drawn
# The rest in units of a cell's shorter side.
FRAME = 0.12, 0.06
"""Inset and stroke of the line inside a cell or a piece that is new on a board that is partly filled."""
_FRAME_INK_SHARE = 0.6  # of black or white in the frame's tone; the rest is the cell's colour
_BLANK_GAP, _BLANK_STROKE = 0.26, 0.07  # of the thin cross in a blank cell
_CROSS_SIDE, _CROSS_STROKE = 0.38, 0.10  # of the cross of a mistake
_CROSS_CORNER, _CROSS_SIDE_BESIDE = 0.2, 0.28  # where it begins, and its side, if there is a swatch, too
_SWATCH, _SWATCH_INSET, _SWATCH_RIM = 0.58, 0.14, 0.08
_SYMBOL_FAR, _SYMBOL_NEAR = 0.42, -0.04  # from the corner of a swatch to the area of a symbol in it
_TEXT = 0.46
_SHARE_BESIDE_SIGN = 0.72  # of the cell, for each of a number and the cross or symbol beside it

Area = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of an enlarged cell."""


@lru_cache(maxsize=256)
def cell_tile(
    width: int,
    height: int,
    colour: Colour | None,
    *,
    symbol: Symbol | None = None,
    text: str = "",
    is_framed: bool = False,
    is_blank: bool = False,
) -> Image.Image:
    """Return what a cell shows, RGBA; not to be changed.

    colour : fills it; None leaves it transparent.
    text : a number or a question mark; beside a symbol or a cross it stands at the upper left.
    is_framed : with a thin line inside its edges, which means that it is new.
    is_blank : with a thin cross, which means that it stays blank.
    """
    tile, draw = _enlarged(width, height, colour)
    whole: Area = (0.0, 0.0, float(tile.width), float(tile.height))
    ground, text_at, sign_at = colour or LIGHT, whole, whole
    if is_framed:
        # Whole pixels of the cell, or the line would be blurred.
        inset, stroke = (_ENLARGED * max(1, round(part * min(width, height))) for part in FRAME)
        at = (inset, inset, tile.width - 1 - inset, tile.height - 1 - inset)
        draw.rectangle(at, outline=frame_tone(ground), width=stroke)
    if text and (is_blank or symbol is not None):
        share = _SHARE_BESIDE_SIGN
        text_at = (0.0, 0.0, share * tile.width, share * tile.height)
        sign_at = ((1 - share) * tile.width, (1 - share) * tile.height, *whole[2:])
    if is_blank:
        left, top, right, bottom = sign_at
        side = min(right - left, bottom - top)
        gap, stroke = _BLANK_GAP * side, max(_ENLARGED, round(_BLANK_STROKE * side))
        grey: Colour = (96, 96, 102) if ink_on(ground) == (0, 0, 0) else (188, 188, 194)
        for ends in _diagonals((left + gap, top + gap, right - gap, bottom - gap)):
            draw.line(ends, fill=grey, width=stroke)
    for corners, tone in symbol_areas(sign_at, symbol, ground):
        draw.polygon(corners, fill=tone)
    if text:
        is_dark = colour is None or ink_on(ground) == LIGHT
        _write(draw, text_at, text, *((LIGHT, DARK) if is_dark else (DARK, LIGHT)))
    return tile.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def mistake_tile(
    width: int, height: int, right: Colour | None = None, symbol: Symbol | None = None
) -> Image.Image:
    """Return a transparent cell with the red and white cross of a mistake, RGBA; not to be changed.

    right, symbol : the right colour, which fills the lower right corner, and its symbol; None for neither.
    """
    tile, draw = _enlarged(width, height, None)
    unit = min(tile.size)
    side = unit * (_CROSS_SIDE_BESIDE if right else _CROSS_SIDE)
    left, top = (_CROSS_CORNER * unit,) * 2 if right else ((tile.width - side) / 2, (tile.height - side) / 2)
    if right is not None:
        x, y = (length - _SWATCH_INSET * unit for length in tile.size)
        for size, colour in ((_SWATCH + _SWATCH_RIM, LIGHT), (_SWATCH, right)):
            draw.polygon(((x, y), (x - size * unit, y), (x, y - size * unit)), fill=colour)
        near, far = _SYMBOL_NEAR * unit, _SYMBOL_FAR * unit
        for corners, tone in symbol_areas((x - far, y - far, x - near, y - near), symbol, right):
            draw.polygon(corners, fill=tone)
    for stroke, colour in ((2 * _CROSS_STROKE * unit, LIGHT), (_CROSS_STROKE * unit, RED)):
        for ends in _diagonals((left, top, left + side, top + side)):
            draw.line(ends, fill=colour, width=max(_ENLARGED, round(stroke)))
            for x, y in (ends[:2], ends[2:]):  # round ends
                draw.ellipse((x - stroke / 2, y - stroke / 2, x + stroke / 2, y + stroke / 2), fill=colour)
    return tile.resize((width, height), Image.Resampling.BOX)


def frame_tone(colour: Colour) -> Colour:
    """Return the colour of the line that says that something of this colour is new."""
    return blended(colour, ink_on(colour), _FRAME_INK_SHARE)


def _enlarged(width: int, height: int, colour: Colour | None) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    ground = (0, 0, 0, 0) if colour is None else (*colour, 255)
    tile = Image.new("RGBA", (width * _ENLARGED, height * _ENLARGED), ground)
    return tile, ImageDraw.Draw(tile)


def _diagonals(area: Area) -> tuple[Area, Area]:
    """Return the two strokes of a cross that fills an area, from end to end."""
    left, top, right, bottom = area
    return (left, top, right, bottom), (left, bottom, right, top)


def _write(draw: ImageDraw.ImageDraw, area: Area, text: str, ink: Colour, halo: Colour) -> None:
    """Write into the middle of an area."""
    left, top, right, bottom = area
    unit = min(right - left, bottom - top)
    shape = font(max(4, _TEXT * unit * (1.0 if len(text) < 2 else 0.8)))
    stroke, middle = max(1, round(0.05 * unit)), ((left + right) / 2, (top + bottom) / 2)
    draw.text(middle, text, fill=ink, font=shape, anchor="mm", stroke_width=stroke, stroke_fill=halo)


@cache
def font(size_px: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the typeface that comes with Pillow, so that it is the same everywhere."""
    return ImageFont.load_default(size_px)
