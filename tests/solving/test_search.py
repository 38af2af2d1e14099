from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest
from made_nonograms import nonogram_of

from picrosser.solving.engines import AlternatingEngine, Clock, OutOfTimeError, PysatEngine, Z3Engine
from picrosser.solving.puzzle_board import board_of
from picrosser.solving.search import End, Search, encode

ENGINES = pytest.mark.parametrize("engine", [PysatEngine, Z3Engine, AlternatingEngine])
DIAGONAL = nonogram_of("#..", ".#.", "..#")  # six solutions


def board():
    made = board_of(DIAGONAL)
    made.run()
    return made


@ENGINES
def test_every_solution_is_found_once(engine):
    found = Search(board(), engine=engine)
    solutions = [tuple(cells[cell] for cell in range(9)) for cells in found.solutions()]
    assert len(solutions) == len(set(solutions)) == 6
    assert found.end is End.NO_MORE
    assert found.decisions > 0


@ENGINES
def test_a_passed_deadline_ends_the_search(engine):
    found = Search(board(), perf_counter() - 1, engine)
    assert list(found.solutions()) == []
    assert found.end is End.OUT_OF_TIME


def test_alternating_engines_miss_no_solution(monkeypatch):
    turns: list[str] = []
    for engine in (PysatEngine, Z3Engine):

        def decide(self, _max_conflicts=None, own=engine.decide, name=engine.__name__):
            turns.append(name)
            # Every other turn ends without an answer, as if its conflicts were used up.
            return None if len(turns) % 2 else own(self)

        monkeypatch.setattr(engine, "decide", decide)
    solutions = [tuple(cells.values()) for cells in Search(board(), engine=AlternatingEngine).solutions()]
    assert len(solutions) == len(set(solutions)) == 6
    assert set(turns) == {"PysatEngine", "Z3Engine"}


@pytest.mark.parametrize("engine", [PysatEngine, Z3Engine])
def test_conflicts_can_be_limited(engine):
    rng = np.random.default_rng(1)
    hard = board_of(nonogram_of(*(rng.random((30, 30)) < 0.4).astype(int).tolist()))
    hard.run()
    made = engine(encode(hard, lambda: None), Clock(None))
    assert made.decide(500) is None
    assert made.decisions > 0


@ENGINES
def test_conflicts_of_a_whole_search_can_be_limited(engine):
    rng = np.random.default_rng(1)
    hard = board_of(nonogram_of(*(rng.random((30, 30)) < 0.4).astype(int).tolist()))
    hard.run()
    found = Search(hard, engine=engine, max_conflicts=700)
    assert list(found.solutions()) == []
    assert found.end is End.OUT_OF_WORK
    assert found.decisions > 0


@ENGINES
def test_enough_conflicts_change_nothing(engine):
    found = Search(board(), engine=engine, max_conflicts=700)
    assert len(list(found.solutions())) == 6
    assert found.end is End.NO_MORE


def test_a_clock_without_a_deadline_never_runs_out():
    Clock(None).check(1e9)
    with pytest.raises(OutOfTimeError):
        Clock(perf_counter() + 1).check(needed_s=2)
