"""Pieces of ink are found among compression noise, soft edges and textures."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawn.fonts import installed_fonts, load_font
from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.chains import MAX_STRANGE_DIGIT_DISTANCE
from picrosser.reading.nonogram.ink.piece import is_solid, with_template_distances, without_texture
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces
from picrosser.reading.nonogram.ink.plates import Plate

DIGIT = Box(20, 10, 35, 20)  # on a strip of 60 x 30 pixels


def strip():
    """A column's strip with one digit, a 7, in white on dark grey."""
    patch = np.full((60, 30, 3), 60, np.uint8)
    patch[20:22, 10:20] = 240
    patch[20:35, 17:20] = 240
    return patch


def boxes(patch):
    return [piece.box for piece in found(patch)]


def found(patch):
    return find_ink_pieces(patch, Box(0, 0, 60, 30), upright=True)


def test_faint_specks_round_a_digit_are_no_part_of_it():
    patch = strip()
    for specks in (patch[1:59:4, :], patch[1:59, 1:30:4]):
        np.maximum(specks, 90, out=specks)
    assert boxes(patch) == [DIGIT]


def test_a_faint_digit_that_hangs_on_a_strong_one_is_one_by_itself():
    patch = strip()
    patch[35, 10:20] = 90  # where the soft edges of both meet
    patch[36:38, 10:20] = 120
    patch[36:51, 17:20] = 120
    assert boxes(patch) == [DIGIT, Box(36, 10, 51, 20)]


def test_a_soft_rim_is_no_digit():
    patch = strip()
    patch[18:37, 8:22] = np.maximum(patch[18:37, 8:22], 90)
    assert boxes(patch) == [DIGIT]


def kept(patch):
    return [piece.box for piece in without_texture(with_template_distances([found(patch)]))[0]]


def test_a_faint_digit_as_tall_as_others_is_no_texture():
    patch = strip()
    patch[2:4, 10:20] = patch[2:17, 17:20] = 85
    assert kept(patch) == [Box(2, 10, 17, 20), DIGIT]


@pytest.mark.parametrize(("height", "width"), [(5, 5), (15, 22), (10, 4)])
def test_faint_blots_are_texture(height, width):
    """Dots, which may look like a 0, and what is wider or less tall than a digit."""
    patch = strip()
    patch[2 : 2 + height, 4 : 4 + width] = 85
    assert kept(patch) == [DIGIT]


def test_a_shadow_is_no_digit():
    patch = strip()
    patch[22:37, 20:23] = 110
    assert [box.right for box in boxes(patch)] == [DIGIT.right]


def on_plate(height):
    """A digit on a plate so tall, and above it, on the plate, a faint one."""
    patch = np.full((60, 30, 3), 20, np.uint8)
    patch[50 - height : 50, 2:28] = 60
    patch[40:42, 10:20] = patch[40:48, 17:20] = 240
    patch[28:30, 10:20] = patch[28:36, 17:20] = 125
    plate = Plate(Box(50 - height, 2, 50, 28), np.ones((height, 26), bool), np.full(3, 60, np.float32), True)
    return [piece.box for piece in find_ink_pieces(patch, Box(0, 0, 60, 30), [plate], upright=True)]


def test_a_plate_that_has_room_for_two_small_digits_may_bear_a_faint_one():
    assert on_plate(30) == [Box(28, 10, 36, 20), Box(40, 10, 48, 20)]


def test_the_backdrop_changes_at_the_rim_of_a_card():
    patch = np.full((60, 30, 3), (90, 110, 220), np.uint8)
    patch[44:] = 250  # shallower than the page is behind it
    patch[48:50, 10:20] = patch[48:58, 17:20] = 40
    assert boxes(patch) == [Box(48, 10, 58, 20)]


def test_a_line_across_the_strip_is_no_rim():
    patch = strip()
    patch[12:15] = 240
    assert DIGIT in boxes(patch)


def test_ink_on_a_plate_is_not_compared_with_a_title_beyond():
    patch = strip()
    patch[40:58, 8:22] = 50
    patch[42:44, 12:18] = patch[42:54, 15:18] = 70  # fainter than anything that is kept of the page's
    plate = Plate(Box(40, 8, 58, 22), np.ones((18, 14), bool), np.full(3, 50, np.float32), in_use=True)
    pieces = find_ink_pieces(patch, Box(0, 0, 60, 30), [plate], upright=True)
    assert [(piece.box, piece.weak) for piece in pieces] == [(DIGIT, False), (Box(42, 12, 54, 18), False)]


def disc(width):
    """A dot of a page's pattern, which a board's strip may cut."""
    y, x = np.mgrid[:24, :24]
    return ((y - 11.5) ** 2 + (x - 11.5) ** 2 < 12**2).astype(np.float32)[:, :width]


@pytest.mark.parametrize("width", [24, 18])
def test_a_dot_is_no_zero(width):
    patch = np.full((60, 30, 3), 60, np.uint8)
    patch[20:44, 3 : 3 + width][disc(width) > 0] = 240
    (piece,) = with_template_distances([found(patch)])[0]
    assert piece.template_distance > MAX_STRANGE_DIGIT_DISTANCE


@pytest.mark.parametrize("digit", range(10))
def test_the_heaviest_digit_is_no_dot(digit):
    for face in installed_fonts():
        drawn = Image.new("L", (80, 80))
        ImageDraw.Draw(drawn).text((10, 10), str(digit), 255, load_font(face, 40), stroke_width=1)
        assert not is_solid(np.asarray(drawn.crop(drawn.getbbox()), np.float32) / 255), face.name
