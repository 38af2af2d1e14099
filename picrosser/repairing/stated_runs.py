"""The runs that a line of a picture states, as plain pairs.

They are looked up a hundred thousand times while pictures near one are tried, each time in a microsecond: as
`Run`s, remembered in the same way, in four, and by `runs_of_cells` in sixteen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, groupby
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
    return stated_in(line.tobytes())


@lru_cache(MAX_KNOWN)
def stated_in(line: bytes) -> Stated:
    """The runs of a line, of which each byte is a cell."""
    return tuple((len(list(cells)), colour) for colour, cells in groupby(line) if colour != EMPTY)


def as_runs(stated: Stated) -> Runs:
    """The same runs as a puzzle has them."""
    return tuple(Run(length, colour) for length, colour in stated)


def placed_near(line: bytes, stated: Stated, most: int) -> Iterator[bytes]:
    """Every line with these runs that differs from another one in a few cells.

    line : of the other one, each byte is a cell. most : cells in which they differ.
    """
    many = len(line)
    before = {  # of each colour, how many of the first cells have another one
        colour: [0, *accumulate(cell != colour for cell in line)]
        for colour in {EMPTY, *(colour for _, colour in stated)}
    }
    of_blank = before[EMPTY]

    def placed(begun: bytes, left: Stated, changed: int) -> Iterator[bytes]:
        at = len(begun)
        if not left:
            if changed + of_blank[many] - of_blank[at] <= most:
                yield begun + bytes(many - at)
            return
        (length, colour), *further = left
        of_run = before[colour]
        for first in range(at + (at > 0 and begun[-1] == colour), many - length + 1):
            with_blank = changed + of_blank[first] - of_blank[at]
            if with_blank > most:
                return
            with_run = with_blank + of_run[first + length] - of_run[first]
            if with_run <= most:
                run = bytes(first - at) + bytes((colour,)) * length
                yield from placed(begun + run, tuple(further), with_run)

    yield from placed(b"", stated, 0)
