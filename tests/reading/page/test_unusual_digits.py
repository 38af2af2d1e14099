"""Digits with a bar through them, drawn from the templates, and digits of two heights."""

import numpy as np
import pytest
from drawn_nonogram import LIGHT, draw_lines, lattice_of, runs_of, write_hints
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved

from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, stretch
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.struck import (
    INKED,
    StruckDigit,
    compare_outside_bar,
    digits_under_bar,
    digits_under_diagonals,
    have_bars,
    have_diagonals,
)
from picrosser.reading.page.two_heights import in_one_height, without_margins

FACE = 40  # any plain one
HEIGHT, GAP = 20, 3  # pixels
BAR = 0.5  # of the digits' contrast: games strike with a paler line


def glyph(digit: int) -> NDArray[np.float32]:
    """(HEIGHT, width) contrast levels of a digit."""
    templates = load_templates()
    width = round(HEIGHT * float(np.exp(templates.log_aspects[FACE, digit])))
    shape = templates.shapes[FACE, digit].reshape(ROWS, COLS)
    return 200 * np.clip(stretch(shape, (HEIGHT, width)), 0, 1)


def piece_of(levels: NDArray[np.float32]) -> tuple[NDArray[np.int32], ...]:
    """One piece of ink as `have_diagonals` takes it: its box, and its pixels' owner, rows and columns."""
    rows, cols = np.argwhere(levels > INKED * levels.max()).T.astype(np.int32)
    return np.array([[0, 0, *levels.shape]], np.int32), np.zeros_like(rows), rows, cols


def struck(digits: list[int], slope: float, bar_ink: float = BAR, gap: int = GAP) -> NDArray[np.float32]:
    """(height, width) contrast levels of digits with a bar through them that rises by `slope`."""
    space = np.zeros((HEIGHT, gap), np.float32)
    levels = np.hstack([space, *(part for digit in digits for part in (glyph(digit), space))])
    wide = levels.shape[1]
    middle = HEIGHT / 2 - slope * (np.arange(wide) + 0.5 - wide / 2)
    bar = np.abs(np.arange(HEIGHT)[:, None] + 0.5 - middle) <= 1
    levels[bar] = 200 * bar_ink
    return levels


def assert_recognised(found: list[StruckDigit], digits: list[int]) -> None:
    assert len(found) == len(digits)
    distances, bare = compare_outside_bar(found)
    templates = load_templates().shapes[FACE].reshape(10, ROWS, COLS)
    for digit, coverage in zip(digits, bare, strict=True):
        unlike = [((stretch(shape, coverage.shape) - coverage) ** 2).mean() for shape in templates]
        assert int(np.argmin(unlike)) == digit
    assert (distances < 0.06).all()


@pytest.mark.parametrize("slope", [0.0, 0.15])
@pytest.mark.parametrize("digits", [[2], [7], [5], [1, 2], [3, 6, 2]])
def test_struck_digits_are_found_and_recognised(digits, slope):
    assert_recognised(digits_under_bar(struck(digits, slope)), digits)


@pytest.mark.parametrize("ways", [[1], [-1], [1, -1]], ids=["falling", "rising", "crossed"])
@pytest.mark.parametrize("digits", [[2], [7], [1, 2], [4, 5]])
def test_digits_under_diagonals_of_their_cell_are_recognised(digits, ways):
    number = np.hstack([np.pad(glyph(digit), ((0, 0), (1, 1))) for digit in digits])
    side = 2 * HEIGHT + 4
    left = (side - number.shape[1]) // 2
    cell = np.pad(number, ((12, 12), (left, side - left - number.shape[1])))
    down, along = np.mgrid[:side, :side] + 0.5
    for way in ways:
        cell[np.abs(down - (along if way > 0 else side - along)) < 1.5] = 180
    assert have_diagonals(*piece_of(cell)).all()
    assert_recognised(digits_under_diagonals(cell), digits)


def test_a_cross_alone_strikes_no_digit():
    down, along = np.mgrid[:30, :30]
    cross = np.where((np.abs(down - along) < 2) | (np.abs(down + along - 29) < 2), 200, 0).astype(np.float32)
    assert digits_under_diagonals(cross) == []


@pytest.mark.parametrize("digit", [0, 2, 3, 5, 6, 8, 9])
def test_a_digit_without_a_bar_is_not_struck(digit):
    assert digits_under_bar(glyph(digit)) == []
    assert not have_diagonals(*piece_of(glyph(digit))).any()


@pytest.mark.parametrize("digit", [2, 4, 7])
def test_a_pale_bar_is_told_from_the_strokes_at_its_ends(digit):
    found = digits_under_bar(struck([digit], 0.35, bar_ink=0.15, gap=8))
    assert len(found) == 1
    assert compare_outside_bar(found)[0][0] < 0.06


def test_a_digit_that_only_touches_its_neighbours_bar_is_read_without_one():
    both = np.hstack([struck([2], 0.0), glyph(4)])
    two, four = digits_under_bar(both)
    assert two.hidden.any()
    assert not four.hidden.any()


def test_a_quick_look_leaves_out_most_digits_and_nothing_that_is_struck():
    pieces = [glyph(digit) for digit in range(10)]
    pieces += [struck([digit], slope) for digit in range(10) for slope in (0.0, 0.15)]
    places = [np.argwhere(piece > INKED * piece.max()) for piece in pieces]
    boxes = np.array([[9, 5, 9 + piece.shape[0], 5 + piece.shape[1]] for piece in pieces])
    rows, cols = (np.concatenate(places) + np.array([9, 5])).T
    seen = have_bars(boxes, np.repeat(np.arange(len(pieces)), list(map(len, places))), rows, cols)
    assert [bool(digits_under_bar(piece)) for piece in pieces[10:]] == seen[10:].tolist()
    assert np.count_nonzero(seen[:10]) <= 2  # the crossbar of a 4 sticks out as a bar does


# ---- Digits of two heights: 0 to 2 as low as an x, the others taller

TALL_PX, LOW_PX = 40, 29  # sizes of the font, whose digits are all as tall as each other


def ink_of(low_digits: str) -> Ink:
    """Of three rows of digits, of which some are smaller."""
    image = Image.new("RGB", (600, 240), "white")
    pen = ImageDraw.Draw(image)
    for row in range(3):
        for at, digit in enumerate("1234567812"):
            font = ImageFont.load_default(LOW_PX if digit in low_digits else TALL_PX)
            pen.text((40 + 52 * at, 60 + 60 * row), digit, "black", font, anchor="ms")
    return find_ink(np.asarray(image))


def heights(ink: Ink) -> set[int]:
    boxes = ink.boxes[ink.distances < MAX_DIGIT_DISTANCE]
    return set((boxes[:, 2] - boxes[:, 0]).tolist())


def test_low_digits_get_taller_boxes_round_the_same_middles():
    before = ink_of("012")
    after = in_one_height(before)
    assert np.ptp(list(heights(before))) > 5 > np.ptp(list(heights(after)))
    assert np.array_equal(before.boxes[:, [1, 3]], after.boxes[:, [1, 3]])
    assert np.abs(before.boxes[:, [0, 2]].sum(axis=1) - after.boxes[:, [0, 2]].sum(axis=1)).max() <= 1
    for one, other in zip(before.coverages, after.coverages, strict=True):
        assert np.array_equal(without_margins(other), without_margins(one))


@pytest.mark.parametrize("low", ["", "1357", "789"], ids=["of one height", "of two sizes", "tall ones low"])
def test_digits_of_one_height_and_those_of_two_texts_stay(low):
    ink = ink_of(low)
    assert in_one_height(ink) is ink


PAINTED = np.random.default_rng(1).random((14, 14)) < 0.9
WIDE = ["".join(".#"[cell] for cell in row) for row in PAINTED.astype(int)]  # many numbers have two digits


def test_numbers_of_two_digits_in_smaller_type_are_read():
    lattice = lattice_of(WIDE, 200, 40)
    image = Image.new("RGB", (800, 800), LIGHT.page)
    pen = ImageDraw.Draw(image)
    draw_lines(pen, lattice, LIGHT.ink)
    write_hints(pen, lattice, runs_of(WIDE), LIGHT.ink, small_pairs=True)
    assert_solved(solve_nonogram(np.asarray(image)), WIDE)
