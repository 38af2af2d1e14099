"""Pictures that were turned upright, and places in them as they were given."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.turned import box_as_given, lattice_as_given, turned_upright

UPRIGHT = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
CLOCKWISE = {90: -1, 180: 2, 270: 1}  # how often numpy turns counterclockwise


@pytest.mark.parametrize("turned_deg", CLOCKWISE)
def test_a_picture_is_turned_upright_and_its_places_are_found_in_the_original(turned_deg: int) -> None:
    given = np.rot90(UPRIGHT, CLOCKWISE[turned_deg])
    turned = turned_upright(given, turned_deg)
    assert (turned.image == UPRIGHT).all()
    assert turned.image.flags.c_contiguous
    lattice = lattice_as_given(Lattice((1, 3, 5), (2, 4, 6)), turned_deg, UPRIGHT.shape[:2])
    assert lattice.to_picture is not None
    row, col = project(lattice.to_picture, np.array([(1.5, 4.5)]))[0]  # the middle of pixel (1, 4)
    assert (given[int(row), int(col)] == UPRIGHT[1, 4]).all()
    box = box_as_given(Box(1, 2, 3, 6), turned_deg, UPRIGHT.shape[:2])
    assert sorted(given[box.slices].ravel()) == sorted(UPRIGHT[1:3, 2:6].ravel())


@pytest.mark.parametrize("turned_deg", CLOCKWISE)
def test_a_board_that_is_askew_as_well_is_found_in_the_original(turned_deg: int) -> None:
    shifted = Lattice((0, 1), (0, 1), ((1.0, 0.0, 2.0), (0.0, 1.0, 3.0), (0.0, 0.0, 1.0)))
    way = lattice_as_given(shifted, turned_deg, UPRIGHT.shape[:2]).to_picture
    assert way is not None
    row, col = project(way, np.array([(0.5, 0.5)]))[0]
    given = np.rot90(UPRIGHT, CLOCKWISE[turned_deg])
    assert (given[int(row), int(col)] == UPRIGHT[2, 3]).all()


def test_an_upright_picture_keeps_its_lattice() -> None:
    lattice = Lattice((1, 3), (2, 4))
    assert lattice_as_given(lattice, 0, (5, 7)) is lattice
    assert box_as_given(Box(1, 2, 3, 4), 0, (5, 7)) == Box(1, 2, 3, 4)
