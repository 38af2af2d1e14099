"""Rough pictures and cut boards: size, colours, and what is left of the board."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from drawn.cuts import CUT_LINES, CUTS, cut_board, kept
from drawn.damage import DAMAGES
from drawn.occlusion import drawn_slots
from drawn.rough import BEHIND, ROUGH
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec

SPEC = random_spec(np.random.default_rng(6), Wishes(10, 5, 3, PHONES[0], as_game=True), draws=1)
SHOT = draw(SPEC)
GROWS = ("turn", "two-boards")


@pytest.mark.parametrize("name", ROUGH)
def test_rough_treatment_changes_the_picture_and_repeats_itself(name):
    image = ROUGH[name](SHOT.image)
    assert image.mode == "RGB"
    if name.startswith(GROWS):
        assert image.width >= SHOT.image.width
        assert image.height >= SHOT.image.height
        assert image.size != SHOT.image.size
    else:
        assert image.size == SHOT.image.size
        assert not np.array_equal(np.asarray(image), np.asarray(SHOT.image))
    assert np.array_equal(np.asarray(image), np.asarray(ROUGH[name](SHOT.image)))


def test_the_names_are_new():
    assert not set(ROUGH) & set(DAMAGES)


def test_other_kinds_of_images_are_taken_too():
    small = Image.new("RGBA", (90, 160), (10, 200, 90, 255))
    assert {ROUGH[name](small).mode for name in ROUGH} == {"RGB"}


def test_turning_shows_what_is_behind():
    assert ROUGH["turn+2"](SHOT.image).getpixel((0, 0)) == BEHIND
    assert ROUGH["perspective-2"](SHOT.image).getpixel((0, 0)) == BEHIND


def test_perspective_moves_the_corners_by_at_most_three_percent():
    white = Image.new("RGB", (1000, 2000), "white")
    for name in ("perspective-1", "perspective-2", "perspective-3"):
        lit = np.asarray(ROUGH[name](white))[..., 0] > 200
        assert lit[70:-70, 40:-40].all()
        assert 0.94 < lit.mean() < 0.999


def test_inverted_lightness_keeps_hues():
    image = Image.new("RGB", (2, 2), (200, 100, 100))
    assert ROUGH["invert-lightness"](image).getpixel((0, 0)) == (155, 55, 55)
    assert ROUGH["invert"](image).getpixel((0, 0)) == (55, 155, 155)


def test_grey_stays_grey_under_filters_for_the_colour_blind():
    image = Image.new("RGB", (2, 2), (120, 120, 120))
    for name in ROUGH:
        if "opia" in name:
            assert np.ptp(np.asarray(ROUGH[name](image))) <= 1


def test_two_boards_leave_the_larger_one_as_it_is():
    for name in ("two-boards-beside", "two-boards-below"):
        corner = (0, 0, *SHOT.image.size)
        assert np.array_equal(np.asarray(ROUGH[name](SHOT.image).crop(corner)), np.asarray(SHOT.image))


@pytest.mark.parametrize("name", CUTS)
def test_cuts_take_a_part_of_the_board_away(name):
    slots, board = drawn_slots(SPEC), SHOT.lattice.board
    box = kept(SHOT.image.size, SHOT.lattice, slots, name)
    if name.startswith(("top", "both")):
        assert SHOT.board_with_hints.top < box.top <= board.top
    if name.startswith(("left", "both")):
        assert SHOT.board_with_hints.left < box.left <= board.left
    if name.startswith("right"):
        assert board.left < box.right < board.right
    if name.startswith("bottom"):
        assert board.top < box.bottom < board.bottom
    image = cut_board(SHOT.image, SHOT.lattice, slots, name)
    assert image.size == (box.width, box.height)
    barred = cut_board(SHOT.image, SHOT.lattice, slots, name, under_bar=True)
    assert barred.size == SHOT.image.size
    inside = np.asarray(barred)[box.slices]
    assert np.array_equal(inside, np.asarray(image))


def test_cuts_between_lines_and_slots_leave_whole_ones():
    slots, lattice = drawn_slots(SPEC), SHOT.lattice
    assert kept(SHOT.image.size, lattice, slots, "right-lines").right == lattice.col_edges_px[-1 - CUT_LINES]
    top = kept(SHOT.image.size, lattice, slots, "top-slot").top
    rows = sorted({float(row) for row in slots.centres_px[-15:, 0]})
    assert rows[0] < top < rows[1]
    with pytest.raises(ValueError, match="no cut is called 'middle'"):
        kept(SHOT.image.size, lattice, slots, "middle")
