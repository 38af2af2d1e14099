"""Finds a few lines of an unsolvable puzzle that contradict each other.

The result is a minimal unsatisfiable set of lines, found with the deletion filter: a line is dropped, by
making its hints unknown, if the rest remains unsolvable. When time or work is used up, some lines of the
result may not be needed.
"""

from dataclasses import replace
from math import inf
from typing import Any

from picrosser.puzzles.checking import LineName, LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status
from picrosser.solving.puzzle_board import axis_of
from picrosser.solving.solve import solve

MAX_TRIAL_CONFLICTS = 2_000
"""Of the SAT solver, for one set of lines; a set that is not refuted by then is treated as solvable."""


def contradictory_lines(
    puzzle: LinePuzzle, time_limit_s: float | None = None, max_work: float = inf
) -> tuple[LineName, ...]:
    """Lines that contradict each other, all of them needed for it; empty if nothing was proved in time.

    time_limit_s : wall time; None for no limit.
    max_work : lines propagated and guesses made, for all sets of lines together.
    """
    deadline = Deadline.after(time_limit_s)
    names = [axis_of(puzzle, line) for line in range(sum(puzzle.shape))]
    if isinstance(puzzle, HungryCat):  # once hints are unknown, it has to be stated that no cell is blank
        puzzle = replace(puzzle, full=_is_full(puzzle))
    kept = set(names)
    tried = solve(puzzle, max_conflicts=MAX_TRIAL_CONFLICTS)
    if tried.status is not Status.NONE:
        return ()
    work = tried.effort
    for name in names:
        if deadline.is_past or work > max_work:
            break
        tried = solve(_reduced(puzzle, kept - {name}), max_conflicts=MAX_TRIAL_CONFLICTS)
        work += tried.effort
        if tried.status is Status.NONE:
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


def _reduced(puzzle: LinePuzzle, kept: set[LineName]) -> LinePuzzle:
    """The puzzle of these lines alone."""
    unknown = None if isinstance(puzzle, Nonogram) else (CountHint(None, None),) * puzzle.colours
    rows: Any = tuple(line if ("row", at) in kept else unknown for at, line in enumerate(puzzle.rows))
    cols: Any = tuple(line if ("column", at) in kept else unknown for at, line in enumerate(puzzle.cols))
    return replace(puzzle, rows=rows, cols=cols)
