"""Digit templates: holes, stretching to the common size, and the packed file."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from drawn.glyphs import find_font, text_ink
from make_glyphs import pack
from picrosser.reading.glyphs import templates as module
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes, with_blurred_faces
from picrosser.reading.glyphs.templates import COLS, ROWS, count_holes, load_templates, nearest_distances


def test_holes_of_the_templates():
    shapes = load_templates().shapes
    counted = np.median(count_holes(shapes), axis=0).tolist()
    assert [counted[digit] for digit in (0, 1, 2, 3, 5, 6, 7, 8, 9)] == [1, 0, 0, 0, 0, 1, 0, 2, 1]
    assert np.allclose(count_holes(shapes[:40]), load_templates().holes[:40], atol=0.5)


def test_packed_templates_are_loaded_as_they_were(tmp_path, monkeypatch):
    shapes = np.random.default_rng(0).uniform(0, 1, (2, 10, ROWS * COLS)).astype(np.float32)
    shapes[0] = load_templates().shapes[40]
    aspects = np.linspace(-2.5, 0.7, 20).reshape(2, 10)
    packed = [[pack(shapes[f, d], float(aspects[f, d])) for d in range(10)] for f in range(2)]
    np.save(tmp_path / module.DATA, np.array(packed))
    monkeypatch.setattr(module, "__file__", str(tmp_path / "templates.py"))
    loaded = load_templates.__wrapped__()
    assert np.abs(loaded.shapes - shapes).max() <= 0.51 / 255
    assert np.abs(loaded.log_aspects - aspects).max() <= 0.51 / 60
    assert loaded.holes[0, 8] == 2
    assert np.abs(loaded.holes - count_holes(shapes)).max() <= 0.51 / 60


@pytest.mark.parametrize("further", [0, 1])
def test_the_distance_is_that_of_the_nearest_template_and_further_numbers_count(further, monkeypatch):
    """Of digits of other faces, noisy ones and mere noise."""
    monkeypatch.setattr(module, "AT_A_TIME", 100)
    random, shapes = np.random.default_rng(7), load_templates().shapes.reshape(-1, ROWS * COLS)
    noisy = np.clip(shapes[::31] + random.normal(0, 0.3, shapes[::31].shape), 0, 1)
    glyphs, templates = (
        np.concatenate([each, random.normal(0, 3, (len(each), further))], axis=1).astype(np.float32)
        for each in (np.concatenate([shapes[::31], noisy, random.random((300, ROWS * COLS))]), shapes[::7])
    )
    true = ((glyphs[:, None] - templates) ** 2).sum(axis=2).min(axis=1) / (ROWS * COLS)
    assert np.allclose(nearest_distances(glyphs, templates), true, atol=1e-5)


# ---- Template faces are blurred as the picture's digits are

TALL, MARGIN, BLUR = 15, 8, 1.6  # pixels: of digits and of what is round them, and a blur's deviation
INK = 0.45  # of the darkest part


def out_of_focus(digit: int, face: str) -> NDArray[np.float32]:
    """A digit of a font as a blurred picture shows it, cut to its ink."""
    font = find_font(face)
    sharp = np.pad(text_ink(str(digit), font, TALL, 1.0), MARGIN)
    image = Image.fromarray((sharp * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(BLUR))
    shown = np.asarray(image, np.float32)
    rows, cols = (np.flatnonzero((shown > INK * shown.max()).any(axis=axis)) for axis in (1, 0))
    cut = shown[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return np.minimum(cut / np.percentile(shown[shown > INK * shown.max()], 75), 1).astype(np.float32)


@pytest.mark.parametrize("face", ["source-serif", "fredoka", "hanken-bold", "source-sans"])
def test_digits_of_a_blurred_picture_are_read(face):
    """Of ten nine at least, by their looks alone; by sharp templates they are eight at most."""
    found = compare_shapes([out_of_focus(digit, face) for digit in range(10)] * 2)
    values = {member: group.digit.value for group in found.digits.groups for member in group.members}
    assert sum(values[digit] == digit == values[10 + digit] for digit in range(10)) >= 9
    assert len(set(found.digits.faces)) == len(found.digits.faces)
    assert max(found.digits.faces) < len(load_templates().shapes)


def test_large_digits_are_not_blurred():
    assert len(with_blurred_faces(load_templates(), np.arange(4), 100.0).shapes) == 4
