"""Puzzle and picture in, an image with the hints beside the board out: what one would print.

Undecided cells are a checker of light and dark squares, so they look like no colour at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from picrosser.drawing.hint_marks import HintMark, hint_marks, in_tiles, ink_on
from picrosser.drawing.picture import plain
from picrosser.imaging.pixels import Box
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

SMALLEST_HINTS_PX = 12
"""Smaller cells have no room for numbers of two digits."""
PAPER: Colour = (255, 255, 255)
CHECKER: tuple[Colour, Colour] = ((222, 222, 222), (150, 150, 150))  # light, dark: apart on any ground
_SQUARES = 4  # of the checker, along a cell
_TEXT_SIZE, _TEXT_SIZE_WIDE = 0.62, 0.5  # of a cell: one digit alone; more, or in a circle
_TILE_MARGIN = 0.08  # of a cell
_PLAIN_INK: Colour = (30, 30, 30)
_AWAY_FROM_BOARD = 0.15  # of a cell: between hints and board


def blank(puzzle: LinePuzzle) -> Picture:
    """The board before anything is painted; cells that are given are."""
    cells = np.zeros(puzzle.shape, dtype=np.int8)
    given = getattr(puzzle, "given", None)
    if given is not None:
        cells = np.maximum(np.array(given, dtype=np.int8), EMPTY).astype(np.int8)
    return Picture(cells, puzzle.palette)


def sheet(
    puzzle: LinePuzzle, picture: Picture | None = None, *, cell_px: int = 24, hints: bool = True
) -> Image.Image:
    """Draw a puzzle, with its answer or without.

    Parameters
    ----------
    picture : UNKNOWN cells become a checker; None for an empty board.
    cell_px : the side of a cell with its line; at least 2, with hints at least SMALLEST_HINTS_PX.
    hints : draw them beside the board, each in its colour, circled numbers in a circle.

    Returns
    -------
    RGB; the board lies at its lower right.

    Raises
    ------
    ValueError : `cell_px` is too small, or the picture has another shape.
    """
    shown = blank(puzzle) if picture is None else picture
    if shown.shape != puzzle.shape:
        raise ValueError(f"the picture has {shown.shape} cells, the puzzle {puzzle.shape}")
    board = board_image(shown, cell_px)
    if not hints:
        return board
    if cell_px < SMALLEST_HINTS_PX:
        raise ValueError(f"cell_px is {cell_px}; hints need at least {SMALLEST_HINTS_PX}")
    left, top = board_place(puzzle, cell_px)
    image = Image.new("RGB", (left + board.width, top + board.height), PAPER)
    image.paste(board, (left, top))
    draw = ImageDraw.Draw(image)
    tiles = in_tiles(puzzle)
    for box, mark in _placed(puzzle, cell_px, left, top):
        _draw_mark(draw, box, mark, tiles)
    return image


def board_place(puzzle: LinePuzzle, cell_px: int) -> tuple[int, int]:
    """Where the board begins on a sheet with hints: x and y, in pixels."""
    away_px = max(2, round(_AWAY_FROM_BOARD * cell_px))
    rows, cols = hint_marks(puzzle)
    return len(rows[0]) * cell_px + away_px, len(cols[0]) * cell_px + away_px


def board_image(picture: Picture, cell_px: int) -> Image.Image:
    """The board alone, with thin lines, thick ones each five cells, and a checker where UNKNOWN."""
    cells = np.where(picture.cells == UNKNOWN, EMPTY, picture.cells).astype(np.int8)
    image = plain(Picture(cells, picture.palette), cell_px=cell_px)
    inset = 2 if cell_px >= 8 else 1
    tile = checker(max(1, cell_px - inset))
    for row, col in np.argwhere(picture.cells == UNKNOWN).tolist():
        image.paste(tile, (col * cell_px + inset, row * cell_px + inset))
    return image


@cache
def checker(side_px: int) -> Image.Image:
    """A cell of light and dark squares."""
    along = np.arange(side_px) * _SQUARES // side_px
    dark = (along[:, None] + along[None, :]) % 2
    return Image.fromarray(np.array(CHECKER, dtype=np.uint8)[dark])


def _placed(puzzle: LinePuzzle, cell_px: int, left: int, top: int) -> Iterator[tuple[Box, HintMark]]:
    rows, cols = hint_marks(puzzle)
    for row, line in enumerate(rows):
        for slot, mark in enumerate(line):
            y, x = top + row * cell_px, slot * cell_px
            yield Box(y, x, y + cell_px, x + cell_px), mark
    for col, line in enumerate(cols):
        for slot, mark in enumerate(line):
            y, x = slot * cell_px, left + col * cell_px
            yield Box(y, x, y + cell_px, x + cell_px), mark


def _draw_mark(draw: ImageDraw.ImageDraw, box: Box, mark: HintMark, tiles: bool) -> None:
    if not mark.text:
        return
    margin = max(1, round(_TILE_MARGIN * box.width))
    inner = (box.left + margin, box.top + margin, box.right - margin, box.bottom - margin)
    ink = ink_on(mark.colour) if tiles else _PLAIN_INK
    if tiles:
        draw.rectangle(inner, mark.colour, ink_on(mark.colour) if mark.colour == PAPER else None)
    if mark.circled:
        draw.ellipse(
            (inner[0] + 1, inner[1] + 1, inner[2] - 1, inner[3] - 1), None, ink, max(1, box.width // 14)
        )
    part = _TEXT_SIZE if len(mark.text) == 1 and not mark.circled else _TEXT_SIZE_WIDE
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    draw.text(middle, mark.text, ink, _font(part * box.width), anchor="mm")


@cache
def _font(size_px: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size_px)  # comes with Pillow, so it is the same everywhere
