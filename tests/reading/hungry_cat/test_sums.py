"""The likeliest counts, and which lines do not add up; nothing is corrected here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_evidence import all_hints, column, made_evidence, puzzle_of, row

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.reading.hungry_cat.sums import UNREAD, check_sums

CHECKED = puzzle_of("1212", "2121", "1212", "2121")  # every hint is 2
BIG = puzzle_of("111111111122", *["121212121212", "212121212121"] * 5, "121212121212")


@pytest.mark.parametrize("puzzle", [CHECKED, BIG, puzzle_of("12", "11", "22")], ids=["4", "12", "3 x 2"])
def test_counts_that_add_up_are_taken_as_read_also_if_one_seems_hidden(puzzle):
    evidence = made_evidence(puzzle)
    for seen in (evidence, evidence.with_hint(replace(evidence.hints[0], hidden=True))):
        sums = check_sums(seen)
        assert (sums.counts.tolist(), sums.misfits) == ([hint.count for hint in all_hints(puzzle)], ())


@pytest.mark.parametrize(
    ("seen", "misfits"),
    [
        (
            {row(2, 1): 7, column(0, 0): 1},
            (
                (row(2, -1), "its hints add up to 9, the row has 4 cells"),
                (column(0, -1), "its hints add up to 3, the column has 4 cells"),
            ),
        ),
        (
            {row(0, 0): 3, row(0, 1): 1},  # they cancel in their line
            (
                (row(-1, 0), "colour 1 has 9 cells by the rows and 8 by the columns"),
                (row(-1, 1), "colour 2 has 7 cells by the rows and 8 by the columns"),
            ),
        ),
    ],
)
def test_lines_and_colours_that_do_not_add_up_say_how(seen, misfits):
    assert check_sums(made_evidence(CHECKED, seen=seen)).misfits == misfits


def test_the_likeliest_digit_and_the_likeliest_cut_are_taken():
    evidence = made_evidence(
        BIG, shapes={row(0, 1): {2: -0.1, 3: 0.0}}, cuts={row(0, 0): [(10, 0.0), (1, -0.1)]}
    )
    sums = check_sums(evidence)
    assert sums.counts.tolist()[:2] == [10, 3]
    assert [place for place, _ in sums.misfits] == [row(0, -1)]


@pytest.mark.parametrize(("seen", "misfits"), [({}, []), ({row(0, 1): 5}, [row(0, -1)])])
def test_a_hidden_hint_is_unread_and_its_line_fits_while_there_is_room(seen, misfits):
    sums = check_sums(made_evidence(CHECKED, hidden={row(0, 0), column(3, 1)}, seen=seen))
    assert (sums.counts[0], sums.counts[-1]) == (UNREAD, UNREAD)
    assert [place for place, _ in sums.misfits] == misfits


@pytest.mark.parametrize("count", [2, None])
def test_a_hint_set_by_hand_is_taken_and_not_hidden(count):
    evidence = made_evidence(CHECKED, hidden={row(0, 0)})
    fixed = replace(evidence.hints[0], fixed=CountHint(count, None if count is None else False))
    sums = check_sums(evidence.with_hint(fixed))
    assert (sums.counts.tolist(), sums.misfits) == ([UNREAD if count is None else count, *[2] * 15], ())
