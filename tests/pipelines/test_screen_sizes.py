"""In which size, and in which tones, a photographed screen is looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from picrosser.pipelines.screen_photograph import LARGE_PX, NonogramOnScreen, no_larger_than_needed
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.straight_screen import StraightScreen
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE

SIDE_PX = 1400
LEVEL: Any = None


def numbered(font_px: int, side_px: int = SIDE_PX, light: int = 0) -> StraightScreen:
    """A screen with numbers, so many of them lighter than the page."""
    image = Image.new("RGB", (side_px, side_px), (150, 150, 150))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=font_px)
    for number in range(64):
        place = (
            (90 + 160 * (number % 8)) * side_px // SIDE_PX,
            (90 + 160 * (number // 8)) * side_px // SIDE_PX,
        )
        draw.text(place, str(number), "white" if number < light else "black", font, anchor="mm")
    one = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    return StraightScreen(np.asarray(image), one, LEVEL, 1.0, is_beyond=False)


@pytest.mark.parametrize(("font_px", "side_px", "scale"), [(60, 1400, 0.5), (28, 1400, 1.0), (60, 1000, 1.0)])
def test_only_a_large_screen_with_tall_digits_is_looked_at_in_half_its_size(
    font_px: int, side_px: int, scale: float
) -> None:
    assert 1000**2 < LARGE_PX < SIDE_PX**2
    screen, page = no_larger_than_needed(numbered(font_px, side_px))
    assert screen.scale == scale
    assert page.image is screen.image
    assert page.ink.sure_digits > 60


@pytest.mark.parametrize(("light", "tones"), [(0, {False}), (20, {False, True}), (64, {True})])
def test_a_further_view_shows_ink_in_the_tones_of_the_digits_seen_before(
    light: int, tones: set[bool]
) -> None:
    screen = numbered(28, light=light)
    look = NonogramOnScreen(
        PageEvidence(screen.image), [screen], fixes={}, is_stated=False, deadline=NO_DEADLINE, on_stage=ignore
    )
    look._page = PageEvidence(screen.image, is_blurred=True)
    assert set(look._page.ink.light.tolist()) == {False, True}  # a 0 has a hole
    assert set(look._further(screen).ink.light.tolist()) == tones
