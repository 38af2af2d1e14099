"""Rough pictures and cut boards: size, colours, and what is left of the board."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from drawn.cuts import CUT_LINES, CUTS, cut_board, kept
from PIL import Image

from drawn.damage import BEHIND, DAMAGES, ROUGH
from drawn.occlusion import drawn_slots
from drawn.screenshot import DrawnScreenshot, draw
from drawn.spec import PHONES, Wishes, random_spec

SPEC = random_spec(np.random.default_rng(6), Wishes(10, 5, 3, PHONES[0], as_game=True), draws=1)
GROWS = ("turn", "two-boards")


@cache
def shot() -> DrawnScreenshot:
    return draw(SPEC)


@pytest.mark.parametrize("name", ROUGH)
def test_rough_treatment_changes_the_picture_and_repeats_itself(name):
    image = ROUGH[name](shot().image)
    assert image.mode == "RGB"
    if name.startswith(GROWS):
        assert image.width >= shot().image.width
        assert image.height >= shot().image.height
        assert image.size != shot().image.size
    else:
        assert image.size == shot().image.size
        assert not np.array_equal(np.asarray(image), np.asarray(shot().image))
    assert np.array_equal(np.asarray(image), np.asarray(ROUGH[name](shot().image)))


def test_the_names_are_new():
    assert not set(ROUGH) & set(DAMAGES)


def test_other_kinds_of_images_are_taken_too():
    small = Image.new("RGBA", (90, 160), (10, 200, 90, 255))
    assert {ROUGH[name](small).mode for name in ROUGH} == {"RGB"}


def test_turning_shows_what_is_behind():
    assert ROUGH["turn+2"](shot().image).getpixel((0, 0)) == BEHIND
    assert ROUGH["perspective-2"](shot().image).getpixel((0, 0)) == BEHIND


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
        corner = (0, 0, *shot().image.size)
        assert np.array_equal(np.asarray(ROUGH[name](shot().image).crop(corner)), np.asarray(shot().image))


@pytest.mark.parametrize("name", CUTS)
def test_cuts_take_a_part_of_the_board_away(name):
    slots, board = drawn_slots(SPEC), shot().lattice.board
    box = kept(shot().image.size, shot().lattice, slots, name)
    if name.startswith(("top", "both")):
        assert shot().board_with_hints.top < box.top <= board.top
    if name.startswith(("left", "both")):
        assert shot().board_with_hints.left < box.left <= board.left
    if name.startswith("right"):
        assert board.left < box.right < board.right
    if name.startswith("bottom"):
        assert board.top < box.bottom < board.bottom
    image = cut_board(shot().image, shot().lattice, slots, name)
    assert image.size == (box.width, box.height)
    barred = cut_board(shot().image, shot().lattice, slots, name, under_bar=True)
    assert barred.size == shot().image.size
    inside = np.asarray(barred)[box.slices]
    assert np.array_equal(inside, np.asarray(image))


def test_cuts_between_lines_and_slots_leave_whole_ones():
    slots, lattice = drawn_slots(SPEC), shot().lattice
    assert (
        kept(shot().image.size, lattice, slots, "right-lines").right == lattice.col_edges_px[-1 - CUT_LINES]
    )
    top = kept(shot().image.size, lattice, slots, "top-slot").top
    rows = sorted({float(row) for row in slots.centres_px[-15:, 0]})
    assert rows[0] < top < rows[1]
    with pytest.raises(ValueError, match="no cut is called 'middle'"):
        kept(shot().image.size, lattice, slots, "middle")
