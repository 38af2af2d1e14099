"""Planted errors: corrected if exactly one correction fits, reported otherwise."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from made_stages import all_hints, made_digits, puzzle_of

from picrosser.pixels import load_image
from picrosser.puzzles.doubt import HintPlace
from picrosser.reading.digits import DigitsFound
from picrosser.reading.guess import Guess
from picrosser.reading.hints import HintsFound
from picrosser.reading.read import read_screenshot
from picrosser.reading.segment import NumbersFound
from picrosser.reading.sums import add_up

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
CHECKED = puzzle_of("1212", "2121", "1212", "2121")  # every hint is 2


def row(line: int, slot: int) -> HintPlace:
    return HintPlace("row", line, slot)


def true_counts(puzzle) -> list[int]:
    return [hint.count for hint in all_hints(puzzle)]


@cache
def captured() -> tuple[HintsFound, NumbersFound, DigitsFound, list[int]]:
    """What a reading found before the sums, and the counts it ended with."""
    stages: dict[type, object] = {}
    read = read_screenshot(load_image(FIXTURE), lambda stage: stages.setdefault(type(stage), stage))
    found = [stages[kind] for kind in (HintsFound, NumbersFound, DigitsFound)]
    return *found, true_counts(read.puzzle)


def with_group_misread(digits: DigitsFound, group: int, wrong: int, others: tuple[int, ...]) -> DigitsFound:
    """All glyphs of one group taken for `wrong`, and every number made of them."""
    guess = Guess(wrong, 0.2, tuple((other, 0.5) for other in others))
    groups = list(digits.groups)
    groups[group] = replace(groups[group], digit=guess)
    value = {glyph: g.digit.value for g in groups for glyph in g.members}
    numbers = [
        replace(number, value=int("".join(str(value[glyph]) for glyph in way)))
        for number, way in zip(digits.numbers, digits.glyphs, strict=True)
    ]
    return replace(digits, groups=tuple(groups), numbers=tuple(numbers))


def test_what_agrees_is_not_touched():
    hints, numbers, digits, counts = captured()
    sums = add_up(hints, numbers, digits)
    assert (sums.counts.tolist(), sums.changes, sums.misfits) == (counts, (), ())


def test_any_group_taken_for_another_digit_is_corrected():
    hints, numbers, digits, counts = captured()
    assert len(digits.groups) >= 9
    for at, group in enumerate(digits.groups):
        true, wrong = group.digit.value, (group.digit.value + 1) % 10
        planted = with_group_misread(digits, at, wrong, (true,))
        assert [number.value for number in planted.numbers] != [number.value for number in digits.numbers]
        sums = add_up(hints, numbers, planted)
        assert sums.counts.tolist() == counts
        assert sums.misfits == ()
        assert [change.text for change in sums.changes] == [f"{wrong} is {true} ({len(group.members)} times)"]


def test_a_group_without_the_right_runner_up_is_reported_and_left():
    hints, numbers, digits, counts = captured()
    largest = max(range(len(digits.groups)), key=lambda at: len(digits.groups[at].members))
    true = digits.groups[largest].digit.value
    bare = replace(
        digits,
        rivals=(None,) * len(digits.rivals),
        groups=tuple(replace(g, digit=Guess(g.digit.value, 0.5)) for g in digits.groups),
    )
    planted = with_group_misread(bare, largest, (true + 1) % 10, ())
    sums = add_up(hints, numbers, planted)
    read = np.zeros(len(counts), int)
    read[numbers.hints] = [number.value for number in planted.numbers]
    assert sums.changes == ()
    assert sums.counts.tolist() == read.tolist()
    by_line: dict[tuple[str, int], int] = {}
    for place, count in zip(hints.places, read.tolist(), strict=True):
        by_line[place.axis, place.line] = by_line.get((place.axis, place.line), 0) + count
    length = {"row": hints.cols, "column": hints.rows}
    wrong_lines = {line for line, total in by_line.items() if total != length[line[0]]}
    assert wrong_lines
    assert {(place.axis, place.line) for place, _ in sums.misfits} == wrong_lines


def test_a_line_that_does_not_add_up_says_how():
    hints, numbers, digits = made_digits(CHECKED, {row(2, 1): 7, HintPlace("column", 0, 0): 1})
    sums = add_up(hints, numbers, digits)
    assert sums.misfits == (
        (row(2, -1), "its hints add up to 9, the row has 4 cells"),
        (HintPlace("column", 0, -1), "its hints add up to 3, the column has 4 cells"),
    )


def test_two_errors_that_hide_in_one_line_show_in_the_colours():
    hints, numbers, digits = made_digits(CHECKED, {row(0, 0): 3, row(0, 1): 1})
    sums = add_up(hints, numbers, digits)
    assert sums.changes == ()
    assert sums.misfits == (
        (row(-1, 0), "colour 1 has 9 cells by the rows and 8 by the columns"),
        (row(-1, 1), "colour 2 has 7 cells by the rows and 8 by the columns"),
    )


HIDDEN = {row(0, 0): 3, row(0, 1): 1}
RIGHT = {row(0, 0): (2,), row(0, 1): (2,)}


def test_two_corrections_together():
    sums = add_up(*made_digits(CHECKED, HIDDEN, RIGHT))
    assert sums.counts.tolist() == true_counts(CHECKED)
    assert [change.text for change in sums.changes] == ["3 is 2 (1 times)", "1 is 2 (1 times)"]
    assert sums.misfits == ()


def test_of_two_corrections_that_fit_none_is_taken():
    hints, numbers, digits = made_digits(CHECKED, HIDDEN, RIGHT | {row(1, 0): (1,), row(1, 1): (3,)})
    sums = add_up(hints, numbers, digits)
    assert sums.changes == ()
    assert sums.counts.tolist()[:4] == [3, 1, 2, 2]
    assert [place for place, _ in sums.misfits] == [row(-1, 0), row(-1, 1)]


def test_runners_up_that_do_not_fit_are_left_alone():
    sums = add_up(*made_digits(CHECKED, {row(0, 0): 3}, {row(0, 0): (8, 9), row(1, 0): (1,)}))
    assert sums.changes == ()
    assert sums.counts.tolist()[:2] == [3, 2]
    assert [place for place, _ in sums.misfits] == [row(0, -1)]


@pytest.mark.parametrize("errors", [1, 2, 3, 4])
def test_at_most_three_decisions_are_changed(errors):
    places = [row(line, 0) for line in range(errors)]
    planted = made_digits(CHECKED, dict.fromkeys(places, 7), dict.fromkeys(places, (2,)))
    sums = add_up(*planted)
    assert len(sums.changes) == (errors if errors <= 3 else 0)
    assert [place.line for place, _ in sums.misfits] == ([] if errors <= 3 else [0, 1, 2, 3])


def test_a_number_that_was_cut_into_too_few_digits():
    puzzle = puzzle_of("111111111122", *["121212121212", "212121212121"] * 5, "121212121212")
    planted = made_digits(puzzle, {row(0, 0): 0, row(4, 0): 6}, {}, {row(0, 0): 10, row(4, 0): 16})
    sums = add_up(*planted)
    assert [change.text for change in sums.changes] == ["0 is 10 (1 times)"]
    assert sums.counts.tolist() == true_counts(puzzle)
