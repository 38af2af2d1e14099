from __future__ import annotations

import numpy as np
import pytest

from picrosser.drawing.overlay import overlay
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import Progress

GREY, RED, PALE = (208, 202, 202), (200, 0, 0), (215, 198, 185)
PALETTE = (GREY, RED, PALE)
LATTICE = Lattice((10, 60, 110), (20, 70, 120))


def picture(*rows: list[int]) -> Picture:
    return Picture(np.array(rows, dtype=np.int8), PALETTE)


def screenshot() -> np.ndarray:
    """A noisy picture, which nothing may change."""
    image = np.random.default_rng(0).integers(0, 256, (130, 140, 3), dtype=np.uint8)
    image.flags.writeable = False
    return image


def test_cells_are_painted_inside_their_edges_and_nowhere_else():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([1, 0], [0, 0])))
    inside = np.zeros(before.shape[:2], bool)
    inside[13:57, 23:67] = True  # 6 % of 50 px is a margin of 3
    assert (after[inside] == RED).all()
    assert (after[~inside] == before[~inside]).all()


def test_a_colour_near_the_background_has_an_outline():
    after = np.asarray(overlay(screenshot(), LATTICE, picture([2, 0], [0, 0])))
    assert (after[13, 23:67] == 0).all()
    assert (after[30, 40] == PALE).all()
    dark = Picture(np.array([[1]], np.int8), ((10, 10, 10), (30, 20, 20)))
    assert overlay(screenshot(), Lattice((10, 60), (20, 70)), dark).getpixel((30, 13)) == (255, 255, 255)


@pytest.mark.parametrize("background", [0, 128, 255])
def test_an_undecided_cell_is_striped_on_any_background(background):
    before = np.full((130, 140, 3), background, np.uint8)
    after = np.asarray(overlay(before, LATTICE, picture([0, -1], [0, 0])))
    cell = after[13:57, 73:117]
    tones = {tuple(tone) for tone in cell.reshape(-1, 3).tolist()}
    assert len(tones) == 2
    assert (background,) * 3 not in tones
    dark, amber = sorted(tones)
    assert min(amber[:2]) - amber[2] > 150  # neither black, white nor grey
    assert max(dark) < 60
    assert (after[:, :70] == background).all()
    assert len({tuple(cell[i, i - 5]) for i in range(5, 44)}) > 1  # the stripes cross this diagonal


@pytest.mark.parametrize("page", [0, 255])
def test_paint_like_the_page_has_an_outline_though_the_board_differs(page):
    before = np.full((200, 200, 3), page, np.uint8)
    lattice = Lattice((50, 100, 150), (50, 100, 150))
    before[50:150, 50:150] = 128
    palette = ((128, 128, 128), (page,) * 3, (255 - page,) * 3)
    after = np.asarray(overlay(before, lattice, Picture(np.array([[1, 0], [0, 2]], np.int8), palette)))
    assert (after[53, 53:97] == 255 - page).all()
    assert (after[56:94, 56:94] == page).all()
    assert (after[103:147, 103:147] == 255 - page).all()


def progress(*rows: list[int], confidence: float = 1.0) -> Progress:
    cells = np.array(rows, np.int8)
    return Progress(cells, np.full(cells.shape, confidence, np.float32))


def cell_of(image: np.ndarray, row: int, col: int) -> np.ndarray:
    return image[13 + 50 * row : 57 + 50 * row, 23 + 50 * col : 67 + 50 * col]


def test_cells_that_are_painted_already_have_a_frame_and_no_others():
    after = np.asarray(
        overlay(screenshot(), LATTICE, picture([1, 1], [1, 1]), progress=progress([1, -1], [2, 0]))
    )
    framed = cell_of(after, 0, 0)
    assert (framed[0] == RED).all()  # paint around the frame
    assert (framed[20:24, 20:24] == RED).all()  # and within it
    assert len({tuple(tone) for tone in framed[22].tolist()}) > 1
    for row, col in ((0, 1), (1, 0), (1, 1)):  # untouched, painted in another colour, crossed out
        assert (cell_of(after, row, col) == RED).all()


def test_paint_on_a_blank_cell_is_covered_and_crossed():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([0, 0], [0, 0]), progress=progress([1, -1], [0, -1])))
    covered = cell_of(after, 0, 0)
    assert (covered[:4] == GREY).all()
    assert (covered[22, 22] != GREY).any()  # the cross
    assert (after[60:] == before[60:]).all()
    assert (after[:, 70:] == before[:, 70:]).all()


def test_colours_that_look_alike_have_symbols_and_on_request_all_have():
    olive, black_green, pink = (50, 70, 21), (16, 27, 14), (215, 135, 186)
    shown = Picture(np.array([[1, 2], [3, 0]], np.int8), (GREY, olive, black_green, pink))
    some = np.asarray(overlay(screenshot(), LATTICE, shown))
    every = np.asarray(overlay(screenshot(), LATTICE, shown, symbols=True))
    for row, col in ((0, 0), (0, 1)):
        assert len({tuple(tone) for tone in cell_of(some, row, col).reshape(-1, 3).tolist()}) > 2
        assert (cell_of(some, row, col) == cell_of(every, row, col)).all()
    assert (cell_of(some, 1, 0) == pink).all()
    assert (cell_of(every, 1, 0)[22, 22] != pink).any()
    assert (cell_of(every, 1, 1) == screenshot()[63:107, 73:117]).all()  # blank cells have none


def test_a_picture_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="cells"):
        overlay(screenshot(), LATTICE, picture([1, 1, 1]))
    with pytest.raises(ValueError, match="cells"):
        overlay(screenshot(), LATTICE, picture([1, 1], [1, 1]), progress=progress([1, 1]))
