"""The flat areas of a picture, and their colours."""

from __future__ import annotations

import numpy as np

from picrosser.reading.katamino.areas import find_areas


def test_a_colour_is_the_median_of_its_pixels_channel_by_channel() -> None:
    rng = np.random.default_rng(7)
    image = np.full((90, 121, 3), (250, 251, 252), np.uint8)  # an odd number of pixels, then an even one
    image[10:50, 10:60], image[55:85, 70:110] = (200, 30, 40), (20, 60, 180)
    image += rng.integers(0, 4, image.shape).astype(np.uint8)
    found = find_areas(image)
    medians = [np.median(image[found.classes == number], axis=0) for number in range(len(found.colours))]
    assert len(found.colours) == 3
    assert [tuple(colour) for colour in found.colours] == [tuple(tone.astype(int)) for tone in medians]
