"""Both SAT solvers find each solution once, within their limits, and take turns."""

from collections.abc import Callable

import pytest
from made_nonograms import nonogram_of
from test_solve import hard_puzzle

from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.board import Board
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.sat import Z3, Glucose, Limits, StoppedError, TakingTurns
from picrosser.solving.solve import Search

SIX_WAYS = nonogram_of("#..", ".#.", "..#")


def board(puzzle=SIX_WAYS) -> Board:
    made = board_of(puzzle)
    made.run()
    return made


def turn_of(solver: type[Glucose] | type[Z3], turns: list[str]) -> Callable[..., bool | None]:
    """Every other turn of a solver ends without an answer, as if its conflicts were used up."""
    decide = solver.decide

    def decide_in_turn(self: Glucose | Z3, conflicts: int = 500) -> bool | None:
        turns.append(solver.__name__)
        return None if len(turns) % 2 else decide(self, conflicts)  # type: ignore[arg-type]

    return decide_in_turn


def test_every_solution_is_found_once_whoever_has_the_turn(monkeypatch):
    turns: list[str] = []
    for solver in (Glucose, Z3):
        monkeypatch.setattr(solver, "decide", turn_of(solver, turns))
    search = Search(SIX_WAYS, board())
    solutions = [tuple(cells[cell] for cell in range(9)) for cells in search.solutions()]
    assert len(solutions) == len(set(solutions)) == 6
    assert search.limit == ""
    assert search.decisions > 0
    assert set(turns) == {"Glucose", "Z3"}


@pytest.mark.parametrize("solver", [Glucose, Z3])
def test_conflicts_of_a_turn_and_of_a_search_are_limited(solver):
    stated = Search(hard_puzzle(), board(hard_puzzle()))._encoded()[1]
    made = solver(stated, Limits(NO_DEADLINE, None))
    spent = []
    for _ in range(2):
        assert made.decide(500) is None
        spent.append(made._conflicts)
    assert 500 <= spent[0] < 900 < 1000 <= spent[1] < 1400  # python-sat's engines count budgets in three ways
    assert made.decisions > 0
    made = solver(stated, Limits(NO_DEADLINE, 700))
    with pytest.raises(StoppedError) as stopped:
        [made.decide(500) for _ in range(3)]
    assert stopped.value.args == ("limit of 700 conflicts",)


@pytest.mark.parametrize("solver", [Glucose, Z3, TakingTurns])
def test_a_passed_deadline_ends_the_search(solver):
    stated = Search(SIX_WAYS, board())._encoded()[1]
    with pytest.raises(StoppedError) as stopped:
        solver(stated, Limits(Deadline.after(-1), None))
    assert stopped.value.args == ("time limit",)
    assert not list(Search(SIX_WAYS, board(), Deadline.after(-1)).solutions())


def test_limits_without_a_deadline_never_run_out():
    Limits(NO_DEADLINE, None).check(1e9)
    with pytest.raises(StoppedError):
        Limits(Deadline.after(1), None).check(needed_s=2)
