"""What a line says of its cells, compared with a sum over all of its pictures, one by one."""

from functools import cache
from itertools import product
from math import exp

import numpy as np
import pytest

from picrosser.puzzles.nonogram import Run, Runs, runs_of_cells
from picrosser.repairing import weighed_lines
from picrosser.repairing.weighed_lines import LineReading, WeighedLines, Weights

CELLS = 11


def reading(digits: int, seed: int, line: int = 0, price: float = 0.0) -> LineReading:
    """A reading with random likelihoods, and places where numbers may be missing."""
    random = np.random.default_rng(seed)
    joined, apart = -6 * random.random((2, digits))
    nats, gaps = -6 * random.random((digits, 10)), random.random(digits) < 0.5
    return LineReading(line, price, nats, joined, apart, gaps)


def certain(*digits: int, joined: float = 0.0) -> LineReading:
    """A reading with the digits that it states."""
    many = len(digits)
    nats = np.full((many, 10), -20.0)
    nats[range(many), digits] = 0.0
    return LineReading(0, 0.0, nats, np.full(many, joined), np.zeros(many), np.zeros(many, bool))


def runs_of(*lengths: int) -> Runs:
    return tuple(map(Run, lengths))


def weight(one: LineReading, stated: Runs) -> float:
    """The sum over all ways in which a reading's digits may have become these runs, path by path."""

    def ways(at: int, left: Runs) -> float:
        unused = len(one.digits) - at
        total = exp(weighed_lines.SURPLUS_DIGIT * unused) if not left else 0.0
        if not left:
            return total
        (first_run, *rest), missing = left, weighed_lines.MISSING_NUMBER
        run = first_run.length
        if at < len(one.gaps) and one.gaps[at]:
            missing = weighed_lines.MISSING_IN_GAP
        total += exp(missing) * ways(at, tuple(rest))
        for first in range(at, len(one.digits)):
            surplus = weighed_lines.SURPLUS_DIGIT * (first - at)
            nats, apart = one.digits[first], one.apart[first]
            if run < 10:
                number = nats[run]
            else:
                one_found = max(nats[run // 10], nats[run % 10]) + weighed_lines.SLIP
                number = max(one_found, weighed_lines.MISTAKE)
            total += exp(surplus + number + apart) * ways(first + 1, tuple(rest))
            if run >= 10 and first + 1 < len(one.digits):
                both = nats[run // 10] + one.digits[first + 1][run % 10]
                both += one.joined[first] + one.apart[first + 1]
                total += exp(surplus + both) * ways(first + 2, tuple(rest))
        return total

    blank_line = exp(one.digits[0][0]) if len(one.digits) == 1 and not stated else 0.0
    late = (weighed_lines.MISTAKE + weighed_lines.SLIP * at for at in range(len(one.digits)))
    begun = sum(exp(nats) * ways(first, stated) for first, nats in enumerate((0.0, *late)))
    return exp(one.price) * (begun + blank_line)


def said_by_counting(readings: list[LineReading], heard: Weights) -> Weights:
    full, blank = np.zeros((2, len(heard)))
    own_of = cache(lambda runs: sum(weight(one, runs) for one in readings))  # many state the same runs
    for cells in product(range(2), repeat=len(heard)):
        own = own_of(runs_of_cells(cells)) + exp(weighed_lines.UNREADABLE_LINE)
        is_full = np.array(cells, bool)
        weighs = own * exp(heard[is_full].sum())
        full += weighs * is_full
        blank += weighs * ~is_full
    return np.clip(np.log(full / blank) - heard, -weighed_lines.MOST_SAID, weighed_lines.MOST_SAID)


@pytest.mark.parametrize(("digits", "other"), [(3, 2), (1, 0), (0, 4)])
def test_lines_say_what_a_sum_over_all_pictures_says(digits, other):
    readings = [reading(digits, 1), reading(other, 2, price=-2.0)]
    heard = 2 * np.random.default_rng(3).normal(size=CELLS)
    said = WeighedLines(1, CELLS, readings).said(heard[None])[0]
    assert said == pytest.approx(said_by_counting(readings, heard), abs=1e-9)


def test_a_line_without_digits_may_have_any_runs_at_one_price():
    lines = WeighedLines(1, 20, [certain()])
    assert lines.cost(0, ()) == pytest.approx(0)
    for lengths in (4,), (4, 12, 1):
        assert lines.cost(0, runs_of(*lengths)) == pytest.approx(weighed_lines.NOTHING_SEEN)


def test_the_cost_of_runs_is_that_of_the_best_way_to_state_them():
    lines = WeighedLines(1, 20, [certain(1, 2, 3, joined=-5.0)])

    def cost(*runs: int) -> float:
        return lines.cost(0, runs_of(*runs))

    assert cost(1, 2, 3) == pytest.approx(0)
    assert cost(12, 3) == pytest.approx(-5)
    assert cost(1, 2, 4) == pytest.approx(weighed_lines.MIN_DIGIT)
    assert cost(1, 2, 3, 1) == pytest.approx(-10)
    assert cost(4, 1, 2, 3) == pytest.approx(weighed_lines.MISSING_NUMBER)
    assert cost(1, 3) == pytest.approx(weighed_lines.SURPLUS_DIGIT)
    assert cost(1, 2, 13) == pytest.approx(weighed_lines.SLIP)
    assert cost(7, 7) == pytest.approx(weighed_lines.UNREADABLE_LINE)
    assert cost() == pytest.approx(weighed_lines.MISTAKE + 2 * weighed_lines.SLIP)


def test_the_likeliest_runs_are_those_that_cost_least():
    for seed in range(3):
        readings = [reading(digits, seed, price=-float(digits == 2)) for digits in (1, 2)]
        lines = WeighedLines(1, 20, readings)
        likeliest = lines.likeliest(0)
        others = [runs_of(*runs) for many in range(3) for runs in product(range(1, 21), repeat=many)]
        best = max(lines.cost(0, runs) for runs in others)
        assert lines.cost(0, likeliest) == pytest.approx(best)
