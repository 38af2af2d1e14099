"""Draw small nonogram boards as a plain app shows them, with any cells painted or crossed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
TEN_BY_TWELVE = (
    ".##.###..#",
    ".#.#####.#",
    "...#.##..#",
    "#.##.#####",
    ".#.###...#",
    "##########",
    "##.###.###",
    "#.###.#..#",
    ".###.##.##",
    "#.##.###..",
    "#.#####.#.",
    "###.#.#.##",
)
TWO_WAYS = (
    "#..###",
    ".#.###",
    "...##.",
    "##.###",
    "##.#.#",
    "##...#",
)
"""A puzzle with two solutions: the first two rows may be exchanged."""


@dataclass(frozen=True, slots=True)
class Look:
    """How an app draws a board.

    page : the colour of the background and of open cells.
    ink : the colour of hints and grid lines.
    fill : the colour of painted cells.
    blank : the colour of cells known to be blank; with None they get a cross.
    inset : the margin around each cell, as a share of the pitch; large for tiles.
    shade : levels by which every other block of five columns is darker.
    """

    page: Colour = (250, 250, 250)
    ink: Colour = (10, 10, 40)
    fill: Colour = (20, 20, 30)
    blank: Colour | None = None
    inset: float = 0.04
    shade: int = 0


LIGHT = Look()
DARK = Look(page=(22, 24, 30), ink=(230, 230, 235), fill=(120, 60, 230))


def picture_of(lines: Sequence[str], palette: tuple[Colour, ...] = ((255, 255, 255), (0, 0, 0))) -> Picture:
    """A picture from text: `#` or a digit is painted, `.` blank."""
    return Picture(
        [[int(char.replace("#", "1").replace(".", "0")) for char in line] for line in lines], palette
    )


def runs_of(lines: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
    """The lengths of the runs, of all rows and of all columns."""

    def lengths(line: Sequence[str]) -> list[int]:
        return [len(list(group)) for char, group in groupby(line) if char != "."]

    return [lengths(line) for line in lines], [lengths(line) for line in zip(*lines, strict=True)]


def open_board(lines: Sequence[str]) -> list[list[int]]:
    """A board on which all cells are open."""
    return [[UNKNOWN] * len(lines[0]) for _ in lines]


def drawn_board(
    lines: Sequence[str], cells: Sequence[Sequence[int]], look: Look = LIGHT, pitch: int = 40
) -> tuple[RGB, Lattice]:
    """Draw a screenshot, and return it with the lattice of its cells.

    cells : what is on the board: UNKNOWN, EMPTY for a cross, 1 for paint.
    """
    rows, cols = runs_of(lines)
    margin = 4 * pitch
    size = (margin + pitch * (len(cols) + 1), margin + pitch * (len(rows) + 1))
    image = Image.new("RGB", size, look.page)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=0.55 * pitch)
    for row, line in enumerate(cells):
        for col, cell in enumerate(line):
            x, y, gap = margin + col * pitch, margin + row * pitch, look.inset * pitch
            box = (x + gap, y + gap, x + pitch - gap, y + pitch - gap)
            shade = look.shade if col // 5 % 2 else 0
            tone = look.fill if cell > 0 else (look.blank or look.page) if cell == EMPTY else look.page
            draw.rectangle(box, fill=tuple(max(0, channel - shade) for channel in tone))
            if cell == EMPTY and look.blank is None:
                arm = 0.25 * pitch
                draw.line((x + arm, y + arm, x + pitch - arm, y + pitch - arm), fill=look.ink, width=3)
                draw.line((x + arm, y + pitch - arm, x + pitch - arm, y + arm), fill=look.ink, width=3)
    for at in range(len(cols) + 1):
        x = margin + at * pitch
        draw.line((x, margin, x, margin + pitch * len(rows)), fill=look.ink, width=2)
    for at in range(len(rows) + 1):
        y = margin + at * pitch
        draw.line((margin, y, margin + pitch * len(cols), y), fill=look.ink, width=2)
    for at, runs in enumerate(rows):
        x = margin - 0.25 * pitch
        for length in reversed(runs or [0]):
            draw.text((x, margin + (at + 0.5) * pitch), str(length), look.ink, font, anchor="rm")
            x -= draw.textlength(str(length), font) + 0.4 * pitch
    for at, runs in enumerate(cols):
        for up, length in enumerate(reversed(runs or [0])):
            place = (margin + (at + 0.5) * pitch, margin - (0.5 + 0.7 * up) * pitch)
            draw.text(place, str(length), look.ink, font, anchor="mm")
    edges = [tuple(margin + at * pitch for at in range(len(axis) + 1)) for axis in (rows, cols)]
    return np.asarray(image), Lattice(edges[0], edges[1])
