"""Digits that hardly differ from what is behind them are not read, but they are noticed."""

from __future__ import annotations

import numpy as np
from drawn_nonogram import TEN_BY_TWELVE, drawn_board, open_board

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.hints.unexplained import faint_digits
from picrosser.reading.nonogram.read import find_boards


def told(image: RGB) -> str:
    found = find_boards(image)
    board = found.boards[0]
    return faint_digits(image, board, found.read(board).digit_boxes)


def test_the_lines_that_have_them_are_counted():
    image, lattice = drawn_board(TEN_BY_TWELVE, open_board(TEN_BY_TWELVE))
    assert not told(image)
    left, pitch = lattice.board.left, round(lattice.pitch_px)
    outer = image[:, : left - pitch].astype(float)  # all but the rows' last numbers
    faded = image.copy()
    faded[:, : left - pitch] = np.rint(250 + 0.05 * (outer - 250))
    assert told(faded) == "11 lines have further digits, which hardly differ from what is behind them"
