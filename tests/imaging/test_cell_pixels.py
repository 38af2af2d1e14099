"""The pixels of a board's cells, also where the picture's edge cuts the board off."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.cell_pixels import cell_pixels, noise_levels

MIDDLE, FAR = np.array([0.5]), np.array([-0.2, 1.2])


def test_places_within_the_cells_are_looked_at():
    image = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(6, 4, 3)
    pixels = cell_pixels(image, (0, 3, 6), (0, 2, 4), MIDDLE, MIDDLE)
    assert pixels.shape == (2, 2, 1, 1, 3)
    assert np.array_equal(pixels[:, :, 0, 0], image[1::3, 1::2])


def test_places_outside_the_picture_have_the_nearest_pixel():
    image = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(6, 4, 3)
    pixels = cell_pixels(image, (0, 6), (0, 4), FAR, FAR)
    assert np.array_equal(pixels[0, 0], image[[0, -1]][:, [0, -1]])


def test_noise_is_told_by_neighbouring_pixels_whatever_the_cells_show():
    edges = tuple(range(0, 101, 20))
    cells = np.kron(np.arange(25).reshape(5, 5) % 2 * 200 + 20, np.ones((20, 20)))[..., None].repeat(3, 2)
    noise = np.random.default_rng(1).normal(0, 4, cells.shape)
    assert noise_levels(cells.astype(np.uint8), edges, edges) == 0
    assert 4 < noise_levels((cells + noise).astype(np.uint8), edges, edges) < 12
