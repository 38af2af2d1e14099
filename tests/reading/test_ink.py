"""Pieces of ink among compression's specks, soft edges and textures."""

from __future__ import annotations

import numpy as np

from picrosser.pixels import Box
from picrosser.reading.nonogram.ink import pieces_of_ink

DIGIT = Box(20, 10, 35, 20)  # on a strip of 60 x 30 pixels


def strip():
    """A column's strip with one digit, a 7, in white on dark grey."""
    patch = np.full((60, 30, 3), 60, np.uint8)
    patch[20:22, 10:20] = 240
    patch[20:35, 17:20] = 240
    return patch


def boxes(patch):
    return [piece.box for piece in pieces_of_ink(patch, Box(0, 0, 60, 30), upright=True)]


def test_faint_specks_round_a_digit_are_no_part_of_it():
    patch = strip()
    for specks in (patch[1:59:4, :], patch[1:59, 1:30:4]):
        np.maximum(specks, 90, out=specks)
    assert boxes(patch) == [DIGIT]
