"""A screen is made straight by its edges alone: no board with lines is needed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawn.photographs.camera import View, photograph
from picrosser.imaging.noise import without_moire
from picrosser.imaging.perspective import as_homography, project
from picrosser.reading.photograph.from_the_front import straight_screens
from picrosser.reading.photograph.slanted_lines import find_screen_slopes

VIEW = View(
    turn_deg=17.0,
    tilt_deg=20.0,
    tilt_way_deg=70.0,
    bend=0.0,
    bend_along=0,
    long_px=420.0,
    light=0.3,
    shadow=0.0,
    blur_px=0.6,
    noise=3.0,
    moire=3.0,
    quality=90,
    orientation=1,
)
TILE, STEP, TILES = 40, 48, (8, 6)


def tiled_page() -> Image.Image:
    """A dark page with light tiles, and gaps between them."""
    page = Image.new("RGB", ((TILES[1] + 2) * STEP, (TILES[0] + 2) * STEP), (30, 34, 52))
    pen = ImageDraw.Draw(page)
    for row, col in np.ndindex(*TILES):
        top, left = (row + 1) * STEP, (col + 1) * STEP
        pen.rounded_rectangle((left, top, left + TILE, top + TILE), 6, fill=(205, 210, 220))
    return page


def corners() -> np.ndarray:
    rows, cols = np.meshgrid(*(STEP * (np.arange(tiles) + 1.0) for tiles in TILES), indexing="ij")
    return np.column_stack([rows.ravel(), cols.ravel()])


@pytest.mark.parametrize("turn_deg", [-22.0, 0.0, 17.0])
def test_tiles_lie_straight_and_are_square(turn_deg: float) -> None:
    taken = photograph(tiled_page(), replace(VIEW, turn_deg=turn_deg), np.random.default_rng(3))
    slopes = find_screen_slopes(np.asarray(taken.image))
    assert slopes is not None
    image = np.asarray(taken.image)
    screen = next(straight_screens(image, slopes, lambda: without_moire(image)))
    back = as_homography(np.linalg.inv(np.array(screen.to_picture)))
    places = project(back, taken.places(corners())).reshape(*TILES, 2)
    rows, cols = places[..., 0], places[..., 1]
    pitches = np.diff(rows.mean(axis=1)).mean(), np.diff(cols.mean(axis=0)).mean()
    off = np.abs(rows - rows.mean(axis=1, keepdims=True)), np.abs(cols - cols.mean(axis=0))
    assert places.min() > 0  # the page's edges are seen, so nothing of the page is cut off
    assert (places.reshape(-1, 2).max(axis=0) < screen.image.shape[:2]).all()
    assert max(off[0].max() / pitches[0], off[1].max() / pitches[1]) < 0.06
    assert abs(pitches[0] / pitches[1] - 1) < 0.06


def test_a_screenshot_with_noise_lies_straight_and_what_is_held_by_hand_does_not() -> None:
    noise = np.random.default_rng(7).normal(0, 9, (*tiled_page().size[::-1], 3))
    screenshot = np.clip(np.asarray(tiled_page()) + noise, 0, 255).astype(np.uint8)
    slopes = find_screen_slopes(screenshot)
    assert slopes is not None
    assert slopes.is_straight(screenshot.shape)
    for turn_deg, tilt_deg in ((1.0, 0.0), (0.0, 3.0)):
        view = replace(VIEW, turn_deg=turn_deg, tilt_deg=tilt_deg)
        held = np.asarray(photograph(tiled_page(), view, np.random.default_rng(3)).image)
        slopes = find_screen_slopes(held)
        assert slopes is not None
        assert not slopes.is_straight(held.shape)


def test_noise_has_no_straight_edges() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (300, 400, 3), np.uint8)
    assert find_screen_slopes(noise) is None
    assert find_screen_slopes(np.full((60, 80, 3), 127, np.uint8)) is None
    assert find_screen_slopes(np.full((3, 2, 3), 127, np.uint8)) is None
