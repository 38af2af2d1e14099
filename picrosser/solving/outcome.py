"""What solving returns: a status, the picture, and how hard it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from picrosser.puzzles.picture import Cell, Picture
from picrosser.solving.deduction import Rule


class Status(Enum):
    """How the search for solutions ended."""

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    GAVE_UP = "gave up"


class Difficulty(Enum):
    """What it took: reasoning on single lines, assumptions that lines refute, or search."""

    LINE = "line"
    PROBE = "probe"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to "what are the solutions of this puzzle?".

    status : UNIQUE, SEVERAL, NONE or GAVE_UP.
    picture : the solution when UNIQUE; else the cells that all solutions seen share, the rest UNKNOWN
        (for GAVE_UP: what had been decided when the time ran out; for NONE: None).
    solutions : the solutions found, at most as many as were asked for.
    differing : the cells in which the solutions found differ, row by row.
    difficulty : what it took to get here.
    passes : how many lines were propagated, not counting those under assumptions.
    why : for NONE and GAVE_UP, one sentence that names the place ("row 3 ..."); else "".
    seconds : wall time of the whole call.
    decisions : how many assumptions lines refuted, and how often search guessed.
    """

    status: Status
    picture: Picture | None
    solutions: tuple[Picture, ...]
    differing: tuple[Cell, ...]
    difficulty: Difficulty
    passes: int
    why: str
    seconds: float
    decisions: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that one reason decided; an outcome's steps, in order, replay how the board was solved.

    cells : the cells with their colours (0 is blank); empty where an assumption was refuted that leaves more
        than one colour.
    axis, line : the row or column (from 0) that decided them; None when it took assumptions or search.
    difficulty : what it took.
    why : one clause in words; places count from 1.
    rule : the reason as data.
    number : which look at a line it was, from 1; a look may show several things, each a step of its own.
    """

    cells: tuple[tuple[Cell, int], ...]
    axis: Literal["row", "column"] | None
    line: int | None
    difficulty: Difficulty
    why: str
    rule: Rule
    number: int


StepListener = Callable[[Step], None]
"""Called with every step, in order."""


def ignore(_: Step) -> None:
    """Listen to nothing."""
