"""An outcome in one line: size, colours, unique or not, how hard, how long."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Cell
from picrosser.solving.clash import LineName
from picrosser.solving.outcome import Difficulty, Outcome, Status

EFFORT = {
    Difficulty.LINE: "by lines alone",
    Difficulty.PROBE: "by trying colours",
    Difficulty.SEARCH: "by search",
}
_MOST_CELLS = 4  # that differ, in a verdict of one line
_MOST_LINES = 6


def outcome_verdict(puzzle: LinePuzzle, outcome: Outcome, clash: Sequence[LineName] = ()) -> str:
    """The verdict.

    clash : lines that cannot hold together, where that is known.
    """
    rows, cols = puzzle.shape
    size = f"{cols} x {rows}, {counted(puzzle.colours, 'colour')}"
    return f"{size}, {_answer(outcome, clash)}, {outcome.seconds:.2f} s"


def clash_words(lines: Sequence[LineName]) -> str:
    """Lines that cannot hold together, in words."""
    names = [f"{axis} {line + 1}" for axis, line in lines]
    shown = names if len(names) <= _MOST_LINES else [*names[:5], f"{len(names) - 5} more lines"]
    if len(names) == 1:
        return f"{names[0]} cannot be filled"
    return f"{', '.join(shown[:-1])} and {shown[-1]} cannot hold together"


def counted(number: int, noun: str) -> str:
    """So many of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _answer(outcome: Outcome, clash: Sequence[LineName]) -> str:
    if outcome.status is Status.UNIQUE:
        return f"the only solution, {_effort(outcome)}"
    if outcome.status is Status.SEVERAL:
        found = f"more than one solution, {len(outcome.solutions)} found"
        return f"{found}, which differ in {_cells(outcome.differing)}, {_effort(outcome)}"
    if outcome.status is Status.GAVE_UP:
        return f"gave up: {outcome.why}"
    return f"no solution: {_clash(outcome, clash)}"


def _clash(outcome: Outcome, clash: Sequence[LineName]) -> str:
    """What is plain at a glance, and the lines that cannot hold together, where they say more."""
    if outcome.passes:
        return clash_words(clash) if clash else outcome.why
    told = 1 < len(clash) <= _MOST_LINES
    return f"{outcome.why}; {clash_words(clash)}" if told else outcome.why


def _effort(outcome: Outcome) -> str:
    work = [counted(outcome.passes, "look") + " at lines"]
    if outcome.difficulty is not Difficulty.LINE:
        work.append(counted(outcome.decisions, "decision"))
    return f"{EFFORT[outcome.difficulty]} ({', '.join(work)})"


def _cells(cells: Sequence[Cell]) -> str:
    """How many cells, and where, if they are few."""
    if len(cells) > _MOST_CELLS:
        return counted(len(cells), "cell")
    return "; ".join(f"row {row + 1}, column {col + 1}" for row, col in cells)
