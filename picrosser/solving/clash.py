"""An unsolvable puzzle in, a few of its lines that cannot hold together out."""

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
"""The axis and the line's index from 0."""

TRY_S = 0.5  # a set of lines that is not refuted by then counts as one that may hold


def clashing_lines(puzzle: LinePuzzle, timeout_s: float = 3.0) -> tuple[LineName, ...]:
    """Lines that cannot hold together, none of which can be spared; empty if nothing was proved in time.

    Lines are left out one after the other, as long as the rest stays without a solution (the deletion filter
    for minimal unsatisfiable sets). When the time is up, what is left may still have lines to spare.
    """
    deadline = perf_counter() + timeout_s
    rows, cols = puzzle.shape
    names: list[LineName] = [("row", line) for line in range(rows)]
    names += [("column", line) for line in range(cols)]
    full = isinstance(puzzle, HungryCat) and _is_full(puzzle)
    kept = set(names)
    if not _clash(puzzle, kept, full):
        return ()
    for name in names:
        if perf_counter() > deadline:
            break
        if _clash(puzzle, kept - {name}, full):
            kept.remove(name)
    return tuple(name for name in names if name in kept)


def _is_full(puzzle: HungryCat) -> bool:
    """Whether no cell is blank."""
    rows, cols = puzzle.shape
    return puzzle.full or all(
        sum(hint.count or 0 for hint in line) == length
        for lines, length in ((puzzle.rows, cols), (puzzle.cols, rows))
        for line in lines
    )


def _clash(puzzle: LinePuzzle, kept: set[LineName], full: bool) -> bool:
    """Whether these lines alone are proved to have no solution."""
    reduced: LinePuzzle
    if isinstance(puzzle, Nonogram):
        reduced = replace(
            puzzle,
            rows=tuple(line if ("row", at) in kept else None for at, line in enumerate(puzzle.rows)),
            cols=tuple(line if ("column", at) in kept else None for at, line in enumerate(puzzle.cols)),
        )
    else:
        silent = (CountHint(None, None),) * puzzle.colours
        rows = tuple(line if ("row", at) in kept else silent for at, line in enumerate(puzzle.rows))
        cols = tuple(line if ("column", at) in kept else silent for at, line in enumerate(puzzle.cols))
        reduced = replace(puzzle, rows=rows, cols=cols, full=full)
    return solve(reduced, timeout_s=TRY_S).status is Status.NONE
