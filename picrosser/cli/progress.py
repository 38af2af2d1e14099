"""How far a long count is, told to a person who waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

_FIRST_S = 0.5  # what takes less needs no telling
_EACH_S = 0.2


@contextmanager
def told_share(what: str, *, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """A listener for shares from 0 to 1, which keeps one line on stderr; None where nobody looks at it.

    what : the word before the share.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    due = perf_counter() + _FIRST_S
    width = 0

    def hear(share: float) -> None:
        nonlocal due, width
        now = perf_counter()
        if now >= due:
            due = now + _EACH_S
            line = f"{what}: {100 * share:.0f} %"
            width = max(width, len(line))
            _put(f"\r{line}")

    try:
        yield hear
    finally:  # also after Ctrl-C
        if width:
            _put("\r" + " " * width + "\r")


def _put(text: str) -> None:
    with suppress(OSError):
        print(text, end="", file=sys.stderr, flush=True)
