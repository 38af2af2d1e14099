"""Find lines that are crossed out: each of their cells holds the same mark, a cross or a dot.

Programs cross out a line without runs, or a player does, and then it may show no hint. Such a line belongs to
the board, even where no lines are drawn between its cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.marks import SAME_MARK, kinds_of_marks


def is_crossed_out(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> bool:
    """Whether all cells between some edges hold one mark that looks the same upside down, as no 1 does.

    image : (H, W, 3) uint8 sRGB. rows, cols : the edges, in pixels.
    """
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    apart = max_channel(np.abs(inside - cell_tones(inside)[:, :, None]))
    marks, turned = kinds_of_marks(apart)
    return bool(marks.min() > 0 and np.ptp(marks) == 0 and turned >= SAME_MARK)


def with_crossed_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the crossed-out lines that follow on its sides without hints.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = board.lattice.row_edges_px, board.lattice.col_edges_px
    rows = _longer(image, rows, cols, first=board.below)
    turned = image.swapaxes(0, 1)
    cols = _longer(turned, cols, rows, first=board.beside_right)
    return board._replace(lattice=Lattice(rows, cols))


def _longer(image: RGB, rows: Sequence[int], cols: Sequence[int], *, first: bool) -> tuple[int, ...]:
    """The edges of some rows and of the crossed-out ones that follow, or come before the first one."""
    edges = [-at for at in reversed(rows)] if first else list(rows)
    height = round((edges[-1] - edges[0]) / (len(edges) - 1))
    while True:
        lower, upper = edges[-1] + height, edges[-1]
        span = (-lower, -upper) if first else (upper, lower)
        if span[0] < 0 or span[1] > len(image) or not is_crossed_out(image, span, cols):
            return tuple(-at for at in reversed(edges)) if first else tuple(edges)
        edges.append(lower)
