from __future__ import annotations

from time import perf_counter

import pytest
from made_nonograms import nonogram_of

from picrosser.solving import search
from picrosser.solving.native_engine import NativeEngine
from picrosser.solving.puzzle_lines import board_of
from picrosser.solving.search import Clock, End, OutOfTimeError, Search
from picrosser.solving.z3_engine import Z3Engine

ENGINES = pytest.mark.parametrize("engine", [NativeEngine, Z3Engine])
DIAGONAL = nonogram_of("#..", ".#.", "..#")  # six solutions


def board():
    made = board_of(DIAGONAL)
    made.run()
    return made


@ENGINES
def test_every_solution_comes_once(engine):
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


def test_z3_takes_over_where_python_sat_is_missing(monkeypatch):
    monkeypatch.setattr(search, "find_spec", lambda _: None)
    monkeypatch.setattr("picrosser.solving.native_engine.NativeEngine.__init__", None)  # must not be made
    assert len(list(Search(board()).solutions())) == 6


def test_a_clock_without_a_deadline_never_rings():
    Clock(None).check(1e9)
    with pytest.raises(OutOfTimeError):
        Clock(perf_counter() + 1).check(needed_s=2)
