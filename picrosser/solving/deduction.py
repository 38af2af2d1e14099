"""The data of a deduction: one step of reasoning that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from picrosser.puzzles.checking import Axis
from picrosser.puzzles.picture import Cell


class Rule(Enum):
    """The reasons that a deduction may have, the easiest to see first."""

    COMPLETE = "complete"
    """The line already has all cells of a colour, or of every colour but one."""
    JOIN = "join"
    """A run has no gaps."""
    REMAINING = "remaining"
    """A colour can stand in no more cells than it needs."""
    GAP = "gap"
    """The cells beside a run whose place is known do not have its colour."""
    OVERLAP = "overlap"
    """Every way to place a run covers the cells."""
    REACH = "reach"
    """No way to place a run covers the cells."""
    SPLIT = "split"
    """The cells of a colour must not all join to one run."""
    CROSSING = "crossing"
    """The row and the column together exclude every colour but one."""
    ARRANGEMENTS = "arrangements"
    """All remaining arrangements of a line agree."""
    SEARCH = "search"
    """No single line shows it: an assumption has to be refuted, or a full search made."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Cells that follow from a board and its hints.

    axis, line : the row or column, from 0, that shows it; None if it took search.
    cells : cells with the colours that they must have; 0 is blank.
    excluded : cells with colours that they cannot have. A deduction has either these or `cells`.
    rule : the reason.
    why : the whole deduction in words, without a full stop; places count from 1.
    uses : the exclusions that it builds on, in an order in which each can be followed. They cannot be seen on
        the board, which shows only painted cells. Empty for what can be seen at once.

    Examples
    --------
    >>> puzzle = picrosser.load_puzzle("house.toml").puzzle
    >>> (step,) = picrosser.deductions(puzzle, numpy.full(puzzle.shape, -1, numpy.int8))
    >>> step.axis, step.line, len(step.cells), step.rule.value
    ('row', 0, 5, 'complete')
    """

    axis: Axis | None
    line: int | None
    cells: tuple[tuple[Cell, int], ...]
    excluded: tuple[tuple[Cell, int], ...]
    rule: Rule
    why: str
    uses: tuple[Deduction, ...] = ()

    def __repr__(self) -> str:
        return f"<Deduction {self.why}>"


@dataclass(frozen=True, slots=True)
class StepsFound:
    """The next steps on a board.

    steps : in order; each builds on the cells of those before it.
    finished : every cell is painted correctly, so there are no steps.
    """

    steps: tuple[Deduction, ...]
    finished: bool
