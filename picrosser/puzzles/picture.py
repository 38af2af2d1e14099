"""Colours, and the solved (or half-solved) grid of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]
"""sRGB, 0..255 each."""

Cell: TypeAlias = tuple[int, int]
"""(row, column), from 0."""

EMPTY = 0
"""A cell that is known to be blank."""
UNKNOWN = -1
"""A cell that is not decided."""


@dataclass(frozen=True, slots=True, eq=False)  # holds an array, so no ==
class Picture:
    """A grid of coloured cells.

    cells : (rows, columns) int8; an index into `palette`, or EMPTY (0), or UNKNOWN (-1).
    palette : palette[0] is the colour of a blank cell, palette[1:] the puzzle's colours in order.
    """

    cells: NDArray[np.int8]
    palette: tuple[Colour, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        rows, cols = self.cells.shape
        return rows, cols

    def lines(self) -> tuple[str, ...]:
        """One string a row, one character a cell: 0 blank, 1..9 then a..z the colours, ? unknown."""
        return tuple("".join(CELL_CHARACTERS[cell] for cell in row) for row in self.cells.tolist())


CELL_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz?"
"""The character of cell value v is CELL_CHARACTERS[v]; the last one, index -1, is UNKNOWN."""
