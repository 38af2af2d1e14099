"""Words an outcome as one line: size, colours, whether the solution is unique, how hard, how long."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Cell
from picrosser.solving.outcome import Difficulty, Outcome, Status

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from picrosser.solving.contradiction import LineName

EFFORT = {
    Difficulty.LINE: "found line by line",
    Difficulty.PROBE: "found by trying colours",
    Difficulty.SEARCH: "found by search",
}
_MAX_NAMED_CELLS = 4  # more differing cells are only counted, to keep the verdict on one line
_MAX_NAMED_LINES = 6


def outcome_verdict(puzzle: LinePuzzle, outcome: Outcome, contradictory: Sequence[LineName] = ()) -> str:
    """Word an outcome as one line.

    contradictory : lines that contradict each other, if known.
    """
    rows, cols = puzzle.shape
    size = f"{cols} x {rows}, {counted(puzzle.colours, 'colour')}"
    return f"{size}, {answer_words(outcome, contradictory)}, {outcome.seconds:.2f} s"


def contradiction_words(lines: Sequence[LineName]) -> str:
    """Say that these lines contradict each other."""
    names = [f"{axis} {line + 1}" for axis, line in lines]
    shown = names if len(names) <= _MAX_NAMED_LINES else [*names[:5], f"{len(names) - 5} more lines"]
    if len(names) == 1:
        return f"{names[0]} cannot be filled"
    return f"{', '.join(shown[:-1])} and {shown[-1]} contradict each other"


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def answer_words(outcome: Outcome, contradictory: Sequence[LineName] = ()) -> str:
    """The answer without size and time; `contradictory` as in `outcome_verdict`."""
    if outcome.status is Status.UNIQUE:
        return f"the only solution, {EFFORT[outcome.difficulty]}"
    if outcome.status is Status.SEVERAL:
        found = f"more than one solution, {len(outcome.solutions)} found"
        return f"{found}, which differ in {_cells(outcome.differing)}, {EFFORT[outcome.difficulty]}"
    if outcome.status is Status.GAVE_UP:
        return f"gave up: {outcome.why}"
    return f"no solution: {_contradiction(outcome, contradictory)}"


def _contradiction(outcome: Outcome, lines: Sequence[LineName]) -> str:
    """Why there is no solution: the contradictions in the hints, and contradictory lines if they say more."""
    if outcome.passes:
        return contradiction_words(lines) if lines else outcome.why
    adds = 1 < len(lines) <= _MAX_NAMED_LINES
    return f"{outcome.why}; {contradiction_words(lines)}" if adds else outcome.why


def _cells(cells: Sequence[Cell]) -> str:
    """The places of a few cells, or the number of many."""
    if len(cells) > _MAX_NAMED_CELLS:
        return counted(len(cells), "cell")
    return "; ".join(f"row {row + 1}, column {col + 1}" for row, col in cells)
