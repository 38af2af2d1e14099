"""Find lines that are crossed out: their cells hold the same mark, a cross or a dot.

Programs cross out a line without runs, or a player does, and then it may show no hint. Such a line belongs to
the board, even where no lines are drawn between its cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.inside import SAME_TURNED
from picrosser.reading.nonogram.cells.marks import find_marks
from picrosser.reading.nonogram.colours import background_colour
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS, MOST


def is_crossed_out(
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    blank: Colour,
    within: float = 2 * MAX_SHADE_LEVELS,
) -> bool:
    """Whether most cells between some edges hold one mark that looks the same turned, as no digit does.

    image : (H, W, 3) uint8 sRGB. rows, cols : the edges, in pixels. blank : a blank cell's colour.
    within : levels by which their tones may differ from it; a cursor may tint its row.
    """
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    tones = cell_tones(inside)
    is_blank = max_channel(np.abs(tones - blank)) <= within
    if is_blank.mean() < MOST:
        return False
    apart = max_channel(np.abs(inside - tones[:, :, None]))
    apart *= np.float32(255 / max(CLEAR_LEVELS, float(apart.max())))  # crosses are often pale
    if (apart > CLEAR_LEVELS).any(axis=2).mean() < MOST:
        return False
    marks = find_marks(apart)
    most = int(np.bincount(marks.kinds[is_blank])[1:].max(initial=0))
    return most >= MOST * marks.kinds.size and marks.likeness_turned_by_quarters >= SAME_TURNED


def with_crossed_lines(image: RGB, board: BoardScored) -> BoardScored:
    """A board with the crossed-out lines that come before its first ones and after its last ones.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = board.lattice.edges_px
    blank, turned = background_colour(image, board.lattice), image.swapaxes(0, 1)
    for first in (False, True):
        rows = _longer(image, rows, cols, blank, first=first)
        cols = _longer(turned, cols, rows, blank, first=first)
    return board._replace(lattice=Lattice(rows, cols))


def may_go_on_crossed_out(image: RGB, lattice: Lattice) -> bool:
    """Whether a line beside the board looks crossed out, or a few of its cells as those of the board are.

    Its tone may not be quite a blank cell's.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    """
    (rows, cols), blank = lattice.edges_px, background_colour(image, lattice)
    return any(
        span[0] >= 0
        and span[1] <= len(picture)
        and (
            is_crossed_out(picture, span, others, blank)
            or _has_crosses_of(picture, lines, others, first=span[0] < lines[0])
        )
        for picture, lines, others in ((image, rows, cols), (image.swapaxes(0, 1), cols, rows))
        for span in (next_line(lines, first=True), next_line(lines, first=False))
    )


def _has_crosses_of(image: RGB, rows: Sequence[int], cols: Sequence[int], *, first: bool) -> bool:
    """Whether a few cells before the first row, or after the last one, hold a cross that rows hold."""
    above, below = next_line(rows, first=first)
    if _crosses(image, (above, below), cols)[1] < FEWEST:  # nearly always
        return False
    kinds, _ = _crosses(image, (above, *rows) if first else (*rows, below), cols)
    inside, beside = (kinds[1:], kinds[0]) if first else (kinds[:-1], kinds[-1])
    counts = np.bincount(inside[inside > 0], minlength=int(kinds.max()) + 1)
    return bool(np.count_nonzero((beside > 0) & (counts[beside] >= FEWEST)) >= FEWEST)


def _crosses(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[NDArray[np.intp], int]:
    """Each cell's kind of mark, and how many cells have one that looks the same turned, as no digit does."""
    inside = sampled_cells(image, Lattice(tuple(rows), tuple(cols)))
    marks = find_marks(max_channel(np.abs(inside - cell_tones(inside)[:, :, None])))
    is_cross = marks.likeness_turned_by_quarters >= SAME_TURNED
    return marks.kinds, int(np.count_nonzero(marks.kinds)) * is_cross


def _longer(
    image: RGB, rows: Sequence[int], cols: Sequence[int], blank: Colour, *, first: bool
) -> tuple[int, ...]:
    """The edges of some rows and of the crossed-out ones that follow, or come before the first one."""
    edges = tuple(rows)
    while len(edges) < 2 * len(rows):
        above, below = next_line(edges, first=first)
        is_seen = above >= 0 and below <= len(image)
        if not (is_seen and is_crossed_out(image, (above, below), cols, blank, MAX_EQUAL_LEVELS)):
            return edges
        edges = (above, *edges) if first else (*edges, below)
    return tuple(rows)  # the page has a pattern


def next_line(edges: Sequence[int], *, first: bool) -> tuple[int, int]:
    """The edges of the row that would follow some rows, or come before the first one."""
    height = round((edges[-1] - edges[0]) / (len(edges) - 1))
    return (edges[0] - height, edges[0]) if first else (edges[-1], edges[-1] + height)
