"""Nonograms through the whole solver; small boards are compared with brute force, with every engine."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from made_nonograms import all_solutions, nonogram_of, random_nonogram

from picrosser.formats.files import load_puzzle
from picrosser.puzzles.checking import violations
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import UNKNOWN
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import Deduction, Rule, weakened
from picrosser.solving.engines import PysatEngine, Z3Engine
from picrosser.solving.outcome import Difficulty, Status, Step
from picrosser.solving.rules.runs import RunRule
from picrosser.solving.solve import solve

ENGINES = pytest.mark.parametrize("engine", [PysatEngine, Z3Engine])
KNIGHT = (
    "...##.....",
    "..####....",
    ".##..##...",
    "##.#..##..",
    "#.###..#..",
    "..###.....",
    ".#####..#.",
    ".##.##.###",
    "######.###",
    "########..",
)


@pytest.fixture
def no_propagation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunRule, "propagate", lambda _, places: list(places))


@pytest.fixture
def no_probing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picrosser.solving.search.probe", lambda *_, **__: 0)


def check_against_all(puzzle: Nonogram, engine) -> None:
    truth = all_solutions(puzzle)
    outcome = solve(puzzle, at_most=max(2, len(truth) + 1), engine=engine)
    found = [solution.lines() for solution in outcome.solutions]
    if len(truth) > 1 and outcome.status is Status.NONE:
        pytest.fail(f"{len(truth)} solutions, none found: {outcome.why}")
    assert sorted(found) == sorted(truth)
    assert outcome.status is (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(len(truth), 2)]


def board(seed: int) -> Nonogram:
    rng = random.Random(seed)
    return random_nonogram(rng, rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 2))


@ENGINES
def test_small_boards_against_brute_force(engine):
    for seed in range(40):
        check_against_all(board(seed), engine)


@ENGINES
@pytest.mark.usefixtures("no_probing")
def test_small_boards_without_probing(engine):
    for seed in range(40, 60):
        check_against_all(board(seed), engine)


@ENGINES
@pytest.mark.usefixtures("no_propagation")
def test_small_boards_by_search_alone(engine):
    for seed in range(60, 80):
        check_against_all(board(seed), engine)


def test_every_black_board_of_3_by_3():
    for cells in product(range(2), repeat=9):
        puzzle = nonogram_of(cells[:3], cells[3:6], cells[6:])
        truth = all_solutions(puzzle)
        outcome = solve(puzzle, at_most=9)
        assert {solution.lines() for solution in outcome.solutions} == truth


@pytest.mark.parametrize("seed", range(6))
def test_both_engines_agree_on_larger_boards(seed: int):
    rng = np.random.default_rng(seed)
    puzzle = nonogram_of(*(rng.random((14, 14)) < 0.5).astype(int).tolist())
    by_engine = [solve(puzzle, at_most=50, engine=engine) for engine in (PysatEngine, Z3Engine)]
    found = [{solution.lines() for solution in outcome.solutions} for outcome in by_engine]
    assert by_engine[0].status is by_engine[1].status
    assert len(found[0]) == len(found[1])
    if len(found[0]) < 50:
        assert found[0] == found[1]


def test_a_picture_is_solved_by_lines_alone():
    outcome = solve(nonogram_of(*KNIGHT))
    assert (outcome.status, outcome.difficulty) == (Status.UNIQUE, Difficulty.LINE)
    assert outcome.picture.lines() == tuple(row.replace(".", "0").replace("#", "1") for row in KNIGHT)
    assert outcome.decisions == 0


def test_probing_solves_what_lines_do_not(shared):
    outcome = solve(load_puzzle(shared / "puzzles" / "nonograms" / "00023-Edge.json").puzzle)
    assert (outcome.status, outcome.difficulty) == (Status.UNIQUE, Difficulty.PROBE)
    assert outcome.decisions > 0


def test_a_line_without_hints_follows_from_the_others():
    puzzle = nonogram_of("##", "#.")
    outcome = solve(Nonogram((None, puzzle.rows[1]), puzzle.cols, puzzle.palette))
    assert outcome.status is Status.UNIQUE
    assert outcome.picture.lines() == ("11", "10")


def test_given_cells_settle_an_ambiguous_board():
    puzzle = nonogram_of("#.", ".#")
    assert solve(puzzle).status is Status.SEVERAL
    given = ((UNKNOWN, 1), (UNKNOWN, UNKNOWN))
    outcome = solve(Nonogram(puzzle.rows, puzzle.cols, puzzle.palette, given))
    assert outcome.picture.lines() == ("01", "10")


def test_runs_too_long_for_their_line_are_reported_without_solving():
    puzzle = Nonogram(((Run(2), Run(2)), ()), ((Run(1),),) * 4)
    outcome = solve(puzzle)
    assert outcome.status is Status.NONE
    assert outcome.why.startswith("row 1: the runs 2 2 need 5 cells, it has 4")
    assert outcome.passes == 0


@pytest.mark.parametrize("colours", [1, 3])
def test_steps_replay_the_solution(colours: int):
    rng = np.random.default_rng(colours)
    solved = 0
    for _ in range(12):
        cells = rng.integers(0, colours + 1, (8, 8)) * (rng.random((8, 8)) < 0.8)
        steps: list[Step] = []
        outcome = solve(nonogram_of(*cells.tolist(), colours=colours), on_step=steps.append)
        if outcome.status is not Status.UNIQUE:
            continue
        solved += 1
        shown = [cell for step in steps for cell in step.cells]
        assert len(shown) == len(dict(shown)) == 64
        assert all(outcome.picture.cells[cell] == colour for cell, colour in shown)
        numbers = [step.number for step in steps]
        assert numbers == sorted(numbers)
        assert all(step.why and (step.axis is None) == (step.rule is Rule.SEARCH) for step in steps)
    assert solved


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_deductions_lead_to_the_solution(colours: int):
    rng = np.random.default_rng(10 + colours)
    solved = 0
    for _ in range(8):
        cells = rng.integers(0, colours + 1, (6, 7))
        puzzle = nonogram_of(*cells.tolist(), colours=colours)
        outcome = solve(puzzle)
        if outcome.status is not Status.UNIQUE:
            continue
        solved += 1
        board = np.full(puzzle.shape, UNKNOWN, np.int8)
        for step in deductions(puzzle, board, 42):
            assert step.why
            for cell, colour in step.cells:
                assert board[cell] == UNKNOWN
                board[cell] = colour
        assert (board == outcome.picture.cells).all()
        assert not violations(puzzle, outcome.picture)
    assert solved


def test_the_first_step_is_one_that_a_person_sees():
    (step,) = deductions(nonogram_of("####.", "#...#", "....#"), np.full((3, 5), UNKNOWN, np.int8))
    assert step.rule in (Rule.COMPLETE, Rule.OVERLAP)
    assert step.axis in ("row", "column")


def test_a_run_is_named_by_its_place():
    puzzle = Nonogram(((Run(2), Run(4)),), (None,) * 8)
    (step,) = deductions(puzzle, np.full((1, 8), UNKNOWN, np.int8))
    why = "the 4 fits only in columns 4 to 8, so it always covers them"
    assert step.why == f"row 1: fill columns 5 to 7: {why}"


def first_step(*rows: tuple[int, ...], columns: int) -> Deduction:
    hints = tuple(tuple(map(Run, row)) for row in rows)
    (step,) = deductions(Nonogram(hints, (None,) * columns), np.full((len(rows), columns), UNKNOWN, np.int8))
    return step


def test_the_run_and_its_room_are_named():
    assert (
        first_step((7,), columns=10).why == "row 1: fill columns 4 to 7: the 7 in 10 cells always covers them"
    )
    second = first_step((2, 2), columns=6).why
    assert second == "row 1: fill column 2: the first 2 fits only in columns 1 to 3, so it always covers it"
    assert first_step((5,), columns=5).why == "row 1: fill columns 1 to 5: its hint fills the row"


def test_blank_cells_of_several_lines_are_one_step():
    puzzle = nonogram_of("#...#", "#####", "#...#")
    board = np.array([[1, -1, -1, -1, 1], [1] * 5, [1, -1, -1, -1, 1]], np.int8)
    (step,) = deductions(puzzle, board, 2)
    assert step.why == "rows 1 and 3 and columns 2 to 4: all runs are placed, cross out the rest"
    assert (step.axis, step.line) == ("row", 0)
    assert step.also == (("row", 2), ("column", 1), ("column", 2), ("column", 3))
    assert sorted(step.cells) == [((row, col), 0) for row in (0, 2) for col in (1, 2, 3)]


def test_a_line_without_runs_is_crossed_out():
    steps = deductions(nonogram_of("###", "..."), np.full((2, 3), UNKNOWN, np.int8), 2)
    assert steps[1].why == "row 2: cross out columns 1 to 3: the hint is 0"


def test_a_hint_can_tell_less():
    step = first_step((7,), columns=10)
    assert weakened(step, "paint") is step
    nudge, rule = weakened(step, "nudge"), weakened(step, "rule")
    assert nudge.why == "look at row 1"
    assert rule.why == "look at row 1: wherever one of its runs goes, it covers some cells"
    for told in (nudge, rule):
        assert (told.axis, told.line, told.cells, told.uses) == ("row", 0, (), ())


def test_a_weaker_hint_that_no_line_shows_names_the_cell():
    step = Deduction(None, None, (((2, 3), 1),), (), Rule.SEARCH, "why", where="row 3, column 4")
    told = weakened(step, "nudge")
    assert (told.why, told.axis, told.line, told.also) == (
        "look at row 3, column 4", "row", 2, (("column", 3),),
    )  # fmt: skip
