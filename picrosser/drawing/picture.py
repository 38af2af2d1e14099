"""Picture in, a plain image of it out: square cells, thin lines, a thicker one each five cells."""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.drawing.hatch import Hatching
from picrosser.imaging.pixels import Box
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture

_GROUP = 5  # cells between two thicker lines, as in print
_LINE = (150, 150, 150)
_THICK = (60, 60, 60)


def plain(picture: Picture, *, cell_px: int = 24) -> Image.Image:
    """Draw a picture on its own.

    Parameters
    ----------
    picture : UNKNOWN cells are hatched.
    cell_px : the side of a cell with its line, in pixels; 2 or more.

    Returns
    -------
    RGB, columns * cell_px + thick line wide, rows * cell_px + thick line high.

    Raises
    ------
    ValueError : `cell_px` leaves no room for a cell beside its line.
    """
    if cell_px < 2:
        raise ValueError(f"cell_px is {cell_px}, it must be at least 2")
    rows, cols = picture.shape
    thick_px = 2 if cell_px >= 8 else 1
    cells = np.where(picture.cells == UNKNOWN, EMPTY, picture.cells)
    tones = np.array(picture.palette, dtype=np.uint8)[cells]
    pixels = np.empty((rows * cell_px + thick_px, cols * cell_px + thick_px, 3), np.uint8)
    pixels[: rows * cell_px, : cols * cell_px] = tones.repeat(cell_px, axis=0).repeat(cell_px, axis=1)
    for step, width_px, tone in ((1, 1, _LINE), (_GROUP, thick_px, _THICK)):
        for row in {*range(0, rows + 1, step), *([rows] if step > 1 else [])}:
            pixels[row * cell_px : row * cell_px + width_px] = tone
        for col in {*range(0, cols + 1, step), *([cols] if step > 1 else [])}:
            pixels[:, col * cell_px : col * cell_px + width_px] = tone
    image = Image.fromarray(pixels)
    hatching = Hatching(cell_px, cell_px)
    for row, col in np.argwhere(picture.cells == UNKNOWN).tolist():
        top, left = row * cell_px + thick_px, col * cell_px + thick_px
        hatching.draw(image, Box(top, left, (row + 1) * cell_px, (col + 1) * cell_px))
    return image
