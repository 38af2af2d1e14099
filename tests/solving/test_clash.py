"""A few lines that cannot hold together: really so, and none of them to spare."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_evidence import puzzle_of

from drawn.pictures import hints_of, random_cells
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import Picture
from picrosser.solving.clash import LineName, clashing_lines
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

LIMIT_S = 30.0


def only(puzzle: HungryCat, names: tuple[LineName, ...]) -> HungryCat:
    """The puzzle with all other lines silent; its cells are all coloured, as they were before."""
    silent = (CountHint(None, None),) * puzzle.colours
    rows = tuple(line if ("row", at) in names else silent for at, line in enumerate(puzzle.rows))
    cols = tuple(line if ("column", at) in names else silent for at, line in enumerate(puzzle.cols))
    return replace(puzzle, rows=rows, cols=cols, full=True)


def with_circle_turned(puzzle: HungryCat, line: int, slot: int) -> HungryCat:
    def turned(hints: Line) -> Line:
        hint = hints[slot]
        return (*hints[:slot], CountHint(hint.count, not hint.contiguous), *hints[slot + 1 :])

    lines = [*puzzle.rows, *puzzle.cols]
    lines[line] = turned(lines[line])
    rows = len(puzzle.rows)
    return replace(puzzle, rows=tuple(lines[:rows]), cols=tuple(lines[rows:]))


def unsolvable(seed: int) -> HungryCat:
    """A random picture's puzzle with one circle turned round, so that nothing fits any more."""
    rng = np.random.default_rng(seed)
    while True:
        cells = random_cells(rng, int(rng.integers(4, 8)), int(rng.integers(4, 8)), 3)
        puzzle = hints_of(Picture(cells, tuple((40 * tone, 0, 0) for tone in range(4))))
        lines = [*puzzle.rows, *puzzle.cols]
        line, slot = int(rng.integers(len(lines))), int(rng.integers(3))
        length = puzzle.shape[1] if line < len(puzzle.rows) else puzzle.shape[0]
        if not 2 <= (lines[line][slot].count or 0) < length:
            continue
        spoilt = with_circle_turned(puzzle, line, slot)
        if solve(spoilt).status is Status.NONE:
            return spoilt


@pytest.mark.parametrize("seed", range(15))
def test_the_lines_clash_and_none_can_be_spared(seed):
    puzzle = unsolvable(seed)
    names = clashing_lines(puzzle, LIMIT_S)
    assert len(names) >= 1
    assert len(set(names)) == len(names)
    assert solve(only(puzzle, names)).status is Status.NONE
    for name in names:
        rest = tuple(other for other in names if other != name)
        assert solve(only(puzzle, rest)).status is not Status.NONE, (names, name)


def test_a_line_that_cannot_be_filled_clashes_with_itself():
    puzzle = puzzle_of("1112", "1122", "1222", "1121")
    crowded = replace(puzzle, rows=((CountHint(3, True), CountHint(2, True)), *puzzle.rows[1:]))
    assert clashing_lines(crowded, LIMIT_S) == (("row", 0),)


@pytest.mark.parametrize("drawn", [("1112", "1122"), ("12", "21")])
def test_what_can_be_solved_has_no_clash(drawn):
    assert clashing_lines(puzzle_of(*drawn), LIMIT_S) == ()


def test_without_time_what_is_left_still_clashes():
    puzzle = unsolvable(3)
    names = clashing_lines(puzzle, timeout_s=0.0)
    assert solve(only(puzzle, names)).status is Status.NONE


def test_a_board_with_blank_cells_is_not_taken_for_a_full_one():
    one, none = (CountHint(1),), (CountHint(0),)
    palette = ((255, 255, 255), (0, 0, 0))
    fits = HungryCat((one, none), (one, none), palette)
    assert clashing_lines(fits, LIMIT_S) == ()
    clashes = HungryCat((one, none), (none, none), palette)
    names = clashing_lines(clashes, LIMIT_S)
    assert ("row", 0) in names
    assert set(names) <= {("row", 0), ("column", 0), ("column", 1)}
