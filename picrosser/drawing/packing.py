"""Draws Katamino packings as images: alone, beside the rows of a problem card, or onto an empty board.

Each piece is one area in its colour with a line around it. Packings for a card stand to the right of the
picture, each at the height of the row of pieces that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from picrosser.drawing.overlay import fill_box, paint_over
from picrosser.drawing.sheet import checker
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Colour, Picture

_LINE_COLOUR: Colour = (40, 40, 40)
_BOARD_LINE = 0.06  # of the pitch: the line around pieces on a board in the picture
_GAP_CELLS = 1.5  # between packings that stand beside a picture
_ROW_SHARE = 0.86  # share of the distance between two rows of a card that the packings beside them fill
_MIN_CELL_PX = 6
_MIN_EDGE_PX = 2  # free above and below a packing
_ALONE_SHARE = 0.35  # share of the picture's height that the packing of a card with a single row fills


def blank_board(puzzle: Katamino) -> Picture:
    """Return the board without pieces: UNKNOWN cells, and EMPTY ones that are not part of it."""
    rows, cols = puzzle.shape
    board = set(puzzle.board)
    cells = [[UNKNOWN if (row, col) in board else EMPTY for col in range(cols)] for row in range(rows)]
    return Picture(cells, puzzle.palette)


def packing_image(picture: Picture, *, cell_px: int = 24) -> Image.Image:
    """Draw a packing.

    Parameters
    ----------
    picture : EMPTY cells are not part of the board, and white; UNKNOWN cells become a checker.
    cell_px : the side of a cell, in pixels; 2 or more.

    Returns
    -------
    RGB, columns * cell_px + line wide, rows * cell_px + line high.
    """
    rows, cols = picture.shape
    line_px = max(1, cell_px // 12)
    tones = np.array(picture.palette, dtype=np.uint8)[
        np.where(picture.cells == UNKNOWN, EMPTY, picture.cells)
    ]
    pixels = np.full((rows * cell_px + line_px, cols * cell_px + line_px, 3), 255, np.uint8)
    pixels[: rows * cell_px, : cols * cell_px] = tones.repeat(cell_px, axis=0).repeat(cell_px, axis=1)
    open_cell = np.asarray(checker(cell_px))
    for row, col in np.argwhere(picture.cells == UNKNOWN).tolist():
        top, left = row * cell_px, col * cell_px
        pixels[top : top + cell_px, left : left + cell_px] = open_cell
    around = np.pad(picture.cells, 1)  # so that the sides of the picture are borders like any other
    for row, col in np.argwhere(around[1:, 1:] != around[:-1, 1:]).tolist():
        top, left = row * cell_px, col * cell_px
        pixels[top : top + line_px, left : left + cell_px + line_px] = _LINE_COLOUR
    for row, col in np.argwhere(around[1:, 1:] != around[1:, :-1]).tolist():
        top, left = row * cell_px, col * cell_px
        pixels[top : top + cell_px + line_px, left : left + line_px] = _LINE_COLOUR
    return Image.fromarray(pixels)


def packing_frames(pictures: Iterable[Picture], *, cell_px: int = 24) -> Iterator[Image.Image]:
    """Draw the frames of an animation: the board in each of its states."""
    for picture in pictures:
        yield packing_image(picture, cell_px=cell_px)


def packing_on_board(
    screenshot: RGB, lattice: Lattice, picture: Picture, cells: Sequence[Cell]
) -> Image.Image:
    """Draw a packing onto the board in a picture.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells of the board lie in it.
    picture : as many cells as the lattice.
    cells : where to draw; pieces already lie on the other cells, and get a thin line inside their edges.

    Returns
    -------
    An RGB image of the screenshot's size.
    """
    from picrosser.drawing.piece_marks import frame_pieces  # imports ImageDraw, which few pictures need

    wanted = set(cells)
    lying: dict[int, list[Cell]] = {}
    for row, line in enumerate(picture.rows):
        for col, value in enumerate(line):
            if value > EMPTY and (row, col) not in wanted:
                lying.setdefault(value, []).append((row, col))
    framed = {tuple(own): picture.palette[value] for value, own in lying.items()}

    def paint(image: Image.Image) -> None:
        values = picture.cells
        for row, col in wanted:
            if values[row, col] != EMPTY:
                fill_box(image, lattice.cell(row, col), picture.palette[values[row, col]])
        half_px = max(1, round(_BOARD_LINE * lattice.pitch_px / 2))
        around = np.pad(values, 1)
        for row, col in wanted:
            box = lattice.cell(row, col)
            near = around[row : row + 3, col : col + 3]
            for neighbour, line in (
                ((0, 1), Box(box.top, box.left, box.top, box.right)),
                ((2, 1), Box(box.bottom, box.left, box.bottom, box.right)),
                ((1, 0), Box(box.top, box.left, box.bottom, box.left)),
                ((1, 2), Box(box.top, box.right, box.bottom, box.right)),
            ):
                if near[neighbour] != near[1, 1]:
                    fill_box(image, _thickened(line, half_px), _LINE_COLOUR)
        frame_pieces(image, lattice, framed)

    return paint_over(screenshot, lattice, paint)


def _thickened(line: Box, half_px: int) -> Box:
    """Grow a line to its full width; it also grows at both ends, so that two lines close their corner."""
    return Box(
        max(0, line.top - half_px), max(0, line.left - half_px), line.bottom + half_px, line.right + half_px
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowOfPackings:
    """Packings that belong to a part of the picture, from left to right.

    beside : the part of the picture, in pixels.
    """

    beside: Box
    pictures: tuple[Picture, ...]


def packings_beside(screenshot: RGB, rows: Sequence[RowOfPackings]) -> Image.Image:
    """Draw packings to the right of a picture, each row at the height of the part that it belongs to.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    rows : at least one packing in all.

    Returns
    -------
    RGB, wider than the screenshot, and higher where a single packing needs it.
    """
    height, width = screenshot.shape[:2]
    cell_px = _cell_px(height, rows)
    blocks = [
        (row.beside, [packing_image(picture, cell_px=cell_px) for picture in row.pictures]) for row in rows
    ]
    tallest = max(block.height for _, row in blocks for block in row)
    gap_px = max(4, round(_GAP_CELLS * cell_px))
    added = max(sum(block.width + gap_px for block in row) for _, row in blocks) + gap_px
    size = width + added, max(height, tallest + 2 * _MIN_EDGE_PX)
    canvas = Image.new("RGB", size, _background_colour(screenshot))
    canvas.paste(Image.fromarray(np.ascontiguousarray(screenshot)), (0, 0))
    columns = _column_starts([[block.width for block in row] for _, row in blocks], width + gap_px, gap_px)
    for box, row in blocks:
        for left, block in zip(columns, row, strict=False):
            top = (box.top + box.bottom - block.height) // 2
            lowest = canvas.height - _MIN_EDGE_PX - block.height
            canvas.paste(block, (left, min(max(top, _MIN_EDGE_PX), lowest)))
    return canvas


def _cell_px(height: int, rows: Sequence[RowOfPackings]) -> int:
    """Choose the largest cells that fit between the rows; a single row gets a share of the picture."""
    most = max(picture.shape[0] for row in rows for picture in row.pictures)
    middles = sorted((row.beside.top + row.beside.bottom) / 2 for row in rows)
    steps = [after - before for before, after in pairwise(middles)]
    room = min([_ALONE_SHARE * height, *(_ROW_SHARE * step for step in steps)])
    return max(_MIN_CELL_PX, int(room / most))


def _column_starts(widths: Sequence[Sequence[int]], start: int, gap_px: int) -> list[int]:
    """Return where the packings of each column begin, so that packings of several rows are aligned."""
    lefts = [start]
    for column in range(max(map(len, widths))):
        widest = max(row[column] for row in widths if len(row) > column)
        lefts.append(lefts[-1] + widest + gap_px)
    return lefts


def _background_colour(screenshot: RGB) -> Colour:
    """Return the commonest colour along the right side, with which the picture is continued."""
    tones, counts = np.unique(screenshot[:, -1], axis=0, return_counts=True)
    red, green, blue = (int(v) for v in tones[counts.argmax()])
    return red, green, blue
