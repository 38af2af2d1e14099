"""Finds the next deductions on a partly filled board that a person can follow, the easiest first.

Each step is looked for where a person would look: first what one rule shows in one line at a glance, then
what one line shows after some thought, then what takes exclusions in several lines, and at last an assumption
that is refuted. Only cells carry over from step to step, as on the screen; exclusions are found and explained
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import expect
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Picture, Rows, cell_name
from picrosser.solving.board import Board
from picrosser.solving.deduction import Deduction, Rule
from picrosser.solving.outcome import Status
from picrosser.solving.puzzle_board import axis_of, board_of
from picrosser.solving.reasoning import ContradictionError, Finding, Places, Reasoning
from picrosser.solving.solve import solve
from picrosser.solving.wording import Wording

_Decision: TypeAlias = tuple[Reasoning, Finding]

# How hard a rule is to see; among equally hard steps the one with the most cells comes first.
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
_CROSSING_EFFORT = 1  # added if lines that cross have to be looked at
_MAX_COMPARED = 12  # decisions whose premises are compared; the rest are harder to see by their rule alone

# The most cells for which assumptions are tried, cells with few colours left first; one assumption takes
# 0.3 ms on boards of 12x12.
_MAX_CELLS_TRIED = 200


def deductions(
    puzzle: LinePuzzle,
    cells: NDArray[np.int8] | Rows | Picture,
    count: int = 1,
    *,
    solution: Picture | None = None,
) -> tuple[Deduction, ...]:
    """Find the next steps; each builds on the cells of those before it.

    Parameters
    ----------
    puzzle : a solvable puzzle.
    cells : (rows, cols) int8, nested lists or a Picture: what is on the board, UNKNOWN, 0 for blank, or the
        colour.
    count : the number of steps.
    solution : the puzzle's solution, if known, or of several what all have in common (`shared_cells`), the
        rest UNKNOWN; else the only solution is searched for once lines show nothing more.

    Returns
    -------
    At most `count` steps; fewer if the board is full, or if the hints do not decide the remaining cells.

    Raises
    ------
    ContradictionError : the cells contradict the hints or the solution, so no step would be valid.
    ValueError : the board has another size than the puzzle, or `count` is below 1.

    Examples
    --------
    >>> puzzle = picrosser.load_puzzle("house.toml").puzzle
    >>> empty = numpy.full(puzzle.shape, -1, numpy.int8)
    >>> [(step.axis, step.line) for step in picrosser.deductions(puzzle, empty, 3)]
    [('row', 0), ('row', 4), ('column', 0)]
    """
    expect(puzzle, LinePuzzle, "a HungryCat or Nonogram")
    expect(
        cells, (list, tuple, np.ndarray, Picture), "the board's cells as an array, nested lists or a Picture"
    )
    cells = cells.cells if isinstance(cells, Picture) else np.asarray(cells, np.int8)
    if cells.shape != puzzle.shape:
        raise ValueError(f"the board has {cells.shape} cells, the puzzle {puzzle.shape}")
    if count < 1:
        raise ValueError(f"count is {count}, it must be at least 1")
    if solution is not None:
        _check(cells, solution)
    steps = _Steps(puzzle, cells, solution)
    found: list[Deduction] = []
    while len(found) < count and (step := steps.next_step()) is not None:
        found.append(step)
    return tuple(found)


def _check(cells: NDArray[np.int8], solution: Picture) -> None:
    known = (cells != UNKNOWN) & (solution.cells != UNKNOWN)
    if (known & (cells != solution.cells)).any():
        raise ContradictionError("a cell has another colour than in the solution")


class _Steps:
    """One call of `deductions`: the board while it is being filled."""

    def __init__(self, puzzle: LinePuzzle, cells: NDArray[np.int8], solution: Picture | None) -> None:
        self.puzzle = puzzle
        self.cells = cells.astype(np.int8)
        if isinstance(puzzle, Nonogram) and puzzle.given is not None:  # cells that are printed on the board
            printed = np.array(puzzle.given, np.int8)
            self.cells = np.where(printed == UNKNOWN, self.cells, printed)
        self.solution = solution
        self.wording = Wording(puzzle)
        self.lines = range(sum(puzzle.shape))

    def next_step(self) -> Deduction | None:
        """Find the next step and put its cells on the board; None if there is none."""
        if UNKNOWN not in self.cells:
            return None
        reasoning = Reasoning(board_of(self.puzzle, self.cells.tolist()))
        found = (
            self._at_once(reasoning)
            or [pair for line in self.lines for pair in _find_decisions(reasoning.fork(), [line])]
            or self._at_once(reasoning, exactly=True)
            or _find_decisions(reasoning, self.lines, exactly=True)
        )
        step = self._easiest(found) if found else self._by_search(reasoning)
        for cell, colour in step.cells if step else ():
            self.cells[cell] = colour
        return step

    def _at_once(self, reasoning: Reasoning, *, exactly: bool = False) -> list[_Decision]:
        """What single rules show in single lines, or what all arrangements of a line show."""
        found = reasoning.find(self.lines, exactly=exactly)
        return [(reasoning, finding) for finding in found if finding.must]

    def _easiest(self, found: Sequence[_Decision]) -> Deduction:
        """Compare the decisions, and put the easiest one in words."""

        def by_rule(pair: _Decision) -> tuple[int, int, int]:
            return (
                _EFFORT[pair[1].rule],
                -sum(positions.bit_count() for _, positions in pair[1].must),
                pair[1].line,
            )

        def by_all(pair: _Decision) -> tuple[int, int, int, int]:
            reasoning, finding = pair
            effort, cells, line = by_rule(pair)
            others = any(
                reasoning.recorded[number].line != finding.line for number in reasoning.premises(finding)
            )
            return len(reasoning.hidden_premises(finding)), effort + _CROSSING_EFFORT * others, cells, line

        reasoning, finding = min(sorted(found, key=by_rule)[:_MAX_COMPARED], key=by_all)
        if (kind := self._blanks_of(reasoning, finding)) is not None:
            return self._blank_lines([pair for pair in found if self._blanks_of(*pair) == kind], *kind)
        uses = tuple(self._deduction(reasoning, other) for other in reasoning.exclusions_behind(finding))
        return self._deduction(reasoning, finding, uses)

    def _blanks_of(self, reasoning: Reasoning, finding: Finding) -> tuple[Rule, bool] | None:
        """The rule by which a glance at a nonogram's line shows blank cells, and whether the line has runs.

        None for any other finding: those that are of one kind are told as one step.
        """
        puzzle = self.puzzle
        if not isinstance(puzzle, Nonogram) or finding.rule not in (Rule.COMPLETE, Rule.GAP):
            return None
        if not finding.must or finding.must[0][0] != EMPTY or reasoning.premises(finding):
            return None
        axis, number = axis_of(self.puzzle, finding.line)
        return finding.rule, bool((puzzle.rows if axis == "row" else puzzle.cols)[number])

    def _blank_lines(self, found: Sequence[_Decision], rule: Rule, has_runs: bool) -> Deduction:
        """Several lines in which one rule shows blank cells, as one step; parameters as in `together`."""
        same = [self._deduction(*pair) for pair in sorted(found, key=lambda pair: pair[1].line)]
        first, *others = same
        if not others:
            return first
        numbers = sorted({finding.line for _, finding in found})
        return replace(
            first,
            cells=tuple(dict.fromkeys(cell for step in same for cell in step.cells)),
            why=self.wording.together(numbers, rule, has_runs),
            also=tuple(axis_of(self.puzzle, number) for number in numbers[1:]),
            where=self.wording.lines(numbers),
        )

    def _deduction(
        self, reasoning: Reasoning, finding: Finding, uses: tuple[Deduction, ...] = ()
    ) -> Deduction:
        axis, number = axis_of(self.puzzle, finding.line)
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
        where, method = self.wording.lines([finding.line]), self.wording.method(reasoning, finding)
        must, never = named(finding.must), named(finding.never)
        return Deduction(axis, number, must, never, finding.rule, why, uses, where=where, method=method)

    def _by_search(self, reasoning: Reasoning) -> Deduction | None:
        if self.solution is None:
            outcome = solve(self.puzzle)
            if outcome.status is not Status.UNIQUE:
                return None
            self.solution = outcome.solutions[0]
            _check(self.cells, self.solution)
        return self._by_assumption(reasoning.board, self.solution)

    def _by_assumption(self, board: Board, solution: Picture) -> Deduction | None:
        """Decide one cell by assuming its other colours and refuting them, where single lines decide nothing.

        The cell is the one whose refutations take the fewest lines, so that a person has a chance to follow
        them. If no such cell is found, the solution itself is the only reason; None if it leaves all these
        cells open.

        board : with all that lines exclude; it is changed.
        solution : the only solution, or what all have in common.
        """
        board.run()  # decides nothing more; but forks then propagate only what an assumption changes
        truth: list[int] = np.where(self.cells == UNKNOWN, solution.cells, UNKNOWN).ravel().tolist()
        wrong = {
            number: [colour for colour in board.colours_left(number) if colour != true]
            for number, true in enumerate(truth)
            if true != UNKNOWN
        }
        if not wrong:
            return None
        numbers = sorted(wrong, key=lambda number: (len(wrong[number]), number))
        tried = ((_refutation(board, number, wrong[number]), number) for number in numbers[:_MAX_CELLS_TRIED])
        found = [(*refutation, number) for refutation, number in tried if refutation is not None]
        _, line, chosen = min(found, default=(0, -1, numbers[0]))
        cell, true = divmod(chosen, self.cells.shape[1]), truth[chosen]
        place = cell_name(cell)
        shows = f"shows that {place} is {self.wording.names[true]}"
        if found:
            why = f"trying it out {shows}: {self.wording.otherwise(line)}"
        else:
            why = f"no single assumption decides one either; a full search {shows}"
        none = "no single line decides a cell"
        why = f"{none}; {why}"
        method = f"{none}; try out what this one can be, until a line cannot be completed"
        return Deduction(None, None, ((cell, true),), (), Rule.SEARCH, why, where=place, method=method)


def _find_decisions(reasoning: Reasoning, lines: Sequence[int], *, exactly: bool = False) -> list[_Decision]:
    """Record what these lines exclude, round by round, until they decide a cell or show nothing new."""
    while True:
        found = reasoning.find(lines)
        if exactly and not found:
            found = reasoning.find(lines, exactly=True)
        decided = [(reasoning, finding) for finding in found if finding.must]
        if decided or not found:
            return decided
        reasoning.record(found)


def _refutation(board: Board, number: int, colours: Sequence[int]) -> tuple[int, int] | None:
    """How many lines it takes to refute all these colours of a cell, and a line that they make impossible.

    None if propagation does not refute all of them.
    """
    passes, line = 0, -1
    for colour in colours:
        fork = board.assuming(number, colour)
        if fork.impossible_line is None:
            return None
        passes, line = passes + fork.passes - board.passes, fork.impossible_line
    return passes, line
