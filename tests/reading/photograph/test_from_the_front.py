"""A screen from the front, at half its size."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.perspective import project
from picrosser.reading.photograph.from_the_front import StraightScreen, halved


def test_half_of_a_screen_lies_where_the_whole_one_lies() -> None:
    rows = np.arange(80)[:, None, None] * np.ones((1, 60, 3))
    way = ((1.5, 0.1, 20), (-0.1, 1.5, 30), (0.0002, 0, 1))
    screen = StraightScreen(rows.astype(np.uint8), way, 1.5)
    half = halved(screen)
    assert half.image.shape == (40, 30, 3)
    assert half.scale == 0.75
    assert (half.image[:, 0, 0] // 2).tolist() == list(range(40))  # a pixel is two rows of the screen
    places = np.array([(10.0, 20.0), (30.0, 4.0)])
    assert np.allclose(project(half.to_picture, places), project(screen.to_picture, 2 * places))
