from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.drawing.marks import StepMark, mark_mistakes, mark_steps
from picrosser.drawing.symbols import Symbol, lookalikes, palette_symbols, symbol_areas
from picrosser.imaging.pixels import Lattice

LATTICE = Lattice((10, 60, 110, 160), (20, 70, 120))
BACKGROUNDS = [(255, 255, 255), (0, 0, 0), (128, 128, 128), (214, 0, 28), (0, 84, 214), (40, 160, 50)]
RIGHT = (250, 200, 10)


def screenshot(background: tuple[int, int, int] = (200, 200, 200)) -> np.ndarray:
    """A plain picture, which nothing may change."""
    image = np.empty((180, 140, 3), np.uint8)
    image[:] = background
    image.flags.writeable = False
    return image


def luminance(image: np.ndarray) -> np.ndarray:
    return image.astype(float) @ (0.299, 0.587, 0.114)


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_a_mistake_stands_out_on_any_background_even_without_colours(background):
    before = screenshot(background)
    after = np.asarray(mark_mistakes(before, LATTICE, {(1, 0): RIGHT}))
    cell = (slice(60, 110), slice(20, 70))
    differs = np.abs(luminance(after) - luminance(before)) > 60
    assert differs[cell].mean() > 0.15
    shown = after[cell]
    assert luminance(shown).max() - luminance(shown).min() > 150
    assert (shown == RIGHT).all(axis=2).sum() > 50  # the swatch
    assert (shown == background).all(axis=2).sum() > 200  # the wrong paint stays visible
    outside = np.ones(before.shape[:2], bool)
    outside[cell] = False
    assert (after[outside] == before[outside]).all()


@pytest.mark.parametrize("colour", BACKGROUNDS)
def test_decided_cells_are_painted_and_outlined(colour):
    before = screenshot()
    after = np.asarray(mark_steps(before, LATTICE, [StepMark({(2, 1): colour})]))
    cell = after[110:160, 70:120]
    assert (cell[20:30, 20:30] == colour).all()
    assert luminance(cell).max() - luminance(cell).min() > 200
    after = after.copy()
    after[110:160, 70:120] = before[110:160, 70:120]
    assert (after == before).all()


@pytest.mark.parametrize(
    ("axis", "line", "box"), [("row", 1, (60, 20, 110, 120)), ("column", 0, (10, 20, 160, 70))]
)
def test_the_line_is_framed_from_outside(axis, line, box):
    before = screenshot()
    after = np.asarray(mark_steps(before, LATTICE, [StepMark({}, axis, line)]))
    top, left, bottom, right = box
    assert (after[top:bottom, left:right] == before[top:bottom, left:right]).all()
    for strip in (
        after[top - 8 : top, left:right], after[bottom : bottom + 8, left:right],
        after[top:bottom, left - 8 : left], after[top:bottom, right : right + 8],
    ):  # fmt: skip
        assert (strip == (0, 84, 214)).all(axis=2).any()
        assert (strip == 255).all(axis=2).any()


def test_several_steps_show_their_numbers():
    before = screenshot()
    cells = [{(0, 0): (255, 255, 255)}, {(1, 0): (255, 255, 255)}]
    one = np.asarray(mark_steps(before, LATTICE, [StepMark(cells[0])]))[10:60, 20:70]
    both = np.asarray(mark_steps(before, LATTICE, [StepMark(c) for c in cells]))
    first, second = both[10:60, 20:70], both[60:110, 20:70]
    middle = (slice(14, 36), slice(14, 36))
    assert (one[middle] == 255).all()
    assert not (first[middle] == 255).all()
    assert (first[middle] != second[middle]).any()


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_colours_that_look_alike_have_symbols_in_steps_and_in_the_swatches_of_mistakes(steps):
    colour, cell = (50, 70, 21), (slice(10, 60), slice(20, 70))

    def drawn(symbol: Symbol | None) -> np.ndarray:
        if not steps:
            return np.asarray(
                mark_mistakes(screenshot(), LATTICE, {(0, 0): colour}, symbols={(0, 0): symbol})
            )
        marks = [StepMark({(0, 0): colour}, symbols={(0, 0): symbol}), StepMark({(2, 1): colour})]
        return np.asarray(mark_steps(screenshot(), LATTICE, marks[:steps]))

    plain, plus, triangle = map(drawn, (None, Symbol.PLUS, Symbol.TRIANGLE))
    assert (plain[cell] != plus[cell]).any()
    assert (plus[cell] != triangle[cell]).any()
    assert (plain[60:] == plus[60:]).all()


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
