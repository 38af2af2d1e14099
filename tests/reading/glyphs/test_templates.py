"""Digit templates: holes, stretching to the common size, and the packed file."""

from __future__ import annotations

import numpy as np
import pytest

from make_glyphs import pack
from picrosser.reading.glyphs import templates
from picrosser.reading.glyphs.templates import (
    COLS,
    ROWS,
    count_holes,
    load_templates,
    normalise_all,
)


def picture(*lines: str) -> np.ndarray:
    """A glyph written with "#", stretched to the templates' size."""
    return normalise_all([np.array([[mark == "#" for mark in line] for line in lines], np.float32)])[0]


RING = ("#####", "#...#", "#...#", "#...#", "#####")
HOLES = {
    ("#", "#"): 0,
    RING: 1,
    RING + RING[1:]: 2,
    ("#####", "#....", "#....", "#....", "#####"): 0,
    ("#####", "#...#", "#####", "....#", "#####"): 1,
}


@pytest.mark.parametrize(("lines", "count"), HOLES.items())
def test_holes_of_clear_shapes(lines, count):
    assert count_holes(picture(*lines)) == count


def test_holes_of_the_templates():
    shapes = load_templates().shapes
    counted = np.median(count_holes(shapes), axis=0).tolist()
    assert [counted[digit] for digit in (0, 1, 2, 3, 5, 6, 7, 8, 9)] == [1, 0, 0, 0, 0, 1, 0, 2, 1]
    assert np.allclose(count_holes(shapes[:40]), load_templates().holes[:40], atol=0.5)


def test_a_glyph_is_stretched_to_the_common_size():
    half = np.zeros((40, 10), np.float32)
    half[:20] = 1
    shape, narrow = normalise_all([half, half[:, :4]]).reshape(2, ROWS, COLS)
    assert np.allclose(shape, narrow)
    assert shape[: ROWS // 2 - 1].min() > 0.99
    assert shape[ROWS // 2 + 1 :].max() < 0.01


def test_packed_templates_are_loaded_as_they_were(tmp_path, monkeypatch):
    shapes = np.random.default_rng(0).uniform(0, 1, (2, 10, ROWS * COLS)).astype(np.float32)
    shapes[0, 8] = picture(*RING, *RING[1:])
    aspects = np.linspace(-2.5, 0.7, 20).reshape(2, 10)
    packed = [[pack(shapes[f, d], float(aspects[f, d])) for d in range(10)] for f in range(2)]
    np.save(tmp_path / templates.DATA, np.array(packed))
    monkeypatch.setattr(templates, "__file__", str(tmp_path / "templates.py"))
    loaded = load_templates.__wrapped__()
    assert np.abs(loaded.shapes - shapes).max() <= 0.51 / 255
    assert np.abs(loaded.log_aspects - aspects).max() <= 0.51 / 60
    assert loaded.holes[0, 8] == 2
    assert np.abs(loaded.holes - count_holes(shapes)).max() <= 0.51 / 60
