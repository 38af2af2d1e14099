"""On an unpainted board, two tones within one line are two colours."""

from __future__ import annotations

import numpy as np
import pytest

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.pixels import Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.nonogram.colours.inks import is_unpainted, without_false_shades

PITCH, COUNT, PAPER = 20, 5, (230, 235, 240)
EDGES = tuple(range(10, 10 + PITCH * COUNT + 1, PITCH))


def board():
    image = np.full((130, 130, 3), PAPER, np.uint8)
    for at in EDGES:
        image[at, 10:110] = image[10:110, at] = 60
    return image


def test_lines_and_crosses_are_no_paint():
    image = board()
    for at in range(4, PITCH - 3):
        image[30 + at, 30 + at] = image[30 + at, 50 - at] = 90
    assert is_unpainted(image, Lattice(EDGES, EDGES), PAPER)


@pytest.mark.parametrize("inset", [1, 4])
def test_a_painted_cell_is(inset):
    image = board()
    image[90 + inset : 110 - inset, 90 + inset : 110 - inset] = (200, 235, 240)
    assert not is_unpainted(image, Lattice(EDGES, EDGES), PAPER)


def test_two_tones_of_one_line_are_two_colours():
    assert without_false_shades((0, 1, 1), [(1, 2), (2,)]) == ()
    assert without_false_shades((0, 1, 1), [(1,), (2,)]) == (0, 1, 1)
    assert without_false_shades((0, 1, 1, 1), [(2, 1, 2), (1, 1), (3, 2)]) == (0, 1, 2, 1)
    assert without_false_shades((), [(1,)]) == ()


def test_inks_of_nearly_one_hue_are_told_apart_on_a_bare_board():
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), 551000002))
    image = np.asarray(damaged_nonogram(drawn, "scale-0.75").convert("RGB"))
    assert not solve_screenshot(image).reading.doubts
