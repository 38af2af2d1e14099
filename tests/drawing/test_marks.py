from __future__ import annotations

import numpy as np
import pytest

from picrosser.drawing.marks import StepMark, mark_mistakes, mark_steps
from picrosser.drawing.symbols import Symbol
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
