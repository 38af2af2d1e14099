from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picrosser.solving.deduction import Rule
from picrosser.solving.rules.counts import count_reasons
from picrosser.solving.rules.counts_propagation import Kind, narrow


def cells(text: str) -> int:
    """The positions that are marked, the first on the left."""
    return sum(1 << position for position, mark in enumerate(text) if mark == "#")


@settings(max_examples=800, deadline=None)
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
