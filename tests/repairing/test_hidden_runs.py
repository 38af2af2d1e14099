"""Hidden hints are filled in if the others determine them, but never if a digit may be misread."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_repair_runs import evidence

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.repairing.repair_runs import RunsRepaired, repair_runs

HOUSE = ("...#......", "..###.....", ".#####.##.", "#######.#.", "##...##.##", "##.#.##..#", "##.#.##.##")
BARE = LineEvidence((), (), ())


def with_row(seen: NonogramEvidence, at: int, line: LineEvidence) -> NonogramEvidence:
    return replace(seen, rows=(*seen.rows[:at], line, *seen.rows[at + 1 :]))


def without_first(line: LineEvidence, digits: int = 1) -> LineEvidence:
    """The evidence of a line whose first digits lie beyond the picture's edge."""
    return replace(
        line,
        shapes=line.shapes[digits:],
        colours=line.colours[digits:],
        joins=line.joins[digits:],
        may_be_cut_off=True,
    )


def rows_of(settled: RunsRepaired) -> list[list[int]]:
    assert settled.puzzle is not None
    return [[run.length for run in row or ()] for row in settled.puzzle.rows]


@pytest.mark.parametrize("row", [2, 4, 6])
def test_a_hint_beyond_the_edge_is_filled_in(row: int) -> None:
    whole = evidence(HOUSE)
    settled = repair_runs(with_row(whole, row, without_first(whole.rows[row])))
    assert settled.doubts == ()
    assert settled.filled == (HintPlace("row", row),)
    assert rows_of(settled) == rows_of(repair_runs(whole))


def test_a_line_that_does_not_reach_the_edge_is_not_filled_in() -> None:
    whole = evidence(HOUSE)
    settled = repair_runs(with_row(whole, 4, replace(without_first(whole.rows[4]), may_be_cut_off=False)))
    assert settled.doubts
    assert settled.filled == ()


def test_a_line_without_any_hints_is_filled_in() -> None:
    whole = evidence(HOUSE)
    settled = repair_runs(with_row(whole, 4, BARE))
    assert settled.doubts == ()
    assert settled.filled == (HintPlace("row", 4),)
    assert rows_of(settled) == rows_of(repair_runs(whole))


def test_what_covers_a_line_may_cover_a_part_of_the_next() -> None:
    """Then the hints of both could be shared out in several ways, and each line could be the hidden one."""
    rows = ("#######.", "###..#..", "#...##.#", ".###....", "##.#.#..", "#.#.#.#.", ".###....", ".####.#.")
    whole = evidence(rows)
    part = whole.rows[5]
    part = replace(part, shapes=part.shapes[:-1], colours=part.colours[:-1], joins=part.joins[:-1])
    assert repair_runs(with_row(whole, 6, BARE)).filled == (HintPlace("row", 6),)
    assert repair_runs(with_row(with_row(whole, 5, part), 6, BARE)).doubts


def test_a_line_without_hints_is_blank_if_that_can_be_solved() -> None:
    settled = repair_runs(evidence((*HOUSE[:3], "..........", *HOUSE[3:])))
    assert settled.doubts == ()
    assert settled.filled == ()


def test_nothing_is_filled_in_if_a_digit_may_be_another_one() -> None:
    unsure = evidence(HOUSE, {7: {7: 0.0, 1: -1.0}})
    assert repair_runs(unsure).doubts == ()
    settled = repair_runs(with_row(unsure, 4, without_first(unsure.rows[4])))
    assert settled.filled == ()
    assert settled.doubts


def test_a_digit_that_may_be_another_one_does_not_matter_if_that_has_no_solution() -> None:
    """Nine cells and one more do not fit into a row of ten."""
    unsure = evidence(HOUSE, {7: {7: 0.0, 9: -1.0}})
    settled = repair_runs(with_row(unsure, 4, BARE))
    assert settled.doubts == ()
    assert settled.filled == (HintPlace("row", 4),)
    open_line = repair_runs(with_row(evidence(HOUSE, {6: {6: 0.0, 5: -1.0}}), 0, BARE))
    assert open_line.filled == ()
    assert open_line.doubts


def test_a_visible_0_is_the_whole_line_even_at_the_edge() -> None:
    seen = evidence(HOUSE)
    zero = LineEvidence((len(seen.shapes),), (1,), (), may_be_cut_off=True)
    shape = tuple(0.0 if digit == 0 else -50.0 for digit in range(10))
    settled = repair_runs(with_row(replace(seen, shapes=(*seen.shapes, shape)), 4, zero))
    assert settled.filled == ()
    assert settled.doubts
