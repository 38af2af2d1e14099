"""If several readings of the hints fit, the one that agrees with the painted board is chosen."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import drawn_board, open_board

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.pipelines.nonogram_paint import chosen_by_board, is_painted_otherwise
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.nonogram import Nonogram, runs_of_cells
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import UNKNOWN, Colour
from picrosser.reading.nonogram.read import BoardsFound
from picrosser.reading.page.ink import find_ink
from picrosser.repairing.repair_runs import RunsRepaired
from picrosser.running.deadline import NO_DEADLINE
from picrosser.solving.solve import solve

PAPER, PALE, FULL, GREEN = (255, 255, 255), (238, 178, 181), (208, 36, 46), (30, 140, 60)
FADED = ("13300", "13303", "11333", "00133", "33000")
"""Colour 1 may be 2, faded."""
Lines = tuple[str, ...]


def puzzle_of(lines: Lines, palette: tuple[Colour, ...]) -> Nonogram:
    cells = [[int(char) for char in line] for line in lines]
    rows, cols = (
        [tuple(runs_of_cells(list(line))) for line in axis] for axis in (cells, zip(*cells, strict=True))
    )
    return Nonogram(tuple(rows), tuple(cols), palette)


def board(painted: dict[tuple[int, int], Colour]) -> tuple[RGB, Lattice]:
    image, lattice = drawn_board(("#####",) * 5, open_board(("#####",) * 5))
    image = image.copy()
    for (row, col), tone in painted.items():
        cell = lattice.cell(row, col)
        image[cell.top + 3 : cell.bottom - 3, cell.left + 3 : cell.right - 3] = tone
    return image, lattice


def settled_on(painted: dict[tuple[int, int], Colour], *lines: Lines) -> RunsRepaired:
    palette = (PAPER, PALE, FULL, GREEN)
    rivals = tuple(puzzle_of(hints, palette) for hints in lines)
    outcome = solve(rivals[0])
    settled = RunsRepaired(rivals[0], outcome, (Doubt(WHOLE_PICTURE, None, (), "2 readings fit"),), rivals)
    bare = LineEvidence((0,), (1,), (), is_surely_on_board=True)
    evidence = NonogramEvidence((bare,) * 5, (bare,) * 5, ((0.0,) * 10,), palette)
    image, lattice = board(painted)
    found = BoardsFound(image, find_ink(image), ())
    return chosen_by_board(found, lattice, evidence, settled, NO_DEADLINE)


MERGED = tuple(line.replace("1", "2") for line in FADED)


@pytest.mark.parametrize(
    ("painted", "believed"),
    [
        ({(0, 0): FULL, (2, 0): FULL, (2, 1): FULL, (3, 3): GREEN}, MERGED),
        ({(0, 0): PALE, (2, 0): PALE, (2, 1): PALE, (3, 3): GREEN}, FADED),
        ({(3, 3): GREEN, (0, 1): GREEN, (4, 0): GREEN}, None),
        ({(0, 0): GREEN, (2, 0): FULL, (2, 1): FULL}, None),
        ({}, None),
    ],
    ids=["in the full colour", "in the pale one", "elsewhere", "wrong in both", "nowhere"],
)
def test_paint_tells_whether_a_pale_colour_is_one_of_its_own(painted, believed):
    settled = settled_on(painted, FADED, MERGED)
    if believed is None:
        assert settled.doubts
        return
    assert settled.doubts == ()
    assert settled.puzzle == puzzle_of(believed, (PAPER, PALE, FULL, GREEN))


def test_paint_is_not_asked_about_numbers():
    other = ("13300", "13303", "11333", "00133", "03300")
    settled = settled_on({(4, 0): GREEN, (0, 0): PALE, (0, 1): GREEN}, FADED, other)
    assert settled.doubts


@pytest.mark.parametrize("seed", [2001008, pytest.param(2101004, marks=pytest.mark.slow)])
def test_faded_hints_of_a_part_filled_board_have_the_colour_of_its_paint(seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "crayon"), seed))
    solved = solve_nonogram(np.asarray(drawn.image.convert("RGB")))
    assert solved.exit_code is ExitCode.OK
    assert solved.reading.puzzle.colours == drawn.spec.puzzle.colours
    assert np.array_equal(solved.outcome.solutions[0].cells > 0, drawn.spec.picture.cells > 0)


@pytest.mark.parametrize("painted", ["##.##", "##.#.", "....."], ids=["done", "not quite", "open"])
def test_hints_have_vanished_only_from_lines_that_are_done(painted):
    lines = (".###.", "##.##", "#####", ".#.#.", "..#..")
    cells = open_board(lines)
    cells[1] = [1 if char == "#" else UNKNOWN for char in painted]
    image, lattice = drawn_board(lines, cells)
    image = image.copy()
    pitch, left = round(lattice.pitch_px), lattice.col_edges_px[0]
    top = lattice.row_edges_px[1]
    image[top + 4 : top + pitch - 4, : left - 8] = image[2, 2]  # without the hints beside it
    solved = solve_nonogram(image)
    if painted == lines[1]:
        assert solved.exit_code is ExitCode.OK
        assert solved.reading.filled == (HintPlace("row", 1),)
    else:
        assert solved.exit_code is ExitCode.DOUBTFUL
        assert (
            "row 2 could not be read (no hints were found there); say what row 2 is, for example with --fix"
            in solved.verdict
        )


@pytest.mark.parametrize(("painted", "is_otherwise"), [("##...", False), ("..#..", True), (".....", False)])
def test_paint_may_contradict_the_solution(painted, is_otherwise):
    lines = (".###.", "##.##", "#####", ".#.#.", "..#..")
    cells = open_board(lines)
    cells[2] = [1] * 5
    cells[1] = [1 if char == "#" else UNKNOWN for char in painted]
    image, _ = drawn_board(lines, cells)
    assert is_painted_otherwise(solve_nonogram(image)) is is_otherwise
