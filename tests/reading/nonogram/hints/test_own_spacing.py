"""Hints at a spacing of their own: the k-th of them is the k-th line's, where they can be counted off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import first_reading, lengths

from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.repairing.repair_runs import repair_runs
from picrosser.running.deadline import Deadline

PITCH, MARGIN = 44, 180
LINES = (
    "##..##.#",
    "#.###..#",
    "..#.####",
    "###..#..",
    "#.#.#.##",
    "####....",
    ".#.##.#.",
    "##.#..##",
)
BLANK = (*LINES[:4], "........", *LINES[5:])


def drawn(lines: Sequence[str], down: Callable[[int], float], along: Callable[[int], float]) -> RGB:
    """A board, and hints in the middle of places of their own.

    down, along : where those of each row and column are, in pixels from the board's corner.
    """
    rows, cols = runs_of(lines)
    side = MARGIN + PITCH * len(lines) + PITCH
    image = Image.new("L", (side, side), 250)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=20)
    for at in range(len(lines) + 1):
        place, end = MARGIN + at * PITCH, MARGIN + PITCH * len(lines)
        draw.line((place, MARGIN, place, end), fill=20, width=2)
        draw.line((MARGIN, place, end, place), fill=20, width=2)
    for at, runs in enumerate(rows):
        for back, length in enumerate(reversed(runs)):
            place = (MARGIN - 18 - 26 * back, MARGIN + down(at))
            draw.text(place, str(length), 20, font, anchor="mm")
    for at, runs in enumerate(cols):
        for up, length in enumerate(reversed(runs)):
            place = (MARGIN + along(at), MARGIN - 18 - 26 * up)
            draw.text(place, str(length), 20, font, anchor="mm")
    return np.repeat(np.asarray(image)[..., None], 3, axis=2)


def middle(at: int) -> float:
    return (at + 0.5) * PITCH


def denser(at: int) -> float:
    """At the far end more than half a cell off."""
    return 16 + 0.92 * at * PITCH


def shifted(at: int) -> float:
    """All of them on the lines."""
    return at * PITCH + 4


PLACES = {
    "even": (middle, middle),
    "rows": (denser, middle),
    "columns": (middle, denser),
    "all": (denser, denser),
}


@pytest.mark.parametrize("lines", [LINES, BLANK], ids=["full", "with a blank line"])
@pytest.mark.parametrize(
    "places",
    [
        PLACES["even"],
        PLACES["rows"],
        PLACES["columns"],
        PLACES["all"],
        (shifted, shifted),
    ],
    ids=[*PLACES, "shifted"],
)
def test_hints_are_counted_off(lines, places):
    settled = repair_runs(first_reading(drawn(lines, *places)).evidence, Deadline.after(5))
    rows, cols = runs_of(lines)
    assert settled.puzzle is not None
    assert (lengths(settled.puzzle.rows), lengths(settled.puzzle.cols)) == (rows, cols)
    assert not settled.doubts


def test_the_board_stays_where_it_is():
    plain, moved = (first_reading(drawn(LINES, *PLACES[name])).lattice for name in ("even", "all"))
    assert plain == moved


def raised_cells(lines: Sequence[str], cell: tuple[int, int], hint: tuple[int, int]) -> RGB:
    """A board of raised buttons, whose edges are as strong as their gaps, with hints at another spacing.

    cell, hint : (height, width) px, of the cells and of the places in whose middles numbers stand; both begin
        at the same corner.
    """
    rows, cols = runs_of(lines)
    size = MARGIN + cell[1] * (len(cols) + 1), MARGIN + cell[0] * (len(rows) + 1)
    image = Image.new("L", size, 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=17)
    for row, line in enumerate(lines):
        for col in range(len(line)):
            top, left = MARGIN + row * cell[0], MARGIN + col * cell[1]
            box = left + 1, top + 1, left + cell[1] - 2, top + cell[0] - 2
            draw.rectangle(box, fill=250, outline=80, width=3)
            draw.line((box[0], box[3], box[0], box[1], box[2], box[1]), fill=170, width=3)
    for at, runs in enumerate(rows):
        for back, length in enumerate(reversed(runs)):
            place = (MARGIN - 18 - 24 * back, MARGIN + (at + 0.5) * hint[0])
            draw.text(place, str(length), 20, font, anchor="mm")
    for at, runs in enumerate(cols):
        for up, length in enumerate(reversed(runs)):
            place = (MARGIN + (at + 0.5) * hint[1], MARGIN - 18 - 24 * up)
            draw.text(place, str(length), 20, font, anchor="mm")
    return np.repeat(np.asarray(image)[..., None], 3, axis=2)


@pytest.mark.parametrize(
    ("cell", "hint"),
    [((33, 30), (30, 30)), ((46, 128), (46, 128)), ((46, 128), (50, 136))],
    ids=["hints are denser", "cells are wide", "cells are wide, hints wider apart"],
)
def test_lines_are_where_they_are_seen_best(cell, hint):
    lines = [line * 2 for line in (*LINES, *LINES)] if cell[1] < 100 else LINES
    solved = solve_nonogram(raised_cells(lines, cell, hint))
    assert (lengths(solved.puzzle.rows), lengths(solved.puzzle.cols)) == runs_of(lines)
    assert not solved.doubts
    edges = [MARGIN + at * cell[0] for at in range(len(lines) + 1)]
    assert np.abs(np.subtract(solved.lattice.row_edges_px, edges)).max() < cell[0] / 8
