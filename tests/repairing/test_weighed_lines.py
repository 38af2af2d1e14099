"""What a line says of its cells, compared with a sum over all of its pictures, one by one."""

from __future__ import annotations

from itertools import groupby, product
from math import exp, log

import numpy as np
import pytest

from picrosser.repairing import weighed_lines
from picrosser.repairing.weighed_lines import LineReading, WeighedLines, Weights

CELLS = 11


def reading(digits: int, seed: int, line: int = 0, price: float = 0.0) -> LineReading:
    """A reading with random likelihoods, and places where numbers may be missing."""
    random = np.random.default_rng(seed)
    joined, apart = -6 * random.random((2, digits))
    nats, gaps = -6 * random.random((digits, 10)), random.random(digits) < 0.5
    merged = -12 * random.random((digits, 90))
    return LineReading(line, price, nats, merged, joined, apart, gaps, is_beside_ink=seed == 2)


def runs(cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(list(some)) for filled, some in groupby(cells) if filled)


def weight(one: LineReading, stated: tuple[int, ...]) -> float:
    """The sum over all ways in which a reading's digits may have become these runs, path by path."""

    def ways(at: int, left: tuple[int, ...]) -> float:
        unused = len(one.digits) - at
        total = exp(weighed_lines.SURPLUS_DIGIT * unused) if not left else 0.0
        if not left:
            return total
        run, *rest = left
        missing = max(weighed_lines.MISSING_FIRST, one.missing) if at == 0 else one.missing
        if at < len(one.gaps) and one.gaps[at]:
            missing = weighed_lines.MISSING_IN_GAP
        total += exp(missing) * ways(at, tuple(rest))
        for first in range(at, len(one.digits)):
            surplus = weighed_lines.SURPLUS_DIGIT * (first - at)
            nats, apart = one.digits[first], one.apart[first]
            if run < 10:
                number = nats[run]
            else:
                lost = weighed_lines.LOST_BESIDE_INK if one.is_beside_ink else weighed_lines.LOST_DIGIT
                number = max(max(nats[run // 10], nats[run % 10]) + lost, weighed_lines.MERGED_DIGITS)
                number = max(number, one.merged[first][run - 10])
            total += exp(surplus + number + apart) * ways(first + 1, tuple(rest))
            if run >= 10 and first + 1 < len(one.digits):
                both = nats[run // 10] + one.digits[first + 1][run % 10]
                both += one.joined[first] + one.apart[first + 1]
                total += exp(surplus + both) * ways(first + 2, tuple(rest))
        return total

    blank_line = exp(one.digits[0][0]) if len(one.digits) == 1 and not stated else 0.0
    return exp(one.price) * (ways(0, stated) + blank_line)


def said_by_counting(readings: list[LineReading], heard: Weights) -> Weights:
    filled, blank = np.zeros(CELLS), np.zeros(CELLS)
    for cells in product((0, 1), repeat=CELLS):
        own = sum(weight(one, runs(cells)) for one in readings) + exp(weighed_lines.UNREADABLE_LINE)
        own *= exp(sum(nats / 2 if cell else -nats / 2 for nats, cell in zip(heard, cells, strict=True)))
        filled += own * np.array(cells)
        blank += own * (1 - np.array(cells))
    most = weighed_lines.MOST_SAID
    return np.asarray(np.clip(np.log(filled / blank) - heard, -most, most))


@pytest.mark.parametrize(("digits", "other"), [(3, 2), (1, 0), (0, 4)])
def test_lines_say_what_a_sum_over_all_pictures_says(digits: int, other: int) -> None:
    readings = [reading(digits, 1), reading(other, 2, price=-2.0)]
    heard = 1.5 * np.random.default_rng(3).normal(size=CELLS)
    said = WeighedLines(1, CELLS, readings).said(heard[None])[0]
    assert said == pytest.approx(said_by_counting(readings, heard), abs=1e-9)


def test_the_readings_of_one_line_do_not_count_for_another() -> None:
    both = WeighedLines(2, CELLS, [reading(2, 1), reading(3, 2, line=1)])
    alone = [WeighedLines(1, CELLS, [one]) for one in (reading(2, 1), reading(3, 2))]
    heard = np.zeros((1, CELLS))
    said = both.said(np.repeat(heard, 2, axis=0))
    assert said == pytest.approx(np.concatenate([lines.said(heard) for lines in alone]))


def test_an_open_line_says_nothing() -> None:
    empty = LineReading(
        0, 0.0, np.zeros((0, 10)), np.zeros((0, 90)), np.zeros(0), np.zeros(0), np.zeros(0, bool)
    )
    said = WeighedLines(1, CELLS, [empty], open_lines=[0]).said(np.zeros((1, CELLS)))
    assert np.abs(said).max() < 2  # at most that the line may be blank


def test_the_cost_of_runs_is_that_of_the_best_way_to_state_them() -> None:
    certain = np.full((3, 10), -20.0)
    certain[[0, 1, 2], [1, 2, 3]] = 0.0
    one = LineReading(
        0, 0.0, certain, np.full((3, 90), -20.0), np.full(3, -5.0), np.zeros(3), np.zeros(3, bool)
    )
    lines = WeighedLines(1, 20, [one])
    assert lines.cost(0, (1, 2, 3)) == pytest.approx(0)
    assert lines.cost(0, (12, 3)) == pytest.approx(-5)
    assert lines.cost(0, (1, 2, 4)) == pytest.approx(weighed_lines.MIN_DIGIT)
    assert lines.cost(0, (1, 2, 3, 1)) == pytest.approx(-10)
    assert lines.cost(0, (4, 1, 2, 3)) == pytest.approx(weighed_lines.MISSING_FIRST)
    assert lines.cost(0, (1, 3)) == pytest.approx(weighed_lines.SURPLUS_DIGIT)
    assert lines.cost(0, (1, 2, 13)) == pytest.approx(weighed_lines.LOST_DIGIT)
    assert lines.cost(0, (7, 7)) == pytest.approx(weighed_lines.UNREADABLE_LINE)
    assert log(exp(lines.cost(0, ()))) == pytest.approx(weighed_lines.UNREADABLE_LINE)


def test_the_likeliest_runs_are_those_that_cost_least() -> None:
    for seed in range(3):
        readings = [reading(digits, seed, price=-float(digits == 2)) for digits in (1, 2, 3)]
        lines = WeighedLines(1, 20, readings)
        likeliest = lines.likeliest(0)
        others = {runs for count in range(4) for runs in product(range(1, 21), repeat=count)}
        best = max(lines.cost(0, runs) for runs in others)
        assert lines.cost(0, likeliest) == pytest.approx(best)
