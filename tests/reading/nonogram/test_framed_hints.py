"""Boards whose outermost lines state nothing, but show the empty frame in which each line's hints stand."""

from __future__ import annotations

import numpy as np
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.read import find_boards

LINES = ("........", "..####..", ".######.", ".##..##.", ".##..##.", ".######.", "..####..", "........")
PITCH, CELL, TOP, LEFT = 50, 38, 220, 180
PAGE, BADGE = (222, 184, 135), (204, 224, 240)


def board_with_framed_hints(*, dot: bool = False) -> RGB:
    """Cells with gaps between, and each line's hints in a frame; `dot` : in the first row's."""
    image = Image.new("RGB", (LEFT + 9 * PITCH, TOP + 9 * PITCH), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=22)
    rows, cols = runs_of(LINES)
    for at in range(8):
        y, x = TOP + at * PITCH, LEFT + at * PITCH
        draw.rectangle((LEFT - 80, y + 4, LEFT - 16, y + CELL - 4), BADGE, "black", 2)
        draw.rectangle((x + 4, TOP - 90, x + CELL - 4, TOP - 16), BADGE, "black", 2)
        hints = "  ".join(str(run) for run in rows[at] if run)
        draw.text((LEFT - 22, y + CELL / 2), hints, "black", font, "rm")
        for place, run in enumerate(reversed([run for run in cols[at] if run])):
            draw.text((x + CELL / 2, TOP - 36 - 30 * place), str(run), "black", font, "mm")
        for across in range(8):
            left = LEFT + across * PITCH
            draw.rectangle((left, y, left + CELL, y + CELL), "white")
    if dot:
        draw.ellipse((LEFT - 40, TOP + 12, LEFT - 26, TOP + 26), "black")
    return np.asarray(image)


def sure_ends(image: RGB) -> list[bool]:
    """Whether the first and last row, and the first and last column, are surely the board's."""
    found = find_boards(image)
    evidence = found.read(found.boards[0]).evidence
    assert (len(evidence.rows), len(evidence.cols)) == (8, 8)
    return [lines[at].is_surely_on_board for lines in (evidence.rows, evidence.cols) for at in (0, -1)]


def test_an_empty_frame_is_no_hint() -> None:
    assert sure_ends(board_with_framed_hints()) == [True] * 4


def test_what_else_stands_in_a_frame_may_be_one() -> None:
    assert sure_ends(board_with_framed_hints(dot=True)) == [False, True, True, True]
