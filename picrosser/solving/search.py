"""Searches what propagation left open: solutions one after the other, then how the search ended.

In: a propagated board. Each solution is different from those before, since each is forbidden once it is
found. Two SAT solvers stand behind one small interface, `Engine`: z3, which can do all of it alone, and
python-sat, which goes first where it is installed; see `engines` for what that
gains.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from picrosser.solving.encoding import encode
from picrosser.solving.engines.engine import Clock, EngineMaker, OutOfTimeError
from picrosser.solving.lines import Board


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"


class Search:
    """The solutions of one board.

    end : how the search ended; None while it has not.
    decisions : how often the engine had to guess, by its own count.
    """

    def __init__(
        self, board: Board, deadline: float | None = None, engine: EngineMaker | None = None
    ) -> None:
        """Prepare the search.

        Parameters
        ----------
        board : propagated to its end and not stuck.
        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        engine : the solver to use; by default the fastest there is.
        """
        self._board = board
        self._clock = Clock(deadline)
        self._engine = engine
        self.end: End | None = None
        self.decisions = 0

    def solutions(self) -> Iterator[dict[int, int]]:
        """Yield the colour of every cell, solution by solution."""
        try:
            yield from self._solutions()
        except OutOfTimeError:
            self.end = End.OUT_OF_TIME
        else:
            self.end = End.NO_MORE

    def _solutions(self) -> Iterator[dict[int, int]]:
        encoding = encode(self._board, self._clock.check)
        self._clock.check()
        engine = (self._engine or _best_engine())(encoding, self._clock)
        decided = {cell: here.bit_length() - 1 for cell, here in self._board.candidates().items()}
        wanted = sorted({abs(literal) for here in encoding.literals.values() for literal in here.values()})
        while True:
            self._clock.check()
            more = engine.decide()
            self.decisions = engine.decisions
            if not more:
                return
            true = engine.true(wanted)
            chosen = {
                cell: next(k for k, literal in here.items() if (abs(literal) in true) == (literal > 0))
                for cell, here in encoding.literals.items()
            }
            yield decided | chosen
            engine.forbid([encoding.literals[cell][colour] for cell, colour in chosen.items()])


def _best_engine() -> EngineMaker:
    """The fastest that is installed; each engine is imported only when it is needed."""
    try:
        from picrosser.solving.engines.relay_engine import RelayEngine
    except ImportError:  # python-sat is not there, nor are wheels of it for every machine
        from picrosser.solving.engines.z3_engine import Z3Engine

        return Z3Engine
    return RelayEngine
