"""Hints and lines set by hand: their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_evidence import line, runs

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text, parse_fix
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Run, StatedRuns

UNKNOWN = CountHint(None, None)


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("r3:2=5", HintPlace("row", 2, 1), CountHint(5)),
        ("c10:1=(4)", HintPlace("column", 9, 0), CountHint(4, True)),
        ("r7:3=?", HintPlace("row", 6, 2), UNKNOWN),
        ("r1:1=0", HintPlace("row", 0, 0), CountHint(0)),
        (" R1:12=(10) ", HintPlace("row", 0, 11), CountHint(10, True)),
        ("r3=2 1 4", line("r", 3), runs(2, 1, 4)),
        (" C10=? ", line("c", 10), StatedRuns(None)),
        ("r1=0", line("r", 1), StatedRuns(())),
        ("r1=2,1", line("r", 1), runs(2, 1)),
        ("c2=2/1 13/2", line("c", 2), StatedRuns((Run(2, 1), Run(13, 2)))),
    ],
)
def test_a_hint_or_a_line_is_read(text, place, hint):
    assert parse_fix(text) == (place, hint)


@pytest.mark.parametrize(
    "text",
    [
        "", "r", "r3", "r3:2", "r3:2=", "3:2=5", "x3:2=5", "r0:2=5", "r3:0=5", "r3:2=-5", "r3:2=5 6",
        "r3:2==5", "r3:2=(5", "r3:2=5)", "r3:2=()", "r3:2=(?)", "r3:2=five", "r3:2=5.0", "r03:2=5",
        "r3:2=12345", "r\u0663:2=5", "r3:2=5\nr1:1=1",
        "r3=", "r3=2 0", "r3=0 0", "r0=1", "r3=2/0", "r3=/", "r3=1 ?", "x3=1", "r3=(2)",
    ],
)  # fmt: skip
def test_malformed_ones_are_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"is not a hint like r3:2=5, c10:1=\(4\)|lengths like 2 1 4"):
        parse_fix(text)


@pytest.mark.parametrize("text", ["r3:2=(0)", "r3:2=(1)"])
def test_less_than_two_cells_are_never_circled(text):
    with pytest.raises(ValueError, match="from 2 on"):
        parse_fix(text)


places = st.builds(HintPlace, st.sampled_from(["row", "column"]), st.integers(0, 998), st.integers(0, 98))
known = st.builds(CountHint, st.integers(2, 9999), st.booleans()) | st.sampled_from(
    [CountHint(0), CountHint(1)]
)

lines = st.builds(line, st.sampled_from("rc"), st.integers(1, 200))
stated = st.none() | st.lists(st.builds(Run, st.integers(1, 99), st.integers(1, 9)), max_size=8).map(tuple)


@given(st.tuples(places, known | st.just(UNKNOWN)) | st.tuples(lines, stated.map(StatedRuns)))
def test_a_written_hint_or_line_is_read_back(fix):
    assert parse_fix(fix_text(*fix)) == fix


@given(places, st.builds(CountHint, st.none() | st.integers(0, 99), st.sampled_from([True, False, None])))
def test_a_partly_unknown_hint_is_written_as_something_readable(place, hint):
    where, what = parse_fix(fix_text(place, hint))
    assert where == place
    assert what.count in (hint.count, None)
    if what.count is not None and what.count > 1:
        assert what.contiguous == hint.contiguous


def test_a_half_known_hint_is_unknown_unless_its_circle_means_nothing():
    assert fix_text(HintPlace("row", 0, 0), CountHint(4, None)) == "r1:1=?"
    assert fix_text(HintPlace("row", 0, 0), CountHint(1, None)) == "r1:1=1"
    assert fix_text(HintPlace("column", 0, 0), CountHint(0, True)) == "c1:1=0"
