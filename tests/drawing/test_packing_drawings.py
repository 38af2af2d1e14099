"""Packings as images and SVG; beside the rows of a card and onto boards."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from made_katamino import parse_letters

from picrosser.drawing.marks import PieceMark, mark_misplaced, mark_next_pieces
from picrosser.drawing.packing import (
    RowOfPackings,
    packing_image,
    packing_on_board,
    packing_svg,
    packings_beside,
)
from picrosser.drawing.puzzle_parts import CHECKER, web_colour
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.picture import Picture

FILE = parse_letters("aaVVV\na.V..\nbbV..\n")
PUZZLE, PACKED = FILE.puzzle, FILE.solution
HALF = Picture(np.where(PACKED.cells == 3, -1, PACKED.cells).astype(np.int8), PACKED.palette)
RED, BLUE = (200, 30, 30), (30, 30, 200)
SMALL = Picture([[1, 1, 2], [1, 2, 2]], ((255, 255, 255), RED, BLUE))
SHOT = np.full((200, 120, 3), (240, 235, 230), np.uint8)


def test_an_image_has_borders_between_pieces_only():
    image = np.asarray(packing_image(HALF, cell_px=24))
    assert tuple(image[12, 24]) == PACKED.palette[1]  # within piece a
    assert tuple(image[12, 48]) == (40, 40, 40)  # between a and V
    assert tuple(image[36, 36]) == (255, 255, 255)  # a hole
    opened = {tuple(tone) for tone in image[52:70, 4:44].reshape(-1, 3)}
    assert opened == set(CHECKER)


def test_svg_has_one_area_for_each_piece():
    root = ElementTree.fromstring(packing_svg(PUZZLE, PACKED, cell_px=40))
    name = "{http://www.w3.org/2000/svg}"
    areas = [path for path in root.iter(f"{name}path") if path.find(f"{name}title") is not None]
    assert [path.get("d").count("M") for path in areas] == [3, 5, 2]
    assert [path.get("fill") for path in areas] == [web_colour(tone) for tone in PACKED.palette[1:]]
    assert [text.text for text in root.iter(f"{name}text")] == ["a", "5", "b"]
    assert areas[1].find(f"{name}title").text == "piece 5 (V, light blue)"
    assert root.get("width") == "208"
    half = packing_svg(PUZZLE, HALF)
    assert half.count("url(#open)") == 1
    assert packing_svg(PUZZLE).count("<title>") == 0


# ---- on pictures


def colours(pixels: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(tone) for tone in np.unique(pixels.reshape(-1, 3), axis=0).tolist()}


def test_packings_stand_beside_their_rows():
    rows = [
        RowOfPackings(Box(20, 10, 60, 110), (SMALL, SMALL)),
        RowOfPackings(Box(120, 10, 160, 110), (SMALL,)),
    ]
    drawn = np.asarray(packings_beside(SHOT, rows))
    assert (drawn[:200, :120] == SHOT).all()
    right = drawn[:, 120:]
    assert {RED, BLUE} <= colours(right[20:60])
    assert {RED, BLUE} <= colours(right[120:160])
    assert (right[:, -2:] == (240, 235, 230)).all()
    # The second packing of the first row has nothing under it.
    used = np.flatnonzero((right[20:60] != (240, 235, 230)).any(axis=(0, 2)))
    under = np.flatnonzero((right[120:160] != (240, 235, 230)).any(axis=(0, 2)))
    assert used[0] == under[0]
    assert used[-1] > under[-1]


def test_a_board_is_painted_only_in_the_wanted_cells():
    lattice = Lattice((100, 130, 160), (10, 40, 70, 100))
    drawn = np.asarray(packing_on_board(SHOT, lattice, SMALL, [(0, 2), (1, 1), (1, 2)]))
    assert tuple(drawn[115, 85]) == BLUE
    assert tuple(drawn[145, 55]) == BLUE
    assert tuple(drawn[115, 25]) == (240, 235, 230)
    assert (drawn[:95] == SHOT[:95]).all()


def shot_lattice() -> tuple[np.ndarray, Lattice]:
    """A light board of 2 x 4 cells of 40 pixels, and where they are."""
    return np.full((120, 200, 3), 245, np.uint8), Lattice((20, 60, 100), (20, 60, 100, 140, 180))


def lattice_cells() -> list[tuple[int, int]]:
    return [(row, col) for row in range(2) for col in range(4)]


def test_pieces_that_lie_there_already_stay_as_they_are_and_new_ones_have_a_line_inside():
    shot, lattice = shot_lattice()
    picture = Picture([[1, 1, 2, 2], [1, 2, 2, 2]], ((255, 255, 255), RED, BLUE))
    shot[20:60, 20:100] = shot[60:100, 20:60] = RED
    free = [(0, 2), (0, 3), (1, 1), (1, 2), (1, 3)]
    image = np.asarray(packing_on_board(shot, lattice, picture, free))
    assert {tuple(tone) for tone in image[24:56, 24:96].reshape(-1, 3)} == {RED}
    new = {tuple(tone) for tone in image[64:96, 64:176].reshape(-1, 3)} - {BLUE}
    assert len(new) == 1  # the line, in a darker or lighter blue
    assert tuple(image[94, 120]) in new  # along the outer side
    assert tuple(image[64, 103]) == BLUE  # nearer to the corner between the arms, and beyond it
    assert tuple(image[80, 120]) == BLUE
    alone = np.asarray(packing_on_board(np.full_like(shot, 245), lattice, picture, lattice_cells()))
    assert {tuple(tone) for tone in alone[64:96, 64:176].reshape(-1, 3)} == {BLUE}  # nothing lay there


def test_misplaced_pieces_are_outlined_and_crossed_or_questioned():
    shot, lattice = shot_lattice()
    image = np.asarray(mark_misplaced(shot, lattice, [[(0, 0), (0, 1)]], [[(1, 2), (1, 3)]]))
    assert (image[100:] == shot[100:]).all()
    wrong, unsure = image[20:60, 20:100].astype(int), image[60:100, 100:180].astype(int)
    assert ((wrong[..., 0] - wrong[..., 1]) > 150).sum() > 300  # red
    assert not ((unsure[..., 0] - unsure[..., 1]) > 30).any()
    assert (unsure.max(axis=2) < 60).sum() > 150  # dark
    assert (image[20:60, 102:180] == 245).all()


def test_next_pieces_are_laid_and_what_decides_them_is_outlined_in_blue():
    shot, lattice = shot_lattice()
    steps = [PieceMark([(0, 0), (0, 1)], RED, [(0, 0)]), PieceMark((), RED, [(1, 3)])]
    image = np.asarray(mark_next_pieces(shot, lattice, steps)).astype(int)
    assert tuple(image[40, 75]) == RED
    blue = (image[..., 2] - image[..., 0]) > 150
    assert blue[20:60, 20:60].any()
    assert blue[60:100, 140:180].any()
    assert not blue[20:60, 60:].any()
    assert tuple(image[80, 160]) == (245, 245, 245)  # only where to look, not what to lay
