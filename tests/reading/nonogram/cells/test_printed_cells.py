"""Boards whose cells print their state, as a digit: it is no hint, and makes no table of the board."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from drawn_nonogram import (
    HEART,
    LIGHT,
    TEN_BY_TWELVE,
    TWO_WAYS,
    draw_lines,
    drawn_board,
    lattice_of,
    open_board,
    page_for,
    picture_of,
    runs_of,
    write_hints,
)
from made_nonograms import nonogram_of
from PIL import Image, ImageDraw, ImageFont
from read_boards import assert_solved

from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import certain_evidence
from picrosser.puzzles.picture import EMPTY, UNKNOWN
from picrosser.reading.nonogram.boards.propose import repeated_signs
from picrosser.reading.nonogram.cells.finished_lines import are_inks, finished_lines
from picrosser.reading.page.ink import find_ink
from picrosser.solving.outcome import Status


def printed(cells: str, *, padded: bool = False) -> RGB:
    """A board with these signs in its cells, in turn; `padded`: short hints are filled up with zeros."""
    hints = runs_of(HEART)
    if padded:
        longest = [max(map(len, lines)) for lines in hints]
        hints = tuple(
            [[0] * (most - len(runs)) + runs for runs in lines]
            for lines, most in zip(hints, longest, strict=True)
        )
    lattice = lattice_of(HEART, 190, 40)
    (image, draw), font = page_for(lattice, (250, 250, 250)), ImageFont.load_default(size=20)
    draw_lines(draw, lattice, (68, 102, 136))
    write_hints(draw, lattice, hints, (0, 0, 0))
    for place, sign in zip(np.ndindex(lattice.shape), cycle(cells), strict=False):
        draw.text(lattice.cell(*place).middle[::-1], sign, "#888", font, anchor="mm")
    return np.asarray(image)


@pytest.mark.parametrize("padded", [False, True])
def test_a_board_that_prints_a_0_in_each_cell_is_read(padded):
    assert_solved(solve_nonogram(printed("0", padded=padded)), HEART)


def test_a_table_of_many_numbers_is_no_board():
    image = printed("314159265358979")
    ink = find_ink(image)
    assert not repeated_signs(ink).any()
    with suppress(PicrosserError):
        assert solve_nonogram(image).exit_code is not ExitCode.OK


# ---- Lines whose hints an app hides because they are finished state what is painted in them


def with_finished(
    lines: Sequence[str], finished: Sequence[int], paint: int = 1, blank: int = EMPTY
) -> tuple[RGB, Lattice]:
    """A board on which only these rows are painted."""
    cells = open_board(lines)
    for row in finished:
        cells[row] = [paint if char == "#" else blank for char in lines[row]]
    return drawn_board(lines, cells)


def without_hints(image: RGB, lattice: Lattice, rows: Sequence[int]) -> RGB:
    """A board that hides the hints beside these rows."""
    bare, edges = image.copy(), lattice.row_edges_px
    for row in rows:
        bare[edges[row] : edges[row + 1], : lattice.board.left - 3] = image[0, 0]
    return bare


@pytest.mark.parametrize("finished", [(1, 2), (1, 3, 4, 6, 7, 9, 10)])
def test_the_paint_of_finished_lines_replaces_their_hidden_hints(finished):
    solved = solve_nonogram(without_hints(*with_finished(TEN_BY_TWELVE, finished), finished))
    assert_solved(solved, TEN_BY_TWELVE)
    assert {place.line for place in solved.reading.filled} == set(finished)


def test_paint_in_the_colours_of_the_hints_finishes_lines_too():
    """Of these rows, the second shows no hints, the third grey ones, the fourth more paint than it states."""
    lines = ("1122", "2.11", "1221", "1122")
    known = nonogram_of(*(line.replace(".", "0") for line in lines), colours=3)
    grey = tuple(Run(run.length, 3) for run in known.rows[2])
    seen, likely = certain_evidence(known), replace(known, rows=(*known.rows[:2], grey, known.rows[0][:1]))
    bare = replace(seen.rows[1], shapes=(), colours=(), joins=())
    seen = replace(seen, rows=(seen.rows[0], bare, *seen.rows[2:]))
    image, lattice = drawn_board(lines)
    painted = image.copy()
    for (row, col), ink in np.ndenumerate(picture_of(lines).cells):
        painted[lattice.cell(row, col).slices] = known.palette[ink]
    (stated,) = finished_lines(painted, lattice, seen, likely)
    assert stated == {HintPlace("row", at): StatedRuns(known.rows[at]) for at in (1, 2, 3)}


def test_a_line_that_is_crossed_out_all_over_is_blank_though_there_are_several_solutions():
    """Uniqueness does not tell that a line without hints states none."""
    lines = (*TWO_WAYS[:3], "......", *TWO_WAYS[3:])
    solved = solve_nonogram(without_hints(*with_finished(lines, (3, 5)), (3, 5)))
    assert not solved.doubts
    assert solved.outcome.status is Status.SEVERAL
    assert {place.line for place in solved.reading.filled} == {3, 5}


def test_a_cursor_tints_the_paint_of_finished_lines():
    image, lattice = drawn_board(TEN_BY_TWELVE, picture_of(TEN_BY_TWELVE).cells)
    hidden = without_hints(image, lattice, (1, 3, 6))
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    under = np.zeros(image.shape[:2], bool)
    under[rows[5] : rows[6], cols[0] : cols[-1]] = under[rows[0] : rows[-1], cols[2] : cols[3]] = True
    hidden[under] = hidden[under] // 2 + 60
    solved = solve_nonogram(hidden)
    assert_solved(solved, TEN_BY_TWELVE)
    assert {place.line for place in solved.reading.filled} == {1, 3, 6}


def test_the_only_tone_of_an_open_board_is_no_paint():
    lines = ("#####",) * 5
    image, lattice = drawn_board(lines)
    shown, left = Image.fromarray(image), lattice.board.left
    pen, font, page = ImageDraw.Draw(shown), ImageFont.load_default(size=22), tuple(image[0, 0].tolist())
    for row in (0, 1):  # as if these were full, whatever they state
        cell = lattice.cell(row, 0)
        pen.rectangle((0, cell.top + 2, left - 4, cell.bottom - 2), fill=page)
        pen.text((left - 10, cell.middle[0]), "1  3", LIGHT.ink, font, anchor="rm")
    with suppress(PicrosserError):
        assert solve_nonogram(np.asarray(shown)).doubts


def test_a_line_that_shows_a_zero_is_not_finished_by_paint():
    """A bar over the last column looked like its paint, and the 0s beside it like struck hints."""
    lines = ("#...#", ".....", ".....", "##.##", "#####")
    puzzle = Nonogram(*runs_of(lines))
    known = certain_evidence(puzzle)
    zero = replace(known.rows[1], shapes=(0,), colours=(1,), joins=())
    hidden = replace(known.cols[4], shapes=(), colours=(), joins=())
    evidence = replace(
        known, rows=(known.rows[0], zero, zero, *known.rows[3:]), cols=(*known.cols[:4], hidden)
    )
    cells = np.full((5, 5), UNKNOWN)
    cells[:, 4] = 1
    stated = list(finished_lines(*drawn_board(lines, cells), evidence, puzzle))
    blank = {("row", 0), *(("column", col) for col in range(4))}  # as if the open cells were painted
    assert [{(place.axis, place.line) for place in each} for each in stated] == [blank, {("column", 4)}]


def test_a_thick_frame_that_reaches_into_cells_marks_none_of_them():
    lines = ("##.##", ".....", "#...#", "##.##", "#####")
    puzzle, cells = Nonogram(*runs_of(lines)), picture_of(lines).cells.copy()
    cells[0, 4] = 0
    drawn, lattice = drawn_board(lines, np.where(cells, 1, UNKNOWN))
    image = drawn.copy()
    image[lattice.board.top :][:10] = 10, 10, 40  # a quarter of the cells' height
    stated = finished_lines(image, lattice, certain_evidence(puzzle), puzzle)
    assert not any(HintPlace("row", 0) in each for each in stated)


@pytest.mark.parametrize(
    ("instead", "paint", "blank"), [("", 1, UNKNOWN), ("9", 1, EMPTY), ("", EMPTY, EMPTY)]
)
def test_paint_says_what_struck_hints_of_finished_lines_state(instead, paint, blank):
    """Some digits are not read, or one is misread; but what is crossed out all over has no paint."""
    struck = (1, 3, 6)
    image, lattice = with_finished(TEN_BY_TWELVE, struck, paint, blank)
    hidden, left = Image.fromarray(image), lattice.board.left
    pen, font = ImageDraw.Draw(hidden), ImageFont.load_default(size=22)
    for row in struck:
        cell = lattice.cell(row, 0)
        over = (left - 40, left - 4) if instead else (0, left - 40)
        pen.rectangle((over[0], cell.top + 2, over[1], cell.bottom - 2), fill=tuple(image[0, 0].tolist()))
        pen.text((left - 10, cell.middle[0]), instead, LIGHT.ink, font, anchor="rm")
    solved = solve_nonogram(np.asarray(hidden))
    if paint == EMPTY:
        assert solved.doubts
        return
    assert_solved(solved, TEN_BY_TWELVE)
    assert {place.line for place in solved.reading.filled} == set(struck)


PAGE, ORANGE, BROWN, TINTED = (255, 255, 255), (240, 150, 0), (110, 70, 35), (225, 225, 205)
BOTH_INKS = ((Run(2, 1), Run(1, 2)), (Run(1, 2),), (Run(2, 1),)), ((Run(1, 1), Run(1, 2)),) * 3
ONE_EACH = ((Run(2, 1),), (Run(1, 2),), (Run(2, 1),)), ((Run(1, 1),),) * 3
PAINTS = {  # hints; tones of single cells; whether orange and brown must be two inks
    "nothing has faded on an open board": (BOTH_INKS, {}, True),
    "a shade may be that of whole lines": (ONE_EACH, {}, False),
    "hints may fade where something is painted": (BOTH_INKS, {(0, 0): ORANGE, (0, 1): ORANGE}, False),
    "both are painted": (ONE_EACH, {(0, 0): ORANGE, (0, 1): ORANGE, (2, 0): BROWN, (2, 1): BROWN}, True),
    "no cell is blank": (
        ONE_EACH, {place: BROWN if place[0] else ORANGE for place in np.ndindex(3, 3)}, True),
    "a cursor tints blank cells, too": (
        BOTH_INKS, {(0, 0): ORANGE, (1, 1): ORANGE, (2, 0): BROWN, (2, 1): BROWN, (2, 2): TINTED}, False),
}  # fmt: skip


@pytest.mark.parametrize(("hints", "tones", "expected"), PAINTS.values(), ids=PAINTS)
def test_paint_tells_whether_two_colours_of_one_hue_are_inks(hints, tones, expected):
    drawn, lattice = drawn_board(("###",) * 3)
    image = drawn.copy()
    for place, tone in tones.items():
        image[lattice.cell(*place).slices] = tone
    evidence = certain_evidence(Nonogram(*hints, (PAGE, ORANGE, BROWN)))
    assert are_inks(image, lattice, replace(evidence, shade_of=(0, 1, 1))) == expected
