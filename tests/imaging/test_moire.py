"""The waves of a photographed screen are removed; a picture without any is not touched."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.moire import without_moire


def page(rng: np.random.Generator) -> np.ndarray:
    """A grey page with black lines and noise."""
    levels = np.full((300, 260), 180.0)
    levels[40::60] = 60
    levels[:, 30::60] = 60
    return levels + rng.normal(0, 2, levels.shape)


def as_rgb(levels: np.ndarray) -> np.ndarray:
    return np.stack([np.clip(np.rint(levels), 0, 255).astype(np.uint8)] * 3, axis=2)


def test_waves_vanish_and_lines_stay() -> None:
    levels = page(np.random.default_rng(1))
    rows, cols = np.indices(levels.shape)
    waves = 9 * np.sin(2 * np.pi * (0.21 * rows + 0.13 * cols))
    calm = without_moire(as_rgb(levels + waves)).astype(float)[..., 0]
    assert np.abs(calm - levels)[20:-20, 20:-20].mean() < 0.35 * np.abs(waves).mean()
    assert calm[100, 35:85].mean() < 80  # on a line
    assert calm[110:120, 35:85].mean() > 170


def test_a_page_without_waves_is_the_same_object() -> None:
    image = as_rgb(page(np.random.default_rng(2)))
    assert without_moire(image) is image
