"""Bars that are a typeface's 1 are told from parts of lines by the page's other digits."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.page.digit_distance import without_false_bars

HEIGHT = 20
OTHERS = 40  # digits of a page


def told(widths: list[int]) -> list[bool]:
    """Whether pieces of a digit's height and of these widths, all strokes, may be 1s beside other digits."""
    count = len(widths) + OTHERS
    boxes = np.zeros((count, 4), np.int32)
    boxes[:, 2], boxes[:, 3] = HEIGHT, [*widths, *[13] * OTHERS]
    coverages = [np.ones((HEIGHT, width), np.float32) for width in boxes[:, 3]]
    likely, dark = np.full(count, 0.04, np.float32), np.zeros(count, bool)
    distances = without_false_bars(boxes, dark, np.full(count, 90, np.float32), coverages, likely)
    return np.isfinite(distances[: len(widths)]).tolist()


@pytest.mark.parametrize(
    ("widths", "are_digits"),
    [
        ([5], [False]),  # rare
        ([5] * 4, [True] * 4),
        ([5, 6, 6, 6], [True] * 4),  # the others are a pixel too wide for a bar
        ([5, 9, 9, 9], [False, True, True, True]),  # and these are other digits
    ],
)
def test_a_bar_is_a_1_where_others_are_like_it(widths: list[int], are_digits: list[bool]) -> None:
    assert told(widths) == are_digits
