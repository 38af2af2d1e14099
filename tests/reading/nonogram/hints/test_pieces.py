"""Of pieces of ink that lie over each other one is kept: a whole digit rather than part of another piece."""

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, Look, drawn_board
from numpy.typing import NDArray
from PIL import Image
from read_boards import assert_solved, first_hints, first_reading
from stored_pictures import saved
from sweeps import sweep

from picrosser.imaging.loading import load_image
from picrosser.imaging.page_tones import bar_start
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.nonogram.hints.beside import (
    _Glyph,
    _glyphs_beside,
    _without_overlaps,
    split_side_by_side,
)
from picrosser.reading.nonogram.hints.chains import MAX_STRANGE_DIGIT_DISTANCE
from picrosser.reading.nonogram.hints.piece import piece_of
from picrosser.reading.nonogram.hints.sides import Side
from picrosser.reading.page.ink import Ink, find_ink


def glyph(box: Box, distance: float, *, is_part: bool = False) -> _Glyph:
    return _Glyph(box, np.ones((box.height, box.width), np.float32), 1, distance, False, is_part)


def test_a_digit_is_kept_though_a_stroke_cut_off_another_piece_is_more_like_a_one():
    one, rim, stem = Box(0, 7, 10, 12), Box(0, 7, 10, 10), Box(0, 10, 10, 12)
    pieces = [glyph(one, 0.04), glyph(rim, 0.08, is_part=True), glyph(stem, 0.01, is_part=True)]
    assert [piece.box for piece in _without_overlaps(pieces, 10.0)] == [one]


def test_digits_that_touch_are_kept_rather_than_what_is_no_digit_of_both():
    both, parts = Box(0, 0, 10, 12), (Box(0, 0, 10, 6), Box(0, 6, 10, 12))
    pieces = [glyph(both, 0.2), *(glyph(box, 0.03, is_part=True) for box in parts)]
    assert sorted(piece.box.left for piece in _without_overlaps(pieces, 10.0)) == [0, 6]


def drawn(digit: int) -> NDArray[np.float32]:
    """A narrow digit, 18 pixels tall and 10 wide."""
    shape = load_templates().shapes[3, digit].reshape(ROWS, COLS)
    return shape[np.ix_(np.arange(18) * ROWS // 18, np.arange(10) * COLS // 10)]


def ink_of(*pieces: tuple[tuple[int, ...], NDArray[np.float32], float]) -> Ink:
    """Pieces of ink with their boxes, coverage and distances; all but the first are light."""
    boxes, coverages, distances = zip(*pieces, strict=True)
    return Ink(
        boxes=np.array(boxes, np.int32),
        scales=np.ones(len(pieces), np.int8),
        light=np.arange(len(pieces)) > 0,
        contrasts=np.full(len(pieces), 200, np.float32),
        coverages=coverages,
        distances=np.array(distances, np.float32),
        of_colours=False,
    )


@pytest.mark.parametrize("shown", ["pair", "blot"])
def test_narrow_digits_that_touch_are_cut_though_they_are_like_no_digit_together(shown):
    pair = np.ascontiguousarray(np.hstack([drawn(2), drawn(0)]))
    coverage = pair if shown == "pair" else np.ones_like(pair)
    ink = ink_of(((5, 5, 23, 25), coverage, MAX_STRANGE_DIGIT_DISTANCE))
    columns = Side(edges=(0, 30), others=(30, 60), pitches=(30, 30), last=False, upright=True)
    (found,) = _glyphs_beside(ink, columns, 19.0)
    expected = [(5, True), (15, True)] if shown == "pair" else [(5, False)]
    assert [(one.box.left, one.is_part) for one in found] == expected


@pytest.mark.parametrize("rim", [4, 10])
def test_a_plate_round_a_digit_is_no_digits_that_touch(rim):
    """Cut in two, its left part with half of the hole was a 9."""
    plate = np.pad(1 - drawn(1), ((1, 1), (rim, rim)), constant_values=1)
    ink = ink_of(((0, 0, *plate.shape), plate, 0.2), ((1, rim, 19, rim + 10), drawn(1), 0.01))
    columns = Side(edges=(0, 40), others=(30, 60), pitches=(40, 30), last=False, upright=True)
    (found,) = _glyphs_beside(ink, columns, 18.0)
    assert [one.box for one in found] == [Box(1, rim, 19, rim + 10)]


# ---- Digits that touch are cut where they join; bars are not cut


@pytest.mark.parametrize("digits", ["20", "10", "14", "36", "58"])
@pytest.mark.parametrize("face", [0, 3])
def test_the_digits_of_a_narrow_number_are_cut_apart(digits, face):
    shapes = load_templates().shapes[face].reshape(10, ROWS, COLS)
    widths = [4 if digit == "1" else COLS for digit in digits]
    sides = [
        np.asarray(Image.fromarray(shapes[int(digit)]).resize((width, ROWS)), np.float32)
        for digit, width in zip(digits, widths, strict=True)
    ]
    found = split_side_by_side(np.concatenate(sides, axis=1))
    assert len(found) == 2
    assert abs(found[0].right - widths[0]) <= 1
    assert abs(found[1].left - widths[0]) <= 1


def test_bars_are_not_cut():
    assert split_side_by_side(np.ones((10, 60), np.float32)) == []


# ---- Coloured hints in compressed pictures: their colours are stored at half the size, and smeared

YELLOW = Look(page=(255, 255, 255), ink=(225, 200, 20))
PITCH = 24  # digits of 10 pixels


def compressed(look: Look, quality: int) -> RGB:
    """A board's picture as a JPEG of that quality shows it."""
    image, _ = drawn_board(TEN_BY_TWELVE, None, look, PITCH)
    return load_image(saved(Image.fromarray(image), "JPEG", quality=quality, subsampling="4:2:0"))


@pytest.mark.parametrize("quality", sweep([30, 40, 50], quick=[30]))
def test_smeared_colours_are_read_by_their_luma(quality):
    assert_solved(solve_nonogram(compressed(YELLOW, quality)), TEN_BY_TWELVE)


def test_a_sharp_edge_of_luma_is_found_although_its_colour_is_smeared():
    image = compressed(YELLOW, 40)
    in_colours, in_grey = find_ink(image), find_ink(image, in_grey=True)
    assert in_colours.of_colours
    assert not in_grey.of_colours
    assert (in_grey.distances < 0.06).sum() > (in_colours.distances < 0.06).sum()


# ---- Colours of whole lines may mark satisfied ones; different colours within a line are the puzzle's


@pytest.mark.parametrize(("within", "may_be_marks"), [(False, True), (True, False)])
def test_colours_of_whole_lines_may_be_marks_and_colours_within_a_line_are_the_puzzles(within, may_be_marks):
    image, lattice = drawn_board(TEN_BY_TWELVE, look=Look(ink=(0, 90, 200)))
    image, rows, cols = image.copy(), lattice.row_edges_px, lattice.col_edges_px
    beside = image[rows[1] : rows[3], : cols[0] - (30 if within else 4)]  # all but the last numbers, or all
    for hints in (beside, image[: rows[0] - 4, cols[2] : cols[4]]):
        hints[hints[..., 0] < 128] = 76, 175, 80
    assert (first_reading(image).evidence.single_colour is not None) is may_be_marks


def test_colours_that_only_tell_places_in_a_line_are_not_the_puzzles():
    plain, _ = drawn_board(TEN_BY_TWELVE, look=Look(ink=(200, 0, 40)))
    hints, image = first_hints(plain), plain.copy()
    for line in (*hints.rows, *hints.cols):
        for ink, piece in zip(((200, 0, 40), (0, 130, 50), (60, 60, 220)), line, strict=False):
            digit = image[piece.box.slices]
            digit[digit[..., 1] < 128] = ink
    assert first_reading(image).evidence.single_colour is not None
    assert_solved(solve_nonogram(image), TEN_BY_TWELVE)


def test_a_dithered_ink_has_the_mean_of_its_tones():
    image = np.full((30, 30, 3), 255, np.uint8)
    image[5:25, 10:20] = 178, 4, 96  # another digit's whole colour
    image[5:25:2, 10:20:2] = image[6:25:2, 11:20:2] = 40, 20, 34
    piece = piece_of(image, Box(4, 9, 26, 21), np.pad(np.ones((20, 10), np.float32), 1), 1, 0.0)
    assert piece.tone.tolist() == [109, 12, 65]


@pytest.mark.parametrize("bar", [(), (200, 210, 220)], ids=["the picture's edge", "a plain bar"])
def test_what_is_left_of_a_digit_cut_at_an_edge_is_none_but_a_whole_digit_may_touch_it(bar):
    image, _ = drawn_board(TEN_BY_TWELVE)
    cut = 57  # px: through a 3, and beside the stem of a 1, of the longest rows
    image = image.copy() if bar else image[:, cut:].copy()
    if bar:
        image[:, :cut] = bar
    evidence = solve_nonogram(image).evidence
    assert [at for at, row in enumerate(evidence.rows) if row.has_non_digit] == [11]


def test_small_digits_in_rows_that_are_two_digits_high_do_not_end_the_page():
    """Of 12 pixels, each 32 pixels below the other: an earlier version looked at each 16th row of pixels."""
    page = np.full((352, 320, 3), 255, np.uint8)
    page[24:344:32, 100:300] = page[24:344, 100] = 0  # a board's lines
    for row in range(24, 344, 32):
        page[row + 10 : row + 22, 60:66] = 0  # a digit
    assert bar_start(page.swapaxes(0, 1)[::-1], 16) == 320  # no bar left of the digits
