"""Find lines that are crossed out: their cells hold the same mark, a cross or a dot.

Programs cross out a line without runs, or a player does, and then it may show no hint. Such a line belongs to
the board, even where no lines are drawn between its cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.inside import SAME_TURNED
from picrosser.reading.nonogram.cells.marks import kinds_of_marks
from picrosser.reading.nonogram.colours import Tone
from picrosser.reading.nonogram.tolerances import MAX_SHADE_LEVELS, MOST


def is_crossed_out(image: RGB, rows: Sequence[int], cols: Sequence[int], blank: Tone) -> bool:
    """Whether most cells between some edges hold one mark that looks the same turned, as no digit does.

    The others may lie under a cursor.

    image : (H, W, 3) uint8 sRGB. rows, cols : the edges, in pixels. blank : (3,) levels, a blank cell's tone.
    """
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    tones = cell_tones(inside)
    apart = max_channel(np.abs(inside - tones[:, :, None]))
    clearer = 255 / max(CLEAR_LEVELS, float(apart.max()))  # crosses are often pale
    marks, turned = kinds_of_marks(apart * np.float32(clearer), is_strict=True)
    marks[max_channel(np.abs(tones - blank)) > 2 * MAX_SHADE_LEVELS] = 0  # the cursor may tint its row
    most = int(np.bincount(marks.ravel())[1:].max(initial=0))
    return most >= MOST * marks.size and turned >= SAME_TURNED


def blank_tone(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> Tone:
    """(3,) levels, the usual tone of the cells between some edges."""
    tones = cell_tones(sampled_cells(image, Lattice(tuple(rows), tuple(cols))))
    return np.asarray(np.median(tones, axis=(0, 1)), np.float32)


def with_crossed_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the crossed-out lines that come before its first ones and after its last ones.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = board.lattice.row_edges_px, board.lattice.col_edges_px
    blank, turned = blank_tone(image, rows, cols), image.swapaxes(0, 1)
    for first in (False, True):
        rows = _longer(image, rows, cols, blank, first=first)
        cols = _longer(turned, cols, rows, blank, first=first)
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
