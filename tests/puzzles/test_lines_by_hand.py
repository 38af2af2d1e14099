"""A nonogram's lines set by hand: their text, and what they make of the evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.fix import fix_text, parse_fix
from picrosser.puzzles.lines_by_hand import with_lines
from picrosser.puzzles.nonogram import Run
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.puzzles.stated_runs import StatedRuns
from picrosser.repairing.runs import settle_runs
from picrosser.solving.outcome import Status

BLANK = LineEvidence((), (), ())


def line(axis: str, number: int) -> HintPlace:
    return HintPlace("row" if axis == "r" else "column", number - 1, -1)


def nothing_seen(rows: int, cols: int, colours: int = 1) -> NonogramEvidence:
    palette = ((255, 255, 255), (0, 0, 0), (200, 0, 0))[: colours + 1]
    return NonogramEvidence((BLANK,) * rows, (BLANK,) * cols, (), palette)


def runs(*lengths: int) -> StatedRuns:
    return StatedRuns(tuple(map(Run, lengths)))


@pytest.mark.parametrize(
    ("text", "place", "stated"),
    [
        ("r3=2 1 4", line("r", 3), runs(2, 1, 4)),
        (" C10=? ", line("c", 10), StatedRuns(None)),
        ("r1=0", line("r", 1), StatedRuns(())),
        ("r1=2,1", line("r", 1), runs(2, 1)),
        ("c2=2/1 13/2", line("c", 2), StatedRuns((Run(2, 1), Run(13, 2)))),
    ],
)
def test_the_text_of_a_line(text: str, place: HintPlace, stated: StatedRuns) -> None:
    assert parse_fix(text) == (place, stated)


@pytest.mark.parametrize(
    "text", ["r3=", "r3=2 0", "r3=0 0", "r0=1", "r3=2/0", "r3=/", "r3=1 ?", "x3=1", "r3=(2)"]
)
def test_no_lines(text: str) -> None:
    with pytest.raises(ValueError, match="like"):
        parse_fix(text)


@given(
    st.sampled_from("rc"),
    st.integers(1, 200),
    st.none() | st.lists(st.builds(Run, st.integers(1, 99), st.integers(1, 9)), max_size=8).map(tuple),
)
def test_the_text_is_read_back(axis: str, number: int, stated: tuple[Run, ...] | None) -> None:
    place = line(axis, number)
    assert parse_fix(fix_text(place, StatedRuns(stated))) == (place, StatedRuns(stated))


def test_a_puzzle_that_is_stated_as_a_whole_is_read_as_it_is() -> None:
    rows = [(1, 10), (), (12,)]
    cols = [(1, 1), *[(1,)] * 1, *[(1, 1)] * 10]
    fixes = {line("r", n): runs(*lengths) for n, lengths in enumerate(rows, 1)}
    fixes |= {line("c", n): runs(*lengths) for n, lengths in enumerate(cols, 1)}
    settled = settle_runs(with_lines(nothing_seen(3, 12), fixes))
    assert settled.doubts == ()
    assert settled.puzzle is not None
    assert settled.puzzle.rows == tuple(runs(*lengths).runs for lengths in rows)
    assert settled.puzzle.cols == tuple(runs(*lengths).runs for lengths in cols)


def test_a_line_that_nobody_can_tell_is_solved_without() -> None:
    fixes = {line("r", 1): runs(2), line("r", 2): StatedRuns(None), line("r", 3): runs(1)}
    fixes |= {line("c", 1): runs(3), line("c", 2): runs(1), line("c", 3): runs(1)}
    settled = settle_runs(with_lines(nothing_seen(3, 3), fixes))
    assert settled.doubts == ()
    assert settled.outcome is not None
    assert settled.outcome.status is Status.UNIQUE
    assert settled.outcome.solutions[0].lines() == ("110", "101", "100")
    assert settled.puzzle is not None
    assert settled.puzzle.rows[1] is None


def test_colours_by_hand() -> None:
    stated = StatedRuns((Run(2, 2), Run(1, 1)))
    evidence = with_lines(nothing_seen(1, 3, colours=2), {line("r", 1): stated})
    assert evidence.rows[0].colours == (2, 1)
    assert [join.decided for join in evidence.rows[0].joins] == [False]


@pytest.mark.parametrize(
    ("place", "stated", "words"),
    [
        (line("r", 4), runs(1), "there is no row 4"),
        (line("c", 5), runs(1), "there is no column 5"),
        (line("r", 1), runs(2, 2), "row 1 cannot be 2 2; the row has 4 cells"),
        (line("c", 1), runs(4), "the column has 3 cells"),
        (line("r", 1), StatedRuns((Run(1, 2),)), "the board has one colour"),
    ],
)
def test_what_the_board_has_no_place_for(place: HintPlace, stated: StatedRuns, words: str) -> None:
    with pytest.raises(FixRefusedError, match=words):
        with_lines(nothing_seen(3, 4), {place: stated})
