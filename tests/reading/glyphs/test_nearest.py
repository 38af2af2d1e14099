"""The nearest template is found as by comparing a glyph with all of them."""

import numpy as np
import pytest

from picrosser.reading.glyphs.templates import COLS, ROWS, NearestTemplate, load_templates

SHAPE = ROWS, COLS


@pytest.fixture
def templates():
    return load_templates().shapes.reshape(-1, ROWS * COLS)[::7]


@pytest.fixture
def glyphs():
    """Digits of other faces, noisy ones and mere noise."""
    random = np.random.default_rng(7)
    digits = load_templates().shapes.reshape(-1, ROWS * COLS)[::31]
    noisy = np.clip(digits + random.normal(0, 0.3, digits.shape), 0, 1)
    return np.concatenate([digits, noisy, random.random((300, ROWS * COLS))]).astype(np.float32)


def by_all(glyphs, templates):
    return ((glyphs[:, None] - templates) ** 2).sum(axis=2).min(axis=1)


def test_the_distance_is_that_of_the_nearest_template(glyphs, templates):
    found = NearestTemplate(templates, SHAPE).squared_distances(glyphs)
    assert np.allclose(found, by_all(glyphs, templates), atol=1e-3)


def test_further_numbers_count_as_pixels_do(glyphs, templates):
    random = np.random.default_rng(8)
    glyphs, templates = (
        np.concatenate([each, random.normal(0, 3, (len(each), 1))], axis=1).astype(np.float32)
        for each in (glyphs, templates)
    )
    found = NearestTemplate(templates, SHAPE).squared_distances(glyphs)
    assert np.allclose(found, by_all(glyphs, templates), atol=1e-3)


def test_what_is_too_far_stays_too_far(glyphs, templates):
    most = 20.0
    found = NearestTemplate(templates, SHAPE).squared_distances(glyphs, most)
    true = by_all(glyphs, templates)
    assert np.allclose(found[true < most], true[true < most], atol=1e-3)
    assert (found[true >= most] >= most - 1e-3).all()
