"""Digits in a ruled hint cell are one number, and a line between two digits separates them."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import with_line_breaks

CELL, COLS = 33, 4


def digit(left: int) -> Piece:
    shape = np.ones((18, 8), np.float32)
    white, black = np.full(3, 255, np.float32), np.zeros(3, np.float32)
    return Piece(Box(7, left, 25, left + 8), shape, black, white, 255.0)


def ruling(seen: list[int]) -> Ruling:
    """One row of cells; seen : of the COLS + 1 lines down, 1 where one is seen."""
    lines = CELL * np.arange(COLS + 1.0)
    rows = CELL * np.arange(2.0)
    flags = np.ones((2, COLS), np.int8), np.array(seen, np.int8)[:, None]
    return Ruling(rows, lines, flags, (0, 1, 0, COLS), (CELL, CELL * COLS))


@pytest.mark.parametrize(
    ("seen", "joined", "separated"),
    [
        ([1, 1, 1, 1, 1], [False, True, False], [False, False, True]),
        ([1, 1, 0, 1, 1], [False, False, False], [False, False, False]),
        ([0, 0, 0, 0, 0], [False, False, False], [False, False, False]),
    ],
    ids=["ruled", "the line between the cells is not seen", "bare"],
)
def test_lines_say_which_digits_form_a_number(
    seen: list[int], joined: list[bool], separated: list[bool]
) -> None:
    digits = [digit(CELL + 5), digit(CELL + 19), digit(2 * CELL + 12)]  # two in one cell, one in the next
    found = with_line_breaks(ruling(seen), digits)
    assert [piece.in_same_cell for piece in found] == joined
    assert [piece.separated for piece in found] == separated


def test_digits_that_drift_over_the_lines_of_a_cell_are_not_one_number() -> None:
    """Each stands on a line, a whole cell from the other, where a bent page is not made quite flat."""
    digits = [digit(CELL - 3), digit(2 * CELL - 5)]
    assert [piece.in_same_cell for piece in with_line_breaks(ruling([1] * 5), digits)] == [False, False]
