"""All hints of a puzzle as one sequence, and what a solution says about those left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import Picture


def all_hints(puzzle: HungryCat) -> tuple[CountHint, ...]:
    """Row by row, then column by column, as in `Evidence.hints`."""
    return tuple(hint for line in (*puzzle.rows, *puzzle.cols) for hint in line)


def with_hints(puzzle: HungryCat, hints: Sequence[CountHint]) -> HungryCat:
    """The same puzzle with other hints, in the order of `all_hints`."""
    colours = puzzle.colours
    lines = [tuple(hints[at : at + colours]) for at in range(0, len(hints), colours)]
    rows = len(puzzle.rows)
    return replace(puzzle, rows=tuple(lines[:rows]), cols=tuple(lines[rows:]))


def filled_in(puzzle: HungryCat, solution: Picture) -> HungryCat:
    """The puzzle with every open count and circle as the solution has it."""
    cells: list[list[int]] = solution.cells.tolist()
    lines = [*cells, *(list(column) for column in zip(*cells, strict=True))]
    hints = [
        shown if hint.count is None or hint.contiguous is None else hint
        for hints, line in zip((*puzzle.rows, *puzzle.cols), lines, strict=True)
        for hint, shown in zip(hints, _shown(hints, line), strict=True)
    ]
    return with_hints(puzzle, hints)


def _shown(hints: Line, cells: list[int]) -> Iterator[CountHint]:
    """The hints that a line of a picture would have."""
    runs = [colour for colour, _ in groupby(cells)]
    for slot in range(len(hints)):
        count = cells.count(slot + 1)
        yield CountHint(count, count > 1 and runs.count(slot + 1) == 1)
