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
from picrosser.reading.nonogram.cells.inside import SAME_TURNED
from picrosser.reading.nonogram.cells.marks import kinds_of_marks
from picrosser.reading.nonogram.colours import Tone
from picrosser.reading.nonogram.tolerances import MAX_SHADE_LEVELS


def is_crossed_out(image: RGB, rows: Sequence[int], cols: Sequence[int], blank: Tone) -> bool:
    """Whether all cells between some edges hold one mark that looks the same turned, as no digit does.

    image : (H, W, 3) uint8 sRGB. rows, cols : the edges, in pixels. blank : (3,) levels, a blank cell's tone.
    """
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    tones = cell_tones(inside)
    if max_channel(np.abs(tones - blank)).max() > MAX_SHADE_LEVELS:
        return False
    marks, turned = kinds_of_marks(max_channel(np.abs(inside - tones[:, :, None])), is_strict=True)
    return bool(marks.min() > 0 and np.ptp(marks) == 0 and turned >= SAME_TURNED)


def blank_tone(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> Tone:
    """(3,) levels, the usual tone of the cells between some edges."""
    tones = cell_tones(sampled_cells(image, Lattice(tuple(rows), tuple(cols))))
    return np.asarray(np.median(tones, axis=(0, 1)), np.float32)


def with_crossed_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the crossed-out lines that follow on its sides without hints.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = board.lattice.row_edges_px, board.lattice.col_edges_px
    blank = blank_tone(image, rows, cols)
    rows = _longer(image, rows, cols, blank, first=board.below)
    cols = _longer(image.swapaxes(0, 1), cols, rows, blank, first=board.beside_right)
    return board._replace(lattice=Lattice(rows, cols))


def _longer(
    image: RGB, rows: Sequence[int], cols: Sequence[int], blank: Tone, *, first: bool
) -> tuple[int, ...]:
    """The edges of some rows and of the crossed-out ones that follow, or come before the first one."""
    own = [-at for at in reversed(rows)] if first else list(rows)
    height, edges = round((own[-1] - own[0]) / (len(own) - 1)), list(own)
    while len(edges) < 2 * len(own):
        upper, lower = edges[-1], edges[-1] + height
        span = (-lower, -upper) if first else (upper, lower)
        if span[0] < 0 or span[1] > len(image) or not is_crossed_out(image, span, cols, blank):
            return tuple(-at for at in reversed(edges)) if first else tuple(edges)
        edges.append(lower)
    return tuple(rows)  # the page has a pattern
