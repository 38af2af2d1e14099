"""Blur and light change the tones of small digits, but hardly the directions of their inks."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from picrosser.imaging.pixels import Box
from picrosser.reading.page.ink_tones import ink_steps

WHITE, NIGHT, VIOLET, GREEN = (230, 230, 225), (20, 21, 26), (150, 60, 190), (80, 170, 80)
PLACES = [(10 + 24 * at, 12) for at in range(6)]  # (left, top)
MAX_APART = 0.3  # radians, of digits of one ink


def photographed(picture: Image.Image) -> NDArray[np.uint8]:
    """The picture blurred, darker from left to right, and compressed."""
    soft = np.asarray(picture.filter(ImageFilter.GaussianBlur(1.0)), np.float64)
    soft *= np.linspace(1.0, 0.7, soft.shape[1])[:, None]
    saved = BytesIO()
    Image.fromarray(soft.astype(np.uint8)).save(saved, "JPEG", quality=85)
    return np.asarray(Image.open(saved))


def directions(
    page: tuple[int, int, int], inks: list[tuple[int, int, int]], *, on_squares: bool = False
) -> NDArray[np.float64]:
    picture = Image.new("RGB", (160, 36), page)
    pen = ImageDraw.Draw(picture)
    boxes = []
    for (left, top), ink, digit in zip(PLACES, inks, "182318", strict=True):
        if on_squares:
            pen.rectangle((left - 6, top - 4, left + 14, top + 16), fill=ink)
        pen.text((left, top), digit, fill=page if on_squares else ink, font_size=12)
        box = pen.textbbox((left, top), digit, font_size=12)
        boxes.append(Box(*(round(box[side]) for side in (1, 0, 3, 2))))
    steps = ink_steps(photographed(picture), boxes, page).astype(np.float64)
    return np.asarray(steps / np.linalg.norm(steps, axis=1, keepdims=True))


@pytest.mark.parametrize(("page", "on_squares"), [(WHITE, False), (NIGHT, False), (WHITE, True)])
def test_digits_of_one_ink_have_one_direction(page: tuple[int, int, int], on_squares: bool) -> None:
    found = directions(page, [VIOLET, GREEN] * 3, on_squares=on_squares)
    apart = np.arccos(np.clip(found @ found.T, -1, 1))
    is_same = np.equal.outer(np.arange(6) % 2, np.arange(6) % 2)
    assert apart[is_same].max() < min(MAX_APART, apart[~is_same].min())


def test_a_satisfied_digit_on_the_page_has_the_ink_of_its_square() -> None:
    on_square = directions(WHITE, [VIOLET] * 6, on_squares=True)
    on_page = directions(WHITE, [VIOLET] * 6)
    assert (on_square * on_page).sum(axis=1).min() > np.cos(MAX_APART)


def test_no_digits_have_no_steps() -> None:
    assert ink_steps(np.zeros((9, 9, 3), np.uint8), [], NIGHT).shape == (0, 3)
