from __future__ import annotations

import numpy as np
import pytest

from picrosser.puzzles.mistakes import Mistake, MistakesFound, compare
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import Progress

PALETTE = ((255, 255, 255), (200, 0, 0), (0, 0, 200))
SOLUTION = Picture(np.array([[1, 2, 1], [2, 0, 1]], np.int8), PALETTE)


def progress(cells: list[list[int]], unsure: tuple[tuple[int, int], ...] = ()) -> Progress:
    confidence = np.ones((2, 3), np.float32)
    for cell in unsure:
        confidence[cell] = 0.2
    return Progress(np.array(cells, np.int8), confidence)


def test_painted_cells_are_compared_and_no_others():
    found = compare(progress([[1, 1, -1], [0, 2, 0]]), SOLUTION)
    assert found == MistakesFound(3, 1, (Mistake((0, 1), 1, 2), Mistake((1, 1), 2, 0)), ())


@pytest.mark.parametrize(("tone", "certain"), [((205, 5, 0), False), ((0, 0, 200), True)])
def test_two_like_colours_that_are_taken_for_each_other_everywhere_are_unclear(tone, certain):
    solution = Picture(SOLUTION.cells, (PALETTE[0], PALETTE[1], tone))
    found = compare(progress([[2, 2, 2], [2, -1, 2]]), solution)
    cells = ((0, 0), (0, 2), (1, 2))
    assert tuple(mistake.cell for mistake in found.mistakes) == (cells if certain else ())
    assert tuple(cell for cell, _ in found.unclear) == (() if certain else cells)
    few = compare(progress([[2, 2, -1], [2, -1, -1]]), solution)
    assert [mistake.cell for mistake in few.mistakes] == [(0, 0)]


def test_what_is_unclear_is_neither_right_nor_wrong_unless_it_seems_right():
    found = compare(progress([[1, 1, -1], [-1, -1, -1]], ((0, 0), (0, 1), (0, 2))), SOLUTION)
    assert found == MistakesFound(2, 1, (), (((0, 1), 1), ((0, 2), -1)))


def crossed_out(*wrong: int) -> MistakesFound:
    """Of six cells, of which the last three are to be painted, all crossed out that are said to be wrong."""
    cells = np.array([[0, 0, -1, *(0 if cell in wrong else -1 for cell in (3, 4, 5))]], np.int8)
    progress = Progress(cells, np.ones((1, 6), np.float32))
    solution = Picture([[0, 0, 0, 1, 1, 1]], ((255, 255, 255), (0, 0, 0)))
    assert compare(progress, solution).mistakes == ()
    return compare(progress, solution, crosses=True)


def test_where_marks_are_crosses_they_can_be_wrong():
    assert crossed_out() == MistakesFound(0, 0, (), ())
    assert crossed_out(4).mistakes == (Mistake((0, 4), 0, 1),)
    assert [mistake.cell for mistake in crossed_out(3, 5).mistakes] == [(0, 3), (0, 5)]


def test_marks_that_are_mostly_wrong_mean_something_else():
    cells = np.zeros((1, 8), np.int8)
    progress = Progress(cells, np.ones((1, 8), np.float32))
    solution = Picture([[0, 0, 0, 1, 1, 1, 1, 1]], ((255, 255, 255), (0, 0, 0)))
    found = compare(progress, solution, crosses=True)
    assert found.mistakes == ()
    assert [cell for cell, _ in found.unclear] == [(0, col) for col in range(3, 8)]
    unsure = compare(Progress(cells[:, :4], np.full((1, 4), 0.2, np.float32)),
                     Picture([[0, 0, 0, 1]], solution.palette), crosses=True)  # fmt: skip
    assert unsure.mistakes == ()
    assert unsure.unclear == (((0, 3), 0),)
