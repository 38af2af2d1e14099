import random

import numpy as np
import pytest
from drawn_nonogram import picture_of
from made_nonograms import nonogram_of
from test_solve import forget, puzzle_of, random_puzzle

from drawn.pictures import hints_of, random_cells
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import Deduction, Rule, weakened
from picrosser.solving.outcome import Difficulty, Status
from picrosser.solving.solve import solve

PALETTE = ((255, 255, 255), (30, 80, 210), (220, 30, 35), (40, 160, 50), (250, 225, 30), (0, 0, 0))
EVERYTHING = 10**6


def board(*rows: str) -> np.ndarray:
    """The cells on a board; ? is an open cell."""
    return np.array([[UNKNOWN if cell == "?" else int(cell) for cell in row] for row in rows], np.int8)


def puzzle(*rows: str, colours: int) -> HungryCat:
    return hints_of(picture_of(rows, PALETTE[: colours + 1]))


def check_steps(steps: tuple[Deduction, ...], state: np.ndarray, truth: np.ndarray) -> None:
    """Check that every step is true, new and explained, and that together they complete the solution."""
    state = state.copy()
    for step in steps:
        assert step.cells
        assert not step.excluded
        for cell, colour in step.cells:
            assert truth[cell] == colour
            assert state[cell] == UNKNOWN
            state[cell] = colour
        for other in step.uses:
            assert other.excluded
            assert not other.cells
            assert all(truth[cell] != colour for cell, colour in other.excluded)
            assert other.why.startswith(f"{other.axis} {other.line + 1}")
        assert (step.rule is Rule.SEARCH) == (step.axis is None)
        if step.axis is not None:
            assert step.why.startswith(f"{step.axis} {step.line + 1}: ")
            assert {cell[step.axis == "column"] for cell, _ in step.cells} == {step.line}
        assert bool(step.uses) == ("as shown before" in step.why)
    assert np.array_equal(state, truth)


def some(truth: np.ndarray, share: float, seed: int) -> np.ndarray:
    shown = np.random.default_rng(seed).random(truth.shape) < share
    return np.where(shown, truth, UNKNOWN).astype(np.int8)


def test_hints_lead_from_any_state_to_the_solution():
    checked = 0
    for seed in range(15):
        rng = np.random.default_rng(seed)
        rows, cols, colours = int(rng.integers(2, 11)), int(rng.integers(2, 11)), int(rng.integers(2, 5))
        drawn = random_cells(rng, rows, cols, min(colours, rows * cols))
        made = puzzle_of(*("".join(map(str, row)) for row in drawn.tolist()), colours=colours)
        outcome = solve(forget(made, random.Random(seed), 0.1) if seed % 5 == 0 else made)
        if outcome.status is Status.UNIQUE:
            checked += 1
            for share in (0.0, 0.2, 0.7):
                state = some(outcome.picture.cells, share, seed)
                check_steps(deductions(made, state, EVERYTHING), state, outcome.picture.cells)
    assert checked >= 12


def test_what_lines_show_holds_in_every_solution():
    # Random boards have many solutions. What lines show must hold in each of them.
    for seed in range(12):
        rng = random.Random(seed)
        made = random_puzzle(rng, rng.randint(2, 6), rng.randint(2, 6), rng.randint(1, 4), seed % 2 == 0)
        if seed % 3 == 0:
            made = forget(made, rng, 0.1)
        for solution in solve(made, at_most=3).solutions:
            for share in (0.0, 0.4):
                state = some(solution.cells, share, seed)
                steps = deductions(made, state, EVERYTHING, solution=solution)
                check_steps(steps, state, solution.cells)


def test_one_step_at_a_time_is_the_same_as_all_at_once():
    made, state = puzzle("1112", "1222", "3322", colours=3), board("????", "????", "????")
    steps = deductions(made, state, EVERYTHING)
    assert (state == UNKNOWN).all()  # it is not changed
    for step in steps:
        assert deductions(made, state) == (step,)
        for cell, colour in step.cells:
            state[cell] = colour
    assert deductions(made, state) == ()


def lone_row(*hints: int, cols: dict[int, tuple[int | None, ...]] | None = None) -> HungryCat:
    """A board of one row with signed hints; of its columns, only the counts in `cols` are known."""
    line = tuple(CountHint.from_signed(value) for value in hints)
    length = sum(abs(value) for value in hints)
    counts = [(cols or {}).get(col, (None,) * len(hints)) for col in range(length)]
    columns = tuple(tuple(CountHint(count, None) for count in column) for column in counts)
    return HungryCat((line,), columns, PALETTE[: len(hints) + 1], full=True)


@pytest.mark.parametrize(
    ("made", "state", "rule", "cells", "why"),
    [
        (
            lone_row(-3), "???", Rule.COMPLETE, "111",
            "row 1: paint columns 1-3 blue: it is the only colour of the row",
        ),
        (
            lone_row(3, -2), "1221?", Rule.COMPLETE, "????1",
            "row 1: paint column 5 blue: every other colour of the row is complete",
        ),
        (
            lone_row(-4, 3), "?1??1??", Rule.JOIN, "??11???",
            "row 1: paint columns 3 and 4 blue: its cells must form one run, without gaps",
        ),
        (
            lone_row(-5, -2), "???????", Rule.OVERLAP, "??111??",
            "row 1: paint columns 3-5 blue: wherever the 5 lies, it covers them",
        ),
        (
            lone_row(3, 1), "??1?", Rule.SPLIT, "1??1",
            "row 1: paint columns 1 and 4 blue: "
            "without them there is only room for one run, but its 3 is not circled",
        ),
        (
            lone_row(-2, -3), "?????", Rule.OVERLAP, "??2??",
            "row 1: paint column 3 red: wherever the 3 lies, it covers it",
        ),
        (
            lone_row(2, 1, 2, cols=dict.fromkeys((0, 2, 4), (0, None, None))), "?????",
            Rule.REMAINING, "?1?1?",
            "row 1: paint columns 2 and 4 blue: it needs 2 cells, and there is no room elsewhere; "
            "columns 1, 3 and 5 have no blue left",
        ),
        (
            lone_row(1, 2, 4, cols={2: (None, 0, None)}), "1??????", Rule.CROSSING, "??3????",
            "row 1: paint column 3 green: no other colour is left there; "
            "row 1 has no blue left, column 3 has no red left",
        ),
    ],
)  # fmt: skip
def test_each_rule_of_one_line_is_worded_with_the_crossing_lines_that_matter(made, state, rule, cells, why):
    (step,) = deductions(made, board(state))
    assert step.why == why
    assert step.rule is rule
    assert step.uses == ()
    assert dict(step.cells) == {(0, col): int(c) for col, c in enumerate(cells) if c != "?"}


def test_an_earlier_exclusion_is_named():
    row = (CountHint(2, True), CountHint(2, None))
    made = HungryCat((row,), ((CountHint(None, None),) * 2,) * 4, PALETTE[:3], full=True)
    (step,) = deductions(made, board("?1??"))
    assert (step.axis, step.line, step.rule, step.cells) == ("row", 0, Rule.CROSSING, (((0, 3), 2),))
    assert step.why == (
        "row 1: paint column 4 red: no other colour is left there; as shown before, column 4 cannot be blue"
    )
    (earlier,) = step.uses
    assert (earlier.rule, earlier.excluded) == (Rule.REACH, (((0, 3), 1),))
    assert earlier.why == "row 1: column 4 cannot be blue: its run of 2 does not reach there"


def test_a_step_that_takes_a_full_search_says_so():
    made = puzzle("123", "213", "333", colours=3)
    truth = Picture(board("123", "213", "333"), made.palette)
    steps = deductions(made, board("???", "???", "???"), EVERYTHING, solution=truth)
    (step,) = [step for step in steps if step.rule is Rule.SEARCH]
    assert step.why == (
        "no single line decides a cell; no single assumption decides one either; "
        "a full search shows that row 1, column 1 is blue"
    )


def test_a_refuted_assumption_names_the_line_that_it_makes_impossible():
    for seed in range(200):
        rng = random.Random(seed)
        made = random_puzzle(rng, 5, 5, 3, blanks=False)
        outcome = solve(made)
        if outcome.status is Status.UNIQUE and outcome.difficulty is not Difficulty.LINE:
            empty = board(*["?????"] * 5)
            steps = deductions(made, empty, EVERYTHING)
            check_steps(steps, empty, outcome.picture.cells)
            (why, *_) = (step.why for step in steps if step.rule is Rule.SEARCH)
            assert why.startswith("no single line decides a cell; trying it out shows that row ")
            assert "could not be completed" in why
            return
    pytest.fail("no seed makes a puzzle that needs search")


@pytest.mark.parametrize("state", [("22?", "???", "???"), ("???", "?2?", "?2?"), ("1??", "?1?", "2??")])
def test_a_board_that_contradicts_the_hints_is_refused(state):
    made = puzzle("112", "122", "111", colours=2)
    with pytest.raises(ValueError, match=r"hint|cell|line"):
        deductions(made, board(*state), EVERYTHING, solution=solve(made).solutions[0])
    with pytest.raises(ValueError, match=r"hint|cell|line"):
        deductions(made, board(*state), EVERYTHING)


def test_real_boards_need_no_assumption(shared):
    for file in sorted((shared / "screenshots" / "hungry_cat").glob("*.toml")):
        made = load_puzzle(file).puzzle
        state = np.full(made.shape, UNKNOWN, np.int8)
        steps = deductions(made, state, EVERYTHING)
        check_steps(steps, state, solve(made).picture.cells)
        assert all(step.rule is not Rule.SEARCH and not step.uses for step in steps)


# ---- Nonograms


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_deductions_lead_to_the_solution_of_a_nonogram(colours):
    rng = np.random.default_rng(10 + colours)
    solved = 0
    for _ in range(8):
        made = nonogram_of(*rng.integers(0, colours + 1, (6, 7)).tolist(), colours=colours)
        outcome = solve(made)
        if outcome.status is Status.UNIQUE:
            solved += 1
            state = np.full(made.shape, UNKNOWN, np.int8)
            for step in deductions(made, state, EVERYTHING):
                for cell, colour in step.cells:
                    assert state[cell] == UNKNOWN
                    state[cell] = colour
            assert np.array_equal(state, outcome.picture.cells)
    assert solved


def first_step(row: tuple[int, ...], columns: int) -> Deduction:
    (step,) = deductions(Nonogram((row,), (None,) * columns), board("?" * columns))
    return step


@pytest.mark.parametrize(
    ("row", "columns", "why"),
    [
        ((7,), 10, "fill columns 4-7: wherever the 7 lies, it covers them"),
        ((2, 2), 6, "fill column 2: the first 2 fits only in columns 1-3, so it always covers it"),
        ((2, 4), 8, "fill columns 5-7: the 4 fits only in columns 4-8, so it always covers them"),
        ((5,), 5, "fill columns 1-5: its hint fills the row"),
    ],
)
def test_the_run_and_its_room_are_named(row, columns, why):
    assert first_step(row, columns=columns).why == f"row 1: {why}"


def test_blank_cells_of_several_lines_are_one_step():
    made = nonogram_of("#...#", "#####", "#...#")
    (step,) = deductions(made, board("1???1", "11111", "1???1"), 2)
    assert step.why == "rows 1 and 3 and columns 2-4: all runs are placed: cross out the rest"
    assert (step.axis, step.line) == ("row", 0)
    assert step.also == (("row", 2), ("column", 1), ("column", 2), ("column", 3))
    assert sorted(step.cells) == [((row, col), 0) for row in (0, 2) for col in (1, 2, 3)]


def test_a_hint_can_tell_less():
    step = first_step((7,), columns=10)
    assert weakened(step, "paint") is step
    nudge, rule = weakened(step, "nudge"), weakened(step, "rule")
    assert nudge.why == "look at row 1"
    assert rule.why == "look at row 1: wherever one of its runs lies, it covers some cells"
    for told in (nudge, rule):
        assert (told.axis, told.line, told.cells, told.uses) == ("row", 0, (), ())
