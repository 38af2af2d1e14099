"""One step of reasoning that a person can follow, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from picrosser.puzzles.checking import Axis
from picrosser.puzzles.picture import Cell


class Rule(Enum):
    """What shows a deduction, the easiest to see first."""

    COMPLETE = "complete"
    """A line has all cells of a colour, or of every colour but one."""
    JOIN = "join"
    """A run has no gaps."""
    REMAINING = "remaining"
    """No more cells can have the colour than must have it."""
    GAP = "gap"
    """Beside a run whose place is known there is no cell of its colour."""
    OVERLAP = "overlap"
    """Every way to place a run covers the cells."""
    REACH = "reach"
    """No way to place a run covers the cells."""
    SPLIT = "split"
    """The cells of a colour may not all join."""
    CROSSING = "crossing"
    """What a row and a column exclude together leaves one colour."""
    ARRANGEMENTS = "arrangements"
    """All arrangements of a line that are left agree."""
    SEARCH = "search"
    """Only a guess, or trying everything, shows it."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Cells that follow from a board and its hints.

    axis, line : the row or column, from 0, that shows it; None where it took search.
    cells : cells with the colours that they must have; 0 is blank.
    excluded : cells with colours that they cannot have; a deduction has these or `cells`, not both.
    rule : what shows it.
    why : the whole deduction in words, without a full stop; places count from 1.
    uses : the exclusions that it builds on, in an order in which each can be followed; they are not on the
        board, where a cell is painted or not. Empty for what can be seen at once.
    """

    axis: Axis | None
    line: int | None
    cells: tuple[tuple[Cell, int], ...]
    excluded: tuple[tuple[Cell, int], ...]
    rule: Rule
    why: str
    uses: tuple[Deduction, ...] = ()


@dataclass(frozen=True, slots=True)
class StepsFound:
    """The next steps on a board.

    steps : in order; each builds on the cells of those before it.
    finished : every cell is painted, and rightly; then there are no steps.
    """

    steps: tuple[Deduction, ...]
    finished: bool
