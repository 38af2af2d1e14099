"""The runs that a line of a picture states, as plain pairs.

They are looked up a hundred thousand times while pictures near one are tried, each time in a microsecond: as
`Run`s, remembered in the same way, in four, and by `runs_of_cells` in sixteen.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram import Run, Runs
from picrosser.puzzles.picture import EMPTY

Cells: TypeAlias = NDArray[np.int8]
"""The cells of a picture or of a line: `EMPTY`, or the slot of a colour."""
Stated: TypeAlias = tuple[tuple[int, int], ...]
"""The length and the colour of each run of a line."""

MAX_KNOWN = 50_000  # lines; a search among pictures near one meets the same lines again and again


def stated_by(line: Cells) -> Stated:
    """The runs of a line, which is (N,) cells."""
    return _stated_by(line.tobytes())


@lru_cache(MAX_KNOWN)
def _stated_by(line: bytes) -> Stated:
    return tuple((len(list(cells)), colour) for colour, cells in groupby(line) if colour != EMPTY)


def as_runs(stated: Stated) -> Runs:
    """The same runs as a puzzle has them."""
    return tuple(Run(length, colour) for length, colour in stated)
