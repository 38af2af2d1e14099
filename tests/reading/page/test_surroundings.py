"""A piece differs from what lies beside each of its sides; of all pieces at once."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.page.pieces import differ_from_surroundings, levels_at_ranks, shown_sides

INK, PAGE = 40, 200
BOX = np.array([[10, 10, 16, 14]])  # top, left, bottom, right


def page_with(*places: tuple[slice, slice]) -> np.ndarray:
    """A page with ink in these places."""
    plane = np.full((30, 30), PAGE, np.uint8)
    for place in places:
        plane[place] = INK
    return plane


def differs(plane: np.ndarray, lines: np.ndarray | None = None, step: float = -100.0) -> bool:
    lines = np.zeros(plane.shape, bool) if lines is None else lines
    tones, steps = np.array([float(INK)]), np.array([step])
    return bool(differ_from_surroundings(plane, BOX, tones, steps, shown_sides(BOX, lines))[0])


def test_ink_differs_from_the_page_and_a_space_between_ink_does_not() -> None:
    piece = np.s_[10:16, 10:14]
    assert differs(page_with(piece))
    assert not differs(page_with(np.s_[10:16, 5:25]))
    assert not differs(page_with(piece), step=-170.0)
    assert not differs(page_with(piece), step=100.0)


@pytest.mark.parametrize("line", [np.s_[:, 14:16], np.s_[:, 8:10], np.s_[8:10], np.s_[16:18]])
def test_a_piece_may_touch_a_line_with_one_side(line: tuple[slice, slice]) -> None:
    piece = np.s_[10:16, 10:14]
    plane, lines = page_with(piece, line), np.zeros((30, 30), bool)
    assert not differs(plane)
    lines[line] = True
    assert differs(plane, lines)


def test_a_piece_at_the_side_of_a_picture_has_nothing_beside_it_there() -> None:
    plane = page_with(np.s_[10:16, 5:14])
    assert not differs(plane)
    assert not shown_sides(BOX - [0, 10, 0, 10], np.zeros((30, 30), bool))[0, 2]


def test_levels_at_ranks_are_those_of_each_piece_sorted() -> None:
    levels, owners = np.array([9, 5, 7, 200, 100], np.uint8), np.array([0, 1, 0, 1, 0])
    assert levels_at_ranks(levels, owners, np.array([3, 2]), np.array([1, 1])).tolist() == [9, 200]
