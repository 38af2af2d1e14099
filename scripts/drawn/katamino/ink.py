"""Draw pieces, numbers, words and lines on a canvas of floats. Places are float pixels, (top, left)."""

from collections.abc import Iterable

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from drawn.canvas import Pixels, coverage, fill_box, stamp
from drawn.glyphs import FontFace, load_font
from drawn.icons import shaded
from drawn.katamino.look import Look
from picrosser.puzzles.picture import Cell, Colour

_FINE = 4  # stencils are drawn so many times too large, for soft edges
_MARGIN_PX = 4  # round a stencil: lines and shadows stick out
_FONT_SIZE = 1.35  # of the height of a digit
_BEVEL = 0.12  # of a cell: the width of its light and dark edges
_SHADOW = 0.12  # of a cell: how far it falls


def draw_piece(
    pixels: Pixels, cells: Iterable[Cell], place: tuple[float, float], look: Look, colour: Colour
) -> None:
    """Draw a piece, or any cells; the upper left corner of cell (0, 0) is at `place`."""
    shape = sorted(cells)
    height, width = look.cell_px
    top, left = int(place[0]) - _MARGIN_PX, int(place[1]) - _MARGIN_PX
    offset = place[0] - top, place[1] - left
    face = _face(shape, offset, look)
    if look.shadow:
        soft = face.filter(ImageFilter.GaussianBlur(_FINE * height * 0.06))
        fall = round(_SHADOW * height)
        stamp(pixels, coverage(soft.reduce(_FINE)), top + fall, left + fall, (0, 0, 0), look.shadow)
    stamp(pixels, coverage(face.reduce(_FINE)), top, left, colour)
    if look.bevel:
        for row, col in shape:
            _bevel(pixels, place[0] + row * height, place[1] + col * width, look)
    inner, outer = _edges(shape)
    for edges, thick, tone in (
        (inner, look.grid, shaded(colour, 0.6)),
        (outer, look.outline, look.outline_tone),
    ):
        if thick:
            lines = _lines(edges, offset, look, max(1.0, thick * height))
            stamp(pixels, coverage(lines.reduce(_FINE)), top, left, tone)


def draw_number(
    pixels: Pixels,
    number: int,
    cells: Iterable[Cell],
    place: tuple[float, float],
    look: Look,
    colour: Colour,
    moved: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Write a piece's number where the look puts it: in one of its cells, or in a free corner of its box.

    moved : down and right, in cells.
    """
    shape = sorted(cells)
    height, width = look.cell_px
    if look.numbers == "inside":
        middle = np.mean(shape, axis=0)
        row, col = min(shape, key=lambda cell: float(np.square(cell - middle).sum()))
        tone: Colour = (0, 0, 0) if sum(colour) > 380 else (255, 255, 255)
        at, size = (row + 0.5, col + 0.5), 0.62
    else:
        rows, cols = (1 + max(cell[axis] for cell in shape) for axis in (0, 1))
        free = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in shape]
        at = (free[-1][0] + 0.5, free[-1][1] + 0.5) if free else (rows / 2, cols + 0.6)
        at, tone, size = (at[0] + moved[0], at[1] + moved[1]), look.ink, 0.8
    where = place[0] + at[0] * height, place[1] + at[1] * width
    write(pixels, str(number), where, look.font, size * min(height, width), tone)


def write(
    pixels: Pixels,
    text: str,
    place: tuple[float, float],
    face: FontFace,
    size_px: float,
    colour: Colour,
    anchor: str = "mm",
) -> None:
    """Write a line of text; `anchor`, as in Pillow, says which point of the text is at `place`."""
    font = _font(face, size_px)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text, anchor=anchor))
    mask = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(mask).text((2 - left, 2 - top), text, 255, font, anchor=anchor)
    stamp(pixels, coverage(mask), round(place[0]) + top - 2, round(place[1]) + left - 2, colour)


def width_px(text: str, face: FontFace, size_px: float) -> float:
    return _font(face, size_px).getlength(text)


def _font(face: FontFace, size_px: float) -> ImageFont.FreeTypeFont:
    return load_font(face, max(6, round(size_px * _FONT_SIZE)))


def line(
    pixels: Pixels, start: tuple[float, float], stop: tuple[float, float], width: float, colour: Colour
) -> None:
    """Draw a vertical or horizontal line, centred between two places."""
    half = width / 2
    fill_box(pixels, start[0] - half, start[1] - half, stop[0] + half, stop[1] + half, colour)


def _face(shape: list[Cell], offset: tuple[float, float], look: Look) -> Image.Image:
    mask = _blank(shape, look)
    pen = ImageDraw.Draw(mask)
    radius = round(look.rounding * look.cell_px[0] * _FINE)
    for row, col in shape:
        top, left, bottom, right = _corners(row, col, offset, look)
        inset = round(look.gap / 2 * look.cell_px[0] * _FINE)
        box = left + inset, top + inset, right - 1 - inset, bottom - 1 - inset
        if look.gap and radius:
            pen.rounded_rectangle(box, radius, 255)
        else:
            pen.rectangle(box, 255)
    if radius and not look.gap:  # the corners of the whole
        mask = mask.filter(ImageFilter.GaussianBlur(radius)).point(lambda value: 255 * (value > 127))
    return mask


def _lines(
    edges: Iterable[tuple[Cell, Cell]], offset: tuple[float, float], look: Look, width_px: float
) -> Image.Image:
    ends = [end for edge in edges for end in edge]
    mask = _blank(ends, look)
    pen = ImageDraw.Draw(mask)
    half = width_px * _FINE / 2
    for start, stop in edges:
        top, left, _, _ = _corners(*start, offset, look)
        bottom, right, _, _ = _corners(*stop, offset, look)
        pen.rectangle((left - half, top - half, right + half - 1, bottom + half - 1), 255)
    return mask


def _edges(shape: list[Cell]) -> tuple[list[tuple[Cell, Cell]], list[tuple[Cell, Cell]]]:
    """The edges between the cells of a shape, and those round it, as pairs of corners."""
    inner, outer = [], []
    for row, col in shape:
        for near, edge in (
            ((row - 1, col), ((row, col), (row, col + 1))),
            ((row, col - 1), ((row, col), (row + 1, col))),
            ((row + 1, col), ((row + 1, col), (row + 1, col + 1))),
            ((row, col + 1), ((row, col + 1), (row + 1, col + 1))),
        ):
            (inner if near in shape else outer).append(edge)
    return inner, outer


def _corners(row: int, col: int, offset: tuple[float, float], look: Look) -> tuple[int, int, int, int]:
    """Top, left, bottom and right of a cell in a fine stencil; neighbours share edges, so no seam appears."""
    height, width = look.cell_px
    top, bottom = (round((offset[0] + (row + more) * height) * _FINE) for more in (0, 1))
    left, right = (round((offset[1] + (col + more) * width) * _FINE) for more in (0, 1))
    return top, left, bottom, right


def _blank(cells: Iterable[Cell], look: Look) -> Image.Image:
    placed = list(cells)
    rows, cols = (1 + max(cell[axis] for cell in placed) for axis in (0, 1))
    height, width = (
        int(count * side) + 3 * _MARGIN_PX for count, side in zip((rows, cols), look.cell_px, strict=True)
    )
    return Image.new("L", (width * _FINE, height * _FINE))


def _bevel(pixels: Pixels, top: float, left: float, look: Look) -> None:
    height, width = look.cell_px
    deep, wide = _BEVEL * height, _BEVEL * width
    bottom, right = top + height, left + width
    fill_box(pixels, top, left, top + deep, right, (255, 255, 255), look.bevel)
    fill_box(pixels, top + deep, left, bottom, left + wide, (255, 255, 255), look.bevel * 0.7)
    fill_box(pixels, bottom - deep, left, bottom, right, (0, 0, 0), look.bevel)
    fill_box(pixels, top, right - wide, bottom - deep, right, (0, 0, 0), look.bevel * 0.7)
