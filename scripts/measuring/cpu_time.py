"""Measure and limit work by the processor's time: unlike wall time, it hardly depends on what else runs."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TypeVar

Result = TypeVar("Result")


class CpuLimitReachedError(BaseException):
    """The work used up its time. No `Exception`, so that no handler of the measured code takes it."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Interrupt the enclosed work after so many CPU-seconds of this process; where signals exist only.

    Only the main thread can be interrupted, and a library's call only after it has returned.

    Raises
    ------
    CpuLimitReachedError : the time is used up.
    """

    def interrupt(_signal: int, _frame: object) -> None:
        raise CpuLimitReachedError

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def best_cpu_seconds(work: Callable[[], Result], runs: int) -> tuple[float, Result]:
    """The CPU-seconds of the quickest of some runs, and the last one's result."""
    times = []
    for _ in range(runs):
        started = process_time()
        result = work()
        times.append(process_time() - started)
    return min(times), result
