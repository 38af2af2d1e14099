"""Searches what propagation left open: solutions one after the other, then how the search ended.

In: a propagated board. Each solution is different from those before, since each is forbidden once it is
found. Two SAT solvers stand behind one small interface, `Engine`: z3, which can do all of it alone, and
python-sat, which goes first where it is installed; see `native_engine` and `relay_engine` for what that
gains.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from time import perf_counter
from typing import Protocol

from picrosser.solving.encoding import Encoding, encode
from picrosser.solving.lines import Board


class End(Enum):
    """How a search ended."""

    NO_MORE = "no more"
    OUT_OF_TIME = "out of time"


class Clock:
    """A deadline, and the one way to miss it."""

    def __init__(self, deadline: float | None) -> None:
        """Set the clock.

        deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
        """
        self.deadline = deadline

    def check(self, needed_s: float = 0.0) -> None:
        """Go on only if there is so much time left.

        Raises
        ------
        OutOfTimeError : there is not.
        """
        if self.deadline is not None and perf_counter() + needed_s > self.deadline:
            raise OutOfTimeError


class OutOfTimeError(Exception):
    """The deadline passed; caught in `Search`."""


class Engine(Protocol):
    """A SAT solver that holds an encoded board."""

    @property
    def decisions(self) -> int:
        """How often it has guessed so far, by its own count."""

    def decide(self, most_conflicts: int | None = None) -> bool | None:
        """Whether there is a solution (any more); None if so many conflicts did not tell.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        KeyboardInterrupt : Ctrl-C came first.
        """

    def true(self, wanted: Sequence[int]) -> Collection[int]:
        """Those of the wanted variables that are true in the solution that `decide` has just found."""

    def forbid(self, literals: Sequence[int]) -> None:
        """Demand that not all of these are true."""


EngineMaker = Callable[[Encoding, Clock], Engine]


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
        from picrosser.solving.relay_engine import RelayEngine
    except ImportError:  # python-sat is not there, nor are wheels of it for every machine
        from picrosser.solving.z3_engine import Z3Engine

        return Z3Engine
    return RelayEngine
