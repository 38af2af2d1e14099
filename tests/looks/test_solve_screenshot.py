"""The kind of a screenshot's puzzle, recognised or stated; nonograms from the picture to the verdict."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from drawn_nonogram import DARK, HEART, LIGHT, TWO_WAYS, drawn_board, open_board, runs_of
from own_process import WHITE
from read_boards import drawn_look, first_reading, stated

import picrosser
from picrosser.errors import ExitCode, FixRefusedError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.looks import evidence
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines import nonogram
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import EMPTY, UNKNOWN
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.nonogram.read import BoardsFound, NonogramReading

ROW_3 = HintPlace("row", 2, -1)


@pytest.fixture(scope="module")
def heart() -> RGB:
    """A drawn board with its hints, and nothing painted."""
    return drawn_board(HEART, open_board(HEART))[0]


def test_a_hungry_cat_board_that_is_read_as_a_nonogram_first_is_still_one(monkeypatch):
    monkeypatch.setattr(evidence, "FEW_COLOURED", 2.0)  # of its pixels may have a colour, so any picture
    solved = solve_screenshot(WHITE)
    assert isinstance(solved, HungryCatSolved)
    assert solved.exit_code is ExitCode.OK


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_a_nonogram_is_recognised_and_solved(look):
    image, lattice = drawn_board(HEART, open_board(HEART), look)
    stages: list[str] = []
    solved = solve_screenshot(image, on_stage=lambda stage: stages.append(type(stage).__name__))
    assert isinstance(solved, NonogramSolved)
    assert solved.exit_code is ExitCode.OK
    assert "7 x 6 nonogram, 1 colour, the only solution, found line by line" in solved.verdict
    assert stated(solved.puzzle) == runs_of(HEART)
    lines = solved.outcome.solutions[0].lines()
    assert lines == tuple(line.replace("#", "1").replace(".", "0") for line in HEART)
    assert stages[-5:] == ["RunsRepaired", "CellsExplained", "CellsSeen", "Outcome", "LooksTaken"]
    np.testing.assert_allclose(solved.reading.lattice.row_edges_px, lattice.row_edges_px, atol=2)


@pytest.mark.slow
def test_a_nonogram_on_stripes_of_which_a_hint_is_hidden_is_still_one():
    drawn = drawn_look("meadow", 4401009)
    image, lattice = np.array(drawn.image)[..., :3], drawn.lattice
    column = slice(lattice.col_edges_px[0] + 2, lattice.col_edges_px[1] - 2)
    image[lattice.row_edges_px[0] - 2 * round(lattice.pitch_px) : lattice.row_edges_px[0] - 3, column] = 90
    assert isinstance(solve_screenshot(image), NonogramSolved)


@pytest.mark.slow
def test_a_striped_board_of_counts_with_few_doubts_is_not_read_as_a_nonogram(monkeypatch):
    image = load_image(WHITE.with_name("drawn-10x10-night.png")).copy()
    stages: list[object] = []
    top, _, bottom, *_ = read_screenshot(image, stages.append).lattice.row_edges_px
    hints = next(stage for stage in stages if isinstance(stage, SlotsFound)).left_box
    image[top + 4 : bottom - 4, hints.left : hints.right] = 120
    monkeypatch.setattr(nonogram, "solve_nonogram", lambda *_, **__: pytest.fail("it is read as a nonogram"))
    solved = solve_screenshot(image)
    assert isinstance(solved, HungryCatSolved)
    assert solved.exit_code is ExitCode.DOUBTFUL


def test_the_boards_own_colours_are_the_answers():
    cells = [[1 if char == "#" and row < 2 else UNKNOWN for char in line] for row, line in enumerate(HEART)]
    image, _ = drawn_board(HEART, cells, DARK)
    solved = solve_screenshot(image, kind="nonogram")
    assert solved.reading.puzzle.palette == (DARK.page, DARK.fill)
    assert solved.outcome.picture.palette == (DARK.page, DARK.fill)
    shown = picrosser.overlay(image, solved.reading.lattice, solved.outcome.picture)
    box = solved.reading.lattice.cell(3, 3)  # painted in the answer, open on the board
    assert shown.getpixel(((box.left + box.right) // 2, (box.top + box.bottom) // 2)) == DARK.fill
    box = solved.reading.lattice.cell(5, 0)  # blank stays as it is
    crop = np.asarray(shown)[box.slices]
    np.testing.assert_array_equal(crop, image[box.slices])


def test_the_kind_can_be_told(heart):
    assert isinstance(solve_screenshot(picrosser.load_image(WHITE), kind="hungry-cat"), HungryCatSolved)
    assert isinstance(solve_screenshot(heart, kind="nonogram"), NonogramSolved)
    assert solve_screenshot(heart, kind="hungry-cat").exit_code is not ExitCode.OK
    with pytest.raises(ValueError, match="'sudoku' is not a kind"):
        solve_screenshot(heart, kind="sudoku")  # type: ignore[arg-type]


def test_hints_set_by_hand_tell_the_kind(heart):
    solved = solve_screenshot(heart, fixes={ROW_3: StatedRuns((Run(7),))})
    assert isinstance(solved, NonogramSolved)
    assert solved.exit_code is ExitCode.OK
    count = {HintPlace("row", 2, 0): CountHint(7)}
    with pytest.raises(FixRefusedError, match="two kinds"):
        solve_screenshot(heart, fixes={ROW_3: StatedRuns((Run(7),)), **count})
    with pytest.raises(FixRefusedError, match="a hungry-cat board has no such hint"):
        solve_screenshot(heart, kind="hungry-cat", fixes={ROW_3: StatedRuns(None)})


def test_of_several_solutions_hints_tell_what_all_share():
    board = open_board(TWO_WAYS)
    board[0] = [0, 1, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]  # as one solution has it: no mistake
    image, _ = drawn_board(TWO_WAYS, board)
    hinted = picrosser.hint_screenshot(image, 40)
    assert hinted.exit_code is ExitCode.OK
    assert "more than one solution, so 4 cells stay open" in hinted.verdict
    assert {cell for step in hinted.steps for cell, _ in step.cells}.isdisjoint(product((0, 1), repeat=2))
    assert picrosser.check_screenshot(image).exit_code is ExitCode.SEVERAL_SOLUTIONS
    shared = [[".#".index(cell) for cell in row] for row in TWO_WAYS]
    shared[0][:2] = shared[1][:2] = [UNKNOWN] * 2
    finished = picrosser.hint_screenshot(drawn_board(TWO_WAYS, shared)[0])
    assert (finished.exit_code, finished.lines) == (ExitCode.SEVERAL_SOLUTIONS, ["no step is certain"])


def test_a_line_in_doubt_is_named_with_what_would_settle_it(heart, monkeypatch):
    fine = first_reading(heart)

    def read(change: NonogramEvidence) -> None:
        reading = NonogramReading(fine.lattice, change)
        monkeypatch.setattr(BoardsFound, "read", lambda *_: reading)

    strange = replace(fine.evidence.rows[2], has_non_digit=True)
    rows = fine.evidence.rows
    read(replace(fine.evidence, rows=(*rows[:2], strange, *rows[3:])))
    solved = solve_screenshot(heart, kind="nonogram")
    said = "row 3 could not be read (something there is not a digit); --fix 'r3=7' would settle it"
    assert said in solved.verdict
    fixed = solve_screenshot(heart, fixes={ROW_3: StatedRuns((Run(7),))})
    assert fixed.exit_code is ExitCode.OK


def test_check_and_hint_on_a_nonogram():
    cells = open_board(HEART)
    cells[0] = [EMPTY, 1, 1, EMPTY, UNKNOWN, UNKNOWN, UNKNOWN]
    image, _ = drawn_board(HEART, cells)
    checked = picrosser.check_screenshot(image)
    assert checked.exit_code is ExitCode.OK
    assert (checked.found.painted, checked.found.right, checked.found.unclear) == (2, 2, ())
    hinted = picrosser.hint_screenshot(image, 30)
    decided = [cell for step in hinted.hints.steps for cell, _ in step.cells]
    assert len(set(decided)) == len(decided)
    assert not {(0, 0), (0, 1), (0, 2), (0, 3)} & set(decided)  # a cross is known, too
    cells[5][3], cells[5][0] = EMPTY, 1
    wrong = picrosser.check_screenshot(drawn_board(HEART, cells)[0])
    assert wrong.exit_code is ExitCode.MISTAKES
    assert [(m.cell, m.shown, m.right) for m in wrong.found.mistakes] == [((5, 0), 1, 0), ((5, 3), 0, 1)]
    cells = [[1 if char == "#" else UNKNOWN for char in line] for line in HEART]
    assert picrosser.hint_screenshot(drawn_board(HEART, cells)[0]).hints.finished


# ---- Pictures that look like another puzzle than they are: none may be answered as that one without a doubt


@pytest.mark.parametrize(
    "name",
    [
        "aquarium-01", "battleship-adv-00", "thermometers-04", "snake-adv-05", "ticks_sums-adv-00",
        "nono-0064-crop_bottom", "numbered-06",
    ],
)  # fmt: skip
def test_another_puzzle_is_not_answered(name, shared):
    picture = shared / "faults" / "lookalikes" / f"{name}.png"
    try:
        exit_code = solve_screenshot(picture).exit_code
    except PicrosserError as refusal:
        exit_code = refusal.exit_code
    assert exit_code in (ExitCode.NO_PUZZLE, ExitCode.DOUBTFUL)


def test_numbers_on_all_sides_that_say_more_than_runs_are_another_puzzle(shared):
    solved = solve_screenshot(shared / "screenshots" / "unseen3" / "refuse_grayscale_rules.png")
    assert solved.exit_code is ExitCode.DOUBTFUL


@pytest.mark.parametrize("name", ["hc-0005-cracks", "hc-0145-sticker_first"])
def test_a_damaged_hungry_cat_board_is_no_nonogram_of_one_of_its_colours(name, shared):
    solved = solve_screenshot(shared / "faults" / "lookalikes" / f"{name}.png")
    assert solved.kind == "hungry-cat"
    assert solved.exit_code is ExitCode.OK
