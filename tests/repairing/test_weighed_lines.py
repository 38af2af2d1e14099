"""What a line says of its cells, compared with a sum over all of its pictures, one by one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from math import exp, inf

import numpy as np
import pytest

from picrosser.puzzles.nonogram import Run, Runs, runs_of_cells
from picrosser.repairing import weighed_lines
from picrosser.repairing.weighed_lines import LineReading, WeighedLines, Weights

CELLS = 11


def reading(digits: int, seed: int, line: int = 0, price: float = 0.0, colours: int = 1) -> LineReading:
    """A reading with random likelihoods, and places where numbers may be missing."""
    random = np.random.default_rng(seed)
    joined, apart = -6 * random.random((2, digits))
    nats, gaps = -6 * random.random((digits, 10)), random.random(digits) < 0.5
    inks = -4 * random.random((digits, colours)) if colours > 1 else np.zeros((digits, 1))
    return LineReading(line, price, nats, inks, joined, apart, gaps)


def certain(*digits: int, joined: float = 0.0, colours: tuple[int, ...] = ()) -> LineReading:
    """A reading with the digits and colours that it states; without colours, all have the only one."""
    many = len(digits)
    nats, inks = np.full((many, 10), -20.0), np.zeros((many, 1))
    nats[range(many), digits] = 0.0
    if colours:
        inks = np.where(np.array(colours)[:, None] == np.arange(1, max(colours) + 1), 0.0, -20.0)
    gaps = np.zeros(many, bool)
    return LineReading(0, 0.0, nats, inks, np.full(many, joined), np.zeros(many), gaps)


def of_one_colour(*lengths: int) -> Runs:
    return tuple(map(Run, lengths))


def weight(one: LineReading, stated: Runs) -> float:
    """The sum over all ways in which a reading's digits may have become these runs, path by path."""

    def ways(at: int, left: Runs) -> float:
        unused = len(one.digits) - at
        total = exp(weighed_lines.SURPLUS_DIGIT * unused) if not left else 0.0
        if not left:
            return total
        (first_run, *rest), missing = left, weighed_lines.MISSING_NUMBER
        run, colour = first_run.length, first_run.colour
        if at < len(one.gaps) and one.gaps[at]:
            missing = weighed_lines.MISSING_IN_GAP
        total += exp(missing) * ways(at, tuple(rest))
        for first in range(at, len(one.digits)):
            surplus = weighed_lines.SURPLUS_DIGIT * (first - at)
            nats, apart, ink = one.digits[first], one.apart[first], one.colours[first][colour - 1]
            if run < 10:
                number = nats[run]
            else:
                one_found = max(nats[run // 10], nats[run % 10]) + weighed_lines.LOST_DIGIT
                number = max(one_found, weighed_lines.MERGED_DIGITS)
            total += exp(surplus + number + apart + ink) * ways(first + 1, tuple(rest))
            if run >= 10 and first + 1 < len(one.digits):
                both = nats[run // 10] + one.digits[first + 1][run % 10]
                both += one.joined[first] + one.apart[first + 1]
                both += ink + one.colours[first + 1][colour - 1]
                total += exp(surplus + both) * ways(first + 2, tuple(rest))
        return total

    blank_line = exp(one.digits[0][0]) if len(one.digits) == 1 and not stated else 0.0
    begun = sum(exp(begins_late(one, first)) * ways(first, stated) for first in range(len(one.digits) + 1))
    return exp(one.price) * (begun + blank_line)


def begins_late(one: LineReading, first: int) -> float:
    """Nats that all digits before one are something else."""
    if first == 0:
        return 0.0
    together = weighed_lines.FIRST_SURPLUS + weighed_lines.FURTHER_SURPLUS * (first - 1)
    return max(weighed_lines.BEYOND_GAP if first < len(one.gaps) and one.gaps[first] else -inf, together)


def said_by_counting(readings: list[LineReading], heard: Weights) -> Weights:
    sums = np.zeros_like(heard)
    own_of = cache(lambda runs: sum(weight(one, runs) for one in readings))  # many state the same runs
    for cells in product(range(heard.shape[1]), repeat=len(heard)):
        runs = runs_of_cells(cells)
        own = own_of(runs) + exp(weighed_lines.UNREADABLE_LINE)
        sums[range(len(heard)), cells] += own * exp(sum(heard[range(len(heard)), cells]))
    said = np.log(sums) - heard
    return np.asarray(np.maximum(said - said.max(axis=1, keepdims=True), -weighed_lines.MOST_SAID))


@pytest.mark.parametrize(("digits", "other"), [(3, 2), (1, 0), (0, 4)])
def test_lines_say_what_a_sum_over_all_pictures_says(digits: int, other: int) -> None:
    readings = [reading(digits, 1), reading(other, 2, price=-2.0)]
    heard = 1.5 * np.random.default_rng(3).normal(size=(CELLS, 2))
    said = WeighedLines(1, CELLS, readings).said(heard[None])[0]
    assert said == pytest.approx(said_by_counting(readings, heard), abs=1e-9)


def test_lines_of_several_colours_say_what_a_sum_over_all_pictures_says() -> None:
    readings = [reading(3, 1, colours=2), reading(2, 2, price=-2.0, colours=2)]
    heard = 1.5 * np.random.default_rng(3).normal(size=(8, 3))
    said = WeighedLines(1, 8, readings).said(heard[None])[0]
    assert said == pytest.approx(said_by_counting(readings, heard), abs=1e-9)


def test_numbers_of_two_colours_may_touch_and_those_of_one_may_not() -> None:
    for colours, is_full in ((1, 2), True), ((1, 1), False):
        line = WeighedLines(1, 5, [certain(2, 3, colours=(*colours, 2)[:2])])
        said = line.said(np.zeros((1, 5, 1 + line.colours)))[0]
        assert (said[..., 0] == -weighed_lines.MOST_SAID).all() == is_full


def test_the_readings_of_one_line_do_not_count_for_another() -> None:
    both = WeighedLines(2, CELLS, [reading(2, 1), reading(3, 2, line=1)])
    alone = [WeighedLines(1, CELLS, [one]) for one in (reading(2, 1), reading(3, 2))]
    heard = np.zeros((1, CELLS, 2))
    said = both.said(np.repeat(heard, 2, axis=0))
    assert said == pytest.approx(np.concatenate([lines.said(heard) for lines in alone]))


def test_an_open_line_says_nothing() -> None:
    said = WeighedLines(1, CELLS, [certain()], open_lines=[0]).said(np.zeros((1, CELLS, 2)))
    assert np.ptp(said, axis=2).max() < 2  # at most that the line may be blank


def test_a_line_without_digits_may_have_any_runs_at_one_price() -> None:
    lines = WeighedLines(1, 20, [certain()])
    assert lines.cost(0, ()) == pytest.approx(0)
    for lengths in (4,), (4, 12, 1):
        assert lines.cost(0, of_one_colour(*lengths)) == pytest.approx(weighed_lines.NOTHING_SEEN)


def test_the_cost_of_runs_is_that_of_the_best_way_to_state_them() -> None:
    lines = WeighedLines(1, 20, [certain(1, 2, 3, joined=-5.0)])

    def cost(*runs: int) -> float:
        return lines.cost(0, of_one_colour(*runs))

    assert cost(1, 2, 3) == pytest.approx(0)
    assert cost(12, 3) == pytest.approx(-5)
    assert cost(1, 2, 4) == pytest.approx(weighed_lines.MIN_DIGIT)
    assert cost(1, 2, 3, 1) == pytest.approx(-10)
    assert cost(4, 1, 2, 3) == pytest.approx(weighed_lines.MISSING_NUMBER)
    assert cost(1, 3) == pytest.approx(weighed_lines.SURPLUS_DIGIT)
    assert cost(1, 2, 13) == pytest.approx(weighed_lines.LOST_DIGIT)
    assert cost(7, 7) == pytest.approx(weighed_lines.UNREADABLE_LINE)
    assert cost() == pytest.approx(weighed_lines.FIRST_SURPLUS + 2 * weighed_lines.FURTHER_SURPLUS)


@pytest.mark.parametrize(
    ("gaps", "nats"),
    [
        ((False, False, False), weighed_lines.FIRST_SURPLUS + weighed_lines.FURTHER_SURPLUS),
        ((False, False, True), weighed_lines.BEYOND_GAP),
    ],
)
def test_digits_far_from_the_board_may_be_one_thing_that_is_no_hint(
    gaps: tuple[bool, ...], nats: float
) -> None:
    titled = replace(certain(9, 1, 3), gaps=np.array(gaps))
    lines = WeighedLines(1, CELLS, [titled])
    assert lines.cost(0, (Run(3),)) == pytest.approx(nats)


def test_a_run_of_another_colour_than_its_digit_costs_what_the_ink_says() -> None:
    lines = WeighedLines(1, 20, [certain(1, 2, colours=(1, 2))])
    assert lines.cost(0, (Run(1), Run(2, 2))) == pytest.approx(0)
    assert lines.cost(0, (Run(1), Run(2))) == pytest.approx(weighed_lines.MIN_COLOUR)
    assert lines.likeliest(0) == (Run(1), Run(2, 2))


def test_the_likeliest_runs_are_those_that_cost_least() -> None:
    for seed in range(3):
        readings = [reading(digits, seed, price=-float(digits == 2)) for digits in (1, 2, 3)]
        lines = WeighedLines(1, 20, readings)
        likeliest = lines.likeliest(0)
        others = [of_one_colour(*runs) for many in range(4) for runs in product(range(1, 21), repeat=many)]
        best = max(lines.cost(0, runs) for runs in others)
        assert lines.cost(0, likeliest) == pytest.approx(best)


def test_lines_that_share_a_beginning_cost_as_much_as_each_by_itself() -> None:
    readings = [reading(digits, digits, line=digits % 2, colours=2) for digits in range(1, 5)]
    first = Run(4), Run(12, 2)
    runs = [first, (), first[:1], (Run(20),), (*first, Run(2, 2), Run(10))]
    stated = [(line, one) for line in range(2) for one in runs]
    together = WeighedLines(2, 20, readings)
    costs = [together.cost(*one) for one in stated]
    assert costs == [WeighedLines(2, 20, readings).cost(*one) for one in stated]
    assert len(set(costs)) > len(runs)
