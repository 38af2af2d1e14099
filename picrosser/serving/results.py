"""Drawings that wait to be fetched: in memory, for ten minutes, so many and so large at most."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import monotonic

KEPT_S = 600.0
"""For which a drawing can be fetched, in seconds."""
MAX_RESULTS = 200
"""Drawings that are kept; of more, the oldest go."""
MAX_RESULT_BYTES = 256_000_000
"""That all drawings have together; of more, the oldest go."""
_NAME_BYTES = 16  # 128 random bits: only who got the answer knows its name


class Results:
    """The drawings.

    Parameters
    ----------
    now_s : a clock, in seconds.
    """

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._kept: dict[str, tuple[float, bytes]] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def total_bytes(self) -> int:
        """The bytes of all drawings."""
        return self._bytes

    def add(self, png: bytes) -> str:
        """Keep a drawing, and return the name by which it can be fetched."""
        self.forget_old()
        name = secrets.token_urlsafe(_NAME_BYTES)
        self._kept[name] = self._now_s() + KEPT_S, png
        self._bytes += len(png)
        while len(self._kept) > MAX_RESULTS or self._bytes > MAX_RESULT_BYTES:
            self._drop(next(iter(self._kept)))
        return name

    def find(self, name: str) -> bytes | None:
        """The drawing of this name; None if there is none, or not any more."""
        self.forget_old()
        kept = self._kept.get(name)
        return None if kept is None else kept[1]

    def forget_old(self) -> None:
        """Drop what was kept for long enough."""
        now_s = self._now_s()
        while self._kept:
            name, (until_s, _) = next(iter(self._kept.items()))
            if until_s > now_s:
                return
            self._drop(name)

    def _drop(self, name: str) -> None:
        _, png = self._kept.pop(name)
        self._bytes -= len(png)
