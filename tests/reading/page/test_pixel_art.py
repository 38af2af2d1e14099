"""Pictures drawn pixel by pixel are told from others; their digits are found, and their boards read."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sweeps import sweep

from picrosser import solve_screenshot
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.page.ink import SURE_DISTANCE
from picrosser.reading.page.pixel_art import ENLARGED, MAX_COLOURS, PixelArt, seek_pixel_art
from scoring.cases import Wanted
from scoring.consoles import console_cases, numbers_of

PAGE, INK, SHADOW, STONE = (40, 90, 60), (250, 250, 240), (10, 40, 20), (52, 104, 72)
TEXT = "2431", "5124", "3214"


def page() -> tuple[RGB, NDArray[np.bool_]]:
    """Three lines of digits, and where their ink is."""
    inked = np.zeros((40, 50), bool)
    for line, text in enumerate(TEXT):
        for at, digit in enumerate(text):
            glyph = numbers_of("low")[int(digit)]
            inked[3 + 6 * line :, 4 + 9 * at :][: glyph.shape[0], : glyph.shape[1]] = glyph
    image = np.empty((*inked.shape, 3), np.uint8)
    image[:] = np.where(inked[..., None], INK, PAGE)
    return image, inked


def places(art: PixelArt | None) -> set[tuple[int, int]]:
    """The top left corners of what surely is a digit, as it was drawn."""
    sure = art.ink.boxes[art.ink.distances < SURE_DISTANCE]
    return {(top // ENLARGED, left // ENLARGED) for top, left, *_ in sure.tolist()}


ALL = {(3 + 6 * line, 4 + 9 * at) for line in range(3) for at in range(4)}


@pytest.mark.parametrize("side", [1, 3, 8])
def test_it_is_seen_at_any_whole_scale(side):
    image, _ = page()
    art = seek_pixel_art(np.repeat(np.repeat(image, side, 0), side, 1))
    assert np.array_equal(art.drawn, image)
    assert art.image.shape == (ENLARGED * 40, ENLARGED * 50, 3)
    assert places(art) == ALL


def test_many_colours_noise_and_large_pictures_are_none():
    shades = np.zeros((10, MAX_COLOURS + 1, 3), np.uint8)
    shades[..., 0] = np.arange(MAX_COLOURS + 1)
    assert seek_pixel_art(shades) is None
    noise = np.random.default_rng(1).integers(0, 3, (50, 60, 1), np.uint8)
    assert seek_pixel_art(np.repeat(noise, 3, 2)) is None
    large = np.zeros((1000, 700, 3), np.uint8)
    large[:, 333] = 255
    assert seek_pixel_art(large) is None


def test_one_pixel_between_those_that_are_sampled_makes_squares_smaller():
    image, _ = page()
    image = np.repeat(np.repeat(image, 4, 0), 4, 1)
    image[2, 2] = 255
    assert seek_pixel_art(image) is None


def stone_behind_digits(image: RGB, inked: NDArray[np.bool_]) -> None:
    image[(np.random.default_rng(1).random(inked.shape) < 0.3) & ~inked] = STONE


def shadows_of_digits(image: RGB, inked: NDArray[np.bool_]) -> None:
    image[1:, 1:][inked[:-1, :-1] & ~inked[1:, 1:]] = SHADOW


def tile_that_touches_another_digit(image: RGB, inked: NDArray[np.bool_]) -> None:
    tile = (slice(8, 15), slice(12, 17))  # round the second line's second digit, up to the first line's
    image[tile] = np.where(inked[tile][..., None], PAGE, INK)


def edges_of_painted_cells(image: RGB, _: NDArray[np.bool_]) -> None:
    for at in range(4):
        image[28:35, 6 + 9 * at :][:, :7] = SHADOW
        image[29:34, 7 + 9 * at :][:, :5] = INK
        image[30:33, 8 + 9 * at :][:, :3] = STONE


@pytest.mark.parametrize(
    "draw",
    [stone_behind_digits, shadows_of_digits, tile_that_touches_another_digit, edges_of_painted_cells],
)
def test_all_digits_and_nothing_else_are_found_beside(draw):
    image, inked = page()
    draw(image, inked)
    assert places(seek_pixel_art(image)) == ALL


# ---- Boards as consoles show them are read, and told in the picture's own pixels


def stated_in(truth: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(line) for line in (*truth["rows"], *truth["cols"]))


@pytest.mark.parametrize(
    "seed", [314, 323, 335], ids=["on tiles", "bars on tiles of stone", "finished lines hide their hints"]
)
def test_a_drawn_board_is_read(seed):
    (case,) = console_cases(Wanted(1, seed))
    pictured = case.make()
    image = np.asarray(pictured.source)
    solved = solve_nonogram(image)
    assert not solved.doubts
    assert solved.puzzle.numbers == stated_in(pictured.truth)
    lattice = solved.reading.lattice
    assert 6 < lattice.pitch_px < 20
    assert lattice.board.bottom <= len(image)
    assert all(box.bottom <= len(image) for line in solved.reading.digit_boxes for box in line)


REAL = (
    "wonderswan_ouchan_10x10_16", "satellaview_tamori_15x15_a", "sms_picross_10x10", "pico8_vnonograms_7x10",
)  # fmt: skip


@pytest.mark.parametrize("name", sweep(REAL, quick=REAL[:1]))
def test_a_picture_of_a_console_is_read(name, shared):
    picture = shared / "screenshots" / "unseen3" / f"{name}.png"
    truth = json.loads(picture.with_suffix(".json").read_text())
    solved = solve_screenshot(picture)
    assert solved.exit_code is (ExitCode.OK if truth["unique"] else ExitCode.SEVERAL_SOLUTIONS)
    assert solved.kind == "nonogram"
    assert solved.puzzle.numbers == stated_in(truth)
