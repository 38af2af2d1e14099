"""What becomes of counts and circles, and what of it is a doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from made_stages import all_hints, made_digits, puzzle_of

from picrosser.pixels import Lattice
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.reading.assemble import SURE_CIRCLE, Reading, assemble_puzzle
from picrosser.reading.circles import CirclesFound
from picrosser.reading.combs import Comb
from picrosser.reading.grid import GridFound
from picrosser.reading.guess import Guess
from picrosser.reading.palette import PaletteFound
from picrosser.reading.sums import add_up

PUZZLE = puzzle_of("11112", "11122", "12122", "22222")  # not square: a 4 fills a column only
FULL_ROW, FULL_COLUMN, EMPTY = HintPlace("row", 3, 1), HintPlace("column", 4, 1), HintPlace("row", 3, 0)
RUN, ONE, SCATTERED = HintPlace("row", 0, 0), HintPlace("row", 0, 1), HintPlace("row", 2, 0)
NO_VOTES: Mapping[HintPlace, tuple[bool, float]] = MappingProxyType({})
LATTICE = Lattice((0, 10, 20, 30, 40), (50, 60, 70, 80, 90, 100))


def assembled(votes: Mapping[HintPlace, tuple[bool, float]] = NO_VOTES, **planted: dict) -> Reading:
    """The reading of PUZZLE with some circles decided otherwise: place -> (circled, confidence)."""
    hints, numbers, digits = made_digits(PUZZLE, **planted)
    truth = {
        place: (bool(hint.contiguous), 0.9)
        for place, hint in zip(hints.places, all_hints(PUZZLE), strict=True)
    }
    count = len(hints.places)
    none = np.zeros(count, np.float32)
    circled = tuple(Guess(*{**truth, **votes}[place]) for place in hints.places)
    occupied = np.zeros(count, bool)
    occupied[numbers.hints] = True
    comb = Comb(0, 10, 5, 1)
    return assemble_puzzle(
        GridFound(LATTICE, 10.0, (1,) * 5, (1,) * 6, (comb, comb), 1.0),
        hints,
        CirclesFound(circled, none, none, np.zeros((count, 3), np.float32), 0.0, (0, 0), 0.0),
        PaletteFound(PUZZLE.palette[1:], (1, 1), PUZZLE.palette[0], 1.0, np.zeros((count, 1, 1)), occupied),
        numbers,
        digits,
        add_up(hints, numbers, digits),
    )


def only_doubt(reading: Reading) -> Doubt:
    (doubt,) = reading.doubts
    return doubt


def test_a_clean_reading_is_the_puzzle_without_doubts():
    reading = assembled()
    assert reading.puzzle == PUZZLE
    assert (reading.doubts, reading.corrections, reading.lattice) == ((), (), LATTICE)


@pytest.mark.parametrize("vote", [(False, 1.0), (False, 0.0), (True, 0.0)])
def test_a_full_line_is_one_run_whatever_its_circle(vote):
    reading = assembled({FULL_ROW: vote, FULL_COLUMN: vote})
    assert reading.puzzle.rows[3][1] == CountHint(5, True)
    assert reading.puzzle.cols[4][1] == CountHint(4, True)
    assert reading.doubts == ()


def test_only_the_length_of_its_own_line_makes_a_count_full():
    assert assembled({RUN: (False, 0.9)}).puzzle.rows[0][0] == CountHint(4, False)


@pytest.mark.parametrize(("place", "circled"), [(RUN, True), (RUN, False), (SCATTERED, False)])
def test_an_undecided_circle_may_be_the_other_way(place, circled):
    count = 4 if place is RUN else 2
    doubt = only_doubt(assembled({place: (circled, SURE_CIRCLE - 0.01)}))
    assert (doubt.place, doubt.read) == (place, CountHint(count, circled))
    assert doubt.alternatives == (CountHint(count, not circled),)
    assert "cannot be told" in doubt.why


def test_a_decided_circle_is_no_doubt():
    assert assembled({RUN: (True, SURE_CIRCLE), SCATTERED: (False, SURE_CIRCLE)}).doubts == ()


def test_an_undecided_1_is_no_doubt():
    assert assembled({ONE: (False, 0.0)}).doubts == ()


def test_a_circled_1_is_a_doubt_and_counts_as_1():
    reading = assembled({ONE: (True, 0.9)})
    doubt = only_doubt(reading)
    assert reading.puzzle == PUZZLE
    assert (doubt.place, doubt.read) == (ONE, CountHint(1, False))
    assert "circled 1" in doubt.why
    assert doubt.alternatives == ()  # another number, which nobody knows


def test_a_circle_without_a_number_is_a_doubt():
    doubt = only_doubt(assembled({EMPTY: (True, 0.9)}))
    assert (doubt.place, doubt.read) == (EMPTY, CountHint(0, False))
    assert "without a number" in doubt.why


@pytest.mark.parametrize("place", [ONE, EMPTY])
def test_an_alternative_differs_from_what_was_read(place):
    doubt = only_doubt(assembled({place: (True, 0.9)}))
    assert doubt.read not in doubt.alternatives


def test_a_line_that_does_not_add_up_and_its_least_sure_number_are_doubts():
    reading = assembled(misread={RUN: 7}, others={RUN: (9, 3)})
    line, number = reading.doubts
    assert (line.place, line.read) == (replace(RUN, slot=-1), None)
    assert "add up to 8" in line.why
    assert (number.place, number.read) == (RUN, CountHint(7, True))
    assert number.alternatives == (CountHint(9, True), CountHint(3, True))


def test_a_correction_is_told_and_no_doubt():
    reading = assembled(misread={RUN: 7}, others={RUN: (4,)})
    assert reading.puzzle == PUZZLE
    assert reading.doubts == ()
    assert reading.corrections == ("7 is 4 (1 times): only so do all lines add up",)
