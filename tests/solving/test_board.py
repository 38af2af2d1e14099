"""The solver's board: started from given cells, forked, and given assumptions."""

from __future__ import annotations

import numpy as np
import pytest
from test_solve import puzzle_of

from picrosser.puzzles.picture import UNKNOWN
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.solve import Search

PUZZLE = puzzle_of("123", "213", "333", colours=3)
OPEN = np.full((3, 3), UNKNOWN, np.int8)


def given(**cells: int) -> np.ndarray:
    """A board with these cells given, as in `r0c1=2`."""
    board = OPEN.copy()
    for place, colour in cells.items():
        board[int(place[1]), int(place[3])] = colour
    return board.tolist()


def solved(board) -> list[int]:
    """The colour of each cell, -1 where several are possible."""
    found = board.candidates()
    return [here.bit_length() - 1 if here.bit_count() == 1 else -1 for _, here in sorted(found.items())]


def test_given_cells_decide_others_and_are_not_reported():
    reported: list[int] = []
    board = board_of(PUZZLE, lambda _, cells, __: reported.extend(cell for cell, _ in cells), given(r0c1=1))
    board.run()
    assert board.impossible_line is None
    assert solved(board) == [2, 1, 3, 1, 2, 3, 3, 3, 3]
    assert sorted(reported) == [0, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("cells", [{"r0c0": 0}, {"r0c0": 3}, {"r0c0": 1, "r0c1": 1}, {"r0c0": 1, "r1c0": 1}])
def test_given_cells_that_contradict_the_hints_make_a_line_impossible(cells):
    board = board_of(PUZZLE, cells=given(**cells))
    board.run()
    assert board.impossible_line is not None


def test_search_keeps_to_the_given_cells():
    board = board_of(PUZZLE, cells=given(r2c2=3))
    board.run()
    assert len(list(Search(board).solutions())) == 2
    board = board_of(PUZZLE, cells=given(r1c1=2))
    board.run()
    assert len(list(Search(board).solutions())) == 1


def test_changing_a_fork_does_not_change_its_board():
    board = board_of(PUZZLE)
    board.run()
    before = solved(board)
    for colour, expected in ((1, [1, 2, 3, 2, 1, 3]), (2, [2, 1, 3, 1, 2, 3])):
        fork = board.fork()
        fork.assume(0, colour)
        fork.run()
        assert solved(fork)[:6] == expected
        assert solved(board) == before
    assert before[:2] == [-1, -1]
