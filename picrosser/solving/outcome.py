"""The result of solving: a status, the picture, and how hard it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from picrosser.puzzles.displayed import Displayed, shortened
from picrosser.puzzles.picture import Cell, Picture
from picrosser.running.listener import ignore as ignore
from picrosser.solving.deduction import Rule


class Status(Enum):
    """How the search for solutions ended.

    Examples
    --------
    >>> picrosser.solve(picrosser.load_puzzle("house.toml").puzzle).status is picrosser.Status.UNIQUE
    True
    """

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    GAVE_UP = "gave up"


class Difficulty(Enum):
    """The hardest method that was needed: single lines, assumptions that lines refute, or search."""

    LINE = "line"
    PROBE = "probe"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Outcome(Displayed):
    """The answer to "what are the solutions of this puzzle?".


    status : UNIQUE, SEVERAL, NONE or GAVE_UP.
    picture : UNIQUE: the solution. SEVERAL: the cells that all solutions found share, the rest UNKNOWN.
        GAVE_UP: the cells decided before time ran out. NONE: None.
    solutions : the solutions found, at most as many as were asked for.
    differing : the cells in which the solutions found differ, row by row.
    difficulty : the hardest method that was needed.
    passes : the number of lines propagated, not counting those under assumptions.
    why : for NONE and GAVE_UP, one sentence that names the place ("row 3 ..."); else "".
    seconds : wall time of the whole call.
    decisions : the number of refuted assumptions plus the number of guesses made by search.

    Examples
    --------
    >>> picrosser.solve(picrosser.load_puzzle("house.toml").puzzle)
    <Outcome: the only solution, found line by line: 11111/11221/12222/11221/11111>
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

    @property
    def effort(self) -> int:
        """Lines propagated and guesses made: unlike seconds, the same however busy the machine is."""
        return self.passes + self.decisions

    def __repr__(self) -> str:
        """The answer in words, and the cells."""
        from picrosser.solving.outcome_words import answer_words

        cells = "" if self.picture is None else f": {'/'.join(self.picture.lines())}"
        return shortened(f"<Outcome: {answer_words(self)}{cells}>")

    def _shown(self) -> tuple[None, Picture | None, str]:
        from picrosser.solving.outcome_words import answer_words

        return None, self.picture, answer_words(self)


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that one reason decided; all steps in order replay how the board was solved.

    cells : the cells with their colours (0 is blank); empty if a refuted assumption leaves more than one
        colour.
    axis, line : the row or column (from 0) that decided them; None if it took assumptions or search.
    difficulty : the method that was needed.
    why : the reason in words; places count from 1.
    rule : the reason as data.
    number : which line check decided them, from 1; one check may decide cells for several reasons, each a
        step of its own.
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
