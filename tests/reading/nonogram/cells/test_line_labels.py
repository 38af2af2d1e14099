"""Numbers that label lines are told from hints by how they go on."""

from __future__ import annotations

import pytest

from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.reading.nonogram.cells.cells_explained import numbering, weigh_labels


def lines(*numbers: int | tuple[int, ...] | None) -> tuple[Runs | None, ...]:
    """Lines that state these numbers; 0 for a blank one, None for an unknown one."""
    stated = [number if isinstance(number, tuple | None) else (number,) * (number > 0) for number in numbers]
    return tuple(None if runs is None else tuple(Run(length) for length in runs) for runs in stated)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1, 2, 3, 4, 5), "number them from 1 to 5"),
        ((0, 1, 2, 3), "number them from 0 to 3"),
        ((8, 7, 6, 5, 4, 3, 2, 1), "number them from 8 to 1"),
        ((1, 3, 5, 7, 9), "number them from 1 to 9 in steps of 2"),
        ((1, 2, 3, 4, 6, 6, 7, 8, 9, 10), "number them from 1 to 10"),  # one misread
        ((None, 2, 3, 4, 5, 6, 7, 8, 9), "number them from 1 to 9"),
    ],
)
def test_labels_are_recognised(numbers, words):
    found = numbering("rows", lines(*numbers))
    assert found is not None
    assert found.numbers == words


@pytest.mark.parametrize(
    "numbers",
    [
        (1, 2, 3, 4, 5, 4, 3, 2, 1),  # the columns of a pyramid
        (2, 2, 2, 2, 2),
        ((1, 1), 2, (1, 1), 4, 5),
        (1, 2),
        (3, 1, 4, 1, 5),
        (None, None, None, None),
    ],
)
def test_hints_are_not(numbers):
    assert numbering("rows", lines(*numbers)) is None


def test_both_axes_count_more_than_each_alone():
    staircase = weigh_labels(Nonogram(lines(1, 2, 3), lines(1, 2, 3)))
    assert staircase.words == "the numbers beside the rows and the columns number them from 1 to 3"
    row_only = weigh_labels(Nonogram(lines(1, 2, 3), lines((1, 1), 2, (1, 1))))
    assert row_only.words == "the numbers beside the rows number them from 1 to 3"
    assert staircase.nats > 2 * row_only.nats > 0


def test_single_numbers_weigh_more_on_larger_boards():
    small, large = (weigh_labels(Nonogram(lines(*[2, 1] * half), lines(*[1, 2] * half))) for half in (2, 8))
    assert small.words == large.words == "every line has a single number"
    assert 0 < small.nats < large.nats
    mixed = weigh_labels(Nonogram(lines(2, (1, 1)), lines(2, 2)))
    assert (mixed.words, mixed.nats) == ("", 0)
