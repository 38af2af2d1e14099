from __future__ import annotations

from time import perf_counter

import numpy as np
from made_nonograms import nonogram_of

from picrosser.puzzles.nonogram import Nonogram
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.solve import End, Search

DIAGONAL = nonogram_of("#..", ".#.", "..#")  # six solutions


def search_for(puzzle: Nonogram, *limits: float | None) -> tuple[list[dict[int, int]], Search]:
    board = board_of(puzzle)
    board.run()
    search = Search(board, *limits)
    return list(search.solutions()), search


def test_every_solution_is_found_once():
    found, search = search_for(DIAGONAL, None, 700)
    solutions = [tuple(cells[cell] for cell in range(9)) for cells in found]
    assert len(solutions) == len(set(solutions)) == 6
    assert search.end is End.NO_MORE
    assert search.decisions > 0


def test_a_passed_deadline_ends_the_search():
    found, search = search_for(DIAGONAL, perf_counter() - 1)
    assert found == []
    assert search.end is End.OUT_OF_TIME


def test_conflicts_can_be_limited():
    rng = np.random.default_rng(1)
    hard = nonogram_of(*(rng.random((30, 30)) < 0.4).astype(int).tolist())
    found, search = search_for(hard, None, 700)
    assert found == []
    assert search.end is End.OUT_OF_WORK
    assert search.decisions > 0
