"""Zeros that only fill up short hints are left out; any other 0 is part of a number, or of a blank line."""

from __future__ import annotations

from itertools import pairwise

from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.repairing.padding import without_padding

APART = Join(0.6, 1.2, both_marked=False)
WITHIN = Join(0.1, 0.6, both_marked=False)


def line(*numbers: str) -> LineEvidence:
    """A line's numbers as they are printed. Shape k is digit k."""
    digits = [(at, int(digit)) for at, number in enumerate(numbers) for digit in number]
    joins = tuple(WITHIN if one == other else APART for (one, _), (other, _) in pairwise(digits))
    return LineEvidence(tuple(digit for _, digit in digits), (1,) * len(digits), joins)


def seen(*rows: LineEvidence) -> NonogramEvidence:
    shapes = tuple(tuple(0.0 if digit == shape else -50.0 for digit in range(10)) for shape in range(10))
    return NonogramEvidence(rows, (line("1"), line("12")), shapes, ((255, 255, 255), (0, 0, 0)))


def test_zeros_before_the_runs_are_left_out() -> None:
    evidence = seen(line("0", "0", "5"), line("0", "2", "10"), line("1", "2", "3"), line("0", "0", "0"))
    rows = without_padding(evidence).rows
    assert rows == (line("5"), line("2", "10"), line("1", "2", "3"), line("0"))


def test_zeros_after_the_runs_are_left_out() -> None:
    evidence = seen(line("5", "0", "0"), line("2", "10", "0"), line("1", "2", "3"))
    assert without_padding(evidence).rows == (line("5"), line("2", "10"), line("1", "2", "3"))


def test_a_0_may_belong_to_a_10_with_a_wide_gap() -> None:
    evidence = seen(line("1", "0"), line("2", "3"), line("1", "1"))
    assert without_padding(evidence) == evidence


def test_lines_of_different_length_are_not_filled_up() -> None:
    evidence = seen(line("0", "5"), line("2"), line("1", "2", "3"))
    assert without_padding(evidence) == evidence
