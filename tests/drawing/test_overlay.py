from __future__ import annotations

import numpy as np
import pytest

from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import picture_image
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Picture

GREY, RED, PALE = (208, 202, 202), (200, 0, 0), (215, 198, 185)
PALETTE = (GREY, RED, PALE)
LATTICE = Lattice((10, 60, 110), (20, 70, 120))


def picture(*rows: list[int]) -> Picture:
    return Picture(np.array(rows, dtype=np.int8), PALETTE)


def screenshot() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (130, 140, 3), dtype=np.uint8)


def test_cells_are_painted_inside_their_edges_and_nowhere_else():
    before = screenshot()
    after = np.asarray(overlay(before, LATTICE, picture([1, 0], [0, 0])))
    inside = np.zeros(before.shape[:2], bool)
    inside[13:57, 23:67] = True  # 6 % of 50 px is a margin of 3
    assert (after[inside] == RED).all()
    assert (after[~inside] == before[~inside]).all()


def test_the_screenshot_is_not_changed_and_may_be_read_only():
    before = screenshot()
    copy = before.copy()
    before.flags.writeable = False
    overlay(before, LATTICE, picture([1, 2], [-1, 0]))
    assert (before == copy).all()


def test_a_colour_near_the_background_has_an_outline():
    after = np.asarray(overlay(screenshot(), LATTICE, picture([2, 0], [0, 0])))
    assert (after[13, 23:67] == 0).all()
    assert (after[30, 40] == PALE).all()
    dark = Picture(np.array([[1]], np.int8), ((10, 10, 10), (30, 20, 20)))
    assert overlay(screenshot(), Lattice((10, 60), (20, 70)), dark).getpixel((30, 13)) == (255, 255, 255)


@pytest.mark.parametrize("background", [0, 128, 255])
def test_an_undecided_cell_is_hatched_on_any_background(background):
    before = np.full((130, 140, 3), background, np.uint8)
    after = np.asarray(overlay(before, LATTICE, picture([0, -1], [0, 0])))
    cell = after[13:57, 73:117]
    tones = {tuple(tone) for tone in cell.reshape(-1, 3).tolist()}
    assert tones == {(40, 40, 40), (235, 235, 235), (background,) * 3}
    assert (after[:, :70] == background).all()
    assert len({tuple(cell[i, i - 5]) for i in range(5, 44)}) > 1  # the stripes cross this diagonal


def test_tiny_cells_keep_one_pixel():
    after = overlay(np.zeros((4, 4, 3), np.uint8), Lattice((0, 1, 3), (0, 2, 3)), picture([1, 2], [-1, 1]))
    assert after.getpixel((0, 0)) == RED


def test_a_picture_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="cells"):
        overlay(screenshot(), LATTICE, picture([1, 1, 1]))


def test_a_picture_alone_has_cells_and_lines():
    image = picture_image(picture([1, 2], [0, -1]), cell_px=10)
    assert image.size == (22, 22)
    assert image.getpixel((5, 5)) == RED
    assert image.getpixel((15, 5)) == PALE
    assert image.getpixel((5, 15)) == GREY
    assert image.getpixel((10, 5)) == (150, 150, 150)
    assert {image.getpixel((x, 0)) for x in range(22)} == {(60, 60, 60)}
    assert len({image.getpixel((x, 16)) for x in range(12, 20)}) > 1
    with pytest.raises(ValueError, match="cell_px"):
        picture_image(picture([1]), cell_px=1)


def test_a_picture_alone_has_a_thick_line_every_five_cells():
    image = picture_image(picture([0] * 12), cell_px=8)
    thick = [x for x in range(image.width) if image.getpixel((x, 4)) == (60, 60, 60)]
    assert thick == [0, 1, 40, 41, 80, 81, 96, 97]
