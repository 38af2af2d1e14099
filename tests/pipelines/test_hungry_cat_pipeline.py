"""From a screenshot to what became of it; the stages before are played by made readings."""

import numpy as np
import pytest
from made_evidence import CORNER, CORNER_HINTS, column, looked, made_evidence, puzzle_of, row

import picrosser
from picrosser.errors import ExitCode
from picrosser.pipelines.hungry_cat import HungryCatSolved, solve_reading
from picrosser.pipelines.stages import StageClock, StageListener, ignore
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.repairing.counts_repaired import CountsRepaired, Reason
from picrosser.solving.outcome import Outcome

IMAGE = np.zeros((4, 4, 3), np.uint8)
PUZZLE = puzzle_of("11112", "11122", "12122", "33332")


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch):
    """Make every screenshot show this."""

    def _shows(puzzle: HungryCat, **planted: object) -> None:
        reading = looked(puzzle, made_evidence(puzzle, **planted))
        monkeypatch.setattr("picrosser.reading.hungry_cat.read.read_screenshot", lambda *_, **__: reading)

    return _shows


def solved_from(reading: Reading, on_stage: StageListener = ignore) -> HungryCatSolved:
    clock = StageClock(on_stage)
    clock(reading)
    return solve_reading(IMAGE, reading, clock)


def test_a_clear_screenshot_is_solved():
    reading = looked(PUZZLE, made_evidence(PUZZLE))
    stages: list[object] = []
    solved = solved_from(reading, stages.append)
    assert solved.exit_code is ExitCode.OK
    assert (solved.reading.puzzle, solved.reading.lattice) == (PUZZLE, reading.lattice)
    assert solved.changes == ()
    assert [type(stage) for stage in stages] == [Reading, CountsRepaired, Outcome]
    assert stages[1] is solved.settled
    assert stages[2] is solved.outcome
    assert list(solved.seconds) == ["assemble", "solve"]
    assert solved.verdict.startswith("5 x 4, 3 colours, the only solution")


def test_the_reading_that_is_returned_is_the_repaired_one():
    before = looked(PUZZLE, made_evidence(PUZZLE, hidden={row(0, 0)}, seen={column(1, 0): 7}))
    solved = solved_from(before)
    assert before.puzzle != PUZZLE
    assert solved.reading.puzzle == PUZZLE
    assert (solved.reading.doubts, solved.exit_code) == ((), ExitCode.OK)
    assert solved.reading.evidence is before.evidence
    assert [change.reason for change in solved.changes] == [Reason.HIDDEN, Reason.SUMS]


def test_read_returns_it_too(shows):
    shows(PUZZLE, hidden={row(0, 0)}, seen={column(1, 0): 7})
    assert picrosser.read(IMAGE, "hungry-cat").puzzle == PUZZLE
    shows(CORNER, hidden=CORNER_HINTS)
    assert {doubt.place for doubt in picrosser.read(IMAGE, "hungry-cat").doubts} == CORNER_HINTS


def test_the_clock_adds_up_stages_that_come_twice():
    heard: list[object] = []
    clock = StageClock(heard.append)
    for result in (object(), object(), 3):
        clock(result)
    assert list(clock.seconds) == ["object", "int"]
    assert len(heard) == 3
    assert all(seconds >= 0 for seconds in clock.seconds.values())
