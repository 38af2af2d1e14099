"""The runs that a line of a picture states, as plain pairs.

They are looked up a hundred thousand times while pictures near one are tried, each time in a microsecond: as
`Run`s, remembered in the same way, in four, and by `runs_of_cells` in sixteen.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    return stated_in(line.tobytes())


@lru_cache(MAX_KNOWN)
def stated_in(line: bytes) -> Stated:
    """The runs of a line, of which each byte is a cell."""
    return tuple((len(list(cells)), colour) for colour, cells in groupby(line) if colour != EMPTY)


def as_runs(stated: Stated) -> Runs:
    """The same runs as a puzzle has them."""
    return tuple(Run(length, colour) for length, colour in stated)


def placed_near(line: Cells, stated: Stated, most: int) -> Iterator[Cells]:
    """Every line with these runs that differs from another one in a few cells.

    line : (N,) cells of the other one. most : cells in which they differ.
    """
    cells, many = line.tolist(), len(line)

    def differ(first: int, past: int, colour: int) -> int:
        return sum(cell != colour for cell in cells[first:past])

    def placed(begun: list[int], left: Stated, changed: int) -> Iterator[list[int]]:
        at = len(begun)
        if not left:
            if changed + differ(at, many, EMPTY) <= most:
                yield begun + [EMPTY] * (many - at)
            return
        length, colour = left[0]
        for first in range(at + (at > 0 and begun[-1] == colour), many - length + 1):
            with_blank = changed + differ(at, first, EMPTY)
            if with_blank > most:
                return
            with_run = with_blank + differ(first, first + length, colour)
            if with_run <= most:
                yield from placed(begun + [EMPTY] * (first - at) + [colour] * length, left[1:], with_run)

    for way in placed([], stated, 0):
        yield np.array(way, np.int8)
