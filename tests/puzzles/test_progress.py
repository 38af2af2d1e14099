"""Mistakes on a part-filled board."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import Mistake, MistakesFound, Progress, find_mistakes

PALETTE = ((255, 255, 255), (200, 0, 0), (0, 0, 200))
SOLUTION = Picture(np.array([[1, 2, 1], [2, 0, 1]], np.int8), PALETTE)


def progress(cells: list[list[int]], unsure: tuple[tuple[int, int], ...] = ()) -> Progress:
    confidence = np.ones((2, 3), np.float32)
    for cell in unsure:
        confidence[cell] = 0.2
    return Progress(np.array(cells, np.int8), confidence)


def test_only_painted_cells_are_compared():
    found = find_mistakes(progress([[1, 1, -1], [0, 2, 0]]), SOLUTION)
    assert found == MistakesFound(3, 1, (Mistake((0, 1), 1, 2), Mistake((1, 1), 2, 0)), ())


@pytest.mark.parametrize(("tone", "certain"), [((205, 5, 0), False), ((0, 0, 200), True)])
def test_similar_colours_that_are_confused_all_over_the_board_are_unclear(tone, certain):
    solution = Picture(SOLUTION.cells, (PALETTE[0], PALETTE[1], tone))
    found = find_mistakes(progress([[2, 2, 2], [2, -1, 2]]), solution)
    cells = ((0, 0), (0, 2), (1, 2))
    assert tuple(mistake.cell for mistake in found.mistakes) == (cells if certain else ())
    assert tuple(cell for cell, _ in found.unclear) == (() if certain else cells)
    few = find_mistakes(progress([[2, 2, -1], [2, -1, -1]]), solution)
    assert [mistake.cell for mistake in few.mistakes] == [(0, 0)]


def test_cells_read_with_low_confidence_are_unclear_unless_they_seem_right():
    found = find_mistakes(progress([[1, 1, -1], [-1, -1, -1]], ((0, 0), (0, 1), (0, 2))), SOLUTION)
    assert found == MistakesFound(2, 1, (), (((0, 1), 1), ((0, 2), -1)))


def crossed_out(*wrong: int) -> MistakesFound:
    """Mistakes in a row of six cells, the last three to be painted, with crosses on 2 blanks and `wrong`."""
    cells = np.array([[0, 0, -1, *(0 if cell in wrong else -1 for cell in (3, 4, 5))]], np.int8)
    progress = Progress(cells, np.ones((1, 6), np.float32))
    solution = Picture([[0, 0, 0, 1, 1, 1]], ((255, 255, 255), (0, 0, 0)))
    assert find_mistakes(progress, solution).mistakes == ()
    return find_mistakes(progress, solution, crosses=True)


def test_crosses_can_be_wrong():
    assert crossed_out() == MistakesFound(0, 0, (), ())
    assert crossed_out(4).mistakes == (Mistake((0, 4), 0, 1),)
    assert [mistake.cell for mistake in crossed_out(3, 5).mistakes] == [(0, 3), (0, 5)]


def test_marks_that_are_mostly_wrong_mean_something_else():
    cells = np.zeros((1, 8), np.int8)
    progress = Progress(cells, np.ones((1, 8), np.float32))
    solution = Picture([[0, 0, 0, 1, 1, 1, 1, 1]], ((255, 255, 255), (0, 0, 0)))
    found = find_mistakes(progress, solution, crosses=True)
    assert found.mistakes == ()
    assert [cell for cell, _ in found.unclear] == [(0, col) for col in range(3, 8)]
    unsure = find_mistakes(Progress(cells[:, :4], np.full((1, 4), 0.2, np.float32)),
                     Picture([[0, 0, 0, 1]], solution.palette), crosses=True)  # fmt: skip
    assert unsure.mistakes == ()
    assert unsure.unclear == (((0, 3), 0),)
