"""Solves a puzzle, cheapest method first, and proves whether the solution is unique.

The stages are: contradictions visible in the hints, propagation of single lines, probing (assume a colour,
refute it), and SAT search, which also looks for a second solution. Whatever propagation and probing decide is
forced, so a board they complete is uniquely solvable without further proof; only search needs one. A referee
that shares no code with the solver checks every solution before it leaves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from picrosser.errors import PicrosserError
from picrosser.puzzles.checking import LinePuzzle, contradictions, violations
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture
from picrosser.solving.board import Board
from picrosser.solving.outcome import Difficulty, Outcome, Status, StepListener, ignore
from picrosser.solving.puzzle_board import axis_of, board_of, picture_of

TYPE_CHECKING = False  # search and step reports are rarely needed: they are imported on first use
if TYPE_CHECKING:
    from picrosser.solving.wording import StepReporter


def solve(
    puzzle: LinePuzzle,
    *,
    at_most: int = 2,
    timeout_s: float | None = None,
    max_conflicts: int | None = None,
    on_step: StepListener = ignore,
) -> Outcome:
    """Find the solutions of a puzzle.

    Parameters
    ----------
    puzzle : any hints, contradictory ones too.
    at_most : stop after this many solutions; 2 is enough to tell whether the first is the only one.
    timeout_s : wall time in seconds, kept to within about half a second; None for no limit.
    max_conflicts : of the SAT solver, if lines and assumptions do not decide the puzzle: 500 take 5 to 100
        ms. Unlike a time limit it gives the same answer on a busy machine; None for no limit.
    on_step : called with every step of the solution.

    Raises
    ------
    ValueError : `at_most` is below 2 (a single solution says nothing about others).
    KeyboardInterrupt : Ctrl-C, also while the SAT solver is running.

    Examples
    --------
    >>> one = (picrosser.Run(1),)
    >>> outcome = picrosser.solve(picrosser.Nonogram((one, one), (one, one)), timeout_s=10)
    >>> outcome.status.value, outcome.picture
    ('several', Picture(??/??))
    """
    if at_most < 2:
        raise ValueError(f"at_most is {at_most}; to tell one solution from several it must be at least 2")
    started = perf_counter()
    deadline = None if timeout_s is None else started + timeout_s
    reporter: StepReporter | None = None
    if on_step is not ignore:
        from picrosser.solving.wording import StepReporter

        reporter = StepReporter(puzzle, on_step)
    return _Attempt(puzzle, at_most, max_conflicts, reporter, started, deadline).outcome()


@dataclass(slots=True)
class _Attempt:
    """One call of `solve`."""

    puzzle: LinePuzzle
    at_most: int
    max_conflicts: int | None
    reporter: StepReporter | None
    started: float
    deadline: float | None
    difficulty: Difficulty = Difficulty.LINE
    passes: int = 0
    decisions: int = 0

    def outcome(self) -> Outcome:
        """Run the stages, cheapest first."""
        obvious = contradictions(self.puzzle)
        if obvious:
            return self._end(Status.NONE, None, why="; ".join(obvious[:3]))
        board = board_of(self.puzzle, self.reporter.line if self.reporter else None)
        if self.reporter:
            self.reporter.board = board
        finished = board.run(self.deadline)
        if finished and board.impossible_line is None and not board.is_solved():
            from picrosser.solving.search import probe

            self.difficulty = Difficulty.PROBE
            listener = self.reporter.refuted if self.reporter else None
            self.decisions = probe(board, self.deadline, listener)
        self.passes = board.passes
        known = picture_of(self.puzzle, board.decided())
        if not finished:
            return self._end(Status.GAVE_UP, known, why="the time limit was reached while propagating lines")
        if board.impossible_line is not None:
            axis, number = axis_of(self.puzzle, board.impossible_line)
            why = f"{axis} {number + 1}: no arrangement fits its hints and what the other lines decide"
            return self._end(Status.NONE, None, why=why)
        if known.is_complete:
            return self._end(Status.UNIQUE, known, (_verified(self.puzzle, known),))
        self.difficulty = Difficulty.SEARCH
        return self._search(board, known)

    def _search(self, board: Board, known: Picture) -> Outcome:
        from picrosser.solving.search import End, Search

        search = Search(board, self.deadline, self.max_conflicts)
        found: list[Picture] = []
        first: Mapping[int, int] = {}
        for cells in search.solutions():
            first = first or cells
            found.append(_verified(self.puzzle, picture_of(self.puzzle, cells)))
            if len(found) == self.at_most:
                break
        self.decisions += search.decisions
        if len(found) > 1:
            return self._several(found)
        if search.end in (End.OUT_OF_TIME, End.OUT_OF_WORK):
            doing = "looking for a second solution" if found else "searching"
            late = search.end is End.OUT_OF_TIME
            limit = "time limit" if late else f"limit of {self.max_conflicts} conflicts"
            why = f"the {limit} was reached while {doing}"
            return self._end(Status.GAVE_UP, known, tuple(found), why=why)
        if not found:
            why = "every line can be filled by itself, but search proved that the lines contradict each other"
            return self._end(Status.NONE, None, why=why)
        if self.reporter:
            self.reporter.search(first)
        return self._end(Status.UNIQUE, found[0], tuple(found))

    def _several(self, found: Sequence[Picture]) -> Outcome:
        rows, columns = self.puzzle.shape
        boards = [picture.rows for picture in found]
        seen = [[{board[r][c] for board in boards} for c in range(columns)] for r in range(rows)]
        shared = [[here.pop() if len(here) == 1 else UNKNOWN for here in map(set, row)] for row in seen]
        differing = tuple((r, c) for r in range(rows) for c in range(columns) if len(seen[r][c]) > 1)
        return self._end(Status.SEVERAL, Picture(shared, self.puzzle.palette), tuple(found), differing)

    def _end(
        self,
        status: Status,
        picture: Picture | None,
        solutions: tuple[Picture, ...] = (),
        differing: tuple[Cell, ...] = (),
        why: str = "",
    ) -> Outcome:
        seconds = perf_counter() - self.started
        effort = self.difficulty, self.passes, why, seconds, self.decisions
        return Outcome(status, picture, solutions, differing, *effort)


def _verified(puzzle: LinePuzzle, picture: Picture) -> Picture:
    """The picture, if the referee finds no mistake in it; else the solver has a bug."""
    wrong = violations(puzzle, picture)
    if wrong:
        raise PicrosserError(f"the solver's answer breaks a rule: {wrong[0].text}", "please report this")
    return picture


class Counted(NamedTuple):
    """The number of solutions of a puzzle.

    number : the solutions found.
    complete : there are no more; False if time ran out.
    seconds : wall time.

    Examples
    --------
    >>> counted = picrosser.count_solutions(picrosser.load_puzzle("house.toml").puzzle)
    >>> counted.number, counted.complete
    (1, True)
    """

    number: int
    complete: bool
    seconds: float


def count_solutions(puzzle: LinePuzzle, *, timeout_s: float | None = None) -> Counted:
    """Count a puzzle's solutions by finding each of them, so millions take too long.

    Parameters
    ----------
    timeout_s : wall time in seconds; None for no limit.

    Raises
    ------
    PicrosserError : a solution breaks a rule, so the solver has a bug.
    KeyboardInterrupt : Ctrl-C.

    Examples
    --------
    >>> one = (picrosser.Run(1),)
    >>> picrosser.count_solutions(picrosser.Nonogram((one, one), (one, one))).number
    2
    """
    from picrosser.solving.search import End, Search

    started = perf_counter()
    deadline = None if timeout_s is None else started + timeout_s
    if contradictions(puzzle):
        return Counted(0, True, perf_counter() - started)
    board = board_of(puzzle)
    if not board.run(deadline):
        return Counted(0, False, perf_counter() - started)
    if board.impossible_line is not None or board.is_solved():
        return Counted(int(board.impossible_line is None), True, perf_counter() - started)
    search = Search(board, deadline)
    number = 0
    for cells in search.solutions():
        _verified(puzzle, picture_of(puzzle, cells))
        number += 1
    return Counted(number, search.end is End.NO_MORE, perf_counter() - started)
