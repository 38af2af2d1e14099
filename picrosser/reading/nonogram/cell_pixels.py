"""Sample the picture at equal places in every cell of a board.

A module of its own, since `board_state` is loaded only when a solution is to be compared with the board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB


def cell_pixels(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    down: NDArray[np.float64],
    across: NDArray[np.float64],
) -> RGB:
    """(rows, columns, D, A, 3) uint8, the pixels at those parts of each cell.

    Parameters
    ----------
    rows, cols : the edges, in pixels.
    down, across : (D,) and (A,) places within a cell, 0 at its first edge, 1 at its last.
    """
    ys, xs = (
        np.floor(edges[:-1, None] + np.diff(edges)[:, None] * parts).astype(np.intp)
        for edges, parts in ((np.array(rows, float), down), (np.array(cols, float), across))
    )
    return image[ys[:, None, :, None], xs[None, :, None, :]]
