"""Boards that begin with blank lines without a 0; and lattices that do not fit the picture's own lines."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import picture_of, runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.candidates.sides import has_lines_between
from picrosser.reading.nonogram.hints.hint_area import find_hints_beside
from picrosser.reading.nonogram.outermost.lines import with_blank_lines

LINES = ("........", "........", "...#....", "...#####", "...#####", "........")
PITCH, TOP, LEFT = 50, 200, 220
PAGE, LINE, SQUARE, INK = (30, 32, 40), (130, 130, 140), (80, 82, 95), (235, 235, 235)
ROWS, COLS = ([start + PITCH * at for at in range(count + 1)] for start, count in ((TOP, 6), (LEFT, 8)))


def drawn() -> RGB:
    """The board with its hints on squares next to it."""
    image = Image.new("RGB", (COLS[-1] + 60, ROWS[-1] + 150), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=20)
    for x in COLS:
        draw.line((x, ROWS[0], x, ROWS[-1]), LINE)
    for y in ROWS:
        draw.line((COLS[0], y, COLS[-1], y), LINE)
    rows, cols = runs_of(LINES)
    for runs, places in (
        (rows, [(LEFT - PITCH, y) for y in ROWS]),
        (cols, [(x, TOP - PITCH) for x in COLS]),
    ):
        for length, (x, y) in zip(runs, places, strict=False):
            if length:
                draw.rectangle((x, y, x + PITCH, y + PITCH), SQUARE, LINE)
                draw.text((x + PITCH / 2, y + PITCH / 2), str(length[0]), INK, font, "mm")
    return np.asarray(image)


def test_a_board_may_begin_with_blank_lines():
    solved = solve_nonogram(drawn())
    assert solved.exit_code is ExitCode.OK, solved.verdict
    (solution,) = solved.outcome.solutions
    assert solution.rows == picture_of(LINES).rows


def test_lines_without_hints_that_are_drawn_as_all_others_are_the_boards():
    image = drawn()
    part = find_hints_beside(image, Lattice(tuple(ROWS), tuple(COLS[3:])))
    assert with_blank_lines(image, part).lattice == Lattice(tuple(ROWS), tuple(COLS))
    whole = find_hints_beside(image, Lattice(tuple(ROWS), tuple(COLS)))
    assert with_blank_lines(image, whole) is whole  # before its first line hints stand, or nothing does


@pytest.mark.parametrize("upright", [False, True])
def test_a_lattice_of_another_pitch_has_lines_between_its_own(upright):
    image = drawn()
    true = Lattice(tuple(ROWS), tuple(COLS))
    wide = np.linspace(COLS[0], COLS[-1], 7).round().astype(int).tolist()
    other = Lattice(tuple(ROWS), tuple(wide))
    if upright:
        image = image.swapaxes(0, 1).copy()
        true, other = (Lattice(board.col_edges_px, board.row_edges_px) for board in (true, other))
    assert not has_lines_between(image, true)
    assert has_lines_between(image, other)
