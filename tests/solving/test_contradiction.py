"""The lines that are named contradict each other, and each of them is needed for it."""

from dataclasses import replace

import numpy as np
import pytest
from made_evidence import puzzle_of

from drawn.pictures import hints_of, random_cells
from picrosser.puzzles.checking import LineName, contradictions
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, all_hints, with_hints
from picrosser.puzzles.picture import Picture
from picrosser.solving.contradiction import contradictory_lines
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

LIMIT_S = 30.0


def only(puzzle: HungryCat, names: tuple[LineName, ...]) -> HungryCat:
    """The puzzle with the hints of all other lines unknown; still, no cell is blank."""
    unknown = (CountHint(None, None),) * puzzle.colours
    rows = tuple(line if ("row", at) in names else unknown for at, line in enumerate(puzzle.rows))
    cols = tuple(line if ("column", at) in names else unknown for at, line in enumerate(puzzle.cols))
    return replace(puzzle, rows=rows, cols=cols, full=True)


def unsolvable(seed: int) -> HungryCat:
    """The puzzle of a random picture with one circle flipped, so that it has no solution."""
    rng = np.random.default_rng(seed)
    while True:
        cells = random_cells(rng, int(rng.integers(4, 8)), int(rng.integers(4, 8)), 3)
        puzzle = hints_of(Picture(cells, tuple((40 * tone, 0, 0) for tone in range(4))))
        hints = list(all_hints(puzzle))
        at = int(rng.integers(len(hints)))
        hints[at] = CountHint(hints[at].count, not hints[at].contiguous)
        spoilt = with_hints(puzzle, hints)
        if (hints[at].count or 0) > 1 and not contradictions(spoilt) and solve(spoilt).status is Status.NONE:
            return spoilt


def test_the_lines_contradict_each_other_and_all_are_needed():
    for seed in range(6):
        puzzle = unsolvable(seed)
        names = contradictory_lines(puzzle, LIMIT_S)
        assert len(names) >= 1, seed
        assert len(set(names)) == len(names), seed
        assert solve(only(puzzle, names)).status is Status.NONE, seed
        for name in names:
            rest = tuple(other for other in names if other != name)
            assert solve(only(puzzle, rest)).status is not Status.NONE, (seed, names, name)


def test_a_line_that_cannot_be_filled_is_named_alone():
    puzzle = puzzle_of("1112", "1122", "1222", "1121")
    crowded = replace(puzzle, rows=((CountHint(3, True), CountHint(2, True)), *puzzle.rows[1:]))
    assert contradictory_lines(crowded, LIMIT_S) == (("row", 0),)


@pytest.mark.parametrize("drawn", [("1112", "1122"), ("12", "21")])
def test_a_solvable_puzzle_has_no_contradictory_lines(drawn):
    assert contradictory_lines(puzzle_of(*drawn), LIMIT_S) == ()


@pytest.mark.parametrize("limit", [{"time_limit_s": 0.0}, {"max_work": 0}])
def test_without_time_or_work_the_remaining_lines_still_contradict_each_other(limit):
    puzzle = unsolvable(3)
    names, whole = contradictory_lines(puzzle, **limit), contradictory_lines(puzzle)
    assert solve(only(puzzle, names)).status is Status.NONE
    assert len(whole) < len(names)


def test_a_board_with_blank_cells_is_not_taken_for_a_full_one():
    one, none = (CountHint(1),), (CountHint(0),)
    palette = ((255, 255, 255), (0, 0, 0))
    assert contradictory_lines(HungryCat((one, none), (one, none), palette), LIMIT_S) == ()
    contradictory = HungryCat((one, none), (none, none), palette)
    names = contradictory_lines(contradictory, LIMIT_S)
    assert ("row", 0) in names
    assert set(names) <= {("row", 0), ("column", 0), ("column", 1)}
