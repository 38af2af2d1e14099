"""Finds a few lines of an unsolvable puzzle that contradict each other.

The result is a minimal unsatisfiable set of lines, found with the deletion filter: drop one line after the
other as long as the rest remains unsolvable. A line is dropped by making its hints unknown. The set is
minimal, not the smallest there is; when time runs out it may still contain lines that could be dropped.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Literal

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

LineName = tuple[Literal["row", "column"], int]
"""The axis, and the line's index from 0."""

MAX_TRIAL_S = 0.5
"""Seconds for one set of lines; a set that is not refuted by then is treated as solvable."""


def contradictory_lines(puzzle: LinePuzzle, timeout_s: float) -> tuple[LineName, ...]:
    """Lines that contradict each other, all of them needed for it; empty if nothing was proved in time."""
    deadline = perf_counter() + timeout_s
    rows, cols = puzzle.shape
    names: list[LineName] = [("row", line) for line in range(rows)]
    names += [("column", line) for line in range(cols)]
    full = isinstance(puzzle, HungryCat) and _is_full(puzzle)
    kept = set(names)
    if not _is_unsolvable(puzzle, kept, full):
        return ()
    for name in names:
        if perf_counter() > deadline:
            break
        if _is_unsolvable(puzzle, kept - {name}, full):
            kept.remove(name)
    return tuple(name for name in names if name in kept)


def _is_full(puzzle: HungryCat) -> bool:
    """Whether the hints leave no cell blank."""
    rows, cols = puzzle.shape
    return puzzle.full or all(
        sum(hint.count or 0 for hint in line) == length
        for lines, length in ((puzzle.rows, cols), (puzzle.cols, rows))
        for line in lines
    )


def _is_unsolvable(puzzle: LinePuzzle, kept: set[LineName], full: bool) -> bool:
    """Whether these lines alone are proved to have no solution.

    full : no cell is blank, which has to be stated once hints are unknown.
    """
    reduced: LinePuzzle
    if isinstance(puzzle, Nonogram):
        reduced = replace(
            puzzle,
            rows=tuple(line if ("row", at) in kept else None for at, line in enumerate(puzzle.rows)),
            cols=tuple(line if ("column", at) in kept else None for at, line in enumerate(puzzle.cols)),
        )
    else:
        unknown = (CountHint(None, None),) * puzzle.colours
        rows = tuple(line if ("row", at) in kept else unknown for at, line in enumerate(puzzle.rows))
        cols = tuple(line if ("column", at) in kept else unknown for at, line in enumerate(puzzle.cols))
        reduced = replace(puzzle, rows=rows, cols=cols, full=full)
    return solve(reduced, timeout_s=MAX_TRIAL_S).status is Status.NONE
