"""Puzzles and their solutions, compared with all pictures, and the board that the solver works on."""

import random
from itertools import product
from time import perf_counter

import numpy as np
import pytest
from drawn_nonogram import picture_of
from made_nonograms import all_solutions, nonogram_of, random_nonogram

from drawn.pictures import hints_of
from picrosser.errors import PicrosserError
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.checking import LinePuzzle, violations
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving import solve as solve_module
from picrosser.solving.deduction import Rule
from picrosser.solving.outcome import Difficulty, Status, Step
from picrosser.solving.puzzle_board import board_of, symmetries_of
from picrosser.solving.rules.counts import CountRule
from picrosser.solving.rules.runs import RunRule
from picrosser.solving.sat import MAX_CLAUSES
from picrosser.solving.solve import shared_cells, solve
from picrosser.solving.wording import StepReporter


def puzzle_of(*rows: str, colours: int) -> HungryCat:
    """A puzzle that has this picture as a solution."""
    return hints_of(picture_of(rows, tuple((40 * k, 0, 255 - 40 * k) for k in range(colours + 1))))


def random_puzzle(rng: random.Random, rows: int, columns: int, colours: int, blanks: bool) -> HungryCat:
    first = 0 if blanks else 1
    drawn = ["".join(str(rng.randint(first, colours)) for _ in range(columns)) for _ in range(rows)]
    return puzzle_of(*drawn, colours=colours)


def forget(puzzle: HungryCat, rng: random.Random, share: float) -> HungryCat:
    def line(hints: Line) -> Line:
        return tuple(CountHint(None, None) if rng.random() < share else hint for hint in hints)

    return HungryCat(tuple(map(line, puzzle.rows)), tuple(map(line, puzzle.cols)), puzzle.palette)


@pytest.fixture
def no_propagation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch line propagation off, so that search has to decide everything."""
    monkeypatch.setattr(RunRule, "propagate", lambda _, places: list(places))
    monkeypatch.setattr(CountRule, "propagate", lambda _, places: list(places))


def check_against_all(puzzle: LinePuzzle) -> None:
    truth = all_solutions(puzzle)
    outcome = solve(puzzle, at_most=4)
    found = {solution.lines() for solution in outcome.solutions}
    assert len(found) == len(outcome.solutions) == min(len(truth), 4)
    assert found <= truth
    assert outcome.status is (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(len(truth), 2)]
    if outcome.status is Status.UNIQUE:
        assert outcome.picture.lines() in truth
    if outcome.status is Status.NONE:
        assert outcome.why
        assert outcome.picture is None


@pytest.mark.parametrize("mode", ["whole", "no_propagation"])
def test_small_boards_against_brute_force(mode, request):
    if mode == "no_propagation":
        request.getfixturevalue(mode)
    for seed in range(20):
        rng = random.Random(mode + str(seed))
        rows, columns, colours = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 2)
        check_against_all(random_nonogram(rng, rows, columns, colours))
        puzzle = random_puzzle(rng, rows, columns, colours, seed % 2 == 0)
        check_against_all(puzzle)
        if rows * columns <= 9:
            check_against_all(forget(puzzle, rng, 0.15))


def test_cells_that_all_solutions_share_against_brute_force():
    for seed in range(60):
        rng = random.Random(f"shared{seed}")
        puzzle = random_nonogram(rng, rng.randint(1, 4), rng.randint(1, 4), 1 + seed % 2)
        some = tuple(runs if rng.random() < 0.5 else None for runs in puzzle.cols)
        puzzle = Nonogram(puzzle.rows, some, puzzle.palette)
        truth = list(all_solutions(puzzle))
        shared = shared_cells(puzzle)
        if not truth:
            assert shared is None
            continue
        same = ["".join(here.pop() if len(here) == 1 else "?" for here in map(set, zip(*rows, strict=True)))
                for rows in zip(*truth, strict=True)]  # fmt: skip
        assert list(shared.lines()) == same


def test_every_black_board_of_3_by_3():
    for cells in product(range(2), repeat=9):
        puzzle = nonogram_of(cells[:3], cells[3:6], cells[6:])
        outcome = solve(puzzle, at_most=9)
        assert {solution.lines() for solution in outcome.solutions} == all_solutions(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "ways"),
    {
        "a square": (nonogram_of("##", "##"), 7),
        "a corner": (nonogram_of("##", "#."), 1),
        "a bar with a margin": (nonogram_of("....", ".##.", "...."), 3),
        "a bar at the edge": (nonogram_of("##..", "...."), 3),
        "no way": (nonogram_of("###", "#..", "##."), 0),
        "a pinwheel": (nonogram_of("#.##", "#...", "...#", "##.#"), 3),
        "two colours": (nonogram_of("12", "21", colours=2), 3),
        "Hungry Cat": (puzzle_of("12", "12", colours=2), 1),
        "no cell": (nonogram_of("..", ".."), 0),
    }.values(),
)
def test_ways_to_turn_and_flip_that_leave_the_hints_unchanged(puzzle: LinePuzzle, ways: int):
    found = symmetries_of(puzzle)
    assert len(found) == ways
    for moved in found:
        for solution in solve(puzzle, at_most=100).solutions:
            cells = np.array(solution.rows).ravel()[moved].reshape(puzzle.shape)
            assert violations(puzzle, Picture(cells, puzzle.palette)) == ()


def test_solutions_of_mirrored_hints_are_found_by_a_quarter_of_the_cells(shared):
    """Of both, 20 s found nothing before."""
    quarter = (np.random.default_rng(3).random((15, 15)) < 0.4).astype(int)
    half = np.concatenate([quarter, quarter[::-1]])
    puzzle = nonogram_of(*np.concatenate([half, half[:, ::-1]], axis=1).tolist())
    assert solve(puzzle, max_conflicts=500).status is Status.SEVERAL
    knotty = load_puzzle(shared / "puzzles" / "nonograms" / "knotty.json").puzzle
    assert solve(knotty, max_conflicts=20_000).status is Status.SEVERAL


def test_probing_solves_what_lines_do_not(shared):
    outcome = solve(load_puzzle(shared / "puzzles" / "nonograms" / "00023-Edge.json").puzzle)
    assert (outcome.status, outcome.difficulty) == (Status.UNIQUE, Difficulty.PROBE)
    assert outcome.decisions > 0


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Nonogram(((2, 2), ()), ((1,),) * 4), "row 1: the runs 2 2 need 5 cells, it has 4"),
        (
            HungryCat(((1,), (1,)), ((1,), (0,)), ((255, 255, 255), (0, 0, 0))),
            "colour 1: the rows add up to 2, the columns to 1",
        ),
    ],
)
def test_hints_that_contradict_each_other_are_reported_without_solving(puzzle, why):
    outcome = solve(puzzle)
    assert (outcome.status, outcome.passes) == (Status.NONE, 0)
    assert outcome.why.startswith(why)


def test_two_solutions_are_reported_with_their_differing_cells():
    outcome = solve(puzzle_of("123", "213", "333", colours=3))
    assert (outcome.status, outcome.difficulty) == (Status.SEVERAL, Difficulty.SEARCH)
    assert outcome.picture.lines() == ("??3", "??3", "333")
    assert outcome.differing == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert {s.lines() for s in outcome.solutions} == {("123", "213", "333"), ("213", "123", "333")}


@pytest.mark.usefixtures("no_propagation")
def test_only_search_sees_that_there_is_no_solution():
    a, b = CountHint(2, True), CountHint(2, False)
    palette = ((255, 255, 255), (0, 0, 0))
    outcome = solve(HungryCat(((b,), (a,), (b,)), ((a,), (a,), (a,)), palette))
    assert outcome.status is Status.NONE
    assert "search proved" in outcome.why


def hard_puzzle() -> Nonogram:
    return nonogram_of(*(np.random.default_rng(1).random((30, 30)) < 0.4).astype(int).tolist())


@pytest.mark.parametrize(
    ("limits", "max_clauses", "limit"),
    [
        ({"max_conflicts": 600}, MAX_CLAUSES, "limit of 600 conflicts"),
        ({}, 200, "limit of 200 clauses"),  # of a board that needs more memory than there may be
        ({"time_limit_s": 0.2}, MAX_CLAUSES, "time limit"),
    ],
)
def test_a_limit_ends_in_an_outcome(monkeypatch, limits, max_clauses, limit):
    monkeypatch.setattr(solve_module, "MAX_CLAUSES", max_clauses)
    started = perf_counter()
    outcome = solve(hard_puzzle(), **limits)
    assert (outcome.status, outcome.picture.shape) == (Status.GAVE_UP, (30, 30))
    assert outcome.why == f"the {limit} was reached while searching"
    assert outcome.effort == outcome.passes + outcome.decisions > limits.get("max_conflicts", 0)
    assert perf_counter() - started < 5 or "time_limit_s" not in limits  # generous: only a hang must fail


@pytest.mark.parametrize("colours", [1, 3])
def test_steps_replay_the_solution_of_a_nonogram(colours):
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


def test_the_referee_has_the_last_word(monkeypatch):
    puzzle = puzzle_of("11", "12", colours=2)
    wrong = violations(puzzle, Picture([[1, 1], [1, 1]], puzzle.palette))
    monkeypatch.setattr(solve_module, "violations", lambda *_: wrong)
    with pytest.raises(PicrosserError, match="breaks a rule"):
        solve(puzzle)


def test_asking_for_a_single_solution_is_refused():
    with pytest.raises(ValueError, match="at_most"):
        solve(puzzle_of("1", colours=1), at_most=1)


def test_given_cells_decide_others_and_are_not_reported():
    puzzle, steps = puzzle_of("123", "213", "333", colours=3), list[Step]()
    board = board_of(puzzle, [[UNKNOWN, 1, UNKNOWN], *[[UNKNOWN] * 3] * 2])
    StepReporter(puzzle, board, steps.append)
    board.run()
    assert board.impossible_line is None
    found = [colours.bit_length() - 1 for _, colours in sorted(board.candidates().items())]
    assert found == [2, 1, 3, 1, 2, 3, 3, 3, 3]
    assert board.is_solved()
    reported = sorted(cell for step in steps for cell, _ in step.cells)
    assert reported == [cell for cell in np.ndindex(3, 3) if cell != (0, 1)]
