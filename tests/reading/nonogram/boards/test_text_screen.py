"""A board of characters, as a terminal shows it: numbers are set flush, and may touch their neighbours'."""

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_nonogram import runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram

CASTLE = (
    "#.#.#....#.#.#",
    "###########.##",
    "##############",
    ".############.",
    "..####..####..",
    "..####..####..",
    "..###....###..",
    "..##########..",
    ".############.",
    "##############",
)
WIDTH_PX, HEIGHT_PX = 10, 19


def typed(lines: list[str]) -> RGB:
    """A terminal that shows lines of text, light on dark."""
    size = WIDTH_PX * (max(map(len, lines)) + 4), HEIGHT_PX * (len(lines) + 2)
    image = Image.new("RGB", size, (12, 12, 12))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=16)
    for down, line in enumerate(lines, 1):
        for across, sign in enumerate(line, 1):
            foot = across * WIDTH_PX + WIDTH_PX // 2, down * HEIGHT_PX + HEIGHT_PX - 4
            draw.text(foot, sign, (204, 204, 204), font, anchor="ms")
    return np.asarray(image)


def screen(step: int, comma: str = " ", lines: Sequence[str] = CASTLE) -> list[str]:
    """A picture's hints, and a dot in each cell; columns are so many characters wide."""
    rows, cols = runs_of(lines)
    texts = [comma.join(map(str, row)) for row in rows]
    left, deep = max(map(len, texts)) + 1, max(map(len, cols))
    levels = zip(*([""] * (deep - len(col)) + [str(run) for run in col] for col in cols), strict=True)
    above = [" " * left + "".join(run.rjust(step) for run in level) for level in levels]
    beside = [text.rjust(left - 1) + "|" + ".".rjust(step) * len(cols) for text in texts]
    return [*above, "-" * (left + step * len(cols)), *beside]


@pytest.mark.parametrize(("step", "comma"), [(2, " "), (3, ","), (4, " ")])
def test_numbers_that_are_set_flush_tell_the_columns(step, comma):
    assert_solved(solve_nonogram(typed(screen(step, comma))), CASTLE)


def test_a_prompt_below_the_board_is_no_row():
    """It may look like a digit, but does not end where the rows' hints do."""
    assert_solved(solve_nonogram(typed([*screen(3), "8"])), CASTLE)


def test_a_column_of_dots_without_hints_may_belong_to_the_board():
    wider = screen(3, lines=[line + "." for line in CASTLE])
    assert solve_nonogram(typed(wider)).exit_code is ExitCode.DOUBTFUL
