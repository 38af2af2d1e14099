"""Drawn photographs look like what their truth says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image, ImageOps

from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import random_photograph, save_photograph
from drawn.photographs.shadows import SHADOWS, shadow_cover

PLAIN = {
    "light": 0.0,
    "shadow": 0.0,
    "blur_px": 0.3,
    "noise": 0.0,
    "moire": 0.0,
    "quality": 95,
    "orientation": 1,
}


def test_a_mark_on_a_bent_page_is_where_the_truth_says():
    page = Image.new("RGB", (600, 400), "white")
    for row, col in ((60, 90), (200, 300), (350, 520)):
        page.paste("black", (col - 5, row - 5, col + 5, row + 5))
    view = View(17.0, 20.0, 130.0, 0.05, 0, 900.0, **PLAIN)
    taken = photograph(page, view, np.random.default_rng(1))
    grey = np.asarray(taken.image.convert("L"))
    for row, col in taken.places(np.array([(60, 90), (200, 300), (350, 520)], float)):
        around = grey[int(row) - 20 : int(row) + 20, int(col) - 20 : int(col) + 20] < 100
        middle = np.argwhere(around).mean(axis=0) + 0.5 + (int(row) - 20, int(col) - 20)
        assert np.abs(middle - (row, col)).max() < 1.0


def test_a_photograph_is_saved_as_a_camera_would_with_the_truth_of_what_viewers_show(tmp_path):
    taken = random_photograph(6, "paper")
    path = save_photograph(taken, tmp_path / "one")
    truth = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    shown = ImageOps.exif_transpose(Image.open(path))
    assert shown.size == taken.image.size
    crossings = np.array(truth["crossings"])
    assert crossings.shape == (len(truth["rows"]) + 1, len(truth["cols"]) + 1, 2)
    assert (crossings > 0).all()
    assert (crossings < shown.size[::-1]).all()
    assert random_photograph(6, "paper").image.tobytes() == taken.image.tobytes()


@pytest.mark.parametrize("of", SHADOWS)
def test_a_shadow_comes_in_from_beyond_the_picture_and_leaves_a_part_of_it_in_the_light(of: str):
    for seed in range(6):
        cover = shadow_cover(np.random.default_rng(seed), of, (240, 180))
        assert cover.shape == (240, 180)
        assert cover.min() < 0.05
        assert 0.95 < cover.max() <= 1
        assert 0.01 < (cover > 0.5).mean() < 0.9
        assert max(cover[0].max(), cover[-1].max(), cover[:, 0].max(), cover[:, -1].max()) > 0.9
