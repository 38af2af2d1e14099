"""Packings drawn beside the rows that ask for them, and onto boards."""

from __future__ import annotations

import numpy as np

from picrosser.drawing.packing_overlay import RowOfPackings, packing_on_board, packings_beside
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.picture import Picture

RED, BLUE = (200, 30, 30), (30, 30, 200)
PALETTE = ((255, 255, 255), RED, BLUE)
PICTURE = Picture([[1, 1, 2], [1, 2, 2]], PALETTE)
SHOT = np.full((200, 120, 3), (240, 235, 230), np.uint8)


def colours(pixels: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(tone) for tone in np.unique(pixels.reshape(-1, 3), axis=0).tolist()}


def test_packings_stand_beside_their_rows():
    rows = [
        RowOfPackings(Box(20, 10, 60, 110), (PICTURE, PICTURE)),
        RowOfPackings(Box(120, 10, 160, 110), (PICTURE,)),
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


def test_a_packing_alone_is_drawn_large():
    alone = packings_beside(SHOT, [RowOfPackings(Box(20, 10, 60, 110), (PICTURE,))])
    several = packings_beside(
        SHOT, [RowOfPackings(Box(t, 10, t + 20, 110), (PICTURE,)) for t in (10, 40, 70)]
    )
    assert alone.width > several.width


def test_a_board_is_painted_only_where_it_is_asked():
    lattice = Lattice((100, 130, 160), (10, 40, 70, 100))
    drawn = np.asarray(packing_on_board(SHOT, lattice, PICTURE, [(0, 2), (1, 1), (1, 2)]))
    assert tuple(drawn[115, 85]) == BLUE
    assert tuple(drawn[145, 55]) == BLUE
    assert tuple(drawn[115, 25]) == (240, 235, 230)
    assert (drawn[:95] == SHOT[:95]).all()
