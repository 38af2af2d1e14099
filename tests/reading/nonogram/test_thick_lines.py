"""Boards where every second line fits the surroundings."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import first_reading

from picrosser.imaging.pixels import RGB, Lattice

BLANK, MARK, FILL = (222, 242, 240), (246, 142, 70), (10, 110, 158)
HINTS = 4  # pitches that the hint areas are wide and high
DIAMOND = (
    "....##....",
    "...####...",
    "..##..##..",
    ".##....##.",
    "##......##",
    "##......##",
    ".##....##.",
    "..##..##..",
    "...####...",
    "....##....",
)


def table(pitch: int, thick: int, *, marked: bool) -> tuple[RGB, Lattice]:
    """A board in a table of thick lines: rows' hints centred in one wide cell, columns' at their cell's top.

    marked : in half of the rows every cell is set, blank ones to a colour of their own.
    """
    rows, cols = runs_of(DIAMOND)
    count, start = len(rows), 2 * pitch
    at = [start + (HINTS + step) * pitch for step in range(count + 1)]
    image = Image.new("RGB", (at[-1] + 2 * pitch, at[-1] + 2 * pitch), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=0.55 * pitch)

    def line(place: int, first: int, last: int, tone: str) -> None:
        for x0, y0, x1, y1 in ((first, place, last, place), (place, first, place, last)):
            half = thick / 2
            draw.rectangle((x0 - half, y0 - half, x1 + half - 1, y1 + half - 1), fill=tone)

    for number, (row, text) in enumerate(zip(rows, DIAMOND, strict=True)):
        middle = start + HINTS * pitch / 2, at[number] + pitch / 2
        draw.text(middle, ", ".join(map(str, row)), "black", font, anchor="mm")
        for col, char in enumerate(text):
            known = marked and number % 3 != 2
            tone = (FILL if char == "#" else MARK) if known else BLANK
            draw.rectangle((at[col], at[number], at[col + 1], at[number + 1]), fill=tone)
    for number, col in enumerate(cols):
        for down, length in enumerate(col):
            place = at[number] + pitch / 2, start + (0.6 + 0.8 * down) * pitch
            draw.text(place, str(length), "black", font, anchor="mm")
    for place in at:
        line(place, start, at[-1], "blue")
        line(place, at[0], at[-1], "black")
    line(start, start, at[-1], "black")
    return np.asarray(image), Lattice(tuple(at), tuple(at))


@pytest.mark.parametrize(("pitch", "thick"), [(25, 4), (30, 5), (44, 7)])
@pytest.mark.parametrize("marked", [False, True])
def test_of_thick_lines_all_are_looked_for(pitch, thick, marked):
    """Every second one fits, too, and whatever else a page shows may fit only these."""
    image, lattice = table(pitch, thick, marked=marked)
    found = first_reading(image).lattice
    assert found.shape == lattice.shape
    assert np.abs(np.subtract(found.row_edges_px, lattice.row_edges_px)).max() <= thick
    assert np.abs(np.subtract(found.col_edges_px, lattice.col_edges_px)).max() <= thick
