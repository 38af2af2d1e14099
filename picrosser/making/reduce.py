"""An image in, a board of few colours out.

The colours are found first, on a version with several pixels a cell; then each cell takes the colour that
most of its pixels have. Taking the mean of a cell instead makes muddy tones along every edge. Colours that
win no cell are replaced by asking for more of them. Known weakness: lines thinner than half a cell vanish.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.picture import Colour, Picture

_PIXELS_A_CELL = 8  # along a side; more changes nothing that one can see
_MORE_COLOURS = 8  # asked for beyond those wanted, one by one
_ROUNDS = 10  # of moving the colours to the middle of what they stand for


def reduce_picture(image: RGB, columns: int, rows: int, colours: int, *, background: bool) -> Picture:
    """Reduce an image to a board.

    Parameters
    ----------
    image : (H, W, 3) uint8; stretched to the board's proportions.
    colours : the most inks; fewer are used where the image has fewer.
    background : one more colour is for blank cells: the commonest along the edge. Else all are inks.

    Returns
    -------
    With `background` False no cell is EMPTY, and palette[0] is white.
    """
    size = columns * _PIXELS_A_CELL, rows * _PIXELS_A_CELL
    small = Image.fromarray(image).resize(size, Image.Resampling.BOX)
    cells, tones = _voted(small, colours + background)
    order = sorted(set(cells.ravel().tolist()))
    if background:
        edge = np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]])
        blank = int(np.bincount(edge).argmax())
        order = [blank, *(label for label in order if label != blank)]
    number = {label: place if background else place + 1 for place, label in enumerate(order)}
    palette = tuple(_colour(tones[label]) for label in order)
    board = [[number[label] for label in row] for row in cells.tolist()]
    return Picture(board, palette if background else ((255, 255, 255), *palette))


def _voted(image: Image.Image, wanted: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The colour number of each cell, and the tones: as many as wanted, if the image has them."""
    best: tuple[int, NDArray[np.int64], NDArray[np.int64]] | None = None
    for asked in range(wanted, wanted + _MORE_COLOURS):
        indexed = image.quantize(asked, Image.Quantize.MEDIANCUT, kmeans=_ROUNDS, dither=Image.Dither.NONE)
        tones = np.array(indexed.getpalette(), dtype=np.int64).reshape(-1, 3)
        columns, rows = (side // _PIXELS_A_CELL for side in image.size)
        blocks = np.asarray(indexed).reshape(rows, _PIXELS_A_CELL, columns, _PIXELS_A_CELL)
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
