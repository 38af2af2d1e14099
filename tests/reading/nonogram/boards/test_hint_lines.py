"""Hints that stand in other steps than the board's lines are read, if they are as many."""

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, draw_lines, lattice_of, page_for, runs_of, write_hints
from read_boards import assert_solved

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.nonogram.read import find_boards

PAGE, INK = (250, 250, 250), (10, 10, 40)
PITCH = 40


def board_with_hints(rows: int = 12, *, step: float = 1.0, off: float = 0.0) -> tuple[RGB, Lattice]:
    """A board with the hints of its first rows, in so many times its own steps, and `off` steps too low."""
    lattice = lattice_of(TEN_BY_TWELVE, 4 * PITCH, PITCH)
    steps = np.rint(PITCH * step * np.arange(13)).astype(int) + 4 * PITCH
    hinted = Lattice(tuple((steps + round(off * PITCH)).tolist()), tuple(steps.tolist()))
    image, pen = page_for(lattice, PAGE)
    draw_lines(pen, lattice, INK)
    of_rows, of_cols = runs_of(TEN_BY_TWELVE)
    write_hints(pen, lattice, ((), of_cols), INK)
    write_hints(pen, hinted, (of_rows[:rows], ()), INK)
    return np.asarray(image), lattice


@pytest.mark.parametrize(("step", "off"), [(1.06, 0), (0.94, 0.2), (1, 0.6), (0.89, 0)])
def test_hints_in_other_steps_than_their_board_are_read(step, off):
    image, lattice = board_with_hints(step=step, off=off)
    solved = solve_screenshot(image)
    assert_solved(solved, TEN_BY_TWELVE)
    assert solved.lattice.shape == lattice.shape
    assert np.allclose(solved.lattice.row_edges_px, lattice.row_edges_px, atol=3)


def test_hints_beside_their_lines_have_no_lines_of_their_own():
    found = find_boards(board_with_hints()[0])
    assert list(found.hinted(found.boards[0])) == [found.boards[0]]


def test_fewer_hints_in_other_steps_leave_a_doubt():
    assert solve_screenshot(board_with_hints(rows=11, step=1.06)[0]).exit_code is ExitCode.DOUBTFUL
