from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.drawing.symbols import Symbol, lookalikes, palette_symbols, symbol_areas

BLANK = (208, 202, 202)


def cell_with(symbol: Symbol, side_px: int, colour: tuple[int, int, int]) -> Image.Image:
    cell = Image.new("RGB", (side_px, side_px), colour)
    for corners, tone in symbol_areas((0, 0, *cell.size), symbol, colour):
        ImageDraw.Draw(cell).polygon(corners, fill=tone)
    return cell


def test_the_first_four_are_the_games_own():
    palette = (BLANK, (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255))
    assert palette_symbols(palette, every=True) == (
        None,
        Symbol.CIRCLE,
        Symbol.PLUS,
        Symbol.SQUARE,
        Symbol.TRIANGLE,
    )
    assert palette_symbols(palette) == (None,) * 5


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((50, 70, 21), (16, 27, 14), True),  # of a real board: a dark olive, a nearly black green
        ((172, 205, 137), (212, 175, 103), True),  # a pale green, a tan
        ((140, 97, 76), (79, 54, 62), False),  # a brown, a dark plum
        ((138, 97, 68), (39, 111, 58), False),  # a brown, a green: alike to some players only
        ((0, 0, 0), (255, 255, 255), False),
    ],
)
def test_which_colours_look_alike(one, other, alike):
    assert lookalikes((BLANK, one, other)) == ({1, 2} if alike else set())
    assert lookalikes((BLANK, one, (255, 0, 255), other)) == ({1, 3} if alike else set())


@pytest.mark.parametrize("symbol", Symbol)
@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (128, 128, 128), (200, 30, 30)])
def test_a_symbol_is_seen_in_the_middle_of_its_cell(symbol, colour):
    cell = cell_with(symbol, 200, colour)
    shown = (np.asarray(cell) != colour).any(axis=2)
    down, across = np.nonzero(shown)
    assert 0.02 < shown.mean() < 0.3
    for places in (down, across):
        assert places.min() >= 40
        assert places.max() < 160
        assert abs((places.min() + places.max()) / 2 - 100) < 8
    tone = max(cell.getcolors(), key=lambda counted: (counted[1] != colour) * counted[0])[1]
    assert np.abs(np.subtract(tone, colour)).max() > 50


def test_no_two_symbols_look_alike_even_in_small_cells():
    shapes = {symbol: np.asarray(cell_with(symbol, 24, BLANK)) != BLANK for symbol in Symbol}
    for one, other in combinations(Symbol, 2):
        assert (shapes[one] != shapes[other]).any(axis=2).sum() >= 12, (one, other)
