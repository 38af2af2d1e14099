"""Whether a board lies so far askew in a photograph that it cannot be read as it lies."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import Lattice
from picrosser.reading.photograph.sheet import off_upright_px

# Of a cell, by which a fifth of a board's crossings are off upright lines, and its numbers by more: as the
# photograph lies, numbers so far off the middles of their lines are not found
MIN_FAR = 0.3


def is_far_askew(lattice: Lattice) -> bool:
    """Whether its numbers do not stand beside its lines as the photograph lies."""
    if lattice.to_picture is None:
        return False
    rows, cols = lattice.shape
    lines = np.indices((rows + 1, cols + 1)).reshape(2, -1).T
    edges = np.array(lattice.row_edges_px)[lines[:, 0]], np.array(lattice.col_edges_px)[lines[:, 1]]
    places = project(lattice.to_picture, np.column_stack(edges).astype(np.float64))
    steps = np.diff(places.reshape(rows + 1, cols + 1, 2), axis=1)
    pitch_px = float(np.median(np.hypot(steps[..., 0], steps[..., 1])))
    return off_upright_px(lines.astype(np.float64), places) > MIN_FAR * pitch_px
