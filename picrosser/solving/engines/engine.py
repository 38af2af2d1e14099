"""The interface that search expects of a SAT solver, and the limits that every engine obeys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from time import perf_counter
from typing import Protocol

from picrosser.solving.encoding import Encoding


class Clock:
    """What a whole search may take: a deadline, and conflicts, which are the same on a busy machine.

    deadline : a moment of `time.perf_counter`, in seconds; None for no limit.
    max_conflicts : of all engines together; None for no limit.
    """

    def __init__(self, deadline: float | None, max_conflicts: int | None = None) -> None:
        self.deadline = deadline
        self._conflicts_left: float = inf if max_conflicts is None else max_conflicts

    def check(self, needed_s: float = 0.0) -> None:
        """Return if at least `needed_s` seconds are left.

        Raises
        ------
        OutOfTimeError : less time is left.
        """
        if self.deadline is not None and perf_counter() + needed_s > self.deadline:
            raise OutOfTimeError

    def allowed_conflicts(self, most: int) -> int:
        """For how many conflicts a solver may go on, if it would like to for so many.

        Raises
        ------
        OutOfWorkError : none are left.
        """
        if self._conflicts_left <= 0:
            raise OutOfWorkError
        return int(min(most, self._conflicts_left))

    def spend_conflicts(self, number: int) -> None:
        """Count conflicts that a solver has had."""
        self._conflicts_left -= number


class OutOfTimeError(Exception):
    """The deadline has passed; caught in `Search`."""


class OutOfWorkError(Exception):
    """All conflicts that were allowed have been spent; caught in `Search`."""


class Engine(Protocol):
    """A SAT solver loaded with one encoded board."""

    @property
    def decisions(self) -> int:
        """How often the solver has guessed so far, by its own count."""

    def decide(self, max_conflicts: int | None = None) -> bool | None:
        """Whether there is a (further) solution; None if that many conflicts did not decide it.

        Raises
        ------
        OutOfTimeError, OutOfWorkError : the deadline came first, or the clock's conflicts are spent.
        KeyboardInterrupt : Ctrl-C came first.
        """

    def true_variables(self, wanted: Sequence[int]) -> Collection[int]:
        """The wanted variables that are true in the solution that `decide` has just found."""

    def forbid(self, literals: Sequence[int]) -> None:
        """Require that at least one of these literals is false."""


EngineMaker = Callable[[Encoding, Clock], Engine]
