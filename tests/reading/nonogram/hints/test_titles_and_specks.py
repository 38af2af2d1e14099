"""Titles, specks and other texts beyond a line's hints are none of them."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.chains import (
    find_aligned_chains,
)
from picrosser.reading.nonogram.hints.piece import Piece

PITCH, EDGE = 28, 120
HINT = 12, 200.0  # height and contrast


def piece(at, size):
    height, contrast = size
    box = Box(at, 50, at + height, 50 + height // 2)
    return Piece(box, np.ones((1, 1), np.float32), np.zeros(3), np.zeros(3), contrast)


def counts(side):
    return [len(line.digits) for line in side]


def test_a_number_a_square_further_is_a_hint_even_of_one_column_only():
    pitch, edge = 60, 400
    strips = [[piece(edge - 35, HINT)], [piece(edge - 35, HINT), piece(edge - 35 - pitch, HINT)]]
    found = find_aligned_chains(strips, edge, pitch, upright=True)
    assert counts(found) == [1, 2]
    off = [[piece(edge - 35, HINT)], [piece(edge - 35, HINT), piece(edge - 38 - pitch, HINT)]]
    assert counts(find_aligned_chains(off, edge, pitch, upright=True)) == [1, 1]
