"""`--time-limit`: one limit for all work on an input, from reading its file to drawing the answer.

Stages look at the deadline between their steps. A step may be long (decoding a large picture), so a timer
interrupts the work if it does not end by itself soon after; systems without such timers (Windows) do not.
"""

import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from picrosser.errors import TimeLimitError
from picrosser.running.deadline import Deadline

DEFAULT_LIMIT_S = 60.0  # no screenshot of those that are known takes more than a few seconds
GRACE_S = 1.0  # that the work has after its deadline, to end by itself and say what it knows
AGAIN_S = 0.5  # until the work is interrupted again, should a library have swallowed the first interruption

_TIME = r"([0-9]+\.?[0-9]*|\.[0-9]+) ?(s|m|h|)"  # compiled once it is needed
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def time_limit(text: str) -> float | None:
    """Read a time limit in seconds: "90", "90s", "1.5m", "2h"; None for "0"; else a ValueError."""
    if not text:
        return DEFAULT_LIMIT_S
    match = re.fullmatch(_TIME, text.strip().lower())
    if match is None:
        raise ValueError(f"{text!r} is not a time limit; give seconds, or 90s, 2m, 1h, or 0 for no limit")
    return float(match[1]) * _SECONDS[match[2]] or None


@contextmanager
def interrupted_at(deadline: Deadline) -> Iterator[None]:
    """Interrupt the work by a TimeLimitError soon after its deadline; this works in the main thread alone."""
    left_s = deadline.left_s
    can_interrupt = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if left_s is None or not can_interrupt:
        yield
        return
    before = signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, left_s + GRACE_S, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise TimeLimitError("working on this input")
