from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Gluecard4

from picrosser.puzzles.hungry_cat import CountHint
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.counts import CountRule, Kind, count_reasons, narrow
from picrosser.solving.rules.rule import TRUE, Clauses, LineRule


def fits(line: tuple[int, ...], hints: tuple[CountHint, ...]) -> bool:
    for colour, hint in enumerate(hints, 1):
        count = line.count(colour)
        runs = sum(
            cell == colour and before != colour for before, cell in zip((0, *line), line, strict=False)
        )
        if hint.count is not None and count != hint.count:
            return False
        if hint.contiguous is not None and count >= 2 and hint.contiguous != (runs == 1):
            return False
    return True


def arrangements(length: int, hints: tuple[CountHint, ...], places: list[int]) -> list[tuple[int, ...]]:
    return [
        line
        for line in product(range(len(hints) + 1), repeat=length)
        if all(places[colour] >> position & 1 for position, colour in enumerate(line)) and fits(line, hints)
    ]


def common(found: list[tuple[int, ...]], colours: int) -> list[int] | None:
    if not found:
        return None
    return [
        sum({1 << position for line in found for position, cell in enumerate(line) if cell == colour})
        for colour in range(colours + 1)
    ]


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, tuple[CountHint, ...], list[int]]:
    length = draw(st.integers(1, 6))
    count = st.none() | st.integers(0, length)
    hint = st.builds(CountHint, count, st.sampled_from([True, False, None]))
    hints = tuple(draw(st.lists(hint, min_size=1, max_size=3)))
    anywhere = (1 << length) - 1
    places = st.just(anywhere) | st.integers(0, anywhere)
    return length, hints, [draw(places) for _ in range(len(hints) + 1)]


@settings(max_examples=100, deadline=None)
@given(lines())
def test_propagation_loses_no_arrangement(case):
    length, hints, places = case
    truth = common(arrangements(length, hints, places), len(hints))
    quick = CountRule.from_hints(length, hints).propagate(places)
    if truth is not None:
        assert quick is not None
        assert all(not true & ~kept for true, kept in zip(truth, quick, strict=True))
    if quick is not None:
        assert all(not kept & ~given for kept, given in zip(quick, places, strict=True))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_one_colour_is_narrowed_exactly(data):
    length = data.draw(st.integers(1, 7))
    may = data.draw(st.integers(0, (1 << length) - 1))
    must = may & data.draw(st.integers(0, (1 << length) - 1))
    hint = CountHint(data.draw(st.none() | st.integers(0, length)), data.draw(st.sampled_from([True, False])))
    chosen = [
        cells
        for cells in range(1 << length)
        if not cells & ~may
        and not must & ~cells
        and fits(tuple(cells >> position & 1 for position in range(length)), (hint,))
    ]
    truth = None
    if chosen:
        some, every = 0, may
        for cells in chosen:
            some, every = some | cells, every & cells
        truth = (some, every)
    kind, count = CountRule.from_hints(length, (hint,)).demands[1]
    assert narrow(kind, count, may, must) == truth


def check_clauses(rule: LineRule, places: list[int], fits_line: Callable[[tuple[int, ...]], bool]) -> None:
    """Check that a rule's clauses allow exactly the fitting lines among those that the places allow."""
    choices = [[k for k, may in enumerate(places) if may >> p & 1] for p in range(rule.length)]
    found = Clauses()
    variables = [{colour: found.fresh() for colour in here} if len(here) > 1 else {} for here in choices]
    literals = [
        [here.get(colour, TRUE if may >> p & 1 else -TRUE) for p, here in enumerate(variables)]
        for colour, may in enumerate(places)
    ]
    rule.state([rule], found, [places], np.array([literals]))
    solver = Gluecard4(list(found))
    for number, literals in found.counts:
        solver.add_atmost(list(literals), number)
        solver.add_atmost([-literal for literal in literals], len(literals) - number)
    allowed = list(product(*choices))
    for line in allowed[:: max(1, len(allowed) // 60)]:
        values = [
            variable if colour == line[position] else -variable
            for position, here in enumerate(variables)
            for colour, variable in here.items()
        ]
        assert solver.solve(values) == fits_line(line)


@settings(max_examples=60, deadline=None)
@given(lines())
def test_clauses_allow_exactly_the_arrangements(case):
    length, hints, places = case
    length = min(length, 4)
    places = [here & (1 << length) - 1 for here in places]
    rule = CountRule.from_hints(length, hints)
    if 0 not in [sum(may >> position & 1 for may in places) for position in range(length)]:
        check_clauses(rule, places, lambda line: fits(line, hints))


def cells(text: str) -> int:
    """The positions that are marked, the first on the left."""
    return sum(1 << position for position, mark in enumerate(text) if mark == "#")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(Kind)), st.integers(0, 8), st.integers(0, 255), st.integers(0, 255))
def test_reasons_show_as_much_as_narrowing(kind, count, may, must):
    must &= may
    if kind in (Kind.FREE, Kind.SOME_RUN, Kind.SOME_SPLIT):
        count = -1
    if kind in (Kind.RUN, Kind.SPLIT):
        count = max(count, 2)
    found = count_reasons(1, (kind, count), may, must)
    truth = (may, must) if kind is Kind.FREE else narrow(kind, count, may, must)
    if truth is None:
        assert found is None
        return
    while found:
        for reason in found:
            assert bool(reason.must) != bool(reason.never)
            assert not reason.must & ~(may & ~must)
            assert not reason.never & ~(may & ~must)
        for reason in found:
            may, must = may & ~reason.never, must | reason.must
        found = count_reasons(1, (kind, count), may, must)
    assert (may, must) == truth


@pytest.mark.parametrize(
    ("kind", "count", "may", "must", "rule", "shown"),
    [
        (Kind.COUNTED, 2, "#.#.#", "#.#..", Rule.COMPLETE, "-....#"),
        (Kind.COUNTED, 3, "#.#.#", "#....", Rule.REMAINING, "+..#.#"),
        (Kind.RUN, 3, "####.", ".....", Rule.OVERLAP, "+.##.."),
        (Kind.RUN, 4, "#####", ".#.#.", Rule.JOIN, "+..#.."),
        (Kind.RUN, 2, "###.#", ".....", Rule.OVERLAP, "+.#..."),
        (Kind.RUN, 2, "####.#", "......", Rule.REACH, "-.....#"),
        (Kind.SPLIT, 2, "#####", ".#...", Rule.SPLIT, "-#.#.."),
        (Kind.SPLIT, 3, "#.###", ".....", Rule.SPLIT, "+#...."),
        (Kind.SOME_RUN, -1, "#####", "#..#.", Rule.JOIN, "+.##.."),
        (Kind.SOME_RUN, -1, "##.##", "#....", Rule.REACH, "-...##"),
        (Kind.SOME_SPLIT, -1, "####.", "##...", Rule.SPLIT, "+...#."),
    ],
)
def test_the_easiest_reason_comes_first(kind, count, may, must, rule, shown):
    found = count_reasons(1, (kind, count), cells(may), cells(must))
    assert found
    assert found[0].rule is rule
    sign = "+" if found[0].must else "-"
    assert (sign, found[0].must or found[0].never) == (shown[0], cells(shown[1:]))
