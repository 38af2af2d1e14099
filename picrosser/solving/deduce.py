"""A puzzle and a part-filled board in, the next deductions that a person can follow out: the easiest first.

Each step is looked for where a person would: first what one rule shows in one line at a glance, then what
one line shows after some thought, then what takes exclusions in several lines, and at last a guess. Only
cells carry over from step to step, as on the screen; exclusions are found again and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.solving.deduction import Deduction, Rule
from picrosser.solving.guess import guess
from picrosser.solving.outcome import Status
from picrosser.solving.puzzle_lines import board_of
from picrosser.solving.reasoning import ContradictionError, Finding, Places, Reasoning
from picrosser.solving.solve import solve
from picrosser.solving.wording import Wording

# How hard a rule is to see; of equally hard steps the one with the most cells comes first.
_EFFORT = {
    Rule.COMPLETE: 0,
    Rule.JOIN: 1,
    Rule.REMAINING: 1,
    Rule.GAP: 1,
    Rule.OVERLAP: 2,
    Rule.SPLIT: 3,
    Rule.REACH: 3,
    Rule.CROSSING: 4,
    Rule.ARRANGEMENTS: 6,
}
_GLANCE = 1  # more effort where the lines that cross have to be looked at
_WEIGHED = 12  # decisions whose premises are looked into; the rest is harder by the rule alone


def deductions(
    puzzle: LinePuzzle, cells: NDArray[np.int8], count: int = 1, *, solution: Picture | None = None
) -> tuple[Deduction, ...]:
    """Find the next steps; each builds on the cells of those before it.

    Parameters
    ----------
    puzzle : with one solution.
    cells : (rows, cols) int8, what is on the board: UNKNOWN, or 0 for blank, or the colour.
    count : how many steps.
    solution : the puzzle's, where it is known already; else it is looked for once lines show nothing more.

    Returns
    -------
    At most `count` steps; fewer when the board is full, or when the hints do not decide what is left.

    Raises
    ------
    ValueError : the cells contradict the hints or the solution (no step would mean anything then), they are
        not those of the puzzle, or `count` is below 1.
    """
    if cells.shape != puzzle.shape:
        raise ValueError(f"the board has {cells.shape} cells, the puzzle {puzzle.shape}")
    if count < 1:
        raise ValueError(f"count is {count}, it must be at least 1")
    if solution is not None and ((cells != UNKNOWN) & (cells != solution.cells)).any():
        raise ContradictionError("a cell has another colour than in the solution")
    steps = _Steps(puzzle, cells, solution)
    found: list[Deduction] = []
    while len(found) < count and (step := steps.following()) is not None:
        found.append(step)
    return tuple(found)


class _Steps:
    """One call of `deductions`: the board as it fills."""

    def __init__(self, puzzle: LinePuzzle, cells: NDArray[np.int8], solution: Picture | None) -> None:
        self.puzzle = puzzle
        self.cells = cells.astype(np.int8)
        if isinstance(puzzle, Nonogram) and puzzle.given is not None:  # printed on the board
            printed = np.array(puzzle.given, np.int8)
            self.cells = np.where(printed == UNKNOWN, self.cells, printed)
        self.solution = solution
        self.wording = Wording(puzzle.shape[0], colour_names(puzzle.palette))
        self.lines = range(sum(puzzle.shape))

    def following(self) -> Deduction | None:
        """The next step, with its cells put on the board."""
        if UNKNOWN not in self.cells:
            return None
        given = {n: colour for n, colour in enumerate(self.cells.ravel().tolist()) if colour != UNKNOWN}
        reasoning = Reasoning(board_of(self.puzzle, cells=self.cells.tolist()), given)
        for stage in (self._at_once, self._in_one_line, self._in_all_lines):
            found = list(stage(reasoning))
            if found:
                return self._put(self._easiest(found))
        return self._put(self._by_search(reasoning))

    def _put(self, step: Deduction | None) -> Deduction | None:
        """Put a step's cells on the board."""
        for cell, colour in step.cells if step else ():
            self.cells[cell] = colour
        return step

    def _at_once(self, reasoning: Reasoning) -> Iterator[tuple[Reasoning, Finding]]:
        yield from ((reasoning, finding) for finding in reasoning.look(self.lines) if finding.must)

    def _in_one_line(self, reasoning: Reasoning) -> Iterator[tuple[Reasoning, Finding]]:
        """What several rules show together, in one line; if nothing, what all its arrangements do."""
        found = [pair for line in self.lines for pair in _through(reasoning.fork(), [line], exact=False)]
        yield from found
        if not found:
            exact = reasoning.look_exactly(self.lines)
            yield from ((reasoning, finding) for finding in exact if finding.must)

    def _in_all_lines(self, reasoning: Reasoning) -> Iterator[tuple[Reasoning, Finding]]:
        yield from _through(reasoning, self.lines, exact=True)

    def _easiest(self, found: Sequence[tuple[Reasoning, Finding]]) -> Deduction:
        """Weigh the decisions, and put the easiest in words."""

        def by_rule(pair: tuple[Reasoning, Finding]) -> tuple[int, int, int]:
            return _EFFORT[pair[1].rule], -_cells(pair[1].must), pair[1].line

        def by_all(pair: tuple[Reasoning, Finding]) -> tuple[int, int, int, int]:
            reasoning, finding = pair
            effort, cells, line = by_rule(pair)
            others = any(
                reasoning.taken[number].line != finding.line for number in reasoning.premises(finding)
            )
            return len(reasoning.chain(finding)), effort + _GLANCE * others, cells, line

        reasoning, finding = min(sorted(found, key=by_rule)[:_WEIGHED], key=by_all)
        uses = tuple(self._deduction(reasoning, other) for other in reasoning.behind(finding))
        return self._deduction(reasoning, finding, uses)

    def _deduction(
        self, reasoning: Reasoning, finding: Finding, uses: tuple[Deduction, ...] = ()
    ) -> Deduction:
        axis, number = self.wording.axis(finding.line)
        columns = self.puzzle.shape[1]
        line = reasoning.board.layout.lines[finding.line]

        def named(places: Places) -> tuple[tuple[tuple[int, int], int], ...]:
            return tuple(
                (divmod(cell, columns), colour)
                for colour, positions in places
                for position, cell in enumerate(line)
                if positions >> position & 1
            )

        why = self.wording.sentence(reasoning, finding)
        return Deduction(axis, number, named(finding.must), named(finding.never), finding.rule, why, uses)

    def _by_search(self, reasoning: Reasoning) -> Deduction | None:
        if self.solution is None:
            outcome = solve(self.puzzle)
            if outcome.status is not Status.UNIQUE:
                return None
            self.solution = outcome.solutions[0]
            if ((self.cells != UNKNOWN) & (self.cells != self.solution.cells)).any():
                raise ContradictionError("a cell has another colour than in the solution")
        return guess(reasoning.board, self.solution, self.cells, self.wording)


def _through(reasoning: Reasoning, lines: Sequence[int], *, exact: bool) -> list[tuple[Reasoning, Finding]]:
    """Take over what these lines exclude, round by round, until they decide a cell or nothing is left."""
    while True:
        found = reasoning.look(lines)
        if exact and not found:
            found = reasoning.look_exactly(lines)
        decided = [(reasoning, finding) for finding in found if finding.must]
        if decided or not found:
            return decided
        reasoning.take(found)


def _cells(places: Places) -> int:
    return sum(positions.bit_count() for _, positions in places)
