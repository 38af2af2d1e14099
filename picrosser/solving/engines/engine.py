"""What search asks of a SAT solver, and the clock that all of them obey."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import perf_counter
from typing import Protocol

from picrosser.solving.encoding import Encoding


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
