"""Searches a propagated board for solutions with a SAT solver.

Each solution is forbidden once it is found, so the next one differs from all before it. Two SAT solvers stand
behind one small interface, `Engine`: z3, which can do all of it alone, and python-sat, which goes first where
it is installed because it starts and counts faster (see `engines`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from picrosser.solving.board import Board
from picrosser.solving.encoding import encode
from picrosser.solving.engines.engine import Clock, EngineMaker, OutOfTimeError, OutOfWorkError


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"
    OUT_OF_WORK = "out of work"


class Search:
    """The search for the solutions of one board.

    end : how the search ended; None while it is running.
    decisions : how often the engine had to guess, by its own count.
    """

    def __init__(
        self,
        board: Board,
        deadline: float | None = None,
        engine: EngineMaker | None = None,
        max_conflicts: int | None = None,
    ) -> None:
        """Prepare the search.

        Parameters
        ----------
        board : propagated to its end, without an impossible line.
        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        engine : the SAT solver to use; by default the fastest that is installed.
        max_conflicts : of the SAT solver; None for no limit.
        """
        self._board = board
        self._clock = Clock(deadline, max_conflicts)
        self._engine = engine
        self.end: End | None = None
        self.decisions = 0

    def solutions(self) -> Iterator[dict[int, int]]:
        """Yield solutions, each as the colour of every cell; then set `end`."""
        try:
            yield from self._solutions()
        except OutOfTimeError:
            self.end = End.OUT_OF_TIME
        except OutOfWorkError:
            self.end = End.OUT_OF_WORK
        else:
            self.end = End.NO_MORE

    def _solutions(self) -> Iterator[dict[int, int]]:
        encoding = encode(self._board, self._clock.check)
        self._clock.check()
        engine = (self._engine or _fastest_engine())(encoding, self._clock)
        decided = {cell: here.bit_length() - 1 for cell, here in self._board.candidates().items()}
        wanted = sorted({abs(literal) for here in encoding.literals.values() for literal in here.values()})
        while True:
            self._clock.check()
            try:
                more = engine.decide()
            finally:
                self.decisions = engine.decisions
            if not more:
                return
            true = engine.true_variables(wanted)
            chosen = {
                cell: next(k for k, literal in here.items() if (abs(literal) in true) == (literal > 0))
                for cell, here in encoding.literals.items()
            }
            yield decided | chosen
            engine.forbid([encoding.literals[cell][colour] for cell, colour in chosen.items()])


def _fastest_engine() -> EngineMaker:
    """The fastest installed engine; engines are imported only here, when they are needed."""
    try:
        from picrosser.solving.engines.pysat_engine import AlternatingEngine
    except ImportError:  # python-sat is missing: it has no wheels for some machines
        from picrosser.solving.engines.z3_engine import Z3Engine

        return Z3Engine
    return AlternatingEngine
