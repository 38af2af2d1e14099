"""Where a board's lines stick out of it, go on through its hint area, or hints stand right at their edges."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import HEART, runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import lengths

from picrosser.errors import ExitCode
from picrosser.imaging.cell_pixels import noise_levels
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.outer_lines import is_closed

PITCH, START = 60, 200
PAGE, INK = (246, 246, 246), (15, 15, 20)


def drawn(stub: int = 0, through: bool = False) -> RGB:
    """An empty board.

    stub : px by which its lines stick out on all sides. through : its rows' lines go on to the picture's left
    edge.
    """
    rows, cols = runs_of(HEART)
    height, width = PITCH * len(rows), PITCH * len(cols)
    image = Image.new("RGB", (START + width + 120, START + height + 120), PAGE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=24)
    for at in range(len(cols) + 1):
        x = START + at * PITCH
        draw.line([(x, START - stub), (x, START + height + stub)], INK, 2)
    for at in range(len(rows) + 1):
        y = START + at * PITCH
        draw.line([(0 if through else START - stub, y), (START + width + stub, y)], INK, 2)
    for at, runs in enumerate(rows):
        text, y = "  ".join(map(str, runs)), START + (at + 0.5) * PITCH
        beside = (4, y) if through else (START - stub - 8, y)
        draw.text(beside, text, INK, font, anchor="lm" if through else "rm")
    for at, runs in enumerate(cols):
        for up, length in enumerate(reversed(runs)):
            x, y = START + at * PITCH, START - stub - 20 - 34 * up
            draw.text((x + PITCH / 2, y), str(length), INK, font, anchor="mm")
    return np.asarray(image)


def stated(image: RGB) -> tuple[list[list[int]], list[list[int]]]:
    """What is read without a doubt."""
    solved = solve_nonogram(image)
    assert solved.exit_code is ExitCode.OK, solved.verdict
    return lengths(solved.reading.puzzle.rows), lengths(solved.reading.puzzle.cols)


@pytest.mark.parametrize("stub", [20, 50])
def test_lines_that_stick_out_make_no_further_row(stub):
    assert stated(drawn(stub=stub)) == runs_of(HEART)


def test_lines_that_go_on_through_the_hint_area_make_no_column_of_it():
    assert stated(drawn(through=True)) == runs_of(HEART)


def test_a_row_is_open_where_only_what_crosses_it_goes_on():
    image = drawn(stub=50)
    rows = [START + at * PITCH for at in range(len(HEART) + 1)]
    cols = [START + at * PITCH for at in range(len(HEART[0]) + 1)]
    assert is_closed(image, rows, cols, -1)
    assert not is_closed(image, [*rows, rows[-1] + PITCH], cols, -1)


@pytest.mark.parametrize("line", [0, 30], ids=["no line", "a faint line"])
def test_noise_closes_no_row_and_a_faint_line_does(line):
    edges = tuple(range(0, 121, 20))
    page = np.full((120, 120, 3), 200.0)
    page[60] -= line
    image = (page + np.random.default_rng(3).normal(0, 4, page.shape)).astype(np.uint8)
    assert is_closed(image, edges, edges, 3, noise_levels(image, edges, edges)) == bool(line)
    assert is_closed(image, edges, edges, 3)  # which took noise for a line
