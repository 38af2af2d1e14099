"""The escalation: obvious contradictions, then lines, then assumptions, then search, then a second solution.

In: a puzzle. Out: an `Outcome` whose solutions the referee has checked. What lines and refuted assumptions
decide is the only solution by itself, since every conclusion is forced; only boards that need search need a
proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter

from picrosser.errors import PicrosserError
from picrosser.puzzles.checking import LinePuzzle, contradictions, violations
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture
from picrosser.solving.lines import Board
from picrosser.solving.outcome import Difficulty, Outcome, Status, StepListener, ignore
from picrosser.solving.probing import ignore as ignore_refuted
from picrosser.solving.probing import probe
from picrosser.solving.puzzle_lines import axis_of, board_of, picture_of

TYPE_CHECKING = False  # search and steps are imported when they are needed, which is seldom
if TYPE_CHECKING:
    from picrosser.solving.engines.engine import EngineMaker
    from picrosser.solving.telling import Teller


def solve(
    puzzle: LinePuzzle,
    *,
    at_most: int = 2,
    timeout_s: float | None = None,
    on_step: StepListener = ignore,
    engine: EngineMaker | None = None,
) -> Outcome:
    """Find the solutions of a puzzle.

    Parameters
    ----------
    puzzle : any hints, contradictory ones too.
    at_most : stop after so many solutions; 2 tells whether the first is the only one.
    timeout_s : wall time in seconds, kept within about half a second; None for no limit.
    on_step : called with every step of the way.
    engine : the SAT solver, where search is needed; by default the fastest that is installed.

    Raises
    ------
    ValueError : `at_most` is below 2 (one solution alone says nothing about others).
    KeyboardInterrupt : Ctrl-C, also while a SAT solver is at work.
    """
    if at_most < 2:
        raise ValueError(f"at_most is {at_most}; to tell one solution from several it must be at least 2")
    return _Attempt(puzzle, at_most, timeout_s, on_step, engine).outcome()


class _Attempt:
    """One call of `solve`: what stays the same between its stages."""

    def __init__(
        self,
        puzzle: LinePuzzle,
        at_most: int,
        timeout_s: float | None,
        on_step: StepListener,
        engine: EngineMaker | None,
    ) -> None:
        self.puzzle = puzzle
        self.at_most = at_most
        self.timeout_s = timeout_s
        self.engine = engine
        self.started = perf_counter()
        self.deadline = None if timeout_s is None else self.started + timeout_s
        self.difficulty = Difficulty.LINE
        self.passes = self.decisions = 0
        self.teller = None if on_step is ignore else _teller(puzzle, on_step)

    def outcome(self) -> Outcome:
        """Run the stages, cheapest first."""
        plain = contradictions(self.puzzle)
        if plain:
            return self._end(Status.NONE, None, why="; ".join(plain[:3]))
        board = board_of(self.puzzle, self.teller.line if self.teller else None)
        if self.teller:
            self.teller.board = board
        finished = board.run(self.deadline)
        if finished and board.stuck is None and not board.is_solved():
            self.difficulty = Difficulty.PROBE
            listener = self.teller.refuted if self.teller else ignore_refuted
            self.decisions = probe(board, deadline=self.deadline, on_refuted=listener)
        self.passes = board.passes
        known = picture_of(self.puzzle, _decided(board.candidates()))
        if not finished:
            return self._end(Status.GAVE_UP, known, why=self._late("propagating lines"))
        if board.stuck is not None:
            axis, number = axis_of(self.puzzle, board.stuck)
            why = f"{axis} {number + 1}: no arrangement fits its hints and what the other lines decide"
            return self._end(Status.NONE, None, why=why)
        if known.is_complete:
            return self._end(Status.UNIQUE, known, (judged(self.puzzle, known),))
        self.difficulty = Difficulty.SEARCH
        return self._search(board, known)

    def _search(self, board: Board, known: Picture) -> Outcome:
        from picrosser.solving.search import End, Search

        search = Search(board, self.deadline, self.engine)
        refuted = self.decisions
        found: list[Picture] = []
        first: Mapping[int, int] = {}
        for cells in search.solutions():
            first = first or cells
            found.append(judged(self.puzzle, picture_of(self.puzzle, cells)))
            if len(found) == self.at_most:
                break
        self.decisions = refuted + search.decisions
        if len(found) > 1:
            return self._several(found)
        if search.end is End.OUT_OF_TIME:
            doing = "looking for a second solution" if found else "searching"
            return self._end(Status.GAVE_UP, known, tuple(found), why=self._late(doing))
        if not found:
            why = "no line is impossible by itself, but search proved that they do not fit together"
            return self._end(Status.NONE, None, why=why)
        if self.teller:
            self.teller.search(first)
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

    def _late(self, doing: str) -> str:
        return f"the time limit of {self.timeout_s:g} s came while {doing}"


def _decided(candidates: Mapping[int, int]) -> dict[int, int]:
    """The cells with one colour left, of bits for each."""
    return {cell: here.bit_length() - 1 for cell, here in candidates.items() if here.bit_count() == 1}


def judged(puzzle: LinePuzzle, picture: Picture) -> Picture:
    """Let the referee judge a solution before it leaves; the same picture.

    Raises
    ------
    PicrosserError : the solver has a bug.
    """
    wrong = violations(puzzle, picture)
    if wrong:
        raise PicrosserError(f"the solver's answer breaks a rule: {wrong[0].text}", "please report this")
    return picture


def _teller(puzzle: LinePuzzle, on_step: StepListener) -> Teller:
    from picrosser.solving.telling import Teller

    return Teller(puzzle, on_step)
