"""Photographs as if taken otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from drawn.photographs.retaken import RETAKES, TABLE, bent, tilted

PIXELS = np.random.default_rng(4).integers(0, 256, (6, 9, 3), np.uint8).repeat(20, axis=0).repeat(20, axis=1)
PHOTO = Image.fromarray(PIXELS)


@pytest.mark.parametrize("name", sorted(RETAKES))
def test_each_way_shows_the_photograph_otherwise(name: str) -> None:
    taken = RETAKES[name](PHOTO)
    assert taken.mode == "RGB"
    assert taken.size != PHOTO.size or not np.array_equal(np.asarray(taken), PIXELS)


def test_from_straight_ahead_nothing_is_tilted_or_bent() -> None:
    assert np.abs(np.asarray(tilted(PHOTO, 0, 30)).astype(int) - PIXELS).max() <= 1
    assert np.array_equal(np.asarray(bent(PHOTO, 0, 1)), PIXELS)


def test_what_is_farther_away_is_smaller() -> None:
    seen = (np.asarray(tilted(PHOTO, 30, 90)) != TABLE).any(axis=2).sum(axis=1)
    assert abs(int(seen[-5]) - int(seen[5])) > 10


def test_round_a_turned_photograph_lies_the_table() -> None:
    taken = RETAKES["turned-30"](PHOTO)
    assert taken.getpixel((0, 0)) == TABLE
    assert taken.width > PHOTO.width
