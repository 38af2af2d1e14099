"""Marks cells of a screenshot: mistakes, or the next steps of the solution.

Every mark is light and dark side by side, so that it shows on any painted colour and for colour-blind players
too: a mistake is recognised by its cross, not by the red colour. Marks are drawn enlarged and scaled down,
for smooth edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFont

from picrosser.drawing.cell_tiles import ENLARGED, draw_thin_cross, scaled_down
from picrosser.drawing.overlay import paint_over
from picrosser.drawing.symbols import Symbol, draw_symbol
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.tiles import find_tiles
from picrosser.puzzles.checking import Axis
from picrosser.puzzles.picture import Cell, Colour

_RED: Colour = (214, 0, 28)
_BLUE: Colour = (0, 84, 214)
_DARK: Colour = (16, 16, 20)
_LIGHT: Colour = (255, 255, 255)
MISTAKE_BANDS: tuple[Colour, ...] = (_LIGHT, _RED, _LIGHT)
UNCLEAR_BANDS: tuple[Colour, ...] = (_LIGHT, _DARK)
NEW_BANDS: tuple[Colour, ...] = (_LIGHT, _DARK, _LIGHT)
PLACE_BANDS: tuple[Colour, ...] = (_LIGHT, _BLUE, _LIGHT)
"""Bands of an outline, from outside: of mistakes, of what is unclear, of what is new, of where to look."""
# The rest in fractions of the pitch; widths are those of one band of an outline.
_BAND = 0.075
_THIN_BAND = 0.6  # of the others: the outer two of three
_CROSS_FROM, _CROSS_TO, _STROKE = 0.22, 0.60, 0.10
_SWATCH = 0.40
_LINE_BAND = 0.07
_NUMBER = 0.46
_SHARE_BESIDE_SIGN = 0.72  # of the cell, for each of a number and the cross or symbol beside it

NO_SYMBOLS: Mapping[Cell, Symbol | None] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class StepMark:
    """One step to show.

    cells : the cells that are decided, with their colours.
    axis, line : the row or column (from 0) that decides them; None for no line.
    blank : the decided cells that stay blank, which get a cross.
    symbols : the symbols of cells whose colours have one.
    also : further rows and columns that decide them.
    """

    cells: Mapping[Cell, Colour]
    axis: Axis | None = None
    line: int | None = None
    blank: Sequence[Cell] = ()
    symbols: Mapping[Cell, Symbol | None] = field(default_factory=dict)
    also: Sequence[tuple[Axis, int]] = ()


def mark_mistakes(
    screenshot: RGB,
    lattice: Lattice,
    wrong: Mapping[Cell, Colour | None],
    unsure: Sequence[Cell] = (),
    *,
    symbols: Mapping[Cell, Symbol | None] = NO_SYMBOLS,
) -> Image.Image:
    """Mark wrong cells: a red and white box, a cross, and a swatch of the right colour in the corner.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it; the board may be tilted.
    wrong : the wrong cells with their right colours; None does not show which one that is.
    unsure : cells that could not be read clearly, which get a question mark.
    symbols : those of the right colours, for the wrong cells.

    Returns
    -------
    An RGB image of the screenshot's size.

    Examples
    --------
    >>> checked = picrosser.check_screenshot("played.png")
    >>> solved, (mistake, *_) = checked.solved, checked.found.mistakes
    >>> right = solved.puzzle.palette[mistake.right]
    >>> picrosser.mark_mistakes(solved.image, solved.lattice, {mistake.cell: right}).size
    (720, 1440)
    """
    lattice = _of_tiles(screenshot, lattice)

    def paint(image: Image.Image) -> None:
        for cell in unsure:
            box = lattice.cell(*cell)
            _paste(image, box, _question(box.width, box.height))
        for cell, right in wrong.items():
            box = lattice.cell(*cell)
            _paste(image, box, _mistake(box.width, box.height, right, symbols.get(cell)))

    return paint_over(screenshot, lattice, paint)


def mark_steps(screenshot: RGB, lattice: Lattice, steps: Sequence[StepMark]) -> Image.Image:
    """Paint the cells of steps in their colours, outlined, and frame the lines that decide them.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it; the board may be tilted.
    steps : in order; if there are several, each cell shows its step's number, from 1.

    Returns
    -------
    An RGB image of the screenshot's size.

    Examples
    --------
    >>> from picrosser.drawing.marks import StepMark
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> step = StepMark({(0, 0): solved.puzzle.palette[1]}, "row", 0)
    >>> picrosser.mark_steps(solved.image, solved.lattice, [step]).save("marked.png")
    """
    lattice = _of_tiles(screenshot, lattice)

    def paint(image: Image.Image) -> None:
        for step in steps:
            own = [] if step.axis is None or step.line is None else [(step.axis, step.line)]
            for axis, line in (*own, *step.also):
                _frame(image, _line_box(lattice, axis, line), lattice.pitch_px)
        for number, step in enumerate(steps, 1):
            for cell, colour in step.cells.items():
                box = lattice.cell(*cell)
                text = str(number) if len(steps) > 1 else ""
                is_blank, symbol = cell in step.blank, step.symbols.get(cell)
                tile = _decided(box.width, box.height, colour, text, is_blank, symbol)
                _paste(image, box, tile)

    return paint_over(screenshot, lattice, paint)


def _of_tiles(screenshot: RGB, lattice: Lattice) -> Lattice:
    """The lattice, moved onto the board's tiles if it has any."""
    tiles = find_tiles(screenshot, lattice)
    return lattice if tiles is None else tiles.lattice


def _paste(image: Image.Image, box: Box, tile: Image.Image) -> None:
    image.paste(tile, (box.left, box.top), tile)


def _line_box(lattice: Lattice, axis: Axis, line: int) -> Box:
    rows, cols = lattice.shape
    if axis == "row":
        first, last = lattice.cell(line, 0), lattice.cell(line, cols - 1)
    else:
        first, last = lattice.cell(0, line), lattice.cell(rows - 1, line)
    return Box(first.top, first.left, last.bottom, last.right)


def _frame(image: Image.Image, box: Box, pitch_px: float) -> None:
    """Frame a line from outside, so that its cells stay visible: light, blue, light."""
    draw = ImageDraw.Draw(image)
    band = max(1, round(_LINE_BAND * pitch_px))
    thin = max(1, band // 2)
    for grow, width, colour in ((band + 2 * thin, band + 2 * thin, _LIGHT), (band + thin, band, _BLUE)):
        at = (box.left - grow, box.top - grow, box.right - 1 + grow, box.bottom - 1 + grow)
        draw.rectangle(at, outline=colour, width=width)


@lru_cache(maxsize=64)
def _mistake(width: int, height: int, right: Colour | None, symbol: Symbol | None) -> Image.Image:
    tile, draw, unit = _tile(width, height)
    _outline(draw, tile.size, unit, MISTAKE_BANDS)
    _cross(draw, (_CROSS_FROM * unit, _CROSS_FROM * unit), unit)
    if right is None:
        return scaled_down(tile, width, height)
    far = tile.width - round(1.2 * _BAND * unit), tile.height - round(1.2 * _BAND * unit)
    side = round(_SWATCH * unit)
    for inset, colour in ((0.0, _LIGHT), (0.035, _DARK), (0.085, right)):
        gap = round(inset * unit)
        draw.rectangle((far[0] - side + gap, far[1] - side + gap, far[0] - gap, far[1] - gap), fill=colour)
    if symbol is not None:
        draw_symbol(draw, (far[0] - side, far[1] - side, *far), symbol, right)
    return scaled_down(tile, width, height)


def _cross(draw: ImageDraw.ImageDraw, at: tuple[float, float], unit: float) -> None:
    """Draw the red and white cross of a mistake; `at` is its upper left corner."""
    (left, top), side = at, (_CROSS_TO - _CROSS_FROM) * unit
    right, bottom = left + side, top + side
    for stroke, colour in ((2 * _STROKE, _LIGHT), (_STROKE, _RED)):
        for ends in ((left, top, right, bottom), (left, bottom, right, top)):
            draw.line(ends, fill=colour, width=max(ENLARGED, round(stroke * unit)))
            _round_ends(draw, ends, stroke * unit / 2, colour)


@lru_cache(maxsize=16)
def cross_tile(width: int, height: int) -> Image.Image:
    """Return a transparent cell with the cross of a mistake in its middle, RGBA; not to be changed."""
    tile, draw, unit = _tile(width, height)
    half = (_CROSS_TO - _CROSS_FROM) * unit / 2
    _cross(draw, (tile.width / 2 - half, tile.height / 2 - half), unit)
    return scaled_down(tile, width, height)


@lru_cache(maxsize=16)
def text_tile(width: int, height: int, text: str) -> Image.Image:
    """Return a transparent cell with a number or a question mark, RGBA; not to be changed."""
    tile, draw, _ = _tile(width, height)
    _write(draw, (0, 0, *tile.size), text, _LIGHT, _DARK)
    return scaled_down(tile, width, height)


@lru_cache(maxsize=64)
def _question(width: int, height: int) -> Image.Image:
    tile, draw, unit = _tile(width, height)
    _outline(draw, tile.size, unit, UNCLEAR_BANDS)
    _write(draw, (0, 0, *tile.size), "?", _LIGHT, _DARK)
    return scaled_down(tile, width, height)


@lru_cache(maxsize=256)
def _decided(
    width: int, height: int, colour: Colour, text: str, is_blank: bool, symbol: Symbol | None
) -> Image.Image:
    tile, draw, unit = _tile(width, height)
    draw.rectangle((0, 0, *tile.size), fill=(*colour, 255))
    _outline(draw, tile.size, unit, NEW_BANDS)
    light = colour[0] * 0.299 + colour[1] * 0.587 + colour[2] * 0.114 > 127
    number_at = sign_at = (0.0, 0.0, float(tile.width), float(tile.height))
    if text and (is_blank or symbol is not None):
        share = _SHARE_BESIDE_SIGN  # of the cell: a number above, to the left of a cross or a symbol
        number_at = (0.0, 0.0, share * tile.width, share * tile.height)
        right, bottom = tile.width - _BAND * unit, tile.height - _BAND * unit
        sign_at = ((1 - share) * right, (1 - share) * bottom, right, bottom)
    if is_blank:
        draw_thin_cross(draw, sign_at, colour)
    if symbol is not None:
        draw_symbol(draw, sign_at, symbol, colour)
    if text:
        ink, halo = (_DARK, _LIGHT) if light else (_LIGHT, _DARK)
        _write(draw, number_at, text, ink, halo)
    return scaled_down(tile, width, height)


def _tile(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw, float]:
    """Return an enlarged, transparent cell to draw on, and its shorter side."""
    tile = Image.new("RGBA", (width * ENLARGED, height * ENLARGED), (0, 0, 0, 0))
    return tile, ImageDraw.Draw(tile), float(min(tile.size))


def _outline(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], unit: float, colours: Sequence[Colour]
) -> None:
    """Draw bands along the inside of the edge of a tile, from outside; the middle one of three is wider."""
    inset = 0
    for colour, band in band_widths(colours, unit, ENLARGED):
        if 2 * (inset + band) < min(size):  # tiny cells have no room for all bands
            at = (inset, inset, size[0] - 1 - inset, size[1] - 1 - inset)
            draw.rectangle(at, outline=colour, width=band)
        inset += band


def band_widths(colours: Sequence[Colour], unit: float, least: int = 1) -> list[tuple[Colour, int]]:
    """Return the bands of an outline with their widths, from outside; the middle one of three is wider.

    unit : the shorter side of a cell, in the pixels of the drawing.
    least : the width of a thin band at small sizes.
    """
    return [
        (colour, max(least, round((1.0 if len(colours) < 3 or number == 1 else _THIN_BAND) * _BAND * unit)))
        for number, colour in enumerate(colours)
    ]


def _round_ends(
    draw: ImageDraw.ImageDraw, ends: tuple[float, float, float, float], radius: float, colour: Colour
) -> None:
    """Round the ends of a stroke."""
    for x, y in (ends[:2], ends[2:]):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _write(
    draw: ImageDraw.ImageDraw, area: tuple[float, float, float, float], text: str, ink: Colour, halo: Colour
) -> None:
    """Write into the middle of an area: its left, top, right and bottom."""
    left, top, right, bottom = area
    unit = min(right - left, bottom - top)
    font = ImageFont.load_default(max(4, _NUMBER * unit * (1.0 if len(text) < 2 else 0.8)))
    stroke = max(1, round(0.05 * unit))
    middle = (left + right) / 2, (top + bottom) / 2
    draw.text(middle, text, fill=ink, font=font, anchor="mm", stroke_width=stroke, stroke_fill=halo)
