"""Cells that are tiles with gaps between them are found where they lie, with their shape."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.drawing.overlay import overlay
from picrosser.drawing.tiles import find_tiles
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.picture import Picture

PAGE, TILE, PAINT = (252, 225, 232), (255, 255, 255), (30, 90, 200)
PITCH, SIDE, AT = 40, 34, 50  # pixels; the first tile begins at AT


def board(*, radius: int = 9, gap_tone: tuple[int, int, int] = PAGE, marks: int = 0) -> np.ndarray:
    """A board of 6 x 6 tiles; some have a cross in their middle."""
    image = Image.new("RGB", (340, 340), gap_tone)
    draw = ImageDraw.Draw(image)
    for number in range(36):
        top, left = AT + PITCH * (number // 6), AT + PITCH * (number % 6)
        draw.rounded_rectangle((left, top, left + SIDE - 1, top + SIDE - 1), radius, fill=TILE)
        if number < marks:
            draw.line((left + 8, top + 8, left + 26, top + 26), (200, 60, 90), 4)
    return np.asarray(image)


def lattice(down: int = 0, pitch: float = PITCH) -> Lattice:
    """The lattice of the board, with its edges in the middles of the gaps, moved or stretched."""
    edges = [round(AT - 3 + pitch * at) for at in range(7)]
    return Lattice(tuple(edge + down for edge in edges), tuple(edges))


@pytest.mark.parametrize(("down", "pitch"), [(0, PITCH), (5, PITCH), (-4, 40.9), (2, 39.3)])
def test_tiles_are_found_although_the_lattice_lies_beside_them(down, pitch):
    tiles = find_tiles(board(), lattice(down, pitch))
    assert tiles is not None
    for row, col in ((0, 0), (5, 5), (2, 4)):
        box = tiles.tile(row, col)
        for found, true in ((box.top, AT + PITCH * row), (box.left, AT + PITCH * col)):
            assert abs(found + 1 - true) <= 1  # with an edge of a pixel around it
    edges = np.array([tiles.lattice.row_edges_px, lattice().row_edges_px])
    assert np.abs(np.diff(edges, axis=0)).max() <= 1


def test_round_corners_are_left_out():
    round_tiles, square = find_tiles(board(), lattice()), find_tiles(board(radius=0), lattice())
    assert round_tiles is not None
    assert square is not None
    assert round_tiles.coverage[2, 2] < 60
    assert square.coverage[2, 2] == 255
    assert round_tiles.coverage[18, 2] == 255


def test_some_marks_do_not_matter_and_marks_everywhere_hide_the_tiles():
    assert find_tiles(board(marks=12), lattice()) is not None
    assert find_tiles(board(marks=36), lattice()) is None


def test_lines_between_cells_make_no_tiles():
    image = np.full((340, 340, 3), 255, np.uint8)
    for edge in lattice().row_edges_px:
        image[edge - 1 : edge + 1, 47:287] = image[47:287, edge - 1 : edge + 1] = 90
    assert find_tiles(image, lattice()) is None


def test_a_plain_board_and_a_tilted_one_have_none():
    assert find_tiles(np.full((340, 340, 3), 255, np.uint8), lattice()) is None
    turned = Lattice(lattice().row_edges_px, lattice().col_edges_px, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert find_tiles(board(), turned) is None


def test_paint_has_the_shape_of_the_tiles_and_lies_on_them():
    shot = board()
    cells = np.zeros((6, 6), np.int8)
    cells[0, 0] = cells[5, 5] = 1
    image = np.asarray(overlay(shot, lattice(4), Picture(cells, (TILE, PAINT))))
    for at in (AT, AT + 5 * PITCH):
        own = image[at : at + SIDE, at : at + SIDE]
        painted = (own == PAINT).all(axis=2)
        assert painted[2:-2, 12:-12].all()
        assert painted[12:-12, 2:-2].all()
        assert (own[0, 0] == shot[at, at]).all()  # beyond the round corner
    around = np.ones(shot.shape[:2], np.bool_)
    for at in (AT, AT + 5 * PITCH):
        around[at - 1 : at + SIDE + 1, at - 1 : at + SIDE + 1] = False
    assert (image[around] == shot[around]).all()
