"""A packing in, an image of it out: each piece one area in its colour, with a line round it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from PIL import Image

from picrosser.drawing.sheet import checker
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture

_LINE = (40, 40, 40)


def packing_image(picture: Picture, *, cell_px: int = 24) -> Image.Image:
    """Draw a packing.

    Parameters
    ----------
    picture : EMPTY cells are no part of the board, and white; UNKNOWN ones become a checker.
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
    around = np.pad(picture.cells, 1)  # so that a side of the picture is a border like any other
    for row, col in np.argwhere(around[1:, 1:] != around[:-1, 1:]).tolist():
        top, left = row * cell_px, col * cell_px
        pixels[top : top + line_px, left : left + cell_px + line_px] = _LINE
    for row, col in np.argwhere(around[1:, 1:] != around[1:, :-1]).tolist():
        top, left = row * cell_px, col * cell_px
        pixels[top : top + cell_px + line_px, left : left + line_px] = _LINE
    return Image.fromarray(pixels)


def packing_frames(pictures: Iterable[Picture], *, cell_px: int = 24) -> Iterator[Image.Image]:
    """The frames of an animation: the board in each of its states."""
    for picture in pictures:
        yield packing_image(picture, cell_px=cell_px)
