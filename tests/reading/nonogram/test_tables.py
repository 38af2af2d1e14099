"""Boards in tables: oblong cells, and headers deeper than their hints."""

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_nonogram import HEART, lattice_of, runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved, edges_off, first_reading

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram import solve_nonogram

PAGE, INK, CELL = (250, 250, 252), (20, 20, 30), (170, 170, 176)
BLANK, MARK, FILL = (222, 242, 240), (246, 142, 70), (10, 110, 158)
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
    shape = deep + len(ROWS), wide + len(COLS)
    image = Image.new("RGB", (400 + width * shape[1], 200 + height * shape[0]), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=0.4 * height)
    texts = {}
    for at, runs in enumerate(COLS):
        texts |= {(deep - up, wide + at): run for up, run in enumerate(reversed(runs), 1)}
    for at, runs in enumerate(ROWS):
        texts |= {(deep + at, wide - up): run for up, run in enumerate(reversed(runs), 1)}
    for row, col in np.ndindex(shape):
        x, y = 200 + col * width, 100 + row * height
        ground = CELL if row >= deep and col >= wide else PAGE
        draw.rectangle((x, y, x + width, y + height), ground, INK, 2)
        draw.text((x + width / 2, y + height / 2), str(texts.get((row, col), "")), INK, font, "mm")
    return np.asarray(image)


def headed(
    lines: Sequence[str], header: int, pitch: int = 36, rule: int = 4, *, half_done: bool = False
) -> tuple[RGB, Lattice]:
    """A table with a header, so many pitches deep and wide, through which its thick lines go on in blue.

    Numbers of a column stand at its far end, those of a row in its middle, parted by commas.
    half_done : in two of three rows every cell is set, blank ones to a colour of their own.
    """
    start = 2 * pitch
    lattice = lattice_of(lines, start + header * pitch, pitch)
    board = lattice.board
    image = Image.new("RGB", (board.right + start, board.bottom + start), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=0.52 * pitch)
    for row, col in np.ndindex(lattice.shape):
        tone = BLANK if not half_done or row % 3 == 2 else FILL if lines[row][col] == "#" else MARK
        cell = lattice.cell(row, col)
        draw.rectangle((cell.left, cell.top, cell.right, cell.bottom), tone)
    for tone, top, left in (("blue", start, start), (INK, board.top, board.left)):
        for x in lattice.col_edges_px:
            draw.line((x, top, x, board.bottom), tone, rule)
        for y in lattice.row_edges_px:
            draw.line((left, y, board.right, y), tone, rule)
    draw.rectangle((start, start, board.right, board.bottom), None, INK, rule)
    rows, cols = runs_of(lines)
    for at, runs in enumerate(rows):
        place = start + header * pitch / 2, lattice.cell(at, 0).middle[0]
        draw.text(place, ", ".join(map(str, runs)), INK, font, "mm")
    for at, runs in enumerate(cols):
        for down, length in enumerate(runs):
            place = lattice.cell(0, at).middle[1], start + (0.6 + 0.7 * down) * pitch
            draw.text(place, str(length), INK, font, "mm")
    return np.asarray(image), lattice


@pytest.mark.parametrize("size", [(40, 33), (36, 44)])
def test_cells_that_are_nearly_squares_are_told_from_squares(size):
    assert_solved(solve_nonogram(gridded(*size)), HEART)


@pytest.mark.parametrize("header", [3, 4])
@pytest.mark.parametrize("lines", [HEART, DROP])
def test_a_header_may_be_deeper_than_its_hints(lines, header):
    image, _ = headed(lines, header)
    assert_solved(solve_nonogram(image), lines)


@pytest.mark.parametrize(("pitch", "rule"), [(25, 4), (30, 5), (44, 7)])
@pytest.mark.parametrize("half_done", [False, True])
def test_of_thick_lines_all_are_looked_for(pitch, rule, half_done):
    """Every second one fits, too, and whatever else a page shows may fit only these."""
    image, lattice = headed(DROP, 4, pitch, rule, half_done=half_done)
    found = first_reading(image).lattice
    assert found.shape == lattice.shape
    assert edges_off(found, lattice) <= rule
