"""Digits with a plate each are two numbers; on one plate nothing separates them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import with_plate_breaks

PAGE, PLATE, INK = (250, 230, 235), (70, 90, 120), (255, 255, 255)


def digits_at(image, *lefts) -> list[Piece]:
    """Digits of 6 x 12 px, painted on the image."""
    pieces = []
    for left in lefts:
        image[10:22, left : left + 6] = INK
        tones = (np.array(tone, np.float32) for tone in (INK, PLATE))
        pieces.append(Piece(Box(10, left, 22, left + 6), np.ones((12, 6), np.float32), *tones, 185.0))
    return pieces


@pytest.mark.parametrize("gap", [0, 4, 10])
def test_a_plate_of_its_own_parts_a_number_from_the_next(gap):
    image = np.full((32, 60, 3), PAGE, np.uint8)
    image[4:28, 2:20] = image[4:28, 20 + gap : 38 + gap] = PLATE
    digits = with_plate_breaks(image, digits_at(image, 8, 26 + gap))
    assert [digit.separated for digit in digits] == [False, gap > 0]


def test_noise_and_a_stroke_part_nothing():
    image = np.full((32, 60, 3), PLATE, np.uint8)
    image += np.random.default_rng(1).integers(0, 8, image.shape).astype(np.uint8)
    digits = digits_at(image, 8, 18, 40)
    image[15:17] = PAGE  # struck out
    assert not any(digit.separated for digit in with_plate_breaks(image, digits))
    assert with_plate_breaks(image, []) == ()


@pytest.mark.parametrize(("tone", "apart"), [((20, 35, 60), False), ((140, 160, 190), True)])
def test_what_sharpened_edges_make_of_a_gap_parts_nothing(tone, apart):
    """It is off the other way than ink, where the page between plates would have to be far."""
    image = np.full((32, 60, 3), PLATE, np.uint8)
    digits = digits_at(image, 8, 18)
    image[10:22, 15:17] = tone
    assert with_plate_breaks(image, digits)[1].separated == apart


@pytest.mark.parametrize("space", [5, 6, 7])
def test_blurred_edges_that_meet_part_nothing(space):
    """Two 1s, as upright strokes, of which each dims what is between them."""
    image = np.full((32, 60, 3), PLATE, np.uint8)
    digits = digits_at(image, 10, 16 + space)
    blurred = np.asarray(Image.fromarray(image).filter(ImageFilter.GaussianBlur(2.4)))
    assert not any(digit.separated for digit in with_plate_breaks(blurred, digits))
    blurred = blurred.copy()
    blurred[:, 16 + space // 2] = PAGE
    assert [digit.separated for digit in with_plate_breaks(blurred, digits)] == [False, True]
