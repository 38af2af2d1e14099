"""A board on a photographed screen: how far it reaches, and the light on it."""

from itertools import product

import numpy as np
import pytest

from picrosser.imaging.pixels import Lattice
from picrosser.reading.photograph.board_on_screen import board_along_lines, evenly_lit, within_ends

CELL = 40
BOARD = Lattice(tuple(range(240, 641, CELL)), tuple(range(200, 481, CELL)))  # 10 x 7 cells
SCREEN_LEFT = 90
EVEN_LATTICE = Lattice(tuple(range(120, 321, 40)), tuple(range(120, 321, 40)))


def photograph(shadow: float) -> np.ndarray:
    """A screen with faint lines, stripes beside them and a shadow over its right half, on a darker table."""
    rng = np.random.default_rng(3)
    levels = np.full((760, 600), 190.0)
    rows, cols = BOARD.row_edges_px, BOARD.col_edges_px
    for row in rows[:-1:2]:
        levels[row : row + CELL, 120:200] *= 0.95
    for col in cols[:-1:2]:
        levels[160:240, col : col + CELL] *= 0.95
    for row in rows:
        levels[row - 1 : row + 1, cols[0] : cols[-1]] -= 9
    for col in cols:
        levels[rows[0] : rows[-1], col - 1 : col + 1] -= 9
    levels[:, :SCREEN_LEFT] = 70
    levels *= 1 - shadow / (1 + np.exp(-(np.arange(600) - 330) / 8))
    levels += rng.normal(0, 3, levels.shape)
    return np.stack([np.clip(np.rint(levels), 0, 255).astype(np.uint8)] * 3, axis=2)


@pytest.mark.parametrize("shadow", [0.0, 0.45])
def test_a_board_is_found_whole_and_lit_evenly(shadow):
    known = Lattice(BOARD.row_edges_px[2:9], BOARD.col_edges_px[1:7])
    identity = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    look = board_along_lines(photograph(shadow), identity, known)
    lattice = look.found.lattice
    assert lattice.shape == BOARD.shape
    corners = product(lattice.row_edges_px[:-1], lattice.col_edges_px[:-1])
    middles = [look.image[row + 12 : row + 28, col + 12 : col + 28].mean() for row, col in corners]
    assert max(middles) / min(middles) < 1.06


def test_beyond_the_ends_of_a_screen_all_is_like_its_page():
    image = photograph(0.0)
    within = within_ends(image, BOARD, 0, SCREEN_LEFT)
    assert abs(int(within[300, 20, 0]) - 190) < 8
    assert np.array_equal(within[:, SCREEN_LEFT + 5 :], image[:, SCREEN_LEFT + 5 :])
    assert within_ends(image, BOARD, 0, 0) is image


def screen() -> np.ndarray:
    """A page of one tone, with a darker stripe beside each second row, and a bar."""
    page = np.full((360, 360, 3), 200.0)
    for row in range(120, 320, 80):
        page[row : row + 40, 20:120] *= 0.94
    page[:40] = 60
    return page


def test_light_from_a_side_is_divided_out_and_stripes_stay():
    light = 1 - 0.5 * np.linspace(0, 1, 360)[None, :, None] * np.ones((360, 1, 1))
    even = evenly_lit(np.rint(screen() * light).astype(np.uint8), EVEN_LATTICE).astype(float)
    page = even[60:110, 140:300]
    assert np.ptp(page) <= 6
    stripe, beside = even[125:155, 30:110].mean(), even[165:195, 30:110].mean()
    assert abs(stripe / beside - 0.94) < 0.02
