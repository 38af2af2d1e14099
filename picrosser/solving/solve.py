"""The escalation: obvious contradictions, then propagation of lines, then z3, then a second solution.

In: a puzzle. Out: an `Outcome` whose solutions the referee has checked. What propagation alone decides is the
only solution by itself, since every conclusion is forced; only boards that need search need a proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter

import numpy as np

from picrosser.errors import PicrosserError
from picrosser.puzzles.checking import LinePuzzle, contradictions, violations
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture
from picrosser.solving.lines import Board
from picrosser.solving.outcome import Difficulty, Outcome, Status, Step, StepListener, ignore
from picrosser.solving.puzzle_lines import axis_of, board_of
from picrosser.solving.search import End, Search


def solve(
    puzzle: LinePuzzle, *, at_most: int = 2, timeout_s: float | None = None, on_step: StepListener = ignore
) -> Outcome:
    """Find the solutions of a puzzle.

    Parameters
    ----------
    puzzle : any hints, contradictory ones too.
    at_most : stop after so many solutions; 2 tells whether the first is the only one.
    timeout_s : wall time in seconds, kept within about half a second; None for no limit.
    on_step : called with every step of the way.

    Raises
    ------
    ValueError : `at_most` is below 2 (one solution alone says nothing about others).
    KeyboardInterrupt : Ctrl-C, also while z3 is at work.
    """
    if at_most < 2:
        raise ValueError(f"at_most is {at_most}; to tell one solution from several it must be at least 2")
    return _Attempt(puzzle, at_most, timeout_s, on_step).outcome()


class _Attempt:
    """One call of `solve`: what stays the same between its stages."""

    def __init__(
        self, puzzle: LinePuzzle, at_most: int, timeout_s: float | None, on_step: StepListener
    ) -> None:
        self.puzzle = puzzle
        self.at_most = at_most
        self.timeout_s = timeout_s
        self.on_step = on_step
        self.started = perf_counter()
        self.deadline = None if timeout_s is None else self.started + timeout_s
        self.difficulty = Difficulty.LINE
        self.passes = 0

    def outcome(self) -> Outcome:
        """Run the stages, cheapest first."""
        plain = contradictions(self.puzzle)
        if plain:
            return self._end(Status.NONE, None, why="; ".join(plain[:3]))
        board = board_of(self.puzzle, None if self.on_step is ignore else self._tell_line)
        finished = board.run(self.deadline)
        self.passes = board.passes
        known = self._picture(board.candidates())
        if not finished:
            return self._end(Status.GAVE_UP, known, why=self._late("propagating lines"))
        if board.stuck is not None:
            axis, number = axis_of(self.puzzle, board.stuck)
            why = f"{axis} {number + 1}: no arrangement fits its hints and what the other lines decide"
            return self._end(Status.NONE, None, why=why)
        if UNKNOWN not in known.cells:
            return self._end(Status.UNIQUE, known, (known,))
        self.difficulty = Difficulty.SEARCH
        return self._search(board, known)

    def _search(self, board: Board, known: Picture) -> Outcome:
        search = Search(board, self.deadline)
        found: list[Picture] = []
        for cells in search.solutions():
            picture = self._picture({cell: 1 << colour for cell, colour in cells.items()})
            self._check(picture)
            found.append(picture)
            if len(found) == self.at_most:
                break
        if len(found) > 1:
            return self._several(found)
        if search.end is End.OUT_OF_TIME:
            doing = "looking for a second solution" if found else "searching"
            return self._end(Status.GAVE_UP, known, tuple(found), why=self._late(doing))
        if not found:
            why = "no line is impossible by itself, but search proved that they do not fit together"
            return self._end(Status.NONE, None, why=why)
        self._tell_search(known, found[0])
        return self._end(Status.UNIQUE, found[0], tuple(found))

    def _several(self, found: Sequence[Picture]) -> Outcome:
        stack = np.stack([picture.cells for picture in found])
        same = (stack == stack[0]).all(axis=0)
        shared = Picture(np.where(same, stack[0], np.int8(UNKNOWN)).astype(np.int8), self.puzzle.palette)
        differing = tuple((int(row), int(col)) for row, col in np.argwhere(~same))
        return self._end(Status.SEVERAL, shared, tuple(found), differing)

    def _end(
        self,
        status: Status,
        picture: Picture | None,
        solutions: tuple[Picture, ...] = (),
        differing: tuple[Cell, ...] = (),
        why: str = "",
    ) -> Outcome:
        if status is Status.UNIQUE and self.difficulty is Difficulty.LINE:
            self._check(solutions[0])
        seconds = perf_counter() - self.started
        return Outcome(status, picture, solutions, differing, self.difficulty, self.passes, why, seconds)

    def _check(self, picture: Picture) -> None:
        """Let the referee judge a solution before it leaves.

        Raises
        ------
        PicrosserError : the solver has a bug.
        """
        wrong = violations(self.puzzle, picture)
        if wrong:
            raise PicrosserError(f"the solver's answer breaks a rule: {wrong[0].text}", "please report this")

    def _late(self, doing: str) -> str:
        return f"the time limit of {self.timeout_s:g} s came while {doing}"

    def _picture(self, candidates: Mapping[int, int]) -> Picture:
        """The decided cells; a cell with several candidates (bits of its value) is UNKNOWN."""
        flat = [UNKNOWN] * len(candidates)
        for cell, here in candidates.items():
            if here and not here & (here - 1):
                flat[cell] = here.bit_length() - 1
        return Picture(np.array(flat, dtype=np.int8).reshape(self.puzzle.shape), self.puzzle.palette)

    def _tell_line(self, line: int, decided: list[tuple[int, int]], exact: bool) -> None:
        axis, number = axis_of(self.puzzle, line)
        columns = self.puzzle.shape[1]
        cells = tuple((divmod(cell, columns), colour) for cell, colour in sorted(decided))
        how = "all arrangements agree" if exact else "its hints leave no other colour"
        self.on_step(Step(cells, axis, number, Difficulty.LINE, f"{axis} {number + 1}: {how}"))

    def _tell_search(self, known: Picture, solution: Picture) -> None:
        """Tell the cells that only search decided."""
        if self.on_step is ignore:
            return
        cells = tuple(
            ((int(row), int(col)), int(solution.cells[row, col]))
            for row, col in np.argwhere(known.cells == UNKNOWN)
        )
        self.on_step(Step(cells, None, None, Difficulty.SEARCH, "every other way leads to a contradiction"))
