"""The connected pieces of a mask are those that scipy finds, with the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from picrosser.imaging.connected import box_pixels, label_pieces


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.6, 0.9])
def test_pieces_and_their_numbers_are_those_of_scipy(share, corners):
    rng = np.random.default_rng(round(100 * share))
    for _ in range(100):
        mask = rng.random(rng.integers(1, 50, 2)) < share
        labels, places = label_pieces(mask, corners=corners)
        expected, _ = ndimage.label(mask, np.ones((3, 3)) if corners else None)
        assert (labels == expected).all()
        assert places == ndimage.find_objects(expected)


def test_a_spiral_is_one_piece():
    spiral = ["########", "       #", "###### #", "#    # #", "# ## # #", "# #### #", "#      #", "########"]
    _, places = label_pieces(np.array([[pixel == "#" for pixel in row] for row in spiral]), corners=False)
    assert places == [(slice(0, 8), slice(0, 8))]


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (3, 4)])
def test_an_empty_mask_has_no_pieces(shape):
    labels, places = label_pieces(np.zeros(shape, bool), corners=True)
    assert labels.shape == shape
    assert places == []


def test_the_pixels_of_boxes_are_counted_box_after_box_in_reading_order():
    boxes = np.array([[1, 0, 3, 2], [0, 3, 1, 4], [2, 1, 3, 4]])
    pixels, ends = box_pixels(boxes, 5)
    assert pixels.tolist() == [5, 6, 10, 11, 3, 11, 12, 13]
    assert ends.tolist() == [4, 5, 8]


def test_no_boxes_have_no_pixels():
    pixels, ends = box_pixels(np.zeros((0, 4), np.intp), 5)
    assert len(pixels) == len(ends) == 0
