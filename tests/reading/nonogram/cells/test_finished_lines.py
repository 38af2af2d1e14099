"""Lines whose hints an app hides because they are finished state what is painted in them."""

from __future__ import annotations

import pytest
from drawn_nonogram import TEN_BY_TWELVE, drawn_board, open_board, runs_of
from read_boards import lengths

from picrosser.errors import ExitCode
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.picture import EMPTY


@pytest.mark.parametrize("finished", [(1, 2), (1, 3, 4, 6, 7, 9, 10)])
def test_the_paint_of_finished_lines_replaces_their_hidden_hints(finished: tuple[int, ...]) -> None:
    cells = open_board(TEN_BY_TWELVE)
    for row in finished:
        cells[row] = [1 if char == "#" else EMPTY for char in TEN_BY_TWELVE[row]]
    image, lattice = drawn_board(TEN_BY_TWELVE, cells)
    hidden, edges = image.copy(), lattice.row_edges_px
    for row in finished:
        hidden[edges[row] : edges[row + 1], : lattice.board.left - 3] = image[0, 0]
    solved = solve_nonogram(hidden)
    puzzle = solved.reading.puzzle
    assert solved.exit_code is ExitCode.OK
    assert (lengths(puzzle.rows), lengths(puzzle.cols)) == runs_of(TEN_BY_TWELVE)
    assert {place.line for place in solved.reading.filled} == set(finished)
