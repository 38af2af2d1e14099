"""Texts over the columns' numbers, and brackets round the rows', are no digits though they look like some."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import HEART, LIGHT, drawn_board, open_board, runs_of
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import Box
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.hints.beside import title_ends

PITCH, MARGIN = 40, 160
BRACKET_PX = 20  # the digits are 15 pixels tall
DIGIT, STRUCK, LETTERS = 0.4, 1.8, (1.2, 3.5, 3.2)  # how unlike a digit they are


@pytest.mark.parametrize("width", [4, 5, 6])
def test_brackets_that_are_taller_than_digits_are_no_numbers(width: int) -> None:
    shot = Image.fromarray(drawn_board(HEART, open_board(HEART), pitch=PITCH)[0])
    draw = ImageDraw.Draw(shot)
    for at in range(len(HEART)):
        top, right = MARGIN + at * PITCH + (PITCH - BRACKET_PX) // 2, MARGIN - 3
        left, bottom = right - width + 1, top + BRACKET_PX - 1
        draw.line([(left, top), (right, top), (right, bottom), (left, bottom)], LIGHT.ink, 2)
    puzzle = solve_nonogram(np.asarray(shot)).puzzle
    rows, cols = runs_of(HEART)
    assert [[run.length for run in line or ()] for line in (*puzzle.rows, *puzzle.cols)] == [*rows, *cols]


def level(bottom: int, *unlike: float) -> list[tuple[Box, float]]:
    """Pieces side by side."""
    return [(Box(bottom - 15, 20 * at, bottom, 20 * at + 8), much) for at, much in enumerate(unlike)]


def test_a_line_of_text_over_the_columns_is_told_by_all_of_its_letters() -> None:
    numbers = [*level(150, DIGIT, DIGIT), *level(123, STRUCK, DIGIT)]
    assert title_ends([*numbers, *level(96, *LETTERS)]) == 96


def test_struck_digits_alone_over_the_columns_are_no_text() -> None:
    assert title_ends([*level(150, DIGIT, STRUCK), *level(123, STRUCK)]) < 0
