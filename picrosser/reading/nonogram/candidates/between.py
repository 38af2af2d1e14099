"""A lattice in, whether its lines are the picture's own out: else some of those go through its cells."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import quantile
from picrosser.reading.lattice.edges import grey
from picrosser.reading.nonogram.candidates.sides import Luma, Places, steps_along

# Of the pitch, from a line: so near are the edges of tiles and of thick lines; those further off are between.
OWN, NEAR = 0.2, 0.25
# Of the cells a line goes through, unless between painted ones; crosses stand in fewer. And a line of the
# lattice's own that paint hides in so many still shows in the others.
MOST = 0.8
LEAST_EDGES = 3  # else there are no inner ones
SEEN_LEVELS = 4  # fainter edges may be a texture's
# Of its strength at most is one of the lattice's own. Paint may have edges between true lines, too.
UNSEEN = 0.25


def has_lines_between(image: RGB, lattice: Lattice) -> bool:
    """Whether a straight line goes through cells from end to end, while none is where the lattice has one."""
    board = lattice.board
    luma = grey(np.ascontiguousarray(image[board.slices]))
    rows = np.array(lattice.row_edges_px, float) - board.top
    cols = np.array(lattice.col_edges_px, float) - board.left
    return _crossed(luma, rows, cols) or _crossed(np.ascontiguousarray(luma.T), cols, rows)


def _crossed(luma: Luma, lines: Places, across: Places) -> bool:
    """Whether others than its own lie between the lines of one axis."""
    if len(lines) < LEAST_EDGES:
        return False
    steps = steps_along(luma, across)
    in_most, in_some = quantile(steps, 1 - MOST, axis=1), quantile(steps, MOST, axis=1)
    off = np.abs(np.arange(len(steps))[:, None] - lines[1:-1]).min(axis=1)
    pitch = lines[1] - lines[0]
    inner = slice(round(lines[0] + NEAR * pitch), round(lines[-1] - NEAR * pitch))
    between = float(in_most[inner][off[inner] > NEAR * pitch].max(initial=0))
    reach = max(2, round(OWN * pitch))
    own = [
        float(in_some[max(0, round(at) - reach) : round(at) + reach + 1].max(initial=0)) for at in lines[1:-1]
    ]
    return between > SEEN_LEVELS and min(own) < UNSEEN * between
