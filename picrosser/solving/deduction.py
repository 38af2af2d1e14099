"""The data of a deduction: one step of reasoning that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, TypeAlias

from picrosser.puzzles.checking import Axis
from picrosser.puzzles.picture import Cell


class Rule(Enum):
    """The reasons that a deduction may have, the easiest to see first."""

    COMPLETE = "complete"  # the line already has all cells of a colour, or of every colour but one
    JOIN = "join"  # a run has no gaps
    REMAINING = "remaining"  # a colour can stand in no more cells than it needs
    GAP = "gap"  # the cells beside a run whose place is known do not have its colour
    OVERLAP = "overlap"  # every way to place a run covers the cells
    REACH = "reach"  # no way to place a run covers the cells
    SPLIT = "split"  # the cells of a colour must not all join to one run
    CROSSING = "crossing"  # the row and the column together exclude every colour but one
    ARRANGEMENTS = "arrangements"  # all remaining arrangements of a line agree
    SEARCH = "search"  # no single line shows it: an assumption has to be refuted, or a full search made


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step of reasoning: cells that follow from a board and its hints, and why.

    axis, line : the row or column, from 0, that shows it; None if it took search.
    cells : cells with the colours that they must have; 0 is blank.
    excluded : cells with colours that they cannot have. A deduction has either these or `cells`.
    rule : the reason.
    why : the whole deduction in words, without a full stop; places count from 1.
    uses : the exclusions that it builds on, in an order in which each can be followed. They cannot be seen on
        the board, which shows only painted cells. Empty for what can be seen at once.
    also : further lines that show the same: several lines of which all runs are placed are one step.
    where, method : where to look, and which rule helps there, in words that give no cell away.

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
    also: tuple[tuple[Axis, int], ...] = ()
    where: str = field(default="", compare=False)
    method: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return f"<Deduction {self.why}>"


Strength: TypeAlias = Literal["nudge", "rule", "paint"]
"""How much a hint tells: where to look; also which rule helps there; also what to paint."""


def weakened(step: Deduction, strength: Strength) -> Deduction:
    """A step that tells only as much as was asked for: without cells, unless that is "paint"."""
    if strength == "paint":
        return step
    told = step
    if step.axis is None:  # no line shows it, so its cell is where to look
        ((row, col), _) = step.cells[0]
        told = replace(step, axis="row", line=row, also=(("column", col),))
    why = f"look at {step.where}" + (f": {step.method}" if strength == "rule" else "")
    return replace(told, cells=(), excluded=(), uses=(), why=why)


@dataclass(frozen=True, slots=True)
class StepsFound:
    """The next steps on a board.

    steps : in order; each builds on the cells of those before it.
    finished : every cell is painted correctly, so there are no steps.
    """

    steps: tuple[Deduction, ...]
    finished: bool
