"""What lies within a board is explained as a nonogram's, or not."""

from collections.abc import Callable

import numpy as np
import pytest
from drawn_nonogram import (
    DARK,
    HEART,
    LIGHT,
    TWO_WAYS,
    draw_cross,
    drawn_board,
    open_board,
    picture_of,
    runs_of,
)
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import SURE_NATS
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import EMPTY
from picrosser.reading.nonogram.cells.cells_explained import (
    CellsExplained,
    explain_cells,
    numbering,
    weigh_labels,
)

COUNTS = ("#....", "##...", "##...", ".....", "....#")
STAIRS = ("....#", "...##", "..###", ".####", "#####")
Draw = Callable[[ImageDraw.ImageDraw, tuple[int, int, int, int], int], None]
"""Draws something into a cell, given its (left, top, right, bottom) and its number."""


def explained(lines, image: RGB, lattice: Lattice, **more: bool) -> CellsExplained:
    return explain_cells(image, lattice, Nonogram(*runs_of(lines)), [picture_of(lines)], **more)


def with_cells(lines, draw: Draw, chosen: Callable[[int], bool] = lambda _: True) -> tuple[RGB, Lattice]:
    """An open board of these lines with something in its chosen cells."""
    image, lattice = drawn_board(lines)
    canvas = Image.fromarray(image)
    pen = ImageDraw.Draw(canvas)
    for number in filter(chosen, range(lattice.shape[0] * lattice.shape[1])):
        cell = lattice.cell(*divmod(number, lattice.shape[1]))
        draw(pen, (cell.left, cell.top, cell.right, cell.bottom), number)
    return np.asarray(canvas), lattice


def write_number(pen, box, number):
    place = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    pen.text(place, str(number % 24 + 1), (0, 0, 0), ImageFont.load_default(size=18), anchor="mm")


def shade(pen, box, number):
    level = 40 + number * 53 % 200
    pen.rectangle((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), fill=(level, level // 2, 255 - level))


def draw_thick_cross(pen, box, number):  # noqa: ARG001
    draw_cross(pen, [at + 3 for at in box], 6, (250, 0, 0), 9)


def draw_pale_cross(pen, box, number):  # noqa: ARG001
    draw_cross(pen, box, 6, (170, 170, 170), 4)


def draw_tree(pen, box, number):  # noqa: ARG001
    left, top, right, bottom = box
    pen.polygon(((left + right) / 2, top + 5, right - 7, bottom - 7, left + 7, bottom - 7), (30, 140, 60))


def draw_strokes(pen, box, number):
    left, top, right = (at + 4 for at in box[:3])
    for at in np.random.default_rng(number).integers(0, right - left - 8, (3, 4)):
        pen.line((left + at[0], top + at[1], left + at[2], top + at[3]), (60, 60, 60), 2)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_open_painted_and_crossed_cells_are_a_nonograms(look):
    cells = np.array(open_board(HEART))
    assert explained(HEART, *drawn_board(HEART, cells, look)).why is None
    solution = picture_of(HEART).cells
    cells[:3] = solution[:3]
    played = explained(HEART, *drawn_board(HEART, cells, look))
    assert played.why is None
    assert played.evidence["agreement"] < 0
    assert explained(HEART, *drawn_board(HEART, solution, look)).why is None


def test_a_player_may_make_mistakes():
    cells = np.array(open_board(HEART))
    cells[1, :4] = EMPTY  # all wrong
    cells[5, :3] = EMPTY  # all right
    cells[4, :4] = 1  # half of them right
    found = explained(HEART, *drawn_board(HEART, cells))
    assert found.evidence["agreement"] > 0
    assert found.why is None


def test_thick_crosses_that_lie_off_the_middle_are_one_kind_and_not_lopsided():
    blank = {number for number, cell in enumerate("".join(HEART)) if cell == "."}
    found = explained(HEART, *with_cells(HEART, draw_thick_cross, blank.__contains__))
    assert found.marks.max() == 1
    assert found.turned > 0.9
    assert found.evidence["agreement"] < 0


@pytest.mark.parametrize(
    ("draw", "why"),
    [(write_number, "different signs"), (shade, "different tones")],
    ids=["numbers", "heat map"],
)
def test_tables_are_not(draw, why):
    found = explained(HEART, *with_cells(HEART, draw))
    assert why in found.why


def test_pieces_in_a_board_with_counts_are_not():
    found = explained(COUNTS, *with_cells(COUNTS, draw_tree, lambda number: number % 6 == 3))
    assert found.turned < 0.85
    assert "neither crosses nor dots" in found.why


def test_a_sign_in_every_cell_marks_none():
    found = explained(HEART, *with_cells(HEART, draw_tree))
    assert found.marks.max() == 0
    assert found.why is None


def test_two_kinds_of_marks_of_which_none_agrees_are_of_another_puzzle():
    filled = np.flatnonzero(picture_of(HEART).cells)[:3].tolist()
    image, lattice = with_cells(HEART, draw_pale_cross, [filled[0], 0].__contains__)
    other, _ = with_cells(HEART, draw_tree, [*filled[1:], HEART[0].rindex(".")].__contains__)
    assert explained(HEART, np.minimum(image, other), lattice).evidence["agreement"] > SURE_NATS


def test_kinds_of_marks_by_hand_that_do_not_agree_count_as_one():
    board = with_cells(HEART, draw_strokes)
    on_screen, on_page = (explained(HEART, *board, by_hand=by_hand) for by_hand in (False, True))
    assert on_page.marks.max() > 3
    assert on_screen.evidence["agreement"] > on_page.evidence["agreement"]
    assert on_page.why is None


@pytest.mark.parametrize("where", [{"by_hand": True}, {"in_photograph": True}])
def test_single_numbers_in_a_photograph_are_in_doubt_though_the_solution_is_painted(where):
    """Tents, Tilepaint and Aquarium look so, and may be painted as a nonogram would be."""
    board = drawn_board(COUNTS, [[EMPTY if cell == "." else 1 for cell in row] for row in COUNTS])
    assert explained(COUNTS, *board).why is None
    assert explained(COUNTS, *board, **where).why == "every line has a single number"
    assert explained(COUNTS, *board, **where, numbers_are_hints=True).why is None
    heart = drawn_board(HEART, [[EMPTY if cell == "." else 1 for cell in row] for row in HEART])
    assert explained(HEART, *heart, **where).why is None


def test_printed_pieces_on_a_page_count_less_than_on_a_screen_since_they_may_be_drawn_by_hand():
    board = with_cells(COUNTS, draw_tree, lambda number: number % 6 == 3)
    on_screen, on_page = (explained(COUNTS, *board, by_hand=by_hand) for by_hand in (False, True))
    assert 0 < on_page.evidence["lopsided marks"] < on_screen.evidence["lopsided marks"]
    marked = with_cells(HEART, draw_tree, lambda number: number % 6 == 3)
    assert explained(HEART, *marked, by_hand=True).evidence["lopsided marks"] == 0  # many numbers a line


def test_marks_on_a_dimmed_screen_are_seen_as_on_a_bright_one():
    image, lattice = with_cells(HEART, draw_pale_cross, lambda number: number % 3 == 0)
    bright, dim = (explained(HEART, (image * by).astype(np.uint8), lattice) for by in (1.0, 0.45))
    assert bright.marks.any()
    assert np.array_equal(dim.marks, bright.marks)
    assert dim.turned == pytest.approx(bright.turned, abs=0.02)


def test_a_staircase_is_doubted_unless_the_user_knows_it():
    board = drawn_board(STAIRS)
    found = explained(STAIRS, *board)
    assert found.why == "the numbers beside the rows and the columns number them from 1 to 5"
    assert explained(STAIRS, *board, numbers_are_hints=True).why is None


def test_several_solutions_speak_against_a_nonogram_but_not_alone():
    image, lattice = drawn_board(TWO_WAYS)
    other = (TWO_WAYS[1], TWO_WAYS[0], *TWO_WAYS[2:])
    solutions = [picture_of(TWO_WAYS), picture_of(other)]
    found = explain_cells(image, lattice, Nonogram(*runs_of(TWO_WAYS)), solutions)
    assert found.evidence["several solutions"] > 0
    assert found.why is None


def lines(*numbers: int | tuple[int, ...] | None) -> tuple[Runs | None, ...]:
    """Lines that state these numbers; 0 for a blank one, None for an unknown one."""
    stated = [number if isinstance(number, tuple | None) else (number,) * (number > 0) for number in numbers]
    return tuple(None if runs is None else tuple(Run(length) for length in runs) for runs in stated)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1, 2, 3, 4, 5), "number them from 1 to 5"),
        ((0, 1, 2, 3), "number them from 0 to 3"),
        ((8, 7, 6, 5, 4, 3, 2, 1), "number them from 8 to 1"),
        ((1, 3, 5, 7, 9), "number them from 1 to 9 in steps of 2"),
        ((1, 2, 3, 4, 6, 6, 7, 8, 9, 10), "number them from 1 to 10"),  # one misread
        ((None, 2, 3, 4, 5, 6, 7, 8, 9), "number them from 1 to 9"),
        ((1, 2, 3, 4, 5, 4, 3, 2, 1), None),  # the columns of a pyramid
        ((2, 2, 2, 2, 2), None),
        (((1, 1), 2, (1, 1), 4, 5), None),
        ((1, 2), None),
        ((3, 1, 4, 1, 5), None),
        ((None, None, None, None), None),
    ],
)
def test_labels_are_recognised_and_hints_are_none(numbers, words):
    found = numbering("rows", lines(*numbers))
    assert (found and found.numbers) == words


def test_both_axes_count_more_than_each_alone_and_unlike_ones_are_both_named():
    staircase = weigh_labels(Nonogram(lines(1, 2, 3), lines(1, 2, 3)))
    assert staircase.words == "the numbers beside the rows and the columns number them from 1 to 3"
    row_only = weigh_labels(Nonogram(lines(1, 2, 3), lines((1, 1), 2, (1, 1))))
    assert row_only.words == "the numbers beside the rows number them from 1 to 3"
    assert staircase.nats > 2 * row_only.nats > 0
    found = weigh_labels(Nonogram(lines(4, 3, 2, 1), lines(1, 2, 3, 4)))
    assert "rows number them from 4 to 1 and the numbers beside the columns number them from 1" in found.words


def test_single_numbers_weigh_more_on_larger_boards():
    small, large = (weigh_labels(Nonogram(lines(*[2, 1] * half), lines(*[1, 2] * half))) for half in (2, 8))
    assert small.words == large.words == "every line has a single number"
    assert 0 < small.nats < large.nats
    mixed = weigh_labels(Nonogram(lines(2, (1, 1)), lines(2, 2)))
    assert (mixed.words, mixed.nats) == ("", 0)
