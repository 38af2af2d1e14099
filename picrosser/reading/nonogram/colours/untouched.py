"""A board and its hints in, the hints' colours without mere shades of each other out, where it is bare.

A number fades when it is satisfied, for which its run has to be painted. Stripes and a chosen line's light
make all numbers of a line paler. So on a bare board two tones within one line are two colours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import Colour

POINTS = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the pitch: where a cell's tone is looked at
PAINTED_LEVELS = 12  # from a blank cell's tone: compression changes it by less, any paint by more


def is_bare(image: RGB, lattice: Lattice, paper: Colour) -> bool:
    """Whether no cell has another tone than a blank one; crosses and dots, being small, do not count."""
    down, along = (
        np.rint(edges[:-1, None] + np.outer(np.diff(edges), POINTS)).astype(np.intp)
        for edges in (np.array(lattice.row_edges_px), np.array(lattice.col_edges_px))
    )
    points = image[down[:, None, :, None], along[None, :, None, :]]
    tones = median(points.reshape(*lattice.shape, -1, 3), axis=2)
    return bool(np.abs(tones - paper).max() <= PAINTED_LEVELS)


def without_false_shades(shades: Sequence[int], lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Per colour the one that it may be a mere shade of, itself where both stand in one line. Empty if
    none is.

    lines : the colours of each line's digits.
    """
    together = {(one, other) for colours in lines for one in colours for other in colours}
    kept = tuple(at if (at, shade) in together else shade for at, shade in enumerate(shades))
    return kept if kept != tuple(range(len(kept))) else ()
