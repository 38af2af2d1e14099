"""Levels of colour: distances, CIE Lab, light, noise, and the waves of a photographed screen."""

import numpy as np
import pytest
from scipy import ndimage
from skimage.color import rgb2lab

from picrosser.imaging import channels, noise
from picrosser.imaging.channels import channel_distance, relight, srgb_to_lab
from picrosser.imaging.connected import label_pieces, places_of
from picrosser.imaging.noise import MIN_SIGMA, noise_sigma, without_moire, without_noise
from picrosser.imaging.pixels import RGB


def test_the_distance_is_the_largest_in_any_channel():
    rng = np.random.default_rng(3)
    pixels, tones = (rng.integers(0, 256, shape).astype(np.uint8) for shape in ((4, 5, 6, 3), (4, 1, 1, 3)))
    expected = np.abs(pixels.astype(int) - tones).max(axis=-1)
    np.testing.assert_array_equal(channel_distance(pixels, tones), expected)


def test_values_agree_with_scikit_image():
    levels = np.array([0, 1, 10, 11, 60, 128, 200, 254, 255], np.float32)
    tones = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(-1, 3)
    np.testing.assert_allclose(srgb_to_lab(tones), rgb2lab(tones[None] / 255)[0], atol=0.01)


def test_each_pixel_is_as_light_as_asked_for_and_neither_overflows_nor_wraps():
    image = np.random.default_rng(3).integers(0, 256, (20, 30, 3), np.uint8)
    factor = np.linspace(0.25, 4, 600, dtype=np.float32).reshape(20, 30)
    wanted = np.clip(np.rint((image + float(channels.DARK)) * factor[..., None] - channels.DARK), 0, 255)
    assert np.abs(relight(image, factor) - wanted).max() <= 1  # floats of another size
    assert np.array_equal(relight(image, np.ones((20, 30))), image)


DARK, LIGHT = 70, 190


def stripes(height: int = 240, width: int = 320) -> RGB:
    """Upright stripes of two greys, 16 pixels wide."""
    tones = np.where(np.arange(width) // 16 % 2, DARK, LIGHT)
    return np.broadcast_to(tones[None, :, None], (height, width, 3)).astype(np.uint8)


def noisy(image: RGB, sigma: float) -> RGB:
    added = np.random.default_rng(1).normal(0, sigma, image.shape)
    return np.clip(np.rint(image + added), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("sigma", [3.0, 9.0, 20.0])
def test_the_sigma_is_measured_despite_edges(sigma):
    assert noise_sigma(noisy(stripes(), sigma)) == pytest.approx(sigma, rel=0.1)
    assert noise_sigma(noisy(stripes(), sigma)[..., 0]) == pytest.approx(sigma, rel=0.15)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (3, 40_000)])
def test_pictures_of_any_shape_have_a_sigma(shape):
    assert noise_sigma(np.full((*shape, 3), LIGHT, np.uint8)) < 0.5


def test_a_picture_that_was_turned_has_the_sigma_of_its_copy():
    turned = noisy(stripes(1100, 1300), 5.0).transpose(1, 0, 2)
    assert noise_sigma(turned) == noise_sigma(turned.copy())


def test_a_picture_without_noise_is_returned_as_it_is():
    image = noisy(stripes(), 0.5 * MIN_SIGMA)
    assert without_noise(image) is image


def test_flat_places_are_calm_and_edges_stay(monkeypatch):
    clean = stripes()
    image = noisy(clean, 9)
    calm = without_noise(image)
    inside = (np.arange(clean.shape[1]) % 16 > 1) & (np.arange(clean.shape[1]) % 16 < 14)
    error = np.abs(calm.astype(float) - clean)
    assert np.sqrt((error[:, inside] ** 2).mean()) < 4.5  # half of the noise and less
    assert error[:, ~inside].mean() < 9  # beside an edge of 120 levels nothing moves further than by noise
    monkeypatch.setattr(noise, "STRIP_PX", 7 * clean.shape[1])
    assert (without_noise(image) == calm).all(), "strips leave a seam"


def as_rgb(levels: np.ndarray) -> np.ndarray:
    return np.stack([np.clip(np.rint(levels), 0, 255).astype(np.uint8)] * 3, axis=2)


def test_waves_vanish_and_lines_stay_and_a_page_without_waves_is_the_same_object():
    levels = np.full((300, 260), 180.0)
    levels[40::60] = levels[:, 30::60] = 60
    levels += np.random.default_rng(1).normal(0, 2, levels.shape)
    rows, cols = np.indices(levels.shape)
    waves = 9 * np.sin(2 * np.pi * (0.21 * rows + 0.13 * cols))
    calm = without_moire(as_rgb(levels + waves)).astype(float)[..., 0]
    assert np.abs(calm - levels)[20:-20, 20:-20].mean() < 0.35 * np.abs(waves).mean()
    assert calm[100, 35:85].mean() < 80  # on a line
    assert calm[110:120, 35:85].mean() > 170
    image = as_rgb(levels)
    assert without_moire(image) is image


# ---- The connected pieces of a mask are those that scipy finds, with the same numbers


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.6, 0.9])
def test_pieces_and_their_numbers_are_those_of_scipy(share, corners):
    rng = np.random.default_rng(round(100 * share))
    for _ in range(100):
        mask = rng.random(rng.integers(1, 50, 2)) < share
        found = label_pieces(mask, corners=corners)
        expected, _ = ndimage.label(mask, np.ones((3, 3)) if corners else None)
        assert (found.labels == expected).all()
        assert places_of(found.boxes) == ndimage.find_objects(expected)


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (3, 4)])
def test_an_empty_mask_has_no_pieces(shape):
    found = label_pieces(np.zeros(shape, bool), corners=True)
    assert found.labels.shape == shape
    assert places_of(found.boxes) == []
