"""How counts and circles become hints, which of them are doubts, and hints set by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_evidence import all_places, column, looked, made_evidence, puzzle_of, row

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.reading.hungry_cat.assemble import Reading, with_fixes

PUZZLE = puzzle_of("11112", "11122", "12122", "22222")  # not square: a 4 fills a column only
FULL_ROW, FULL_COLUMN, EMPTY = row(3, 1), column(4, 1), row(3, 0)
RUN, ONE, SCATTERED = row(0, 0), row(0, 1), row(2, 0)
UNKNOWN = CountHint(None, None)


def assembled(**planted: object) -> Reading:
    return looked(PUZZLE, made_evidence(PUZZLE, **planted))


def hint_at(reading: Reading, place: HintPlace) -> CountHint:
    lines = reading.puzzle.rows if place.axis == "row" else reading.puzzle.cols
    return lines[place.line][place.slot]


def only_doubt(reading: Reading) -> Doubt:
    (doubt,) = reading.doubts
    return doubt


def test_a_clean_reading_is_the_puzzle_without_doubts():
    reading = assembled()
    assert reading.puzzle == PUZZLE
    assert reading.doubts == ()
    assert reading.lattice.shape == PUZZLE.shape
    assert [hint.place for hint in reading.evidence.hints] == all_places(PUZZLE)


@pytest.mark.parametrize("odds", [-30.0, 0.0, 0.5])
def test_a_full_line_is_one_run_whatever_its_circle(odds):
    reading = assembled(circled={FULL_ROW: odds, FULL_COLUMN: odds})
    assert hint_at(reading, FULL_ROW) == CountHint(5, True)
    assert hint_at(reading, FULL_COLUMN) == CountHint(4, True)
    assert reading.doubts == ()
    assert hint_at(assembled(circled={RUN: -30.0}), RUN) == CountHint(4, False)  # a row has 5 cells


@pytest.mark.parametrize("odds", [SURE_CIRCLE - 0.01, 0.0, 0.01 - SURE_CIRCLE])
@pytest.mark.parametrize("place", [RUN, SCATTERED])
def test_an_undecided_circle_is_left_open(place, odds):
    count = 4 if place is RUN else 2
    reading = assembled(circled={place: odds})
    doubt = only_doubt(reading)
    assert hint_at(reading, place) == CountHint(count, None)
    assert (doubt.place, doubt.read) == (place, CountHint(count, None))
    assert set(doubt.alternatives) == {CountHint(count, True), CountHint(count, False)}
    assert "unclear" in doubt.why


def test_a_decided_circle_is_no_doubt_nor_is_an_undecided_1():
    assert assembled(circled={RUN: SURE_CIRCLE, SCATTERED: -SURE_CIRCLE, ONE: 0.0}).doubts == ()


@pytest.mark.parametrize(
    ("place", "count", "words"), [(ONE, 1, "circled 1"), (EMPTY, 0, "circle without a number")]
)
def test_a_circle_that_makes_no_sense_is_a_doubt(place, count, words):
    reading = assembled(circled={place: 30.0})
    doubt = only_doubt(reading)
    assert reading.puzzle == PUZZLE
    assert (doubt.place, doubt.read) == (place, CountHint(count, False))
    assert words in doubt.why
    assert doubt.alternatives == ()  # the number was misread, and nobody knows what it is


@pytest.mark.parametrize(
    ("planted", "count", "other"),
    [
        ({"seen": {RUN: 7}, "shapes": {RUN: {7: 0.0, 9: -1.0, 3: -2.0}}}, 7, 9),
        ({"cuts": {RUN: [(14, 0.0), (4, -0.5)]}}, 14, 4),
    ],
)
def test_a_line_that_does_not_add_up_and_its_least_certain_number_are_doubts(planted, count, other):
    line, number = assembled(**planted).doubts
    assert (line.place, line.read) == (replace(RUN, slot=-1), None)
    assert f"add up to {count + 1}" in line.why
    assert (number.place, number.read) == (RUN, CountHint(count, True))
    assert number.alternatives == (CountHint(other, True),)


def test_a_hidden_hint_is_unknown_and_a_doubt():
    reading = assembled(hidden={RUN, column(0, 0)})
    assert (hint_at(reading, RUN), hint_at(reading, column(0, 0))) == (UNKNOWN, UNKNOWN)
    assert [(doubt.place, doubt.read) for doubt in reading.doubts] == [(RUN, None), (column(0, 0), None)]
    assert all("covers it" in doubt.why for doubt in reading.doubts)
    assert reading.puzzle.full


def test_hints_set_by_hand_are_taken_without_doubt():
    reading = assembled(seen={RUN: 7}, circled={SCATTERED: 0.0}, hidden={column(0, 0)})
    assert len(reading.doubts) >= 4
    fixes = {RUN: CountHint(4, True), SCATTERED: CountHint(2, False), column(0, 0): CountHint(3, True)}
    mended = with_fixes(reading, fixes)
    assert (mended.puzzle, mended.doubts) == (replace(PUZZLE, full=False), ())
    assert mended.lattice == reading.lattice


@pytest.mark.parametrize(
    ("place", "count", "words"),
    [
        *((place, 1, "no hint at .*4 rows, 5 columns and 2 colours") for place in (row(4, 0), column(0, 9))),
        (row(0, 0), 6, "cannot be 6.* has 5 cells"),
        (column(0, 0), 5, "cannot be 5.* has 4 cells"),
    ],
)
def test_a_hint_that_the_board_does_not_have_or_that_is_too_long_is_refused(place, count, words):
    with pytest.raises(FixRefusedError, match=words):
        with_fixes(assembled(), {place: CountHint(count)})
