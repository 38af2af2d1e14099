"""Boards without lines between their cells, and boards whose cells are not square."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_nonogram import HEART, LIGHT, drawn_board, open_board, picture_of, runs_of
from PIL import Image, ImageDraw, ImageFont

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.candidates.frames import framed_candidates
from picrosser.reading.nonogram.candidates.grid_candidates import grid_candidates
from picrosser.reading.nonogram.hints.hint_area import find_hints
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces
from picrosser.reading.nonogram.ink.plates import find_plates

PAGE, INK, CARD = (238, 238, 238), (40, 40, 48), (200, 205, 214)
TOP, LEFT = 150, 170
PAINTED = {(0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (5, 3)}


def with_hints(
    lines: Sequence[str], cell: tuple[int, int], page: tuple[int, int, int] = PAGE, apart: float = 1.6
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A page with the hints of a board that begins at TOP, LEFT; its cells are to be drawn.

    cell : its height and width.
    apart : a row's numbers from each other, of their height.
    """
    rows, cols = runs_of(lines)
    height, width = cell
    image = Image.new("RGB", (LEFT + width * len(cols) + 60, TOP + height * len(rows) + 60), page)
    draw = ImageDraw.Draw(image)
    size = 0.5 * min(cell)
    font = ImageFont.load_default(size=size)
    for at, runs in enumerate(rows):
        for back, length in enumerate(reversed(runs)):
            place = (LEFT - 18 - back * apart * size, TOP + (at + 0.5) * height)
            draw.text(place, str(length), INK, font, anchor="mm")
    for at, runs in enumerate(cols):
        for up, length in enumerate(reversed(runs)):
            place = (LEFT + (at + 0.5) * width, TOP - 16 - up * 1.1 * size)
            draw.text(place, str(length), INK, font, anchor="mm")
    return image, draw


def framed(rest: int = 0, *, painted: bool = True, area: bool = False, cell: int = 38) -> RGB:
    """A bare board; cells show only where they are painted.

    rest : pixels that are left right of its last column and below its last row.
    area : it is an area of another tone; else a thin line goes round it.
    """
    image, draw = with_hints(HEART, (cell, cell))
    bottom, right = TOP + len(HEART) * cell + rest, LEFT + len(HEART[0]) * cell + rest
    if area:
        draw.rectangle((LEFT, TOP, right - 1, bottom - 1), (252, 252, 252))
    else:
        draw.rectangle((LEFT, TOP, right, bottom), None, INK)
    for row, col in PAINTED if painted else ():
        x, y = LEFT + col * cell, TOP + row * cell
        draw.rectangle((x, y, x + cell - 1, y + cell - 1), INK)
    return np.asarray(image)


def tiled(cell: tuple[int, int], *, apart: float) -> RGB:
    """A board of tiles that are painted and marked with letters here and there."""
    image, draw = with_hints(HEART, cell, (255, 255, 255), apart)
    font = ImageFont.load_default(size=0.35 * min(cell))
    gap = 0.09 * min(cell)
    for row in range(len(HEART)):
        for col in range(len(HEART[0])):
            x, y = LEFT + col * cell[1], TOP + row * cell[0]
            tone = (25, 118, 210) if (row, col) in PAINTED else (240, 240, 240)
            draw.rectangle((x + gap, y + gap, x + cell[1] - gap, y + cell[0] - gap), tone)
            if (row, col) in PAINTED:
                draw.text((x + cell[1] / 2, y + cell[0] / 2), "1", (255, 255, 255), font, anchor="mm")
    return np.asarray(image)


def assert_is_heart(image: RGB) -> None:
    solved = solve_nonogram(image)
    assert solved.exit_code is ExitCode.OK
    (solution,) = solved.outcome.solutions
    assert solution.rows == picture_of(HEART).rows


@pytest.mark.parametrize("area", [False, True])
@pytest.mark.parametrize("rest", [0, 5])
@pytest.mark.parametrize("painted", [False, True])
def test_hints_tell_the_lines_of_a_bare_frame(rest, painted, area):
    image = framed(rest, painted=painted, area=area)
    first, *_ = framed_candidates(image)
    assert np.abs(np.subtract(first.row_lines, TOP + 38 * np.arange(7))).max() <= 2
    assert np.abs(np.subtract(first.col_lines, LEFT + 38 * np.arange(8))).max() <= 2
    assert_is_heart(image)


def test_what_is_painted_off_the_lines_is_no_board():
    image = framed().copy()
    image[TOP + 60 : TOP + 130, LEFT + 50 : LEFT + 200] = INK
    assert not list(framed_candidates(image))


def test_a_frame_without_hints_beside_nearly_all_lines_is_no_board():
    image = framed(painted=False).copy()
    image[TOP + 38 : TOP + 3 * 38, : LEFT - 4] = PAGE
    assert not list(framed_candidates(image))


def test_where_lines_part_the_cells_the_frame_is_not_bare():
    assert not list(framed_candidates(drawn_board(HEART, open_board(HEART), LIGHT)[0]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "apart"),
    [
        ((40, 64), 1.6),
        ((40, 64), 3.2),
        ((60, 40), 1.6),
    ],
)
def test_oblong_tiles_are_read(cell, apart):
    """Numbers may stand as far apart as the columns."""
    image = tiled(cell, apart=apart)
    assert any(
        find_hints(image, span).lattice.shape == (len(HEART), len(HEART[0]))
        for span in grid_candidates(image, oblong=True)
    )
    assert_is_heart(image)


def test_plates_are_made_for_the_shorter_side():
    """Over columns that are twice as wide as the rows are tall."""
    canvas = Image.new("RGB", (320, 90), PAGE)
    draw = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=13)
    for left in range(0, 320, 80):
        draw.rectangle((left + 28, 10, left + 52, 80), (250, 250, 250), INK)
        draw.text((left + 40, 60), "5", INK, font, anchor="mm")

    def found(long_px: float) -> list[int]:
        area, edges = Box(0, 0, 90, 320), tuple(range(0, 321, 80))
        return [
            len(line) for line in find_plates(np.asarray(canvas), area, edges, upright=True, long_px=long_px)
        ]

    assert found(40.0) == [1] * 4
    assert found(80.0) == [0] * 4


def test_digits_are_made_for_the_shorter_side():
    canvas = Image.new("RGB", (80, 90), PAGE)
    font = ImageFont.load_default(size=13)
    ImageDraw.Draw(canvas).text((40, 60), "5", INK, font, anchor="mm")

    def found(long_px: float) -> int:
        return len(find_ink_pieces(np.asarray(canvas), Box(0, 0, 90, 80), upright=True, long_px=long_px))

    assert found(40.0) == 1
    assert found(80.0) == 0
