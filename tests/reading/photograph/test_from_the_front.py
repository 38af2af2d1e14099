"""The outline of a screen in a photograph."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.from_the_front import find_screen_outline

CORNERS = np.array([(90.0, 130), (60, 560), (730, 610), (700, 80)])  # (row, col), clockwise


def photographed(rng: np.random.Generator, tone: int) -> RGB:
    """A screen of one tone with a bar and a few words, on a table with grain."""
    grain = rng.normal(120, 12, (800, 1)) + rng.normal(0, 5, (800, 700))
    picture = Image.fromarray(np.clip(grain, 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    pen.polygon([(col, row) for row, col in CORNERS.tolist()], fill=tone)
    pen.text((200, 300), "5 10 15", fill=255 - tone, font_size=60)
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(1)).convert("RGB"))


@pytest.mark.parametrize("tone", [20, 235])
def test_the_corners_of_a_dark_or_light_screen_are_found(tone: int) -> None:
    found = find_screen_outline(photographed(np.random.default_rng(1), tone))
    assert found is not None
    assert np.abs(found - CORNERS).max() < 0.015 * 650


def test_a_table_has_no_outline() -> None:
    image = photographed(np.random.default_rng(2), 20)
    assert find_screen_outline(image[300:450, 250:400]) is None  # within the screen
    assert find_screen_outline(np.zeros((120, 160, 3), np.uint8)) is None
