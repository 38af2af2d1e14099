"""Draws a puzzle as an image that could be printed: the board with the hints beside it.

Undecided cells are a checker of light and dark squares, which looks like no colour of a puzzle.
"""

from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from picrosser.drawing.cell_tiles import MIN_TILE_PX, cell_tile, font
from picrosser.drawing.puzzle_parts import CHECKER, GROUP, HintMark, hint_marks, picture_to_draw, placed_marks
from picrosser.drawing.symbols import palette_symbols
from picrosser.errors import OutputRefusedError
from picrosser.imaging.pixels import Box
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

MIN_HINTS_CELL_PX = 12
"""Smaller cells have no room for numbers of two digits."""
MAX_SHEET_PX = 300_000_000
"""Of a drawing: 6 bytes of memory for each. 512 x 512 random cells have 252 million with their hints."""
_THIN_LINE: Colour = (150, 150, 150)
_THICK_LINE: Colour = (60, 60, 60)
_SQUARES = 4  # squares of the checker along a side of a cell
_DIGIT_SIZE, _SMALL_DIGIT_SIZE = 0.62, 0.5  # of a cell: one digit alone; two digits, or inside a circle
_TILE_MARGIN = 0.08  # of a cell
_HINT_GAP = 0.15  # of a cell: between hints and board


def sheet(
    puzzle: LinePuzzle,
    picture: Picture | None = None,
    *,
    cell_px: int = 24,
    hints: bool = True,
    symbols: bool = False,
) -> Image.Image:
    """Draw a puzzle, with its solution or without, as an RGB image with the board at its lower right.

    picture : UNKNOWN cells become a checker; None for an empty board. Another shape is a ValueError.
    cell_px : the side of a cell with its line; at least 2, with hints at least MIN_HINTS_CELL_PX.
    hints : draw them beside the board, each in its colour, circled numbers in a circle.
    symbols : draw one into each painted cell.

    Raises OutputRefusedError: it would have more pixels than MAX_SHEET_PX.
    """
    shown = picture_to_draw(puzzle, picture)
    left, top = board_place(puzzle, cell_px) if hints else (0, 0)
    rows, cols = puzzle.shape
    width, height = left + cols * cell_px, top + rows * cell_px
    if width * height > MAX_SHEET_PX:
        seen = f"a drawing of {width} x {height} pixels is too large"
        raise OutputRefusedError(seen, "choose a smaller --cell, or *.svg")
    board = board_image(shown, cell_px, symbols=symbols)
    if not hints:
        return board
    if cell_px < MIN_HINTS_CELL_PX:
        raise ValueError(f"cell_px is {cell_px}; hints need at least {MIN_HINTS_CELL_PX}")
    image = Image.new("RGB", (left + board.width, top + board.height), "white")
    image.paste(board, (left, top))
    draw = ImageDraw.Draw(image)
    for x, y, mark in placed_marks(puzzle, cell_px, left, top):
        _draw_mark(draw, Box(y, x, y + cell_px, x + cell_px), mark)
    return image


def board_place(puzzle: LinePuzzle, cell_px: int) -> tuple[int, int]:
    """Return where the board begins on a sheet with hints: x and y, in pixels."""
    gap_px = max(2, round(_HINT_GAP * cell_px))
    rows, cols = hint_marks(puzzle)
    return len(rows[0]) * cell_px + gap_px, len(cols[0]) * cell_px + gap_px


def board_image(picture: Picture, cell_px: int, *, symbols: bool = False) -> Image.Image:
    """Draw a picture on its own: square cells with thin lines, and a thick line every five cells.

    picture : UNKNOWN cells become a checker.
    cell_px : the side of a cell with its line, in pixels; 2 or more.
    symbols : draw one into each painted cell; cells below MIN_TILE_PX have no room for it.
    """
    if cell_px < 2:
        raise ValueError(f"cell_px is {cell_px}, it must be at least 2")
    rows, cols = picture.shape
    thick_px = 2 if cell_px >= 8 else 1
    tones = np.array(picture.palette, np.uint8)[np.maximum(picture.cells, EMPTY)]
    pixels = np.empty((rows * cell_px + thick_px, cols * cell_px + thick_px, 3), np.uint8)
    pixels[: rows * cell_px, : cols * cell_px] = tones.repeat(cell_px, axis=0).repeat(cell_px, axis=1)
    for step, width_px, tone in ((1, 1, _THIN_LINE), (GROUP, thick_px, _THICK_LINE)):
        for row in {*range(0, rows + 1, step), rows}:
            pixels[row * cell_px : row * cell_px + width_px] = tone
        for col in {*range(0, cols + 1, step), cols}:
            pixels[:, col * cell_px : col * cell_px + width_px] = tone
    image, side = Image.fromarray(pixels), cell_px - thick_px
    shapes = palette_symbols(picture.palette, every=True)
    for row, col in np.argwhere(picture.cells != EMPTY).tolist():
        value, at = int(picture.cells[row, col]), (col * cell_px + thick_px, row * cell_px + thick_px)
        if value == UNKNOWN:
            image.paste(checker(max(1, side)), at)
        elif symbols and side >= MIN_TILE_PX:
            image.paste(cell_tile(side, side, picture.palette[value], symbol=shapes[value]), at)
    return image


@cache
def checker(side_px: int) -> Image.Image:
    """Return an undecided cell: light and dark squares."""
    along = np.arange(side_px) * _SQUARES // side_px
    dark = (along[:, None] + along[None, :]) % 2
    return Image.fromarray(np.array(CHECKER, dtype=np.uint8)[dark])


def _draw_mark(draw: ImageDraw.ImageDraw, box: Box, mark: HintMark) -> None:
    margin = max(1, round(_TILE_MARGIN * box.width))
    inner = (box.left + margin, box.top + margin, box.right - margin, box.bottom - margin)
    if mark.colour is not None:
        draw.rectangle(inner, mark.colour, mark.ink if mark.has_edge else None)
    if mark.circled:
        ring = inner[0] + 1, inner[1] + 1, inner[2] - 1, inner[3] - 1
        draw.ellipse(ring, None, mark.ink, max(1, box.width // 14))
    size = _DIGIT_SIZE if len(mark.text) == 1 and not mark.circled else _SMALL_DIGIT_SIZE
    draw.text(box.middle[::-1], mark.text, mark.ink, font(size * box.width), anchor="mm")
