"""Changes: their reasons and their words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_evidence import all_hints, made_evidence, puzzle_of, row

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.repairing.counts_repaired import Change, Reason, changes_between, summary

PUZZLE = puzzle_of("11112", "11122", "12122", "33332")
HIDDEN, SUMS, CIRCLE, FIXED = Reason.HIDDEN, Reason.SUMS, Reason.CIRCLE, Reason.FIXED
PLACE = row(1, 0)


@pytest.mark.parametrize(
    ("looked", "now", "fixed", "reason"),
    [
        (CountHint(None, None), CountHint(3, True), None, HIDDEN),
        (CountHint(8, True), CountHint(3, True), None, SUMS),
        (CountHint(8, None), CountHint(3, True), None, SUMS),
        (CountHint(3, None), CountHint(3, True), None, CIRCLE),
        (CountHint(3, False), CountHint(3, True), None, CIRCLE),
        (CountHint(8, True), CountHint(3, True), CountHint(3, True), FIXED),
    ],
)
def test_every_difference_is_a_change_with_its_reason(looked, now, fixed, reason):
    evidence = made_evidence(PUZZLE)
    at = evidence.index(PLACE)
    evidence = evidence.with_hint(replace(evidence.hints[at], fixed=fixed))
    before, after = all_hints(PUZZLE), all_hints(PUZZLE)
    before[at], after[at] = looked, now
    assert changes_between(evidence, before, after) == (Change(PLACE, looked, now, reason),)


@pytest.mark.parametrize(
    ("looked", "now", "reason", "words"),
    [
        (CountHint(None, None), CountHint(3, True), HIDDEN, "is hidden and must be (3)"),
        (CountHint(8), CountHint(3), SUMS, "is 3, not 8"),
        (CountHint(3, None), CountHint(3, True), CIRCLE, "is circled"),
        (CountHint(3, None), CountHint(3, False), CIRCLE, "is not circled"),
        (CountHint(8), CountHint(3, True), FIXED, "is (3), as you say, not 8"),
        (CountHint(8), CountHint(None, None), FIXED, "is unknown, as you say"),
    ],
)
def test_a_change_is_one_sentence_that_begins_with_its_place(looked, now, reason, words):
    text = str(Change(PLACE, looked, now, reason))
    assert text.startswith("row 2, colour 1 ")
    assert words in text


def test_changes_are_summed_up_by_reason():
    def changes(reason: Reason, count: int) -> list[Change]:
        return [Change(PLACE, CountHint(8), CountHint(3), reason)] * count

    assert summary([]) == ""
    assert summary(changes(SUMS, 1)) == "1 hint corrected by the sums"
    assert summary([*changes(HIDDEN, 2), *changes(SUMS, 1)]) == (
        "1 hint corrected by the sums, 2 hints filled in where hidden"
    )
    for reason in Reason:
        assert summary(changes(reason, 3)).startswith(("3 hints ", "3 circles "))
