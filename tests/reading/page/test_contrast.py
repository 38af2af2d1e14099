"""How much pixels stand out of what surrounds them, and a picture's noise."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.page.contrast import (
    contrasts,
    noise_sigma,
    planes_of,
    running_extreme,
)


def test_a_stroke_stands_out_of_a_page_and_of_a_plate_alike() -> None:
    plane = np.full((80, 80), 240, np.uint8)
    plane[40:] = 120  # a plate
    plane[10:30, 20:24] = 40
    plane[50:70, 20:24] = 20
    stands_out, lighter = contrasts((plane,))
    assert stands_out[20, 21] == 200
    assert stands_out[60, 21] == 100
    assert stands_out[20, 50] == stands_out[60, 50] == 0
    assert lighter[20, 21] == 0


def test_yellow_on_white_and_red_on_black_are_seen_in_one_of_the_planes() -> None:
    image = np.full((60, 60, 3), 255, np.uint8)
    image[:, 30:] = 0
    image[20:40, 10:14] = (255, 255, 0)
    image[20:40, 44:48] = (255, 0, 0)
    planes = planes_of(image)
    assert len(planes) == 2
    dark, light = contrasts(planes)
    assert dark[30, 12] == 255
    assert light[30, 46] == 255


@pytest.mark.parametrize("sigma", [0.0, 4.0, 9.0])
def test_noise_is_measured_beside_lines_and_digits(sigma: float) -> None:
    rng = np.random.default_rng(3)
    page = np.full((300, 300), 128.0)
    page[::30] = 20
    page[:, ::30] = 20
    noisy = np.clip(np.rint(page + rng.normal(0, sigma, page.shape)), 0, 255).astype(np.uint8)
    assert noise_sigma(noisy) == pytest.approx(sigma, rel=0.15, abs=0.1)


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_a_running_extreme_is_that_of_each_window(size: int) -> None:
    plane = np.random.default_rng(1).integers(0, 255, (40, 6)).astype(np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(plane, size, axis=0)
    assert np.array_equal(running_extreme(plane, size, np.maximum, 0), windows.max(axis=2))
