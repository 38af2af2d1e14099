"""Builds the solver's board from a puzzle, and translates its cell and line numbers back.

The solver knows only numbered cells and lines; this module knows rows and columns. Cell (row, col) has the
number row * columns + col, and the lines are the rows followed by the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from picrosser.puzzles.checking import Axis, LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture, Rows
from picrosser.solving.board import Board, Layout
from picrosser.solving.rules.rule import LineRule

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray


def board_of(puzzle: LinePuzzle, cells: Rows = ()) -> Board:
    """The puzzle's board before any reasoning.

    cells : the colours already on the board, row by row: UNKNOWN, 0 for blank, or the colour.
    """
    given = _given(cells)
    if isinstance(puzzle, Nonogram):
        given |= _given(puzzle.given or ())
    return Board(_grid(*puzzle.shape), _rules_of(puzzle), given)


@lru_cache(maxsize=32)  # a sixth of the solving time of a 10x15 board, and repairing solves many of one size
def _grid(rows: int, columns: int) -> Layout:
    lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    lines += [range(column, rows * columns, columns) for column in range(columns)]
    return Layout.from_lines(lines)


def _rules_of(puzzle: LinePuzzle) -> list[LineRule]:
    """The rule of each line, rows first."""
    rows, columns = puzzle.shape
    lengths = [columns] * rows + [rows] * columns
    if isinstance(puzzle, Nonogram):
        from picrosser.solving.rules.runs import RunRule  # 2 ms: no puzzle needs both kinds of rules

        runs = zip(lengths, (*puzzle.rows, *puzzle.cols), strict=True)
        return [RunRule.from_hints(length, puzzle.colours, line) for length, line in runs]
    from picrosser.solving.rules.counts import CountRule

    counts = zip(lengths, (*puzzle.rows, *puzzle.cols), strict=True)
    return [CountRule.from_hints(length, line, puzzle.full) for length, line in counts]


def symmetries_of(puzzle: LinePuzzle) -> list[NDArray[np.intp]]:
    """The ways to turn or flip what lies between a puzzle's blank outer lines that leave its hints unchanged.

    Of each way, without the one that moves nothing: per cell, the cell that comes to its place.
    """
    import numpy as np

    def backwards(lines: Sequence[Any]) -> list[Any]:
        """Hungry Cat's hints tell no order."""
        is_ordered = isinstance(puzzle, Nonogram)
        return [line[::-1] if is_ordered and line is not None else line for line in lines]

    sides = puzzle.rows, puzzle.cols
    painted = [[number for number, line in enumerate(lines) if line != ()] for lines in sides]
    if not all(painted):
        return []
    rows, cols = (slice(lines[0], lines[-1] + 1) for lines in painted)
    everywhere = np.arange(puzzle.shape[0] * puzzle.shape[1])
    inner = everywhere.reshape(puzzle.shape)[rows, cols]
    stated = list(puzzle.rows[rows]), list(puzzle.cols[cols])
    found = []
    for over, across, down in list(product((False, True), repeat=3))[1:]:
        hints, cells = stated, inner
        if over:
            hints, cells = hints[::-1], cells.T
        if across:
            hints, cells = (backwards(hints[0]), hints[1][::-1]), cells[:, ::-1]
        if down:
            hints, cells = (hints[0][::-1], backwards(hints[1])), cells[::-1]
        if hints == stated:
            found.append(everywhere.copy())
            found[-1][inner] = cells
    return found


def picture_of(puzzle: LinePuzzle, colours: Mapping[int, int]) -> Picture:
    """The picture with these colours by cell number; all other cells are UNKNOWN."""
    rows, columns = puzzle.shape
    flat = [colours.get(cell, UNKNOWN) for cell in range(rows * columns)]
    cells = [flat[start : start + columns] for start in range(0, rows * columns, columns)]
    return Picture(cells, puzzle.palette)


def axis_of(puzzle: LinePuzzle, line: int) -> tuple[Axis, int]:
    """The row or column, counted from 0, that a line number of the board stands for."""
    rows = puzzle.shape[0]
    return ("row", line) if line < rows else ("column", line - rows)


def _given(rows: Rows) -> dict[int, int]:
    """The colours of the known cells, by cell number."""
    flat = (colour for row in rows for colour in row)
    return {cell: colour for cell, colour in enumerate(flat) if colour != UNKNOWN}
