"""Noise is measured by neighbouring pixels, and removed where it is strong, with every edge left in place."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging import noise
from picrosser.imaging.noise import MIN_SIGMA, noise_sigma, without_noise
from picrosser.imaging.pixels import RGB

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
