"""Reduces an image to a board of few cells and few colours.

The colours are chosen first, on a version with several pixels per cell; then each cell takes the colour of
most of its pixels. (Averaging each cell instead makes muddy tones along every edge.) If some colours win no
cell, more colours are asked for. Known weakness: lines thinner than half a cell vanish.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.picture import Colour, Picture

_PIXELS_PER_CELL = 8  # along a side; more makes no visible difference
_MAX_EXTRA_COLOURS = 8  # asked for beyond those wanted, one more at a time
_KMEANS_ROUNDS = 10  # that move each colour to the mean of its pixels


def reduce_picture(image: RGB, columns: int, rows: int, colours: int, *, background: bool) -> Picture:
    """Reduce an image to a board.

    Parameters
    ----------
    image : (H, W, 3) uint8; stretched to the board's proportions.
    colours : the most colours besides the background; an image with fewer colours uses fewer.
    background : use one more colour for blank cells, the most common one along the edge; else no cell is
        blank.

    Returns
    -------
    The board; with `background` False no cell is EMPTY, and palette[0] is white.
    """
    size = columns * _PIXELS_PER_CELL, rows * _PIXELS_PER_CELL
    small = Image.fromarray(image).resize(size, Image.Resampling.BOX)
    cells, tones = _vote(small, colours + background)
    order = sorted(set(cells.ravel().tolist()))
    if background:
        edge = np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]])
        blank = int(np.bincount(edge).argmax())
        order = [blank, *(label for label in order if label != blank)]
    number = {label: place if background else place + 1 for place, label in enumerate(order)}
    palette = tuple(_colour(tones[label]) for label in order)
    board = [[number[label] for label in row] for row in cells.tolist()]
    return Picture(board, palette if background else ((255, 255, 255), *palette))


def _vote(image: Image.Image, wanted: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The colour index of each cell, and the colours: as many as wanted, if the image has them."""
    best: tuple[int, NDArray[np.int64], NDArray[np.int64]] | None = None
    for asked in range(wanted, wanted + _MAX_EXTRA_COLOURS):
        indexed = image.quantize(
            asked, Image.Quantize.MEDIANCUT, kmeans=_KMEANS_ROUNDS, dither=Image.Dither.NONE
        )
        tones = np.array(indexed.getpalette(), dtype=np.int64).reshape(-1, 3)
        columns, rows = (side // _PIXELS_PER_CELL for side in image.size)
        blocks = np.asarray(indexed).reshape(rows, _PIXELS_PER_CELL, columns, _PIXELS_PER_CELL)
        votes = np.stack([(blocks == label).sum(axis=(1, 3)) for label in range(len(tones))])
        cells = votes.argmax(axis=0).astype(np.int64)
        found = len(np.unique(cells))
        if best is None or best[0] < found <= wanted:
            best = found, cells, tones
        if found >= wanted:
            break
    assert best is not None
    return best[1], best[2]


def _colour(tone: NDArray[np.int64]) -> Colour:
    red, green, blue = (int(part) for part in tone)
    return red, green, blue
