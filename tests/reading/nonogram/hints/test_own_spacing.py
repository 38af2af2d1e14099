"""Hints at a spacing of their own: the k-th of them is the k-th line's, where they can be counted off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.hints.own_spacing import with_own_spacing
from picrosser.reading.nonogram.read import read_nonogram
from picrosser.repairing.settle_runs import settle_runs

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
@pytest.mark.parametrize("places", [*PLACES.values(), (shifted, shifted)], ids=[*PLACES, "shifted"])
def test_hints_are_counted_off(lines, places):
    settled = settle_runs(read_nonogram(drawn(lines, *places)).evidence, 5)
    rows, cols = runs_of(lines)
    assert settled.puzzle is not None
    numbers = [[run.length for run in runs or ()] for runs in (*settled.puzzle.rows, *settled.puzzle.cols)]
    assert numbers == [*rows, *cols]
    assert not settled.doubts


def test_the_board_stays_where_it_is():
    plain, moved = (find_board_by_lines(drawn(LINES, *PLACES[name])).lattice for name in ("even", "all"))
    assert plain == moved


def test_hints_in_their_lines_are_left_alone():
    image = drawn(LINES, middle, middle)
    seen = find_board_by_lines(image)
    assert with_own_spacing(image, seen) is seen


def test_hints_that_end_early_are_nobodys():
    """Blank lines at an end may be at the other one as well, so nothing is counted off."""

    def shown(seen: HintsGrouped) -> list[int]:
        return [len(line) for line in seen.rows]

    early = ("........", *LINES[1:-1], "........")
    image = drawn(early, denser, middle)
    seen = find_board_by_lines(image)
    assert shown(with_own_spacing(image, seen)) == shown(seen)
