"""Drawn photographs look like what their truth says, and real ones can be taken otherwise."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageOps

from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import random_photograph, save_jpeg


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
