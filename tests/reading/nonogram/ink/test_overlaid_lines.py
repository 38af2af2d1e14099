"""A grey line over coloured ink is removed; the ink is left."""

from __future__ import annotations

import numpy as np
import pytest

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.pipelines.recognise import solve_screenshot
from picrosser.reading.nonogram.ink.strokes import without_overlaid_colour

PAGE, GREEN, GREY = (44.0, 46.0, 56.0), (47.0, 139.0, 0.0), (100.0, 100.0, 112.0)
YELLOW = (250.0, 210.0, 90.0)


def piece(over, colour, ink=GREEN):
    """Steps and strength of an upright bar with something over it."""
    tones = np.full((20, 12, 3), PAGE, np.float32)
    tones[:, 4:8] = ink
    tones[over] = colour
    steps = tones - np.array(PAGE, np.float32)
    return steps, np.abs(steps).max(axis=2)


def strength(steps):
    return np.abs(steps).max(axis=2)


def test_a_grey_line_through_a_coloured_digit_is_hardly_seen():
    line = np.s_[9:11, :]
    left = strength(without_overlaid_colour(*piece(line, GREY)))
    assert left[line].max() < 0.3 * left.max()
    assert np.array_equal(left[:9], strength(piece(line, GREY)[0])[:9])


@pytest.mark.parametrize(
    ("over", "colour", "ink"),
    [
        (np.s_[16:, :], GREY, GREEN),  # another number's digit, below
        (np.s_[9:11, :], (0.0, 139.0, 255.0), GREEN),
        (np.s_[9:11, :], (255.0, 0.0, 0.0), GREY),
    ],
)
def test_what_may_be_ink_stays(over, colour, ink):
    steps, apart = piece(over, colour, ink)
    assert without_overlaid_colour(steps, apart) is steps


@pytest.mark.parametrize("wide", [2, 4, 6])
def test_a_digit_between_two_of_another_colour_stays(wide):
    """Where they are blurred, they hang together."""
    steps, _ = piece(np.s_[2:18, 4:8], GREEN)
    between, bare = steps[:, 1 : 3 + wide].copy(), steps[:1, :1]
    between[...] = bare
    between[2:18, 1:-1] = np.array(GREY, np.float32) - np.array(PAGE, np.float32)
    steps = np.concatenate([steps, between, steps], axis=1)
    assert without_overlaid_colour(steps, strength(steps)) is steps


@pytest.mark.parametrize("blue", [0, 10])
def test_a_piece_of_several_colours_has_none_of_its_own(blue):
    steps = np.zeros((9, 9, 3), np.float32)
    steps[:3, :, 0], steps[3:6, :, 1], steps[6:, :, 1], steps[..., 2] = 200, 200, -200, blue
    assert without_overlaid_colour(steps, strength(steps)) is steps


def test_a_neighbour_that_compression_tinges_stays():
    """A white digit left of two yellow ones; JPEG keeps colours by blocks of 16 px."""
    tones = np.full((20, 40, 3), PAGE, np.float32)
    tones[:, 2:7], tones[:, 14:19], tones[:, 26:36] = 250.0, YELLOW, YELLOW
    tones[12:14, 2:4] = YELLOW
    steps = tones - np.array(PAGE, np.float32)
    assert without_overlaid_colour(steps, strength(steps)) is steps


def test_struck_coloured_hints_are_read():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), 1301008))
    assert drawn.spec.done == "struck"
    solved = solve_screenshot(np.asarray(drawn.image)[..., :3])
    assert not solved.reading.doubts


def test_a_line_is_told_from_pale_ink_on_a_light_plate():
    """Along such a blue, grey goes far."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), 662000007))
    image = np.asarray(damaged_nonogram(drawn, "scale-1.33").convert("RGB"))
    assert not solve_screenshot(image).reading.doubts
