"""The result of solving: a status, the picture, and how hard it was; and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from picrosser.puzzles.checking import Axis, LineName, LinePuzzle
from picrosser.puzzles.displayed import Displayed, listed, shortened, size_words
from picrosser.puzzles.picture import Cell, Colour, Picture, cell_name
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


EFFORT = {
    Difficulty.LINE: "found line by line",
    Difficulty.PROBE: "found by trying colours",
    Difficulty.SEARCH: "found by search",
}
_MAX_NAMED_CELLS = 4  # more differing cells are only counted, to keep the verdict on one line
_MAX_NAMED_LINES = 6


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

    def painted(self, palette: tuple[Colour, ...]) -> Outcome:
        """Return the outcome with its pictures in these colours."""
        solutions = tuple(Picture(solution.cells, palette) for solution in self.solutions)
        picture = None if self.picture is None else Picture(self.picture.cells, palette)
        return replace(self, picture=picture, solutions=solutions)

    def __repr__(self) -> str:
        cells = "" if self.picture is None else f": {'/'.join(self.picture.lines())}"
        return shortened(f"<Outcome: {answer_words(self)}{cells}>")

    def _shown(self) -> tuple[None, Picture | None, str]:
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
    axis: Axis | None
    line: int | None
    difficulty: Difficulty
    why: str
    rule: Rule
    number: int


StepListener = Callable[[Step], None]  # called with every step, in order


def outcome_verdict(puzzle: LinePuzzle, outcome: Outcome, contradictory: Sequence[LineName] = ()) -> str:
    """Word an outcome as one line.

    contradictory : lines that contradict each other, if known.
    """
    size = size_words(puzzle.shape, puzzle.colours)
    return f"{size}, {answer_words(outcome, contradictory)}, {outcome.seconds:.2f} s"


def contradiction_words(lines: Sequence[LineName]) -> str:
    names = [f"{axis} {line + 1}" for axis, line in lines]
    shown = names if len(names) <= _MAX_NAMED_LINES else [*names[:5], f"{len(names) - 5} more lines"]
    if len(names) == 1:
        return f"{names[0]} cannot be filled"
    return f"{listed(shown, 'and')} contradict each other"


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
    return "; ".join(map(cell_name, cells))
