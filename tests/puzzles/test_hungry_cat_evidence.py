"""Evidence about the hints of a Hungry Cat puzzle."""

from __future__ import annotations

import pytest
from made_evidence import all_hints, column, made_evidence, puzzle_of, row

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence, HintEvidence, Spelling

PUZZLE = puzzle_of("11112", "11122", "12122", "33332")


def seen(spellings: tuple[Spelling, ...] = (), circled: float = 0.0, **more: object) -> HintEvidence:
    return HintEvidence(row(0, 0), spellings, circled, **more)


def of_one_line(hint: HintEvidence, *likely: dict[int, float], length: int = 20) -> Evidence:
    """One row of `length` cells, with shapes that may be these digits."""
    shapes = tuple(tuple(digits.get(digit, -20.0) for digit in range(10)) for digits in likely)
    return Evidence(
        1, length, 1, (hint, *[HintEvidence(column(c, 0), (), 0.0) for c in range(length)]), shapes
    )


def test_clear_evidence_states_the_puzzle():
    evidence = made_evidence(PUZZLE)
    stated = [evidence.stated(hint, evidence.likeliest(hint)) for hint in evidence.hints]
    assert stated == all_hints(PUZZLE)


@pytest.mark.parametrize(
    ("spellings", "count"),
    [
        ((), 0),
        ((Spelling((0,), 0.0),), 7),
        ((Spelling((1, 0), 0.0), Spelling((0,), -0.1)), 17),
        ((Spelling((0,), 0.0), Spelling((1, 0), -0.1)), 7),
        ((Spelling((0, 0), 0.0),), 77),
    ],
)
def test_the_likeliest_count_is_made_of_the_likeliest_digits(spellings, count):
    hint = seen(spellings)
    evidence = of_one_line(hint, {7: 0.0, 1: -0.2}, {1: 0.0, 4: -3.0})
    assert evidence.likeliest(hint) == count


@pytest.mark.parametrize("fixed", [CountHint(4), CountHint(4, True), CountHint(0)])
def test_a_hint_set_by_hand_overrules_what_is_seen(fixed):
    hint = seen((Spelling((0,), 0.0),), 30.0, hidden=True, fixed=fixed)
    evidence = of_one_line(hint, {7: 0.0})
    assert evidence.likeliest(hint) == fixed.count
    assert evidence.stated(hint, 7) == fixed


def test_a_hint_set_to_unknown_stays_unknown():
    unknown = CountHint(None, None)
    hint = seen((Spelling((0,), 0.0),), 30.0, fixed=unknown)
    evidence = of_one_line(hint, {7: 0.0})
    assert evidence.likeliest(hint) is None
    assert evidence.stated(hint, None) == unknown
    assert evidence.stated(seen((), 30.0), None) == unknown  # a count that cannot be seen


@pytest.mark.parametrize(
    ("count", "odds", "circled"),
    [
        (5, SURE_CIRCLE, True), (5, -SURE_CIRCLE, False), (5, SURE_CIRCLE - 0.1, None),
        (5, 0.0, None), (5, 0.1 - SURE_CIRCLE, None),
        (1, 30.0, False), (0, 30.0, False), (1, 0.0, False), (0, 0.0, False),
        (20, -30.0, True), (20, 0.0, True), (19, -30.0, False),
    ],
)  # fmt: skip
def test_a_circle_is_stated_if_it_is_sure_and_the_count_is_two_or_more(count, odds, circled):
    hint = seen((Spelling((0,), 0.0),), odds)
    assert of_one_line(hint, {7: 0.0}).stated(hint, count) == CountHint(count, circled)
