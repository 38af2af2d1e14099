"""A line's hints lead away from the board; bits of its frame and buttons beside a column are not hints."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.chains import Chain, evenly_stacked, find_chains
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


def test_what_is_left_of_the_last_digit_is_strange():
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


def digit(number: int, left: int, width: int = 12) -> Piece:
    """A digit of the column's number so far up from the board, from 0."""
    top = 200 - STEP * number
    black, white = np.zeros(3, np.float32), np.full(3, 255, np.float32)
    coverage = np.ones((TALL, width), np.float32)
    return Piece(Box(top, left, top + TALL, left + width), coverage, black, white, 200.0)


def column(*digits: Piece) -> Chain:
    return Chain(digits, (), 60.0, 230.0, True, True)


def kept(*digits: Piece) -> tuple[Piece, ...]:
    (cut,) = evenly_stacked([column(*digits)])
    return cut.digits


def test_a_button_beside_the_column_is_no_number():
    numbers = digit(1, MIDDLE - 6), digit(0, MIDDLE - 6)
    assert kept(digit(2, MIDDLE + 6), *numbers) == numbers


@pytest.mark.parametrize(
    "lefts", [(MIDDLE - 13, MIDDLE + 1), (MIDDLE - 6 - 14, MIDDLE - 6), (MIDDLE - 6, MIDDLE + 8)]
)
def test_numbers_of_two_digits_stand_in_the_middle_or_at_a_side(lefts):
    """Next to ones, and to thin digits."""
    digits = digit(2, MIDDLE - 3, 6), *(digit(1, left) for left in lefts), digit(0, MIDDLE - 6)
    assert kept(*digits[1:]) == digits[1:]
    if lefts[0] == MIDDLE - 13:
        assert kept(*digits) == digits
