"""The referee: whether a picture keeps the hints, and whether they can be kept at all.

In: a puzzle, and a picture of it. Out: what is wrong, each with its place; nothing when all is well. Never
calls a solver, so it can judge one. `contradictions` knows only cheap signs: many unsolvable puzzles show
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from picrosser.puzzles.axes import Axis, Violation
from picrosser.puzzles.checking_counts import count_contradictions, count_violations
from picrosser.puzzles.checking_runs import run_contradictions, run_violations
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture

__all__ = ["Axis", "LinePuzzle", "Violation", "contradictions", "violations"]

LinePuzzle: TypeAlias = HungryCat | Nonogram
"""A puzzle whose hints belong to lines of cells."""


def violations(puzzle: LinePuzzle, picture: Picture) -> tuple[Violation, ...]:
    """Every way in which a picture breaks a puzzle's rules; empty for a solution.

    Cells may be blank where the hints leave room for it.
    """
    if picture.shape != puzzle.shape:
        sizes = " x ".join(map(str, picture.shape)), "{} x {}".format(*puzzle.shape)
        return (Violation("row", -1, -1, f"the picture has {sizes[0]} cells, the puzzle {sizes[1]}"),)
    odd = tuple(_cells_without_colour(picture.rows, puzzle.colours))
    if odd:
        return odd
    if isinstance(puzzle, Nonogram):
        return run_violations(puzzle, picture)
    return count_violations(puzzle, picture)


def contradictions(puzzle: LinePuzzle) -> tuple[str, ...]:
    """Why no picture can keep the hints, as far as it can be seen without solving; empty if nothing shows.

    Each text names its place ("row 3", "column 10", "colour 2"), counted from 1.
    """
    return run_contradictions(puzzle) if isinstance(puzzle, Nonogram) else count_contradictions(puzzle)


def _cells_without_colour(cells: Sequence[Sequence[int]], colours: int) -> Iterator[Violation]:
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if not 0 <= cell <= colours:
                what = "is not decided" if cell == -1 else f"has the unknown colour {cell}"
                yield Violation("row", row, -1, f"row {row + 1}, column {column + 1} {what}")
