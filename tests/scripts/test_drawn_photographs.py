"""Drawn photographs look like what their truth says, and real ones can be taken otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageOps

from drawn.photographs.camera import SHADOWS, View, photograph, shadow_cover
from drawn.photographs.retaken import RETAKES, TABLE, bent, tilted
from drawn.photographs.scenes import random_photograph, save_jpeg

PIXELS = np.random.default_rng(4).integers(0, 256, (6, 9, 3), np.uint8).repeat(20, axis=0).repeat(20, axis=1)
PHOTO = Image.fromarray(PIXELS)


def test_a_mark_on_a_bent_page_is_where_the_truth_says() -> None:
    page = Image.new("RGB", (600, 400), "white")
    marks = np.array([(60, 90), (200, 300), (350, 520)])
    for row, col in marks.tolist():
        page.paste("black", (col - 5, row - 5, col + 5, row + 5))
    plain = {"light": 0.0, "shadow": 0.0, "blur_px": 0.3, "noise": 0.0, "moire": 0.0}
    view = View(17.0, 20.0, 130.0, 0.05, 0, 900.0, quality=95, orientation=1, **plain)
    taken = photograph(page, view, np.random.default_rng(1))
    grey = np.asarray(taken.image.convert("L"))
    for row, col in taken.places(marks.astype(float)):
        around = grey[int(row) - 20 : int(row) + 20, int(col) - 20 : int(col) + 20] < 100
        middle = np.argwhere(around).mean(axis=0) + 0.5 + (int(row) - 20, int(col) - 20)
        assert np.abs(middle - (row, col)).max() < 1.0


def test_a_photograph_is_saved_as_a_camera_would_with_the_truth_of_what_viewers_show(tmp_path) -> None:
    taken = random_photograph(6, "paper")
    shown = ImageOps.exif_transpose(
        Image.open(save_jpeg(taken.image, taken.view, tmp_path / "one", by_camera=True))
    )
    assert shown.size == taken.image.size
    crossings = np.array(taken.truth["crossings"])
    assert crossings.shape == (len(taken.truth["rows"]) + 1, len(taken.truth["cols"]) + 1, 2)
    assert (crossings > 0).all()
    assert (crossings < shown.size[::-1]).all()
    assert random_photograph(6, "paper").image.tobytes() == taken.image.tobytes()


@pytest.mark.parametrize("of", SHADOWS)
def test_a_shadow_comes_in_from_beyond_the_picture_and_leaves_a_part_of_it_in_the_light(of: str) -> None:
    for seed in range(6):
        cover = shadow_cover(np.random.default_rng(seed), of, (240, 180))
        assert cover.min() < 0.05
        assert 0.95 < cover.max() <= 1
        assert 0.01 < (cover > 0.5).mean() < 0.9
        assert max(cover[0].max(), cover[-1].max(), cover[:, 0].max(), cover[:, -1].max()) > 0.9


def test_what_is_farther_away_is_smaller_and_beyond_it_lies_the_table() -> None:
    assert np.abs(np.asarray(tilted(PHOTO, 0, 30)).astype(int) - PIXELS).max() <= 1
    assert np.array_equal(np.asarray(bent(PHOTO, 0, 1)), PIXELS)
    seen = (np.asarray(tilted(PHOTO, 30, 90)) != TABLE).any(axis=2).sum(axis=1)
    assert abs(int(seen[-5]) - int(seen[5])) > 10
    assert RETAKES["turned-30"](PHOTO).getpixel((0, 0)) == TABLE
