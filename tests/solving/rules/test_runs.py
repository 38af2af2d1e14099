from collections import defaultdict
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_counts import check_clauses, common

from picrosser.puzzles.nonogram import Run, Runs, runs_of_cells
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.positions import mirrored, starts_with_room
from picrosser.solving.rules.runs import RunRule

LONGEST = {1: 8, 2: 6, 3: 5}


@cache
def lines_by_runs(length: int, colours: int) -> dict[Runs, list[tuple[int, ...]]]:
    found: dict[Runs, list[tuple[int, ...]]] = defaultdict(list)
    for line in product(range(colours + 1), repeat=length):
        found[runs_of_cells(line)].append(line)
    return dict(found)


def arrangements(length: int, colours: int, hints: Runs | None, places: list[int]) -> list[tuple[int, ...]]:
    by_runs = lines_by_runs(length, colours)
    lines = [line for every in by_runs.values() for line in every] if hints is None else by_runs[hints]
    return [
        line for line in lines if all(places[colour] >> position & 1 for position, colour in enumerate(line))
    ]


@st.composite
def cases(draw: st.DrawFn) -> tuple[int, int, Runs | None, list[int]]:
    colours = draw(st.integers(1, 3))
    length = draw(st.integers(1, LONGEST[colours]))
    hints = draw(st.none() | st.sampled_from(list(lines_by_runs(length, colours))))
    anywhere = (1 << length) - 1
    dense = st.tuples(st.integers(0, anywhere), st.integers(0, anywhere)).map(lambda two: two[0] | two[1])
    return length, colours, hints, [draw(st.just(anywhere) | dense) for _ in range(colours + 1)]


@settings(max_examples=300, deadline=None)
@given(cases())
def test_propagation_finds_all_that_the_arrangements_share(case):
    length, colours, hints, places = case
    rule = RunRule.from_hints(length, colours, hints)
    truth = common(arrangements(length, colours, hints, places), colours)
    assert rule.propagate(places) == truth


@settings(max_examples=100, deadline=None)
@given(cases())
def test_runs_start_where_they_do_in_some_arrangement(case):
    length, colours, hints, places = case
    if hints is None:
        return
    starts = [0] * len(hints)
    lines = arrangements(length, colours, hints, places)
    for line in lines:
        number = 0
        for position, colour in enumerate(line):
            if colour and (position == 0 or line[position - 1] != colour):
                starts[number] |= 1 << position
                number += 1
    assert RunRule.from_hints(length, colours, hints).starts(places) == (starts if lines else None)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_clauses_allow_exactly_the_arrangements(case):
    length, colours, hints, places = case
    rule = RunRule.from_hints(length, colours, hints)
    narrowed = rule.propagate(places)
    if narrowed is None:
        return
    truth = set(arrangements(length, colours, hints, places))
    check_clauses(rule, narrowed, truth.__contains__)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_reasons_are_true_and_new(case):
    length, colours, hints, places = case
    rule = RunRule.from_hints(length, colours, hints)
    found = rule.reasons(places, [0] * (colours + 1))
    narrowed = rule.propagate(places)
    if hints is None:
        assert found == []
        return
    assert (found is None) == (narrowed is None)
    for reason in found or ():
        assert bool(reason.must) != bool(reason.never)
        for colour, may in enumerate(narrowed or ()):
            if colour == reason.colour:
                assert not may & reason.never
                assert not reason.must & ~may
            else:
                assert not may & reason.must


def test_the_total_of_each_colour():
    rule = RunRule.from_hints(9, 3, (Run(2, 1), Run(3, 2), Run(1, 1)))
    assert [rule.total(colour) for colour in range(4)] == [3, 3, 3, 0]
    assert RunRule.from_hints(9, 3, None).total(1) == -1


@pytest.mark.parametrize(
    ("hints", "board", "rule", "colour", "cells"),
    [
        ((3,), "?????", Rule.OVERLAP, 1, "..#.."),
        ((2, 1), "?????", Rule.OVERLAP, 1, ".#..."),
        ((2, 2), "##???", Rule.GAP, 0, "..#.."),
        ((2, 2, 2), "?????#?#?????", Rule.SPLIT, 0, "......#......"),
        ((2,), "?????#?", Rule.REACH, 0, "####..."),
    ],
)
def test_the_reason_is_the_one_that_a_person_sees(hints, board, rule, colour, cells):
    line = RunRule.from_hints(len(board), 1, tuple(map(Run, hints)))
    given = [sum(1 << p for p, mark in enumerate(board) if mark == own) for own in ".#"]
    unknown = sum(1 << p for p, mark in enumerate(board) if mark == "?")
    found = line.reasons([own | unknown for own in given], given)
    shown = sum(1 << position for position, mark in enumerate(cells) if mark == "#")
    assert any((one.rule, one.colour) == (rule, colour) and not shown & ~one.must for one in found), found


def test_operations_on_sets_of_positions():
    assert starts_with_room(0b0111_0110, 3) == 0b0001_0000
    assert mirrored(0b00011, 5) == 0b11000
    assert mirrored(1, 300) == 1 << 299
