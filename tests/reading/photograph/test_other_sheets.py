"""Cells of hints that are ruled by themselves belong to their board; another puzzle on the page does not."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.reading.photograph.flatten import find_ruled_sheets
from picrosser.reading.photograph.other_sheets import is_hint_area

CELL, ROWS, COLS, HINTS = 24, 20, 22, 9


def ruled(pen: ImageDraw.ImageDraw, left: int, top: int, rows: int, cols: int) -> None:
    for line in range(rows + 1):
        pen.line((left, top + CELL * line, left + CELL * cols, top + CELL * line), fill="black", width=2)
    for line in range(cols + 1):
        pen.line((left + CELL * line, top, left + CELL * line, top + CELL * rows), fill="black", width=2)


@pytest.mark.parametrize(("space", "is_part"), [(1.5, True), (5.0, False)])
def test_cells_beside_a_board_are_its_hint_area_only_if_they_are_near(space: float, is_part: bool) -> None:
    page = Image.new("RGB", (1100, 640), (235, 233, 226))
    pen = ImageDraw.Draw(page)
    board_left = 60 + CELL * HINTS + round(space * CELL)
    ruled(pen, 60, 80, ROWS, HINTS)
    ruled(pen, board_left, 80, ROWS, COLS)
    largest, other = find_ruled_sheets(
        np.asarray(page.rotate(4, Image.Resampling.BICUBIC, fillcolor=(90, 70, 50)))
    )
    assert largest.area > other.area
    assert is_hint_area(largest, other) is is_part


@pytest.mark.parametrize("deep", [4, 0])
def test_cells_that_lead_on_the_lines_of_a_board_are_its_hint_area_although_the_lines_between_are_not_seen(
    deep: int,
) -> None:
    """The board's own sheet shows the hints of its columns, too; a puzzle as tall as it is another puzzle."""
    page = Image.new("RGB", (1100, 720), (235, 233, 226))
    pen = ImageDraw.Draw(page)
    ruled(pen, 60, 80 + CELL * deep, ROWS, HINTS)
    ruled(pen, 60 + CELL * (HINTS + 3), 80, ROWS + deep, COLS)
    largest, other = find_ruled_sheets(
        np.asarray(page.rotate(4, Image.Resampling.BICUBIC, fillcolor=(90, 70, 50)))
    )
    assert is_hint_area(largest, other) is (deep > 0)
