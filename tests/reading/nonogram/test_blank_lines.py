"""Boards that begin with blank lines without a 0."""

from __future__ import annotations

import numpy as np
from drawn_nonogram import picture_of, runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram

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
