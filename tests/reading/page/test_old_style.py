"""Digits of two heights: 0 to 2 as low as an x, the others taller."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.old_style import in_one_height, without_margins

TALL_PX, LOW_PX = 40, 29  # sizes of the font, whose digits are all as tall as each other


def ink_of(low_digits: str) -> Ink:
    """Of three rows of digits, of which some are smaller."""
    image = Image.new("RGB", (600, 240), "white")
    pen = ImageDraw.Draw(image)
    for row in range(3):
        for at, digit in enumerate("1234567812"):
            font = ImageFont.load_default(LOW_PX if digit in low_digits else TALL_PX)
            pen.text((40 + 52 * at, 60 + 60 * row), digit, "black", font, anchor="ms")
    return find_ink(np.asarray(image))


def heights(ink: Ink) -> set[int]:
    boxes = ink.boxes[ink.distances < MAX_DIGIT_DISTANCE]
    return set((boxes[:, 2] - boxes[:, 0]).tolist())


def test_low_digits_get_taller_boxes_round_the_same_middles() -> None:
    before = ink_of("012")
    after = in_one_height(before)
    assert np.ptp(list(heights(before))) > 5 > np.ptp(list(heights(after)))
    assert np.array_equal(before.boxes[:, [1, 3]], after.boxes[:, [1, 3]])
    assert np.abs(before.boxes[:, [0, 2]].sum(axis=1) - after.boxes[:, [0, 2]].sum(axis=1)).max() <= 1
    for one, other in zip(before.coverages, after.coverages, strict=True):
        assert np.array_equal(without_margins(other), without_margins(one))


@pytest.mark.parametrize("low", ["", "1357", "789"], ids=["of one height", "of two sizes", "tall ones low"])
def test_digits_of_one_height_and_those_of_two_texts_stay(low: str) -> None:
    ink = ink_of(low)
    assert in_one_height(ink) is ink
