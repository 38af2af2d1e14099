"""A line's hints are those that lead away from the board; bits of its frame are none, and hide none."""

from __future__ import annotations

import numpy as np

from picrosser.pixels import Box
from picrosser.reading.nonogram.chain import chains
from picrosser.reading.nonogram.ink import Piece

EDGE, PITCH = 200, 40
INK, PAPER = np.zeros(3, np.float32), np.full(3, 255, np.float32)


def piece(left, *, height=20, unlike=0.01):
    """Ink in a row, 12 px wide."""
    box = Box(10, left, 10 + height, left + 12)
    return Piece(box, np.ones((height, 12), np.float32), INK, PAPER, 255.0, unlike)


def row(*others):
    """A row that reads two digits, and others."""
    return [piece(140), piece(170), *others]


def lefts(line):
    return [its.box.left for its in line.digits]


def test_bits_of_the_frame_are_no_hints_however_many_there_are():
    frame = piece(188, height=8, unlike=0.2)
    found = chains([row(frame), row(frame), row(frame), row()], EDGE, PITCH, upright=False)
    assert [lefts(line) for line in found] == [[140, 170]] * 4
    assert not any(line.strange for line in found)


def test_what_is_left_of_a_digit_among_the_others_is_strange():
    found = chains([row(piece(155, height=8, unlike=0.2)), row(), row()], EDGE, PITCH, upright=False)
    assert [lefts(line) for line in found] == [[140, 170]] * 3
    assert [line.strange for line in found] == [True, False, False]


def test_what_is_left_of_the_last_digit_is_strange():
    torn = [piece(140), piece(172, height=8, unlike=0.2)]
    found = chains([torn, row(), row()], EDGE, PITCH, upright=False)
    assert [line.strange for line in found] == [True, False, False]


def test_without_digits_there_is_nothing():
    assert [line.digits for line in chains([[], []], EDGE, PITCH, upright=False)] == [(), ()]
