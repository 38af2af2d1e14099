"""Boards in tables: oblong cells, headers deeper than their hints, or a gap beside the hint squares."""

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_nonogram import HEART, picture_of, runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram

PAGE, INK, CELL = (250, 250, 252), (20, 20, 30), (170, 170, 176)
ROWS, COLS = runs_of(HEART)
DROP = (
    "....#.....",
    "....##....",
    "...####...",
    "...####...",
    "..######..",
    ".#######..",
    ".########.",
    ".########.",
    "..######..",
    "...###....",
)


def gridded(height: int, width: int) -> RGB:
    """Hints in cells like the board's, which are so large."""
    deep, wide = max(map(len, COLS)), max(map(len, ROWS)) + 1
    lines, cells = deep + len(ROWS), wide + len(COLS)
    image = Image.new("RGB", (400 + width * cells, 200 + height * lines), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=0.4 * height)
    for row in range(lines):
        for col in range(cells):
            x, y = 200 + col * width, 100 + row * height
            at = row - deep, col - wide
            ground = CELL if min(at) >= 0 else PAGE
            draw.rectangle((x, y, x + width, y + height), ground, INK, 2)
            text = ""
            if at[0] < 0 <= at[1] and row >= deep - len(COLS[at[1]]):
                text = str(COLS[at[1]][row - deep + len(COLS[at[1]])])
            if at[1] < 0 <= at[0] and col >= wide - len(ROWS[at[0]]):
                text = str(ROWS[at[0]][col - wide + len(ROWS[at[0]])])
            draw.text((x + width / 2, y + height / 2), text, INK, font, "mm")
    return np.asarray(image)


def headed(lines: Sequence[str], header: int) -> RGB:
    """A table with a header, so many rows deep and columns wide; numbers stand at its far end and in its
    middle, parted by commas.
    """
    pitch, rule = 36, 4
    its_rows, its_cols = runs_of(lines)
    rows, cols = len(its_rows), len(its_cols)
    image = Image.new("RGB", (700, 700), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=0.5 * pitch)
    top, left = 120, 150
    inner = top + header * pitch, left + header * pitch
    bottom, right = inner[0] + rows * pitch, inner[1] + cols * pitch
    for at in range(cols + 1):
        draw.line((inner[1] + at * pitch, top, inner[1] + at * pitch, bottom), INK, rule)
    for at in range(rows + 1):
        draw.line((left, inner[0] + at * pitch, right, inner[0] + at * pitch), INK, rule)
    draw.rectangle((left, top, right, bottom), None, INK, rule)
    for at, runs in enumerate(its_rows):
        place = ((left + inner[1]) / 2, inner[0] + (at + 0.5) * pitch)
        draw.text(place, ", ".join(map(str, runs)), INK, font, "mm")
    for at, runs in enumerate(its_cols):
        for down, length in enumerate(runs):
            place = (inner[1] + (at + 0.5) * pitch, top + 16 + 0.55 * pitch * down)
            draw.text(place, str(length), INK, font, "mm")
    return np.asarray(image)


def with_gap(pitch: int = 44) -> RGB:
    """Hints on squares, a pitch away from the board, of which a row is painted from end to end."""
    top, left = 300, 280
    image = Image.new("RGB", (left + len(COLS) * pitch + 80, top + len(ROWS) * pitch + 80), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=0.5 * pitch)

    def cell(row: int, col: int, text: str, tone: tuple[int, int, int]) -> None:
        y, x = top + row * pitch, left + col * pitch
        draw.rectangle((x, y, x + pitch, y + pitch), tone, INK, 3)
        draw.text((x + pitch / 2, y + pitch / 2), text, INK, font, "mm")

    full = max(range(len(ROWS)), key=lambda at: sum(ROWS[at]))
    for row in range(len(ROWS)):
        for col in range(len(COLS)):
            cell(row, col, "", INK if row == full else PAGE)
        for back, length in enumerate(reversed(ROWS[row])):
            cell(row, -2 - back, str(length), (220, 120, 110))
    for col, runs in enumerate(COLS):
        for up, length in enumerate(reversed(runs)):
            cell(-2 - up, col, str(length), (220, 120, 110))
    return np.asarray(image)


def assert_is(image: RGB, lines: Sequence[str] = HEART) -> None:
    solved = solve_nonogram(image)
    assert solved.exit_code is ExitCode.OK, solved.verdict
    (solution,) = solved.outcome.solutions
    assert solution.rows == picture_of(lines).rows


@pytest.mark.parametrize("size", [(40, 33), (36, 44)])
def test_cells_that_are_nearly_squares_are_told_from_squares(size):
    assert_is(gridded(*size))


@pytest.mark.parametrize("header", [3, 4])
@pytest.mark.parametrize("lines", [HEART, DROP])
def test_a_header_may_be_deeper_than_its_hints(lines, header):
    assert_is(headed(lines, header), lines)


def test_a_gap_between_hints_and_board_is_no_line_of_it():
    assert_is(with_gap())
