"""A screen is made straight by its edges alone: no board with lines is needed."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from own_process import HUNGRY_CAT
from PIL import Image, ImageDraw, ImageFilter
from sweeps import sweep
from taken_photographs import HELD

from drawn.damage import ROUGH, turn
from drawn.photographs.camera import photograph
from picrosser.formats.files import load_puzzle
from picrosser.imaging.loading import load_image
from picrosser.imaging.noise import without_moire
from picrosser.imaging.perspective import as_homography, project
from picrosser.imaging.pixels import RGB
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.photograph import from_the_front
from picrosser.reading.photograph.from_the_front import StraightScreen, straight_screen, straighten
from picrosser.reading.photograph.line_crossings import SEGMENT_PX, find_crossings
from picrosser.reading.photograph.slanted_lines import _Edges, find_screen_slopes

VIEW = replace(HELD, tilt_deg=20.0, long_px=420.0, light=0.3, moire=3.0)
TILE, STEP, TILES = 40, 48, (8, 6)


def tiled_page() -> Image.Image:
    """A dark page with light tiles, and gaps between them."""
    page = Image.new("RGB", ((TILES[1] + 2) * STEP, (TILES[0] + 2) * STEP), (30, 34, 52))
    pen = ImageDraw.Draw(page)
    for row, col in np.ndindex(*TILES):
        top, left = (row + 1) * STEP, (col + 1) * STEP
        pen.rounded_rectangle((left, top, left + TILE, top + TILE), 6, fill=(205, 210, 220))
    return page


@pytest.mark.parametrize("turn_deg", sweep([-22.0, 0.0, 17.0], quick=[-22.0]))
def test_tiles_lie_straight_and_are_square(turn_deg):
    taken = photograph(tiled_page(), replace(VIEW, turn_deg=turn_deg), np.random.default_rng(3))
    image = np.asarray(taken.image)
    outline = from_the_front.find_screen_outline(image)
    screen = straight_screen(image, find_screen_slopes(image), outline, lambda: without_moire(image))
    back = as_homography(np.linalg.inv(np.array(screen.to_picture)))
    rows, cols = np.meshgrid(*(STEP * (np.arange(tiles) + 1.0) for tiles in TILES), indexing="ij")
    corners = np.column_stack([rows.ravel(), cols.ravel()])
    places = project(back, taken.places(corners)).reshape(*TILES, 2)
    rows, cols = places[..., 0], places[..., 1]
    pitches = np.diff(rows.mean(axis=1)).mean(), np.diff(cols.mean(axis=0)).mean()
    off = np.abs(rows - rows.mean(axis=1, keepdims=True)), np.abs(cols - cols.mean(axis=0))
    assert places.min() > 0  # the page's edges are seen, so nothing of the page is cut off
    assert (places.reshape(-1, 2).max(axis=0) < screen.image.shape[:2]).all()
    assert max(off[0].max() / pitches[0], off[1].max() / pitches[1]) < 0.06
    assert abs(pitches[0] / pitches[1] - 1) < 0.06


def test_a_screenshot_with_noise_lies_straight_and_what_is_held_by_hand_does_not():
    noise = np.random.default_rng(7).normal(0, 9, (*tiled_page().size[::-1], 3))
    screenshot = np.clip(np.asarray(tiled_page()) + noise, 0, 255).astype(np.uint8)
    slopes = find_screen_slopes(screenshot)
    assert slopes.is_straight(screenshot.shape)
    for turn_deg, tilt_deg in ((1.0, 0.0), (0.0, 3.0)):
        view = replace(VIEW, turn_deg=turn_deg, tilt_deg=tilt_deg)
        held = np.asarray(photograph(tiled_page(), view, np.random.default_rng(3)).image)
        slopes = find_screen_slopes(held)
        assert not slopes.is_straight(held.shape)


def test_noise_has_no_straight_edges():
    noise = np.random.default_rng(5).integers(0, 256, (300, 400, 3), np.uint8)
    assert find_screen_slopes(noise) is None
    assert find_screen_slopes(np.full((60, 80, 3), 127, np.uint8)) is None
    assert find_screen_slopes(np.full((3, 2, 3), 127, np.uint8)) is None


# ---- Places where lines cross, at any slope

SIDE = 160


@pytest.mark.parametrize("slope", [-0.6, -0.25, 0.0, 0.25, 0.6])
def test_two_lines_cross_once_with_their_slopes(slope):
    image = Image.new("L", (SIDE, SIDE), 230)
    pen, half = ImageDraw.Draw(image), SIDE / 2
    pen.line((0, half - slope * half, SIDE, half + slope * half), 0, 3)
    pen.line((half + slope * half, 0, half - slope * half, SIDE), 0, 3)
    found = find_crossings(np.asarray(image), 1)
    strongest = int(found.strengths.argmax())
    assert found.places[strongest] == pytest.approx([half, half], abs=1.5)
    assert found.slopes[strongest] == pytest.approx([slope, -slope], abs=0.12)


@pytest.mark.parametrize("sides", [(8, 60), (60, SEGMENT_PX)])
def test_a_strip_that_has_no_room_for_a_segment_has_no_crossings(sides):
    image = np.random.default_rng(1).integers(0, 255, sides).astype(np.uint8)
    assert not len(find_crossings(image, 1).places)


# ---- The outline of a screen in a photograph

CORNERS = np.array([(90.0, 130), (60, 560), (730, 610), (700, 80)])  # (row, col), clockwise


def photographed(rng: np.random.Generator, tone: int) -> RGB:
    """A screen of one tone with a bar and a few words, on a table with grain."""
    grain = rng.normal(120, 12, (800, 1)) + rng.normal(0, 5, (800, 700))
    picture = Image.fromarray(np.clip(grain, 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    pen.polygon([(col, row) for row, col in CORNERS.tolist()], fill=tone)
    pen.text((200, 300), "5 10 15", fill=255 - tone, font_size=60)
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(1)).convert("RGB"))


@pytest.mark.parametrize("tone", [20, 235])
def test_the_corners_of_a_dark_or_light_screen_are_found(tone):
    found = from_the_front.find_screen_outline(photographed(np.random.default_rng(1), tone))
    assert np.abs(found - CORNERS).max() < 0.015 * 650


def test_a_table_has_no_outline():
    image = photographed(np.random.default_rng(2), 20)
    assert from_the_front.find_screen_outline(image[300:450, 250:400]) is None  # within the screen
    assert from_the_front.find_screen_outline(np.zeros((120, 160, 3), np.uint8)) is None


# ---- Pictures that stand askew: turned back, read, and the lattice led back to where the board is

NAMES = ("drawn-10x10-night", "drawn-10x15-grey")
FROM_THE_SIDE = [name for name in ROUGH if name.startswith("perspective")]


@cache
def picture(name: str) -> Image.Image:
    return Image.fromarray(load_image(HUNGRY_CAT / f"{name}.png"))


def read_rightly(name: str, image: Image.Image) -> tuple[Reading, list[object]]:
    """The reading of a picture of this board, and its stages; the hints have to be the true ones."""
    stages: list[object] = []
    reading = read_screenshot(np.asarray(image), stages.append)
    puzzle = load_puzzle(HUNGRY_CAT / f"{name}.toml").puzzle
    assert (reading.puzzle.rows, reading.puzzle.cols) == (puzzle.rows, puzzle.cols)
    return reading, stages


@pytest.mark.parametrize("degrees", sweep([-2.0, -0.7, 1.3, 2.0], quick=[1.3]))
@pytest.mark.parametrize("name", sweep(NAMES, quick=NAMES[:1]))
def test_turned_pictures_are_read(name, degrees):
    reading, results = read_rightly(name, turn(picture(name), degrees))
    assert not reading.doubts
    assert any(isinstance(result, StraightScreen) for result in results)


@pytest.mark.parametrize("view", sweep(FROM_THE_SIDE, quick=FROM_THE_SIDE[:1]))
def test_photographs_from_the_side(view):
    read_rightly(NAMES[1], ROUGH[view](picture(NAMES[1])))


@pytest.mark.parametrize("name", NAMES)
def test_upright_pictures_stay_as_they_are(name):
    image = np.asarray(picture(name))
    assert straighten(image) is None
    assert read_screenshot(image).lattice.to_picture is None


def test_edges_that_are_as_sharp_at_two_places_are_not_followed_for_ever(monkeypatch):
    edges = _Edges((np.arange(900, dtype=np.float32).reshape(30, 30), 1), 0, 100)
    beside = iter([0, -1] * 50)  # the one place leads to the other

    def sharpness(slopes: NDArray[np.float64], fans: NDArray[np.float64]) -> NDArray[np.float64]:
        table = np.zeros((len(fans), len(slopes)))
        table[len(fans) // 2, next(beside)] = 7.0
        return table

    monkeypatch.setattr(edges, "sharpness", sharpness)
    assert edges.followed(0.0, 0.0)[0] == 7.0
