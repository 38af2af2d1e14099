"""Which pieces above a board are its columns' hints: those that stand under each other, at equal steps."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.pixels import Box
from picrosser.reading.nonogram.chain import Chain, evenly_stacked
from picrosser.reading.nonogram.ink import Piece

TALL, STEP, MIDDLE = 20, 24, 40


def digit(number: int, left: int, width: int = 12) -> Piece:
    """A digit of the column's number so far up from the board, from 0."""
    top = 200 - STEP * number
    black, white = np.zeros(3, np.float32), np.full(3, 255, np.float32)
    coverage = np.ones((TALL, width), np.float32)
    return Piece(Box(top, left, top + TALL, left + width), coverage, black, white, 200.0)


def column(*digits: Piece) -> Chain:
    return Chain(digits, (), 60.0, 230.0, True, True)


def kept(*digits: Piece) -> tuple[Piece, ...]:
    plain = column(*(digit(number, MIDDLE - 6) for number in (3, 2, 1, 0)))
    return evenly_stacked([plain, column(*digits)])[1].digits


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
