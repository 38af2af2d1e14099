"""Pictures that stand askew: turned back, read, and the lattice led back to where the board is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from sweeps import sweep

from drawn.damage import ROUGH, turn
from picrosser.formats.files import load_puzzle
from picrosser.imaging.loading import load_image
from picrosser.imaging.perspective import project
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.photograph.upright import Upright, stands_upright, straighten

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "hungry_cat"
NAMES = ("drawn-10x10-night", "drawn-10x15-grey")


@cache
def picture(name: str) -> Image.Image:
    return Image.fromarray(load_image(FIXTURES / f"{name}.png"))


@pytest.mark.parametrize("degrees", sweep([-2.0, -0.7, 1.3, 2.0], quick=[1.3]))
@pytest.mark.parametrize("name", NAMES)
def test_turned_pictures_are_read(name, degrees):
    results: list[object] = []
    reading = read_screenshot(np.asarray(turn(picture(name), degrees)), results.append)
    puzzle = load_puzzle(FIXTURES / f"{name}.toml").puzzle
    assert (reading.puzzle.rows, reading.puzzle.cols) == (puzzle.rows, puzzle.cols)
    assert not reading.doubts
    upright = [result for result in results if isinstance(result, Upright)]
    assert upright[-1].turned_deg == pytest.approx(-degrees, abs=0.1)  # drawn counterclockwise


@pytest.mark.slow
def test_the_lattice_leads_back_to_the_picture():
    plain = read_screenshot(np.asarray(picture(NAMES[1]))).lattice
    size = picture(NAMES[1]).size
    image = turn(picture(NAMES[1]), 2.0)
    lattice = read_screenshot(np.asarray(image)).lattice
    assert lattice.to_picture is not None
    found = project(lattice.to_picture, _corners(lattice.board))
    # Turned around the middle, counterclockwise, y downwards.
    sine, cosine = np.sin(np.deg2rad(2.0)), np.cos(np.deg2rad(2.0))
    from_middle = _corners(plain.board) - np.array([size[1] / 2, size[0] / 2])
    turned = from_middle @ np.array([[cosine, -sine], [sine, cosine]]).T
    expected = turned + np.array([image.height / 2, image.width / 2])
    assert np.abs(found - expected).max() < 0.08 * plain.pitch_px


def _corners(board) -> np.ndarray:
    return np.array([(y, x) for y in (board.top, board.bottom) for x in (board.left, board.right)], float)


@pytest.mark.parametrize("view", [name for name in ROUGH if name.startswith("perspective")])
def test_photographs_from_the_side(view):
    reading = read_screenshot(np.asarray(ROUGH[view](picture(NAMES[1]))))
    puzzle = load_puzzle(FIXTURES / f"{NAMES[1]}.toml").puzzle
    assert (reading.puzzle.rows, reading.puzzle.cols) == (puzzle.rows, puzzle.cols)


@pytest.mark.parametrize("name", NAMES)
def test_upright_pictures_stay_as_they_are(name):
    image = np.asarray(picture(name))
    assert straighten(image) is None
    reading = read_screenshot(image)
    assert reading.lattice.to_picture is None
    assert stands_upright(image, reading.lattice.board)
