"""Coloured hints in compressed pictures: their colours are stored at half the size, and smeared."""

from __future__ import annotations

import io

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, Look, drawn_board, open_board, runs_of
from PIL import Image
from read_boards import lengths

from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.page.ink import find_ink

YELLOW = Look(page=(255, 255, 255), ink=(225, 200, 20))
PITCH = 24  # digits of 10 pixels


def compressed(look: Look, quality: int) -> RGB:
    """A board's picture as a JPEG of that quality shows it."""
    image, _ = drawn_board(TEN_BY_TWELVE, open_board(TEN_BY_TWELVE), look, PITCH)
    stored = io.BytesIO()
    Image.fromarray(image).save(stored, "JPEG", quality=quality, subsampling="4:2:0")
    return np.asarray(Image.open(stored).convert("RGB"))


@pytest.mark.parametrize("quality", [30, 40, 50])
def test_smeared_colours_are_read_by_their_luma(quality):
    solved = solve_nonogram(compressed(YELLOW, quality))
    assert (lengths(solved.puzzle.rows), lengths(solved.puzzle.cols)) == runs_of(TEN_BY_TWELVE)
    assert not solved.doubts


def test_a_sharp_edge_of_luma_is_found_although_its_colour_is_smeared():
    image = compressed(YELLOW, 40)
    in_colours, in_grey = find_ink(image), find_ink(image, in_grey=True)
    assert in_colours.of_colours
    assert not in_grey.of_colours
    assert (in_grey.distances < 0.06).sum() > (in_colours.distances < 0.06).sum()
