"""A puzzle in, the engine's board out. Rows and columns are known here; the engine knows cells and lines.

Cell (row, col) has the number row * columns + col; the lines are the rows, then the columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.checking import Axis
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import UNKNOWN
from picrosser.solving.lines import Board, DecidedListener, Layout
from picrosser.solving.rules.counts import CountRule


def board_of(
    puzzle: HungryCat, on_decided: DecidedListener | None = None, cells: NDArray[np.int8] | None = None
) -> Board:
    """The puzzle's board, before any reasoning.

    Parameters
    ----------
    on_decided : see `Board`.
    cells : (rows, cols) int8, the colours that are given: UNKNOWN, or 0 for blank, or the colour.
    """
    rows, columns = puzzle.shape
    lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    lines += [range(column, rows * columns, columns) for column in range(columns)]
    rules = [CountRule.from_hints(columns, hints, puzzle.full) for hints in puzzle.rows]
    rules += [CountRule.from_hints(rows, hints, puzzle.full) for hints in puzzle.cols]
    flat: list[int] = [] if cells is None else cells.ravel().tolist()
    given = {cell: colour for cell, colour in enumerate(flat) if colour != UNKNOWN}
    return Board(Layout.from_lines(lines), rules, on_decided, given)


def axis_of(puzzle: HungryCat, line: int) -> tuple[Axis, int]:
    """Which row or column, from 0, a line of the board is."""
    rows = puzzle.shape[0]
    return ("row", line) if line < rows else ("column", line - rows)
