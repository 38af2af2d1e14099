"""The likeliest counts, and which lines do not add up; nothing is corrected here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_evidence import all_hints, column, made_evidence, puzzle_of, row

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.sums import UNREAD, check_sums

CHECKED = puzzle_of("1212", "2121", "1212", "2121")  # every hint is 2
BIG = puzzle_of("111111111122", *["121212121212", "212121212121"] * 5, "121212121212")


def true_counts(puzzle) -> list[int]:
    return [hint.count for hint in all_hints(puzzle)]


def fixed(evidence: Evidence, place, hint: CountHint) -> Evidence:
    return evidence.with_hint(replace(evidence.hints[evidence.index(place)], fixed=hint))


@pytest.mark.parametrize("puzzle", [CHECKED, BIG, puzzle_of("12", "11", "22")], ids=["4", "12", "3 x 2"])
def test_counts_that_add_up_are_taken_as_read(puzzle):
    sums = check_sums(made_evidence(puzzle))
    assert (sums.counts.tolist(), sums.misfits) == (true_counts(puzzle), ())


def test_a_line_that_does_not_add_up_says_how():
    sums = check_sums(made_evidence(CHECKED, seen={row(2, 1): 7, column(0, 0): 1}))
    assert sums.misfits == (
        (row(2, -1), "its hints add up to 9, the row has 4 cells"),
        (column(0, -1), "its hints add up to 3, the column has 4 cells"),
    )
    assert (sums.counts[5], sums.counts[8]) == (7, 1)  # and it stays as read


def test_two_errors_that_cancel_in_one_line_show_in_the_totals_of_colours():
    sums = check_sums(made_evidence(CHECKED, seen={row(0, 0): 3, row(0, 1): 1}))
    assert sums.misfits == (
        (row(-1, 0), "colour 1 has 9 cells by the rows and 8 by the columns"),
        (row(-1, 1), "colour 2 has 7 cells by the rows and 8 by the columns"),
    )


def test_the_likeliest_digit_and_the_likeliest_cut_are_taken():
    evidence = made_evidence(
        BIG, shapes={row(0, 1): {2: -0.1, 3: 0.0}}, cuts={row(0, 0): [(10, 0.0), (1, -0.1)]}
    )
    sums = check_sums(evidence)
    assert sums.counts.tolist()[:2] == [10, 3]
    assert [place for place, _ in sums.misfits] == [row(0, -1)]


def test_a_hint_that_seems_hidden_is_taken_as_read_if_everything_adds_up():
    evidence = made_evidence(CHECKED)
    under = evidence.with_hint(replace(evidence.hints[0], hidden=True))
    assert check_sums(under).counts.tolist() == true_counts(CHECKED)
    assert check_sums(under).misfits == ()


def test_a_hidden_hint_is_unread_and_its_line_fits_while_there_is_room():
    sums = check_sums(made_evidence(CHECKED, hidden={row(0, 0), column(3, 1)}))
    assert sums.counts.tolist() == [UNREAD, *[2] * 14, UNREAD]
    assert sums.misfits == ()


def test_a_line_with_a_hidden_hint_can_still_have_too_much():
    sums = check_sums(made_evidence(CHECKED, hidden={row(0, 0)}, seen={row(0, 1): 5}))
    assert [place for place, _ in sums.misfits] == [row(0, -1)]
    assert "add up to 5" in sums.misfits[0][1]


def test_a_hint_set_by_hand_is_taken_and_not_hidden():
    evidence = made_evidence(CHECKED, hidden={row(0, 0)}, seen={row(1, 1): 3})
    evidence = fixed(fixed(evidence, row(0, 0), CountHint(2)), row(1, 1), CountHint(2))
    sums = check_sums(evidence)
    assert (sums.counts.tolist(), sums.misfits) == (true_counts(CHECKED), ())


def test_a_hint_set_to_unknown_is_unread():
    sums = check_sums(fixed(made_evidence(CHECKED), row(0, 0), CountHint(None, None)))
    assert sums.counts.tolist() == [UNREAD, *[2] * 15]
    assert sums.misfits == ()
