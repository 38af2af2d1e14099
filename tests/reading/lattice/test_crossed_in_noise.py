"""Lines that cross a row are told in noise as strong as they are, and in uneven light."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import RGB
from picrosser.reading.lattice.crossed_in_noise import (
    are_marked_alike,
    crossing_share,
    is_beyond_board,
    is_crossed_in_noise,
    is_marked_as_inside,
)
from picrosser.reading.lattice.crossing_profiles import crossing_pixels, profiles_across
from picrosser.reading.nonogram.outermost.outer_lines import _is_crossed

PITCH = 24
EDGES = [PITCH * at for at in range(1, 12)]
ABOVE, BELOW = (0, PITCH), (EDGES[-1], EDGES[-1] + PITCH)
CONTRAST, NOISE = 12, 6.0  # levels: the median of a stretch still has noise of a quarter of a line


def noisy_board(tone: int, reach: int, seed: int) -> RGB:
    """A board of 10 x 10 cells in light from a side, whose upright lines reach down to a pixel."""
    board = np.full((EDGES[-1] + PITCH + 1,) * 2, float(tone))
    for col in EDGES:
        board[PITCH:reach, col - 1 : col + 1] -= CONTRAST
    light = np.linspace(0.8, 1.2, len(board))
    noise = np.random.default_rng(seed).normal(0, NOISE, (*board.shape, 3))
    lit = (board * light[:, None] * light)[..., None] + noise
    return np.asarray(lit.clip(0, 255), np.uint8)


@pytest.mark.parametrize("tone", [40, 150])
@pytest.mark.parametrize("seed", range(4))
def test_rows_are_crossed_and_what_lies_beyond_is_not(tone: int, seed: int) -> None:
    image = noisy_board(tone, EDGES[-1], seed)
    crossing = crossing_pixels(image, EDGES)
    rows = profiles_across(image, EDGES, crossing)
    (above,), (below,) = (profiles_across(image, beyond, crossing) for beyond in (ABOVE, BELOW))
    assert is_crossed_in_noise(rows[0], rows[1:], above)
    assert is_crossed_in_noise(rows[-1], rows[:-1], below)
    assert crossing_share(below, rows) == 0
    assert is_beyond_board(above, rows)
    assert not is_beyond_board(rows[0], rows[1:])
    assert not is_crossed_in_noise(below, rows, below)


@pytest.mark.parametrize("seed", range(4))
def test_a_row_is_none_where_the_lines_go_on_or_end_in_it(seed: int) -> None:
    image = noisy_board(150, BELOW[1], seed)  # the lines go on
    crossing = crossing_pixels(image, EDGES)
    rows = profiles_across(image, EDGES, crossing)
    (below,) = profiles_across(image, BELOW, crossing)
    assert not is_crossed_in_noise(rows[-1], rows[:-1], below)
    half = noisy_board(150, EDGES[-1] - PITCH // 2, seed)
    rows = profiles_across(half, EDGES, crossing)
    assert not is_crossed_in_noise(rows[-1], rows[:-1], below)


@pytest.mark.parametrize(("room", "is_sure"), [(PITCH, True), (PITCH // 3, True), (PITCH // 4, False)])
def test_a_third_of_a_row_beyond_a_board_shows_that_its_lines_end(room: int, is_sure: bool) -> None:
    image = noisy_board(150, EDGES[-1], 0)[: EDGES[-1] + room]
    crossing = crossing_pixels(image, EDGES)
    rows = profiles_across(image, EDGES, crossing)
    assert _is_crossed(image, EDGES, crossing, rows, len(rows) - 1) is is_sure


@pytest.mark.parametrize("room", [PITCH * 5 // 8, PITCH // 3])
def test_lines_that_go_on_for_a_third_of_a_row_do_not_end(room: int) -> None:
    image = noisy_board(150, BELOW[1], 0)[: EDGES[-1] + room]
    crossing = crossing_pixels(image, EDGES)
    rows = profiles_across(image, EDGES, crossing)
    assert not _is_crossed(image, EDGES, crossing, rows, len(rows) - 1)


def test_a_blank_row_beside_painted_ones_is_crossed() -> None:
    image = noisy_board(150, EDGES[-1], 0).copy()
    image[EDGES[0] : EDGES[-2], EDGES[2] + 3 : EDGES[4] - 3] = 20  # but for the last row
    crossing = crossing_pixels(image, EDGES)
    rows = profiles_across(image, EDGES, crossing)
    (below,) = profiles_across(image, BELOW, crossing)
    assert is_crossed_in_noise(rows[-1], rows[:-1], below)


@pytest.mark.parametrize(("ground", "marked", "is_done"), [(150, 10, True), (150, 6, False), (90, 10, False)])
def test_a_row_that_shows_one_mark_on_the_ground_of_others_is_done(
    ground: int, marked: int, is_done: bool
) -> None:
    image = noisy_board(150, EDGES[-1], 0).copy()
    image[EDGES[-2] + 2 : EDGES[-1] - 1, EDGES[0] : EDGES[-1]] = ground
    middle = (EDGES[-2] + EDGES[-1]) // 2
    for col in EDGES[:marked]:
        image[middle - 5 : middle + 5, col + 10 : col + 14] = 20
    assert are_marked_alike(image, EDGES, EDGES, 9) is is_done


@pytest.mark.parametrize(
    ("inside", "marked", "beyond", "is_sure"),
    [(1, 10, 0, True), (1, 8, 2, True), (0, 10, 0, False), (1, 6, 0, False), (1, 10, 10, False)],
)
@pytest.mark.parametrize("at", [0, 9])
def test_an_end_row_of_marks_that_stand_further_inside_too_is_the_boards(
    at: int, inside: int, marked: int, beyond: int, is_sure: bool
) -> None:
    image = np.full((12 * PITCH, 12 * PITCH, 3), 150, np.uint8)
    edges = tuple(range(PITCH, 11 * PITCH + 1, PITCH))
    for row, count in (4, inside), (at, marked), (at + (1 if at else -1), beyond):
        for col in edges[:count]:
            cell = image[(row + 1) * PITCH : (row + 2) * PITCH, col : col + PITCH]
            cell[PITCH // 2 - 3 : PITCH // 2 + 3, PITCH // 4 : -PITCH // 4] = 20
    image[:, : 6 * PITCH] = image[:, : 6 * PITCH] * 0.8  # in a shadow
    assert is_marked_as_inside(image, edges, edges, at) is is_sure
