"""How much pixels stand out of what surrounds them, and a picture's noise."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.page.contrast import (
    contrasts,
    halved,
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


def test_a_picture_without_colours_has_one_plane() -> None:
    assert len(planes_of(np.full((20, 20, 3), 77, np.uint8))) == 1


@pytest.mark.parametrize("sigma", [0.0, 4.0, 9.0])
def test_noise_is_measured_beside_lines_and_digits(sigma: float) -> None:
    rng = np.random.default_rng(3)
    page = np.full((300, 300), 128.0)
    page[::30] = 20
    page[:, ::30] = 20
    noisy = np.clip(np.rint(page + rng.normal(0, sigma, page.shape)), 0, 255).astype(np.uint8)
    assert noise_sigma(noisy) == pytest.approx(sigma, rel=0.15, abs=0.1)


def test_tiny_pictures_have_no_noise() -> None:
    assert noise_sigma(np.zeros((2, 2), np.uint8)) == 0


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_a_running_extreme_is_that_of_each_window(size: int) -> None:
    plane = np.random.default_rng(1).integers(0, 255, (40, 6)).astype(np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(plane, size, axis=0)
    assert np.array_equal(running_extreme(plane, size, np.maximum, 0), windows.max(axis=2))


def test_halving_takes_the_mean_of_four() -> None:
    assert halved(np.array([[10, 20, 9], [30, 41, 9], [0, 0, 0]], np.uint8)).tolist() == [[25]]


def test_contrast_does_not_count_where_the_other_plane_has_more_of_the_opposite() -> None:
    """A stroke that is lighter in one plane and darker in the other one is what it is more of."""
    low, high = np.full((2, 60, 60), 100, np.uint8)
    low[20:40, 10:14], high[20:40, 10:14] = 40, 130  # darker by 60, lighter by 30
    low[20:40, 44:48], high[20:40, 44:48] = 70, 190  # darker by 30, lighter by 90
    dark, light = contrasts((low, high))
    assert (dark[20:40, 10:14] == 60).all()
    assert (light[20:40, 10:14] == 0).all()
    assert (dark[20:40, 44:48] == 0).all()
    assert (light[20:40, 44:48] == 90).all()


def test_the_space_within_a_green_digit_on_dark_grey_is_no_light_ink() -> None:
    """It is lighter in the smallest channel, and by more darker in the largest one."""
    image = np.full((60, 60, 3), (44, 46, 56), np.uint8)
    image[20:40, 20:36] = (47, 139, 0)
    image[24:36, 24:32] = (44, 46, 56)
    dark, light = contrasts(planes_of(image))
    assert (light[30, 21], dark[30, 21]) == (83, 0)
    assert light[30, 28] == 0
