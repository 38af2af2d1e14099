"""A picture as if other light fell on it."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.relight import DARK, relight


def test_each_pixel_is_as_light_as_asked_for_and_neither_overflows_nor_wraps() -> None:
    image = np.random.default_rng(3).integers(0, 256, (20, 30, 3), np.uint8)
    factor = np.linspace(0.25, 4, 600, dtype=np.float32).reshape(20, 30)
    wanted = np.clip(np.rint((image + float(DARK)) * factor[..., None] - DARK), 0, 255)
    assert np.abs(relight(image, factor) - wanted).max() <= 1  # floats of another size
    assert np.array_equal(relight(image, np.ones((20, 30))), image)
