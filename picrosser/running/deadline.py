"""The moment by which all work on an input must end.

Decoding, reading, repairing, solving and drawing share one deadline, so that no stage adds its own time limit
to those of the others.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from types import NoneType
from typing import NamedTuple

from picrosser.errors import TimeLimitError, expect


class Deadline(NamedTuple):
    """The moment by which the work must end, in seconds of `time.perf_counter`."""

    ends: float = inf

    @classmethod
    def after(cls, limit_s: float | None) -> Deadline:
        """The deadline that comes so many seconds from now; None for no limit."""
        expect(limit_s, (int, float, NoneType), "a time limit in seconds")
        return cls() if limit_s is None else cls(perf_counter() + limit_s)

    @property
    def left_s(self) -> float | None:
        """The seconds that are left, 0 or more; None if there is no limit."""
        return None if self.ends == inf else max(0.0, self.ends - perf_counter())

    @property
    def is_past(self) -> bool:
        return perf_counter() >= self.ends

    def check(self, doing: str) -> None:
        """Raise a TimeLimitError if the time is up; `doing` is what would be done next, in words."""
        if self.is_past:
            raise TimeLimitError(doing)


NO_DEADLINE = Deadline()
