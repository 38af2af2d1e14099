"""Hints right of the board, below it, or both, are read as if they stood left of it and above it."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from drawn_nonogram import (
    HEART,
    LIGHT,
    TEN_BY_TWELVE,
    draw_lines,
    drawn_board,
    lattice_of,
    page_for,
    runs_of,
    write_hints,
)
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved, edges_off

from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.nonogram.hints.beside import title_ends
from picrosser.reading.nonogram.hints.unexplained import digits_in_cells, faint_digits
from picrosser.reading.nonogram.read import BoardsFound, find_boards

PITCH, START = 40, 170
INK = (20, 20, 40)


def drawn(right: bool, below: bool) -> tuple[RGB, Lattice]:
    """A board with its rows' hints right of it, or left, its columns' below it, or above; and a button."""
    lattice = lattice_of(HEART, START, PITCH)
    below_px, font = lattice.board.bottom + 230, ImageFont.load_default(size=22)
    image, draw = page_for(lattice, (250, 250, 250), 320)
    draw_lines(draw, lattice, INK)
    write_hints(draw, lattice, runs_of(HEART), INK, right=right, below=below)
    draw.rectangle((START, below_px, START + 110, below_px + 50), (60, 110, 200))
    draw.text((START + 55, below_px + 25), "12", (255, 255, 255), font, anchor="mm")
    return np.asarray(image), lattice


@pytest.mark.parametrize(("right", "below"), [(True, False), (False, True), (True, True)])
def test_they_are_read_and_the_board_lies_where_it_is(right, below):
    image, lattice = drawn(right, below)
    solved = solve_nonogram(image)
    assert_solved(solved, HEART)
    assert edges_off(solved.reading.lattice, lattice) <= 2


@pytest.mark.parametrize(
    ("further", "expected"),
    [
        ("hints", ExitCode.OK),
        ("line numbers", ExitCode.OK),
        ("counts", ExitCode.OK),
        ("another rule", ExitCode.DOUBTFUL),
    ],
)
def test_numbers_on_the_other_sides_have_to_say_what_is_known(further, expected):
    picture, lattice = drawn(False, False)
    image = Image.fromarray(picture)
    rows, cols = (
        [
            {"hints": runs, "line numbers": [at + 1], "counts": [sum(runs)]}.get(further, [7 - at, 3])
            for at, runs in enumerate(lines)
        ]
        for lines in runs_of(HEART)
    )
    write_hints(ImageDraw.Draw(image), lattice, (rows, cols), INK, right=True, below=True)
    assert solve_nonogram(np.asarray(image)).exit_code is expected


# ---- Digits beside a board that are too faint to be read, and digits in its cells, are noticed


def told(image: RGB) -> str:
    found = find_boards(image)
    board = found.boards[0]
    return faint_digits(image, board, found.read(board).digit_boxes)


def test_they_are_looked_for_beside_a_board_that_begins_a_little_outside_the_picture(recwarn):
    image, lattice = drawn_board(TEN_BY_TWELVE)
    found = find_boards(image)
    boxes = found.read(found.boards[0]).digit_boxes
    outside = Lattice(lattice.row_edges_px, (-6, *lattice.col_edges_px[1:]))
    assert not faint_digits(image, found.boards[0]._replace(lattice=outside), boxes)
    assert not recwarn.list


def test_the_lines_that_have_them_are_counted():
    image, lattice = drawn_board(TEN_BY_TWELVE)
    assert not told(image)
    left, pitch = lattice.board.left, round(lattice.pitch_px)
    outer = image[:, : left - pitch].astype(float)  # all but the rows' last numbers
    faded = image.copy()
    faded[:, : left - pitch] = np.rint(250 + 0.05 * (outer - 250))
    assert told(faded) == "11 lines have further digits that hardly stand out from the background"
    for top, bottom in pairwise(lattice.row_edges_px):  # the page between plates
        for start in (top, bottom - 6):
            faded[start : start + 6, :left] -= 8
    assert told(faded)


@cache
def boards_with(text: str, size: float = 22) -> tuple[BoardsFound, tuple[float, float]]:
    """What is found where a text stands in a cell, and the middle of that."""
    image, lattice = drawn_board(TEN_BY_TWELVE)
    canvas, middle = Image.fromarray(image), lattice.cell(3, 4).middle
    font = ImageFont.load_default(size)
    ImageDraw.Draw(canvas).text(middle[::-1], text, (10, 10, 40), font, anchor="mm")
    return find_boards(np.asarray(canvas)), middle


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4", "there are digits in its cells, as in Japanese Sums"), ("0", ""), ("x", ""), ("", "")],
)
def test_a_digit_in_a_cell_is_no_mark(text, expected):
    found, _ = boards_with(text)
    assert digits_in_cells(found.ink, found.boards[0]) == expected


@pytest.mark.parametrize(("size", "is_told"), [(19, True), (25, True), (11, False)])
def test_where_a_pen_may_have_been_only_print_about_as_tall_as_the_hints_is_a_digit(size, is_told):
    found, _ = boards_with("4", size)
    assert digits_in_cells(found.ink, found.boards[0])
    assert bool(digits_in_cells(found.ink, found.boards[0], by_hand=True)) == is_told


@pytest.mark.parametrize(("right", "is_told"), [(0, False), (3, True)], ids=["of a cross", "on a tile"])
def test_what_a_cross_leaves_free_at_its_side_is_no_digit(right, is_told):
    """The right quarter of a small cross looks like a light digit."""
    found, (y, x) = boards_with("7")
    ink = found.ink
    sizes = np.ptp(ink.boxes.reshape(-1, 2, 2), axis=1).max(axis=1)
    holds = (ink.boxes[:, :2] <= (y, x)).all(axis=1) & (ink.boxes[:, 2:] >= (y, x)).all(axis=1)
    around = np.add(ink.boxes[np.where(holds, sizes, 999).argmin()], (-3, -9, 3, right))
    more = ink._replace(
        boxes=np.vstack((ink.boxes, around)),
        scales=np.append(ink.scales, np.int8(1)),
        light=np.append(ink.light, False),
        contrasts=np.append(ink.contrasts, ink.contrasts.max()),
        coverages=(*ink.coverages, ink.coverages[0]),
        distances=np.append(ink.distances, np.float32(0.2)),
    )
    assert bool(digits_in_cells(more, found.boards[0])) == is_told


# ---- Texts over the columns' numbers, and brackets round the rows', are no digits though they look like some

BRACKET_PX = 20  # the digits are 15 pixels tall
DIGIT, STRUCK, LETTERS = 0.4, 1.8, (1.2, 3.5, 3.2)  # how unlike a digit they are


@pytest.mark.parametrize("width", [4, 5, 6])
def test_brackets_that_are_taller_than_digits_are_no_numbers(width):
    image, lattice = drawn_board(HEART)
    shot, right = Image.fromarray(image), lattice.board.left - 3
    for edge in lattice.row_edges_px[:-1]:
        top, left = edge + (PITCH - BRACKET_PX) // 2, right - width + 1
        bottom = top + BRACKET_PX - 1
        bracket = [(left, top), (right, top), (right, bottom), (left, bottom)]
        ImageDraw.Draw(shot).line(bracket, LIGHT.ink, 2)
    assert_solved(solve_nonogram(np.asarray(shot)), HEART)


def columns_of(levels: dict[int, Sequence[float]]) -> list[list[tuple[Box, float]]]:
    """Over each column, pieces that end at these heights; how unlike digits they are."""
    return [
        [
            (Box(bottom - 15, 20 * at, bottom, 20 * at + 8), unlike[at])
            for bottom, unlike in levels.items()
            if at < len(unlike)
        ]
        for at in range(4)
    ]


def test_a_line_of_text_over_the_columns_is_told_by_all_of_its_letters_and_struck_digits_alone_are_none():
    lettered = columns_of({150: (DIGIT, DIGIT), 123: (STRUCK, DIGIT), 96: LETTERS})
    assert title_ends(lettered, 10) == [96, 96, 96, -1]
    assert title_ends(columns_of({150: (DIGIT, STRUCK), 123: (STRUCK,)}), 10) == [-1] * 4
    # Three digits over a column are a number on long boards only.
    column = [(Box(top, 20 + 8 * at, top + 15, 26 + 8 * at), DIGIT) for top in (100, 150) for at in range(3)]
    assert title_ends([column[:4]], 99) == [115]
    assert title_ends([column[:4]], 100) == [-1]


def test_digits_beside_a_text_over_other_columns_are_hints():
    beside = [[(Box(81, 20 * at, 96, 20 * at + 8), DIGIT)] if at < 1 else [] for at in range(3)]
    over = columns_of({150: (DIGIT,) * 4, 96: (*LETTERS, 3.0)})
    assert title_ends([*beside, *over], 10) == [-1] * 3 + [96] * 4


def test_numbers_that_are_spread_evenly_over_the_hint_area_are_all_read():
    """Then two of a line are further apart than a cell."""
    lattice = lattice_of(TEN_BY_TWELVE, START, PITCH)
    (image, draw), font = page_for(lattice, (250, 250, 250)), ImageFont.load_default(size=18)
    draw_lines(draw, lattice, INK)
    for axis, lines in enumerate(runs_of(TEN_BY_TWELVE)):
        for at, runs in enumerate(lines):
            for number, run in enumerate(runs):
                away = 20 + (START - 30) * (number + 0.5) / len(runs)
                place = away, START + (at + 0.5) * PITCH
                draw.text(place[::-1] if axis else place, str(run), INK, font, anchor="mm")
    assert_solved(solve_nonogram(np.asarray(image)), TEN_BY_TWELVE)


def test_what_is_left_of_a_digit_at_the_pictures_edge_is_a_doubt():
    image, lattice = drawn_board(TEN_BY_TWELVE)
    tallest = max(map(len, runs_of(TEN_BY_TWELVE)[1]))
    cut = round(lattice.board.top - (0.5 + 0.7 * (tallest - 1)) * PITCH) + 3  # a little below its middle
    evidence = solve_nonogram(image[cut:]).evidence
    shown = [len(runs) == tallest for runs in runs_of(TEN_BY_TWELVE)[1]]
    assert [line.has_non_digit or line.may_be_cut_off for line in evidence.cols] == shown
