"""Columns' hints that are written as a line of text and turned by a quarter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_nonogram import TEN_BY_TWELVE, runs_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import lengths
from strokes import strokes

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.read import find_boards
from picrosser.reading.page.ink import find_ink
from picrosser.reading.page.sideways import (
    READ_DOWNWARDS,
    READ_UPWARDS,
    turn_sideways,
    turned_upright,
    turns_of_numbers,
)

PITCH, MARGIN, SPACE_PX = 30, 130, 10
# Its rows' hints are the same from below: so upside down it is the answer to columns in the other order
EITHER_WAY = (
    "######.",
    "#######",
    "#.#...#",
    ".#.#..#",
    "#...#.#",
    "#######",
    ".######",
)


def text_of(runs: Sequence[int]) -> Image.Image:
    """Numbers in a line, white on black."""
    font = ImageFont.load_default(size=17)
    words = [str(length) for length in runs]
    widths = [round(font.getlength(word)) for word in words]
    image = Image.new("L", (sum(widths) + SPACE_PX * (len(words) - 1), 22))
    x = 0
    for word, width in zip(words, widths, strict=True):
        ImageDraw.Draw(image).text((x, 1), word, 255, font)
        x += width + SPACE_PX
    return image


def drawn(lines: Sequence[str], turns: int, *, in_text_order: bool = False, below: bool = False) -> RGB:
    """A board whose columns' hints lie on their side.

    turns : quarter turns counterclockwise that set them upright.
    in_text_order : the first number is the first run's, also where the text is read from bottom to top.
    """
    rows, cols = runs_of(lines)
    bottom = MARGIN + PITCH * len(rows)
    size = MARGIN + PITCH * (len(cols) + 1), bottom + (MARGIN if below else PITCH)
    image = Image.new("L", size, 245)
    draw = ImageDraw.Draw(image)
    for at in range(len(cols) + 1):
        draw.line((MARGIN + at * PITCH, MARGIN, MARGIN + at * PITCH, bottom), fill=40, width=2)
    for at in range(len(rows) + 1):
        place = MARGIN + at * PITCH
        draw.line((MARGIN, place, MARGIN + PITCH * len(cols), place), fill=40, width=2)
    for at, runs in enumerate(rows):
        text = text_of(runs)
        image.paste(20, (MARGIN - 8 - text.width, MARGIN + at * PITCH + 4), text)
    for at, runs in enumerate(cols):
        is_reversed = turns == READ_UPWARDS and not in_text_order
        text = text_of(runs[::-1] if is_reversed else runs).rotate(-90 * turns, expand=True)
        top = bottom + 8 if below else MARGIN - 8 - text.height
        image.paste(20, (MARGIN + at * PITCH + 4, top), text)
    return np.repeat(np.asarray(image)[..., None], 3, axis=2)


@pytest.mark.parametrize("below", [False, True], ids=["above", "below"])
@pytest.mark.parametrize(
    ("turns", "in_text_order"),
    [(READ_DOWNWARDS, False), (READ_UPWARDS, False), (READ_UPWARDS, True)],
    ids=["read downwards", "read upwards, as the runs lie", "read upwards, the first run first"],
)
def test_hints_on_their_side_are_read(turns, in_text_order, below):
    image = drawn(TEN_BY_TWELVE, turns, in_text_order=in_text_order, below=below)
    solved = solve_nonogram(image)
    assert (lengths(solved.puzzle.rows), lengths(solved.puzzle.cols)) == runs_of(TEN_BY_TWELVE)
    assert solved.exit_code is ExitCode.OK
    assert np.allclose(solved.lattice.row_edges_px, [MARGIN + at * PITCH for at in range(13)], atol=2)


def test_columns_that_fit_in_either_order_are_a_doubt():
    solved = solve_nonogram(drawn(EITHER_WAY, READ_UPWARDS))
    assert "in the other order" in str(solved.doubts)
    assert solved.exit_code is ExitCode.DOUBTFUL


def test_columns_that_are_read_downwards_have_one_order():
    solved = solve_nonogram(drawn(EITHER_WAY, READ_DOWNWARDS))
    assert lengths(solved.puzzle.cols) == runs_of(EITHER_WAY)[1]
    assert not solved.doubts


@pytest.mark.parametrize("turns", [READ_DOWNWARDS, READ_UPWARDS])
def test_the_way_in_which_numbers_lie_is_told_by_their_shapes(turns):
    assert turns_of_numbers(find_ink(drawn(TEN_BY_TWELVE, turns))) == turns


def test_a_page_of_upright_numbers_is_not_turned():
    image = drawn(TEN_BY_TWELVE, READ_UPWARDS)
    image[:MARGIN] = 245
    assert turns_of_numbers(find_ink(image)) == 0


def test_numbers_on_their_side_count_only_where_many_shapes_are_digits():
    image = drawn(TEN_BY_TWELVE, READ_UPWARDS)
    texture = strokes(600, image.shape[1])
    assert turns_of_numbers(find_ink(np.concatenate([image, texture]))) == 0


@pytest.mark.parametrize("turns", [READ_DOWNWARDS, READ_UPWARDS])
def test_the_columns_digits_lie_where_they_are_in_the_picture(turns):
    image = drawn(TEN_BY_TWELVE, turns)
    found = find_boards(image, turns)
    stages: list[object] = []
    found.read(found.likely[0], stages.append)
    hints = next(stage for stage in stages if hasattr(stage, "cols_upright"))
    for col, line in enumerate(hints.cols):
        middle = MARGIN + (col + 0.5) * PITCH
        assert line
        for piece in line:
            assert abs((piece.box.left + piece.box.right) / 2 - middle) < PITCH / 4
            assert 0 < piece.box.top < piece.box.bottom < MARGIN
            assert (image[piece.box.slices] < 100).any()


@pytest.mark.parametrize("turns", [READ_DOWNWARDS, READ_UPWARDS])
def test_places_in_the_turned_picture_and_back(turns):
    image = np.zeros((40, 60, 3), np.uint8)
    box = Box(5, 12, 9, 30)
    image[box.slices] = 200
    sideways = turn_sideways(image, turns)
    rows, cols = np.nonzero(sideways.image[..., 0])
    turned = Box(int(rows.min()), int(cols.min()), int(rows.max()) + 1, int(cols.max()) + 1)
    assert sideways.box_in_picture(turned) == box
    beside = turned_upright(box, turns)
    assert (beside.height, beside.width) == (turned.height, turned.width)
    cells = sideways.lattice(Lattice((5, 9), (12, 30)))
    assert cells.board == turned
