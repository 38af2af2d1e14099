"""Boxes: distances and moves agree with the pixels that the boxes hold."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from picrosser.imaging.pixels import Box

SIDE = 12


@st.composite
def boxes(draw):
    (top, bottom), (left, right) = (
        sorted(draw(st.lists(st.integers(0, SIDE), min_size=2, max_size=2, unique=True))) for _ in range(2)
    )
    return Box(top, left, bottom, right)


def pixels_of(box):
    grid = np.zeros((3 * SIDE, 3 * SIDE), bool)
    grid[box.slices] = True
    return grid


@given(boxes(), boxes())
def test_a_gap_is_the_number_of_free_rows_or_columns_between_two_boxes(one, other):
    gap = one.gap_px(other)
    assert gap == other.gap_px(one)
    assert (gap < 0) == bool((pixels_of(one) & pixels_of(other)).any())
    reached = Box(max(0, one.top - gap), max(0, one.left - gap), one.bottom + gap, one.right + gap)
    if gap > 0:
        assert not (pixels_of(reached) & pixels_of(other)).any()
        assert Box(reached.top - 1, reached.left - 1, reached.bottom + 1, reached.right + 1).gap_px(other) < 0


@given(boxes(), st.integers(0, SIDE), st.integers(0, SIDE))
def test_moved_boxes_hold_the_same_pixels(box, down, right):
    assert (np.roll(pixels_of(box), (down, right), (0, 1)) == pixels_of(box.moved(down, right))).all()
