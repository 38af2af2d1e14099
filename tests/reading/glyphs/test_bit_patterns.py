"""Glyphs of a few whole pixels are told by their bits, in fonts that no template was made of."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.glyphs.bit_patterns import MAX_HEIGHT_PX, are_patterns, pattern_distance, pattern_nats
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from scoring.consoles import FONTS, numbers_of


@pytest.mark.parametrize("font", FONTS)
def test_most_digits_of_a_pixel_font_are_drawn_like_this_by_some_face(font: str) -> None:
    digits = numbers_of(font)
    likeliest = [int(np.argmax(pattern_nats(digits[digit]))) for digit in range(10)]
    assert sum(map(int.__eq__, likeliest, range(10))) >= 8
    assert sum(pattern_distance(digits[digit]) < MAX_DIGIT_DISTANCE for digit in range(10)) >= 8


def test_a_4_and_a_9_that_differ_in_one_pixel_are_two_digits() -> None:
    digits = numbers_of("low")
    found = compare_shapes([digits[digit].astype(np.float32) for digit in (4, 9, 4)])
    assert [group.members for group in found.digits.groups] == [(0, 2), (1,)]
    assert [int(np.argmax(nats)) for nats in found.nats] == [4, 9]
    assert found.again[0][1] < 0 == found.again[0][0]


@pytest.mark.parametrize("shape", [(7, 6), (5, 12)])
def test_what_is_wider_than_a_digit_is_none(shape: tuple[int, int]) -> None:
    assert pattern_distance(np.eye(*shape, dtype=bool)) > MAX_DIGIT_DISTANCE


@pytest.mark.parametrize(
    ("coverage", "are"),
    [(np.eye(5), True), (np.full((5, 3), 0.5), False), (np.eye(MAX_HEIGHT_PX + 1), False)],
    ids=["bits", "half covered", "tall"],
)
def test_what_has_soft_edges_or_curves_is_no_pattern(coverage: np.ndarray, are: bool) -> None:
    assert are_patterns([np.eye(5, dtype=np.float32), coverage.astype(np.float32)]) is are
