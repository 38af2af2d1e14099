"""What is done to a straight screen so that its digits are told from what is round them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from picrosser.imaging.perspective import project
from picrosser.reading.photograph.slanted_lines import Pencil, ScreenSlopes
from picrosser.reading.photograph.straight_screen import StraightScreen, halved, without_halos

LEVEL = ScreenSlopes(Pencil(0.0, 0.0, 9.0), Pencil(0.0, 0.0, 9.0))
DIGIT_PX, STROKE_PX = 20, 4
STROKE = np.s_[40 : 40 + DIGIT_PX, 40 : 40 + STROKE_PX]
BESIDE = np.s_[45:55, 55:60]


@pytest.mark.parametrize("is_light", [False, True])
def test_a_page_is_even_beside_strokes_and_a_stroke_is_as_strong_as_before(is_light: bool) -> None:
    """A soft plate under a digit, half as light as the page, or the edge of a shadow."""
    page = np.full((100, 100), 120.0)
    page[20:80, 20:80] = 70
    soft = np.asarray(Image.fromarray(page.astype(np.uint8)).filter(ImageFilter.GaussianBlur(6))).copy()
    tone = 200 if is_light else 30
    soft[STROKE] = tone
    screen = StraightScreen(
        np.stack([soft] * 3, axis=-1), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), LEVEL, 1.0, is_beyond=False
    )
    seen = without_halos(screen, DIGIT_PX, is_light=is_light).image[..., 0].astype(float)
    usual = np.median(seen)
    assert np.abs(seen[BESIDE] - usual).max() < 8
    assert (np.median(seen[STROKE]) > 1.5 * usual) if is_light else (np.median(seen[STROKE]) < usual / 2)


def test_half_of_a_screen_lies_where_the_whole_one_lies() -> None:
    rows = np.arange(80)[:, None, None] * np.ones((1, 60, 3))
    way = ((1.5, 0.1, 20), (-0.1, 1.5, 30), (0.0002, 0, 1))
    screen = StraightScreen(rows.astype(np.uint8), way, LEVEL, 1.5, is_beyond=False)
    half = halved(screen)
    assert half.image.shape == (40, 30, 3)
    assert half.scale == 0.75
    assert (half.image[:, 0, 0] // 2).tolist() == list(range(40))  # a pixel is two rows of the screen
    places = np.array([(10.0, 20.0), (30.0, 4.0)])
    assert np.allclose(project(half.to_picture, places), project(screen.to_picture, 2 * places))
