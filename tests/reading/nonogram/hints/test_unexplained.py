"""Digits beside a board that are too faint to be read, and digits in its cells, are noticed."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, drawn_board, open_board
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.hints.unexplained import digits_in_cells, faint_digits
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4", "digits stand in its cells, as in Japanese Sums"), ("0", ""), ("x", ""), ("", "")],
)
def test_a_digit_in_a_cell_is_no_mark(text: str, expected: str):
    image, lattice = drawn_board(TEN_BY_TWELVE, open_board(TEN_BY_TWELVE))
    canvas, cell = Image.fromarray(image), lattice.cell(3, 4)
    font = ImageFont.load_default(size=22)
    ImageDraw.Draw(canvas).text(cell.middle[::-1], text, (10, 10, 40), font, anchor="mm")
    found = find_boards(np.asarray(canvas))
    assert digits_in_cells(found.ink, found.boards[0]) == expected
