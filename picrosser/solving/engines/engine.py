"""The interface that search expects of a SAT solver, and the clock that every engine obeys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import perf_counter
from typing import Protocol

from picrosser.solving.encoding import Encoding


class Clock:
    """A deadline for the whole search.

    deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
    """

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline

    def check(self, needed_s: float = 0.0) -> None:
        """Return if at least `needed_s` seconds are left.

        Raises
        ------
        OutOfTimeError : less time is left.
        """
        if self.deadline is not None and perf_counter() + needed_s > self.deadline:
            raise OutOfTimeError


class OutOfTimeError(Exception):
    """The deadline has passed; caught in `Search`."""


class Engine(Protocol):
    """A SAT solver loaded with one encoded board."""

    @property
    def decisions(self) -> int:
        """How often the solver has guessed so far, by its own count."""

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """Whether there is a (further) solution; None if that many conflicts did not decide it.

        Raises
        ------
        OutOfTimeError : the deadline came first.
        KeyboardInterrupt : Ctrl-C came first.
        """

    def true_variables(self, wanted: Sequence[int]) -> Collection[int]:
        """The wanted variables that are true in the solution that `decide` has just found."""

    def forbid(self, literals: Sequence[int]) -> None:
        """Require that at least one of these literals is false."""


EngineMaker = Callable[[Encoding, Clock], Engine]
