"""Draw small nonogram boards as a plain app shows them, with any cells painted or crossed out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
TEN_BY_TWELVE = (
    ".##.###..#", ".#.#####.#", "...#.##..#", "#.##.#####",
    ".#.###...#", "##########", "##.###.###", "#.###.#..#",
    ".###.##.##", "#.##.###..", "#.#####.#.", "###.#.#.##",
)  # fmt: skip
TWO_WAYS = ("#..###", ".#.###", "...##.", "##.###", "##.#.#", "##...#")
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
    lines: Sequence[str], cells: ArrayLike | None = None, look: Look = LIGHT, pitch: int = 40
) -> tuple[RGB, Lattice]:
    """Draw a screenshot, and return it with the lattice of its cells.

    cells : what is on the board: UNKNOWN, EMPTY for a cross, 1 for paint; None for an open board.
    """
    lattice = lattice_of(lines, 4 * pitch, pitch)
    image, draw = page_for(lattice, look.page, pitch)
    for (row, col), cell in np.ndenumerate(open_board(lines) if cells is None else cells):
        x, y, gap = lattice.col_edges_px[col], lattice.row_edges_px[row], look.inset * pitch
        box = (x + gap, y + gap, x + pitch - gap, y + pitch - gap)
        shade = look.shade if col // 5 % 2 else 0
        tone = look.fill if cell > 0 else (look.blank or look.page) if cell == EMPTY else look.page
        draw.rectangle(box, fill=tuple(max(0, channel - shade) for channel in tone))
        if cell == EMPTY and look.blank is None:
            draw_cross(draw, (x, y, x + pitch, y + pitch), 0.25 * pitch, look.ink)
    draw_lines(draw, lattice, look.ink)
    write_hints(draw, lattice, runs_of(lines), look.ink)
    return np.asarray(image), lattice


def page_for(lattice: Lattice, page: Colour, room: int = 60) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A page for a board, with so many pixels right of it and below it, and a pen on it."""
    image = Image.new("RGB", (lattice.board.right + room, lattice.board.bottom + room), page)
    return image, ImageDraw.Draw(image)


def draw_cross(
    pen: ImageDraw.ImageDraw, box: Sequence[float], inset: float, ink: Colour, width: int = 3
) -> None:
    """Cross out a box, (left, top, right, bottom), but for its margin."""
    left, top, right, bottom = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
    pen.line((left, top, right, bottom), ink, width)
    pen.line((left, bottom, right, top), ink, width)


def lattice_of(lines: Sequence[str], start: int, pitch: int) -> Lattice:
    """Where the cells of these lines lie; `start` : of the first row and column."""
    rows, cols = (
        tuple(range(start, start + count * pitch + 1, pitch)) for count in (len(lines), len(lines[0]))
    )
    return Lattice(rows, cols)


def draw_lines(pen: ImageDraw.ImageDraw, lattice: Lattice, ink: Colour, stub: int = 0) -> None:
    """Draw a board's lines, which stick out by `stub` px."""
    board = lattice.board
    for x in lattice.col_edges_px:
        pen.line((x, board.top - stub, x, board.bottom + stub), ink, 2)
    for y in lattice.row_edges_px:
        pen.line((board.left - stub, y, board.right + stub, y), ink, 2)


def write_hints(
    pen: ImageDraw.ImageDraw,
    lattice: Lattice,
    hints: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]],
    ink: Colour,
    *,
    right: bool = False,
    below: bool = False,
    small_pairs: bool = False,
    off_px: int = 0,
) -> None:
    """Write the numbers of all rows and of all columns beside a board.

    small_pairs : those of two digits are set in smaller type. off_px : by which all are further away.
    """
    board, pitch = lattice.board, lattice.pitch_px
    single, pair = (
        ImageFont.load_default(size=size * pitch) for size in (0.55, 0.36 if small_pairs else 0.55)
    )
    for at, runs in enumerate(hints[0]):
        away = 0.25 * pitch + off_px
        y = board.top + (at + 0.5) * pitch
        for text in map(str, (runs or [0])[:: 1 if right else -1]):
            x, font = board.right + away if right else board.left - away, pair if len(text) > 1 else single
            pen.text((x, y), text, ink, font, anchor="lm" if right else "rm")
            away += pen.textlength(text, font) + 0.4 * pitch
    for at, runs in enumerate(hints[1]):
        for up, length in enumerate((runs or [0])[:: 1 if below else -1]):
            away = (0.5 + 0.7 * up) * pitch + off_px
            place = board.left + (at + 0.5) * pitch, board.bottom + away if below else board.top - away
            pen.text(place, str(length), ink, pair if length > 9 else single, anchor="mm")
