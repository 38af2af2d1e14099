"""Runs z3 on what propagation left open; the only file that knows z3 and its time limits.

In: a propagated board. Out: solutions, one after the other, each different from those before, then how the
search ended. The board goes to z3 as one DIMACS text: building the same model object by object through its
Python interface takes many times longer. z3 is imported only when needed, since the import takes 70 ms.

Seen with z3 5.4: DIMACS variable i becomes the constant whose name is the *number* i (printed as k!i, but
not the constant named "k!i"); terms may be added between checks; Ctrl-C during a check comes back
as "unknown", and waits while a text is being loaded (1 s for the largest boards tried).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from time import perf_counter
from typing import Any

from picrosser.solving.counters import Fresh, count_clauses
from picrosser.solving.lines import Board
from picrosser.solving.rules.counts_clauses import Clauses, clauses

_LOADED_PER_SECOND = 15_000_000
"""Characters of DIMACS text; z3 cannot be stopped while it loads. Measured: 14 to 30 million."""


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"


class OutOfTimeError(Exception):
    """The deadline passed; caught in this file."""


class Search:
    """The solutions of one board.

    end : how the search ended; None while it has not.
    """

    def __init__(self, board: Board, deadline: float | None = None) -> None:
        """Prepare the search.

        Parameters
        ----------
        board : propagated to its end and not stuck.
        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        """
        self._board = board
        self._deadline = deadline
        self._candidates = board.candidates()
        self.end: End | None = None

    def solutions(self) -> Iterator[dict[int, int]]:
        """Yield the colour of every cell, solution by solution."""
        try:
            yield from self._solutions()
        except OutOfTimeError:
            self.end = End.OUT_OF_TIME
        else:
            self.end = End.NO_MORE

    def _solutions(self) -> Iterator[dict[int, int]]:
        variables, text = self._encode()
        z3 = importlib.import_module("z3")
        solver = z3.SolverFor("QF_FD")
        self._check_clock(len(text) / _LOADED_PER_SECOND)
        solver.from_string(text)
        decided = {cell: here.bit_length() - 1 for cell, here in self._candidates.items()}
        while self._satisfiable(z3, solver):
            model = solver.model()
            chosen = {
                cell: colour
                for cell, here in variables.items()
                for colour, variable in here.items()
                if z3.is_true(model.eval(z3.Bool(variable)))
            }
            yield decided | chosen
            solver.add(z3.Or([z3.Not(z3.Bool(variables[cell][chosen[cell]])) for cell in chosen]))

    def _encode(self) -> tuple[dict[int, dict[int, int]], str]:
        """The variables, per open cell and colour, and the board as DIMACS text."""
        variables: dict[int, dict[int, int]] = {}
        used = 0

        def fresh() -> int:
            nonlocal used
            used += 1
            return used

        for cell, here in self._candidates.items():
            if here & (here - 1):
                variables[cell] = {k: fresh() for k in range(here.bit_length()) if here >> k & 1}
        lines: list[str] = []
        for one in variables.values():
            demand = Clauses(counts=[(1, tuple(one.values()))])
            lines += _dimacs(demand, fresh)
        none: Mapping[int, int] = {}
        board = self._board
        for rule, places, cells in zip(board.rules, board.places, board.layout.lines, strict=True):
            self._check_clock()
            lines += _dimacs(
                clauses(rule, places, [variables.get(cell, none) for cell in cells], fresh), fresh
            )
        return variables, f"p cnf {used} {len(lines)}\n" + "".join(lines)

    def _check_clock(self, needed_s: float = 0.0) -> None:
        if self._deadline is not None and perf_counter() + needed_s > self._deadline:
            raise OutOfTimeError

    def _satisfiable(self, z3: Any, solver: Any) -> bool:
        """Ask z3.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        KeyboardInterrupt : Ctrl-C came first; z3 catches it and says "unknown".
        """
        self._check_clock()
        if self._deadline is not None:
            solver.set("timeout", max(1, int((self._deadline - perf_counter()) * 1000)))
        answer = solver.check()
        if answer == z3.unknown:
            reason = solver.reason_unknown()
            if "interrupted" in reason or self._deadline is None:  # without a limit nothing else stops it
                raise KeyboardInterrupt
            raise OutOfTimeError
        return bool(answer == z3.sat)


def _dimacs(found: Clauses, fresh: Fresh) -> list[str]:
    """Clauses and counts, one line of text a clause."""
    every: list[Sequence[int]] = list(found.clauses)
    for count, literals in found.counts:
        every += count_clauses(count, literals, fresh)
    return [" ".join(map(str, clause)) + " 0\n" for clause in every]
