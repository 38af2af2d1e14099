"""The picture within a plain margin."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.candidates.margin import box_within_margin

GREY, WHITE = 120, 250


def test_a_framed_picture_is_found_on_any_two_or_four_sides():
    image = np.full((90, 70, 3), GREY, np.uint8)
    image[20:80, 10:60] = WHITE
    assert box_within_margin(image) == Box(20, 10, 80, 60)
    assert box_within_margin(image[:, 10:60]) == Box(20, 0, 80, 50)


@pytest.mark.parametrize("tone", [GREY, WHITE])
def test_a_page_with_something_on_it_is_no_framed_picture(tone):
    image = np.full((90, 70, 3), tone, np.uint8)
    assert box_within_margin(image) == Box(0, 0, 90, 70)
    image[40:80, 30:60] = 0
    image[20:40, 45:60] = 0  # hints above a board
    assert box_within_margin(image) == Box(0, 0, 90, 70)
