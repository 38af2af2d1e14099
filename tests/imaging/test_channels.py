"""Distances of colours, sRGB to CIE Lab, and pictures as if other light fell on them."""

from __future__ import annotations

import numpy as np
from skimage.color import rgb2lab

from picrosser.imaging.channels import DARK, channel_distance, relight, srgb_to_lab


def test_the_distance_is_the_largest_in_any_channel():
    rng = np.random.default_rng(3)
    pixels, tones = (rng.integers(0, 256, shape).astype(np.uint8) for shape in ((4, 5, 6, 3), (4, 1, 1, 3)))
    expected = np.abs(pixels.astype(int) - tones).max(axis=-1)
    np.testing.assert_array_equal(channel_distance(pixels, tones), expected)


def test_values_agree_with_scikit_image():
    levels = np.array([0, 1, 10, 11, 60, 128, 200, 254, 255], np.float32)
    tones = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(-1, 3)
    np.testing.assert_allclose(srgb_to_lab(tones), rgb2lab(tones[None] / 255)[0], atol=0.01)


def test_black_and_white_have_neither_a_nor_b():
    np.testing.assert_allclose(srgb_to_lab(np.array([[0, 0, 0], [255, 255, 255]], np.float32)),
                               [[0, 0, 0], [100, 0, 0]], atol=0.02)  # fmt: skip


def test_each_pixel_is_as_light_as_asked_for_and_neither_overflows_nor_wraps() -> None:
    image = np.random.default_rng(3).integers(0, 256, (20, 30, 3), np.uint8)
    factor = np.linspace(0.25, 4, 600, dtype=np.float32).reshape(20, 30)
    wanted = np.clip(np.rint((image + float(DARK)) * factor[..., None] - DARK), 0, 255)
    assert np.abs(relight(image, factor) - wanted).max() <= 1  # floats of another size
    assert np.array_equal(relight(image, np.ones((20, 30))), image)
