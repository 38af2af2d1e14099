"""Tests of reading struck digits, on glyphs drawn from the templates with a bar through them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, stretch
from picrosser.reading.page.struck import INKED, compare_outside_bar, digits_under_bar, have_bars

FACE = 40  # any plain one
HEIGHT, GAP = 20, 3  # pixels
BAR = 0.5  # of the digits' contrast: games strike with a paler line


def glyph(digit: int) -> NDArray[np.float32]:
    """(HEIGHT, width) contrast levels of a digit."""
    templates = load_templates()
    width = round(HEIGHT * float(np.exp(templates.log_aspects[FACE, digit])))
    shape = templates.shapes[FACE, digit].reshape(ROWS, COLS)
    return 200 * np.clip(stretch(shape, (HEIGHT, width)), 0, 1)


def struck(digits: list[int], slope: float, bar_ink: float = BAR, gap: int = GAP) -> NDArray[np.float32]:
    """(height, width) contrast levels of digits with a bar through them that rises by `slope`."""
    space = np.zeros((HEIGHT, gap), np.float32)
    levels = np.hstack([space, *(part for digit in digits for part in (glyph(digit), space))])
    wide = levels.shape[1]
    middle = HEIGHT / 2 - slope * (np.arange(wide) + 0.5 - wide / 2)
    bar = np.abs(np.arange(HEIGHT)[:, None] + 0.5 - middle) <= 1
    levels[bar] = 200 * bar_ink
    return levels


@pytest.mark.parametrize("slope", [0.0, 0.15])
@pytest.mark.parametrize("digits", [[2], [7], [5], [1, 2], [3, 6, 2]])
def test_struck_digits_are_found_and_recognised(digits: list[int], slope: float) -> None:
    found = digits_under_bar(struck(digits, slope))
    assert len(found) == len(digits)
    distances, bare = compare_outside_bar(found)
    templates = load_templates().shapes[FACE].reshape(10, ROWS, COLS)
    for digit, coverage in zip(digits, bare, strict=True):
        unlike = [((stretch(shape, coverage.shape) - coverage) ** 2).mean() for shape in templates]
        assert int(np.argmin(unlike)) == digit
    assert (distances < 0.06).all()


@pytest.mark.parametrize("digit", [0, 2, 3, 5, 6, 8, 9])
def test_a_digit_without_a_bar_is_not_struck(digit: int) -> None:
    assert digits_under_bar(glyph(digit)) == []


@pytest.mark.parametrize("digit", [2, 4, 7])
def test_a_pale_bar_is_told_from_the_strokes_at_its_ends(digit: int) -> None:
    found = digits_under_bar(struck([digit], 0.35, bar_ink=0.15, gap=8))
    assert len(found) == 1
    assert compare_outside_bar(found)[0][0] < 0.06


def test_a_digit_that_only_touches_its_neighbours_bar_is_read_without_one() -> None:
    both = np.hstack([struck([2], 0.0), glyph(4)])
    two, four = digits_under_bar(both)
    assert two.hidden.any()
    assert not four.hidden.any()


def test_a_quick_look_leaves_out_most_digits_and_nothing_that_is_struck() -> None:
    pieces = [glyph(digit) for digit in range(10)]
    pieces += [struck([digit], slope) for digit in range(10) for slope in (0.0, 0.15)]
    places = [np.argwhere(piece > INKED * piece.max()) for piece in pieces]
    boxes = np.array([[9, 5, 9 + piece.shape[0], 5 + piece.shape[1]] for piece in pieces])
    rows, cols = (np.concatenate(places) + np.array([9, 5])).T
    seen = have_bars(boxes, np.repeat(np.arange(len(pieces)), list(map(len, places))), rows, cols)
    assert [bool(digits_under_bar(piece)) for piece in pieces[10:]] == seen[10:].tolist()
    assert np.count_nonzero(seen[:10]) <= 2  # the crossbar of a 4 sticks out as a bar does
