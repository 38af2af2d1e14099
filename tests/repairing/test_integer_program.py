"""The integer program: the likeliest readings that add up."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.optimize
from made_evidence import column, made_evidence, puzzle_of, row
from sweeps import sweep

from drawn.pictures import hints_of, random_cells
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.picture import Picture
from picrosser.repairing.integer_program import Fit, IntegerProgram

STRIPES = ["11112", "11122", "12122", "33332"]
PUZZLE = puzzle_of(*STRIPES)
TWELVE = puzzle_of("111111111122", *["121212121212", "212121212121"] * 5, "121212121212")


def counts_of(puzzle: HungryCat) -> list[int]:
    return [hint.count or 0 for hint in all_hints(puzzle)]


def random_puzzle(seed: int, rows: int = 6, cols: int = 7, colours: int = 3) -> HungryCat:
    cells = random_cells(np.random.default_rng(seed), rows, cols, colours)
    return hints_of(Picture(cells, tuple((tone, 0, 0) for tone in range(colours + 1))))


def fits(evidence: Evidence, most: int) -> list[Fit]:
    """The first fits, likeliest first."""
    program, found = IntegerProgram(evidence), []
    while len(found) < most and (fit := program.best(np.inf)) is not None:
        found.append(fit)
        program.forbid(fit)
    return found


def best(evidence: Evidence) -> list[int]:
    (fit,) = fits(evidence, 1)
    return fit.counts.tolist()


def adds_up(evidence: Evidence, counts: list[int]) -> bool:
    table = np.array(counts).reshape(-1, evidence.colours)
    rows, cols = table[: evidence.rows], table[evidence.rows :]
    return (
        set(rows.sum(axis=1)) == {evidence.cols}
        and set(cols.sum(axis=1)) == {evidence.rows}
        and rows.sum(axis=0).tolist() == cols.sum(axis=0).tolist()
    )


def set_by_hand(evidence: Evidence, place, hint: CountHint) -> Evidence:
    return evidence.with_hint(replace(evidence.hints[evidence.index(place)], fixed=hint))


def test_equal_numbers_cut_wrongly_are_all_recut_for_the_cost_of_one():
    tens = [row(0, 0)]
    evidence = made_evidence(TWELVE, cuts={tens[0]: [(1, 0.0), (10, -3.0)]})
    assert best(evidence) == counts_of(TWELVE)
    puzzle = puzzle_of("1" * 10 + "22", "1" * 10 + "22", *["12" * 6, "21" * 6] * 5)
    cuts = {place: [(1, 0.0), (10, -3.0)] for place in (row(0, 0), row(1, 0))}
    (fit,) = fits(made_evidence(puzzle, cuts=cuts), 1)
    assert fit.counts.tolist() == counts_of(puzzle)
    assert fit.cost < 6  # of one decision, not of two


def test_a_hint_set_by_hand_is_never_changed():
    misread = made_evidence(PUZZLE, seen={row(0, 0): 1, column(0, 0): 1})
    fixed = set_by_hand(misread, row(0, 0), CountHint(4, True))
    assert best(fixed) == counts_of(PUZZLE)
    wrong = set_by_hand(misread, row(0, 0), CountHint(3, True))
    for fit in fits(wrong, 3):
        assert fit.counts[0] == 3
        assert adds_up(wrong, fit.counts.tolist())


def test_a_hint_set_to_unknown_is_free():
    unknown = set_by_hand(made_evidence(PUZZLE, seen={row(0, 0): 1}), row(0, 0), CountHint(None, None))
    (fit,) = fits(unknown, 1)
    assert fit.counts.tolist() == counts_of(PUZZLE)
    assert fit.cost == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seed", sweep(range(2), quick=[0]))
def test_the_next_best_fit_is_the_one_that_comes_next_among_all(seed):
    evidence = made_evidence(random_puzzle(seed), hidden={row(0, 0), row(2, 1), row(3, 0), row(4, 2)})
    first, second, third, fourth = fits(evidence, 4)
    program = IntegerProgram(evidence)
    program.forbid(first)
    assert program.next_best(first, second.cost - 0.1) is None
    found = program.next_best(first, second.cost + 0.1)
    assert found.cost == pytest.approx(second.cost)
    program.forbid(found)
    found = program.next_best(first, fourth.cost + 0.1)
    assert found.cost == pytest.approx(third.cost)
    assert found.counts.tolist() not in (first.counts.tolist(), second.counts.tolist())


def test_a_forbidden_fit_does_not_return_with_other_hidden_hints():
    evidence = made_evidence(puzzle_of("12", "21"), hidden={row(0, 0), row(0, 1), row(1, 0), row(1, 1)})
    found = fits(evidence, 3)
    visible = [tuple(fit.counts.tolist()[4:]) for fit in found]
    assert len(set(visible)) == len(visible)


@pytest.mark.parametrize("seed", range(3))
def test_shapes_that_no_template_knows_are_deciphered_by_the_sums(seed):
    puzzle = random_puzzle(seed, 8, 9, 3)
    nobody = tuple((0.0,) * 10 for _ in range(10))
    (fit,) = fits(replace(made_evidence(puzzle), shapes=nobody), 1)
    assert fit.counts.tolist() == counts_of(puzzle)


def test_running_out_of_time_raises_timeout_error(monkeypatch):
    late = SimpleNamespace(status=1, message="the time is up")
    monkeypatch.setattr(scipy.optimize, "milp", lambda *_, **__: late)
    with pytest.raises(TimeoutError, match="the time is up"):
        IntegerProgram(made_evidence(PUZZLE)).best(100)
