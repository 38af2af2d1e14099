"""Packings and the picture that asks for them in, the packings drawn into it out: onto its empty board, or to
the right of the rows that they belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from picrosser.drawing.askew import paint_over
from picrosser.drawing.packing import packing_image
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import EMPTY, Cell, Colour, Picture

GAP = 1.5  # cells between packings
SHARE = 0.86  # of the distance between two rows, that packings beside them take
LEAST_CELL_PX = 6
EDGE_PX = 2  # free at least above and below a packing
ALONE = 0.35  # of the picture's height, for a packing that is drawn alone
LINE = 0.06  # of the pitch: round pieces on the board
_INK: Colour = (40, 40, 40)


@dataclass(frozen=True, slots=True)
class RowOfPackings:
    """Packings that belong to a part of the picture, from left to right."""

    beside: Box
    pictures: tuple[Picture, ...]


def packings_beside(screenshot: RGB, rows: Sequence[RowOfPackings]) -> Image.Image:
    """Draw packings to the right of the picture, each row's at its own height.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    rows : with one packing or more in all.

    Returns
    -------
    RGB, wider than the screenshot, and higher where a packing alone needs it.
    """
    height, width = screenshot.shape[:2]
    cell_px = _cell_px(height, rows)
    blocks = [
        (row.beside, [packing_image(picture, cell_px=cell_px) for picture in row.pictures]) for row in rows
    ]
    tallest = max(block.height for _, row in blocks for block in row)
    gap_px = max(4, round(GAP * cell_px))
    added = max(sum(block.width + gap_px for block in row) for _, row in blocks) + gap_px
    canvas = Image.new("RGB", (width + added, max(height, tallest + 2 * EDGE_PX)), _page(screenshot))
    canvas.paste(Image.fromarray(np.ascontiguousarray(screenshot)), (0, 0))
    columns = _columns([[block.width for block in row] for _, row in blocks], width + gap_px, gap_px)
    for box, row in blocks:
        for left, block in zip(columns, row, strict=False):
            top = (box.top + box.bottom - block.height) // 2
            canvas.paste(block, (left, min(max(top, EDGE_PX), canvas.height - EDGE_PX - block.height)))
    return canvas


def packing_on_board(
    screenshot: RGB, lattice: Lattice, picture: Picture, cells: Sequence[Cell]
) -> Image.Image:
    """Draw a packing onto a board in the picture.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : of the board.
    picture : as many cells as the lattice.
    cells : where to draw; elsewhere pieces lie already.
    """
    wanted = set(cells)

    def paint(image: Image.Image) -> None:
        values = picture.cells
        for row, col in wanted:
            if values[row, col] != EMPTY:
                _fill(image, lattice.cell(row, col), picture.palette[values[row, col]])
        half_px = max(1, round(LINE * lattice.pitch_px / 2))
        around = np.pad(values, 1)
        for row, col in wanted:
            box = lattice.cell(row, col)
            near = around[row : row + 3, col : col + 3]
            for at, line in (
                ((0, 1), Box(box.top, box.left, box.top, box.right)),
                ((2, 1), Box(box.bottom, box.left, box.bottom, box.right)),
                ((1, 0), Box(box.top, box.left, box.bottom, box.left)),
                ((1, 2), Box(box.top, box.right, box.bottom, box.right)),
            ):
                if near[at] != near[1, 1]:
                    _fill(image, _thickened(line, half_px), _INK)

    return paint_over(screenshot, lattice, paint)


def _thickened(line: Box, half_px: int) -> Box:
    """A line of that width, as much longer at both ends, so that lines which meet close their corner."""
    return Box(
        max(0, line.top - half_px), max(0, line.left - half_px), line.bottom + half_px, line.right + half_px
    )  # fmt: skip


def _fill(image: Image.Image, box: Box, colour: Colour) -> None:
    image.paste(colour, (box.left, box.top, box.right, box.bottom))


def _cell_px(height: int, rows: Sequence[RowOfPackings]) -> int:
    """As large as the rows' distance allows; for a packing alone a share of the picture."""
    most = max(picture.shape[0] for row in rows for picture in row.pictures)
    middles = sorted((row.beside.top + row.beside.bottom) / 2 for row in rows)
    steps = [after - before for before, after in pairwise(middles)]
    room = min([ALONE * height, *(SHARE * step for step in steps)])
    return max(LEAST_CELL_PX, int(room / most))


def _columns(widths: Sequence[Sequence[int]], start: int, gap_px: int) -> list[int]:
    """Where the packings of each column begin, so that those of several rows stand under each other."""
    lefts = [start]
    for column in range(max(map(len, widths))):
        widest = max(row[column] for row in widths if len(row) > column)
        lefts.append(lefts[-1] + widest + gap_px)
    return lefts


def _page(screenshot: RGB) -> Colour:
    """The colour to go on with where the picture ends: the commonest along its right side."""
    tones, counts = np.unique(screenshot[:, -1], axis=0, return_counts=True)
    red, green, blue = (int(v) for v in tones[counts.argmax()])
    return red, green, blue
