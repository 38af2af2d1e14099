"""Plates are found whatever stands on them; digits and the page are none; digits on plates are read."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw
from sweeps import sweep

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces
from picrosser.reading.nonogram.ink.plates import filled_squares, find_plates, plates_if_in_use

PAGE, PLATE, INK = (240, 170, 70), (40, 55, 90), (255, 255, 255)
PITCH, LINES, LENGTH = 40, 4, 160
EDGES = tuple(range(0, LINES * PITCH + 1, PITCH))


def page_with(shapes, *, upright=False):
    """Each line's plates, and one stroke of 8 x 20 px on each of them; the shapes by their ends along it."""
    image = Image.new("RGB", (LENGTH, LINES * PITCH), PAGE)
    pen = ImageDraw.Draw(image)
    for line in range(LINES):
        for kind, start, stop in shapes:
            top = line * PITCH + 4
            if kind != "bare":
                pen.rounded_rectangle((start, top, stop - 1, top + 31), 16 if kind == "round" else 2, PLATE)
            middle = (start + stop) // 2
            across = 12 if upright else 6  # a stroke that is turned with its line stays as long
            pen.rectangle((middle - 4, top + across, middle + 3, top + 31 - across), INK)
    pixels = np.asarray(image)
    return (pixels.swapaxes(0, 1) if upright else pixels).copy()


def plates_of(image, *, upright=False):
    return find_plates(image, Box(0, 0, *image.shape[:2]), EDGES, upright=upright)


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("kind", ["round", "square"])
def test_plates_are_found_with_what_lies_under_their_digits(kind, upright):
    image = page_with([(kind, 20, 52), (kind, 60, 140)], upright=upright)
    for line in plates_of(image, upright=upright):
        assert len(line) == 2
        for plate in line:
            assert plate.tone.tolist() == list(PLATE)
            on_it = image[plate.box.slices][plate.within]
            assert (on_it == INK).all(axis=1).any()
            assert not (on_it == PAGE).all(axis=1).any()


def test_noise_on_plates_is_part_of_them():
    """As compression leaves it: steps of 15 levels, which would be edges in a clean picture."""
    image = page_with([("square", 20, 52), ("square", 56, 88)])
    clean = plates_of(image)
    noise = np.random.default_rng(1).normal(0, 4, image.shape)
    noisy = plates_of(np.clip(image + noise, 0, 255).astype(np.uint8))
    for line, its in zip(clean, noisy, strict=True):
        assert [plate.box for plate in its] == [plate.box for plate in line]


@pytest.mark.parametrize("upright", [False, True])
def test_a_plate_ends_behind_its_last_digit(upright):
    """Near a round end a blurred digit hides the plate's tone, and parts the end from it."""
    image = page_with([("round", 20, 120)], upright=False).astype(np.float32)
    for line in range(LINES):
        image[line * PITCH + 9 : line * PITCH + 31, 104:112] = INK
    kernel = np.array([1, 4, 6, 4, 1]) / 16
    for _ in range(2):
        for axis in (0, 1):
            image = np.apply_along_axis(np.convolve, axis, image, kernel, "same")
    pixels = image.astype(np.uint8)
    pixels = (pixels.swapaxes(0, 1) if upright else pixels).copy()
    for line in plates_of(pixels, upright=upright):
        (plate,) = line
        assert (plate.box.bottom if upright else plate.box.right) >= 117


def test_a_plate_does_not_go_on_over_the_next_one():
    for line in plates_of(page_with([("square", 20, 52), ("square", 54, 86), ("square", 88, 120)])):
        ends = sorted((plate.box.left, plate.box.right) for plate in line)
        assert len(ends) == 3
        assert all(one[1] <= other[0] for one, other in pairwise(ends))


def test_digits_and_the_page_are_no_plates():
    assert plates_of(page_with([("bare", 20, 52), ("bare", 60, 140)])) == [[]] * LINES
    assert plates_of(np.full((LINES * PITCH, LENGTH, 3), PAGE, np.uint8)) == [[]] * LINES


def test_a_plate_over_two_lines_belongs_to_none():
    image = page_with([("bare", 20, 52)])
    image[20:60, 70:120] = PLATE
    assert plates_of(image) == [[]] * LINES


def test_a_digit_at_the_plates_rim_stands_on_it():
    image = page_with([("square", 20, 100)])
    image[10:30, 20:28] = INK
    plate = plates_of(image)[0][0]
    on_it = np.zeros(image.shape[:2], bool)
    on_it[plate.box.slices] = plate.within
    assert on_it[12:28, 22:27].all()


@pytest.mark.parametrize("kind", ["round", "square"])
def test_ink_on_plates_apart_is_read_against_its_plate(kind):
    """The commonest tone along the strip is here the page's, there the plates'."""
    image = page_with([(kind, 8, 40), ("bare", 48, 80), (kind, 88, 120), (kind, 122, 154)])
    for at, ((top, bottom), plates) in enumerate(zip(pairwise(EDGES), plates_of(image), strict=True)):
        pieces = find_ink_pieces(image, Box(top + 2, 0, bottom - 2, LENGTH), plates, upright=False)
        assert [piece.box.left for piece in pieces] == [20, 60, 100, 134]
        assert [piece.box.height for piece in pieces] == [20] * 4
        assert len({piece.plate for piece in pieces}) == 4
        assert [piece.plate > 0 for piece in pieces] == [True, False, True, True]
        for piece in pieces:
            expected = PLATE if piece.plate else PAGE
            assert np.abs(piece.backdrop - expected).max() < 1, f"line {at}"
            assert np.abs(piece.tone - INK).max() < 1


def test_a_pattern_on_the_page_is_no_plates():
    """Its squares are by chance as thick as the lines, and digits stand on few of them, or across rims."""
    image = page_with([])
    rows, cols = np.indices(image.shape[:2]) // (PITCH - 1)
    image[(rows + cols) % 2 == 1] = PLATE
    image[10:30, 150:156] = image[50:70, 150:156] = INK
    found = plates_of(image)
    assert all(found)
    assert plates_if_in_use(found) == [[]] * LINES


@pytest.mark.parametrize("upright", [False, True])
def test_squares_across_whose_ends_digits_lie_are_a_pattern(upright):
    image = page_with([("square", 20, 52)])
    image[:, 20:52][(image[:, 20:52] == INK).all(axis=2)] = PLATE
    on_it = image.copy()
    for line in range(LINES):
        image[line * PITCH + 12 : line * PITCH + 28, 44:60] = INK
        on_it[line * PITCH + 12 : line * PITCH + 28, 36:52] = INK
    crossed, whole = (pixels.swapaxes(0, 1) if upright else pixels for pixels in (image, on_it))
    found = plates_of(crossed, upright=upright)
    assert all(found)
    assert plates_if_in_use(found) == [[]] * LINES
    assert all(plates_if_in_use(plates_of(whole, upright=upright)))


def test_slots_of_which_half_are_empty_are_plates():
    image = page_with([("square", 44, 76), ("square", 84, 116)])
    image[:, 4:36] = image[:, 44:76]
    image[:, 4:36][(image[:, 4:36] == INK).all(axis=2)] = PLATE
    found = plates_of(image)
    assert [[plate.in_use for plate in line] for line in found] == [[False, True, True]] * LINES
    assert plates_if_in_use(found) == found


def test_what_lies_over_a_plate_parts_it_into_none():
    """A faint stripe, as of a picture behind the plates, between two strokes; and all that is left of it."""
    image = page_with([("square", 20, 60), ("square", 60, 120)])
    plate = (image == PLATE).all(axis=2)
    image[:, 64:][plate[:, 64:]] = np.add(PLATE, 12)
    assert [len(line) for line in plates_of(image)] == [1] * LINES
    for line in plates_of(image):
        assert (line[0].box.left, line[0].box.right) == (20, 120)
        assert line[0].within[1:-1, 1:-1].all()
    image[:, 64:][plate[:, 64:]] = np.add(PLATE, 45)  # another colour is another plate
    assert [len(line) for line in plates_of(image)] == [2] * LINES


def test_a_pattern_within_a_plate_parts_it_into_none():
    image = page_with([("square", 20, 140)])
    plate = (image == PLATE).all(axis=2)
    patterned = plate & (np.indices(plate.shape).sum(axis=0) % 2 == 0)
    patterned[:, :100] = False
    image[patterned] = np.add(PLATE, 14)
    assert [[(plate.box.left, plate.box.right) for plate in line] for line in plates_of(image)] == [
        [(20, 140)]
    ] * LINES


def test_what_is_far_paler_than_its_plates_digit_is_no_digit():
    image = page_with([("square", 20, 52), ("square", 60, 92)])
    image[8:28, 22:28] = np.add(PLATE, 45)
    top, bottom = EDGES[:2]
    pieces = find_ink_pieces(image, Box(top + 2, 0, bottom - 2, LENGTH), plates_of(image)[0], upright=False)
    assert [piece.box.left for piece in pieces] == [32, 72]


def test_what_overshoots_at_an_edge_is_no_digit():
    """It is darker than the dark plate whose digits are white; a pale digit is as white."""
    image = page_with([("square", 20, 120)])
    image[12:28, 30:36] = np.subtract(PLATE, 40)
    image[12:28, 90:96] = np.add(PLATE, 50)
    top, bottom = EDGES[:2]
    pieces = find_ink_pieces(image, Box(top + 2, 0, bottom - 2, LENGTH), plates_of(image)[0], upright=False)
    assert [piece.box.left for piece in pieces] == [66, 90]


def test_what_lies_in_a_digits_box_and_hangs_not_together_with_it_is_none_of_it():
    """As where the next number of a stack begins before the one beside it ends."""
    image = np.full((40, 60, 3), 255, np.uint8)
    image[10:14, 10:30] = image[26:30, 10:30] = image[10:30, 10:14] = 0  # a bracket,
    image[16:24, 20:24] = 0  # and a dot in it
    bracket = max(find_ink_pieces(image, Box(0, 0, 40, 60), upright=False), key=lambda piece: piece.box.width)
    assert bracket.box == Box(10, 10, 30, 30)
    assert bracket.coverage[6:14, 10:14].max() == 0


def test_a_thin_digit_is_found_on_a_faint_plate_that_is_none_by_its_edges():
    """It is a tenth of what differs from the page."""
    image = np.full((40, 120, 3), (236, 226, 234), np.uint8)
    image[:, 46:76] = 255
    image[10:30, 59:63] = (110, 40, 60)
    pieces = find_ink_pieces(image, Box(0, 0, 40, 120), upright=False)
    assert [(piece.box.left, piece.box.height) for piece in pieces] == [(59, 20)]


@pytest.mark.slow
def test_what_compression_leaves_round_a_plates_end_is_no_digit():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "snake"), 1301012))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, "jpeg-30").convert("RGB")))
    assert [len(row) for row in seen.rows[:5]] == [4, 1, 3, 1, 2]


def test_an_echo_of_a_plates_edge_may_be_no_ink():
    """What is as faint further off may be a faded digit."""
    image = page_with([("square", 60, 100)])
    image[12:28, 50:58] = image[12:28, 30:38] = np.subtract(PAGE, 45)
    top, bottom = EDGES[:2]
    pieces = find_ink_pieces(image, Box(top + 2, 0, bottom - 2, LENGTH), plates_of(image)[0], upright=False)
    assert [(piece.box.left, piece.weak) for piece in pieces] == [(30, False), (50, True), (76, False)]


@pytest.mark.parametrize("upright", [False, True])
def test_faint_ink_that_the_next_lines_cut_off_is_none(upright):
    image = np.full((80, 120, 3), 40, np.uint8)
    image[30:50, 20:32] = 250
    image[30:50, 50:56] = image[26:40, 80:86] = 70
    pixels = (image.swapaxes(0, 1) if upright else image).copy()
    strip = Box(26, 0, 54, 120).transposed if upright else Box(26, 0, 54, 120)
    pieces = find_ink_pieces(pixels, strip, upright=upright)
    assert [piece.ends_px(upright=upright)[0] for piece in pieces] == [20, 50]


def test_an_echo_of_stronger_ink_in_its_own_box_may_be_no_ink():
    image = np.full((40, 90, 3), 40, np.uint8)
    image[10:14, 10:30] = image[26:30, 10:30] = image[10:30, 10:14] = 250  # a bracket,
    image[16:24, 18:30] = image[16:24, 50:56] = 90  # what is left of a block in it, and the same elsewhere
    pieces = find_ink_pieces(image, Box(0, 0, 40, 90), upright=False)
    assert [(piece.box.left, piece.weak) for piece in pieces] == [(10, False), (18, True), (50, False)]


@pytest.mark.parametrize("seed", sweep([7702002, 7702006, 1501012], quick=[1501012]))
def test_numbers_on_compressed_pills_are_read_up_to_their_ends(seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "snake"), seed))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, "jpeg-30").convert("RGB")))
    stated = (*drawn.spec.puzzle.rows, *drawn.spec.puzzle.cols)
    for line, runs in zip((*seen.rows, *seen.cols), stated, strict=True):
        assert len(line) == len("".join(str(run) for run in runs) or "0")


@pytest.mark.parametrize(("seed", "damage"), [(1301012, "scale-0.5"), (990100004, "scale-0.75")])
def test_a_number_that_nearly_fills_its_square_is_read(seed, damage):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "confetti"), seed))
    seen = find_board_by_lines(np.asarray(damaged_nonogram(drawn, damage).convert("RGB")))
    stated = (*drawn.spec.puzzle.rows, *drawn.spec.puzzle.cols)
    for line, runs in zip((*seen.rows, *seen.cols), stated, strict=True):
        assert len(line) == sum(len(str(run.length)) for run in runs or ())


@pytest.mark.parametrize(("sides", "found"), [(PLATE, 1), (INK, 0)])
def test_strips_above_and_below_a_number_are_a_square_with_its_sides(sides, found):
    pixels = np.full((20, 20, 3), PLATE, np.uint8)
    pixels[5:16, 1:19] = INK
    pixels[5:16, [0, 19]] = sides
    zones = np.zeros((20, 20), np.intp)
    zones[:5], zones[16:19] = 1, 2
    zones[:, 19] = 0
    places = [(slice(0, 5), slice(0, 19)), (slice(16, 19), slice(0, 19))]
    squares = list(filled_squares(pixels, zones, places, 21.0))
    assert [place for place, _ in squares] == [(slice(0, 20), slice(0, 20))] * found


def test_faint_ink_on_a_plate_is_no_echo_of_the_next_ones_edge():
    image = page_with([("square", 20, 52)])
    image[:, 54:86] = np.where((image[:, 20:52] == PAGE).all(axis=2, keepdims=True), PAGE, (200, 200, 200))
    image[14:27, 57:62] = (150, 150, 150)
    top, bottom = EDGES[:2]
    pieces = find_ink_pieces(image, Box(top + 2, 0, bottom - 2, LENGTH), plates_of(image)[0], upright=False)
    assert [(piece.box.left, piece.weak) for piece in pieces] == [(32, False), (57, False)]


def test_the_ground_that_squares_lie_on_is_no_plate_of_what_stands_on_them():
    """It shows in the long row of slots before them, and as a sliver beside them."""
    image = np.full((4 * 40, 370, 3), PAGE, np.uint8)
    for line in range(4):
        image[line * 40 : line * 40 + 2] = 90  # lines part the ground
        for left, tone in ((290, PLATE), (330, (190, 40, 60))):
            image[line * 40 + 5 : line * 40 + 40, left : left + 40] = tone
            image[line * 40 + 12 : line * 40 + 32, left + 16 : left + 24] = INK
    for line in find_plates(image, Box(0, 0, *image.shape[:2]), range(0, 161, 40), upright=False):
        assert [plate.in_use for plate in line] == [True, True]
