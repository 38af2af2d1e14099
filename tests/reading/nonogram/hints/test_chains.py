"""A line's hints lead away from the board; bits of its frame and buttons beside a column are not hints."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.chains import find_chains
from picrosser.reading.nonogram.hints.piece import Piece

EDGE, PITCH = 200, 40
TALL, STEP, MIDDLE = 20, 24, 40
INK, PAPER = np.zeros(3, np.float32), np.full(3, 255, np.float32)


def piece(left, *, height=20, template_distance=0.01):
    """Ink in a row, 12 px wide."""
    box = Box(10, left, 10 + height, left + 12)
    return Piece(box, np.ones((height, 12), np.float32), INK, PAPER, 255.0, template_distance)


def row(*others):
    """A row that reads two digits, and others."""
    return [piece(140), piece(170), *others]


def lefts(line):
    return [digit.box.left for digit in line.digits]


def test_bits_of_the_frame_are_no_hints_however_many_there_are():
    frame = piece(188, height=8, template_distance=0.2)
    found = find_chains([row(frame), row(frame), row(frame), row()], EDGE, PITCH, upright=False)
    assert [lefts(line) for line in found] == [[140, 170]] * 4
    assert not any(line.is_strange() for line in found)


def test_what_is_left_of_a_digit_among_the_others_is_strange():
    found = find_chains(
        [row(piece(155, height=8, template_distance=0.2)), row(), row()], EDGE, PITCH, upright=False
    )
    assert [lefts(line) for line in found] == [[140, 170]] * 3
    assert [line.is_strange() for line in found] == [True, False, False]
    beyond = row(piece(122, height=15, template_distance=np.inf))  # a 1 that lost its head is a stroke
    assert find_chains([beyond, row(), row()], EDGE, PITCH, upright=False)[0].is_strange()
    torn = [piece(140), piece(172, height=8, template_distance=0.2)]
    found = find_chains([torn, row(), row()], EDGE, PITCH, upright=False)
    assert [line.is_strange() for line in found] == [True, False, False]


@pytest.mark.parametrize(
    ("height", "distance", "is_read"), [(15, 0.05, True), (15, 0.2, False), (12, 0.05, False)]
)
def test_a_digit_that_lost_its_ends_in_blur_is_one(height, distance, is_read):
    low = piece(155, height=height, template_distance=distance)
    found = find_chains([row(low), row(), row()], EDGE, PITCH, upright=False)
    assert lefts(found[0]) == ([140, 155, 170] if is_read else [140, 170])


def test_without_digits_there_is_nothing():
    assert [line.digits for line in find_chains([[], []], EDGE, PITCH, upright=False)] == [(), ()]
