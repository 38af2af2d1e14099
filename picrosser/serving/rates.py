"""How many requests a client may send: so many at once, and then so many in a minute (a token bucket)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from time import monotonic

from picrosser.serving.refusals import Refused

MAX_CLIENTS = 4096
"""Clients that are remembered; of more, those that were silent longest are forgotten."""


@dataclass(slots=True)
class _Bucket:
    left: float
    since_s: float


class Rates:
    """The requests that each client may still send.

    Parameters
    ----------
    at_once : so many may come at once.
    per_minute : and then so many a minute.
    now_s : a clock, in seconds.
    """

    def __init__(self, at_once: int, per_minute: float, now_s: Callable[[], float] = monotonic) -> None:
        self.at_once, self._per_s, self._now_s = at_once, per_minute / 60, now_s
        self._buckets: dict[str, _Bucket] = {}

    def count(self, client: str) -> None:
        """Count a request.

        Raises
        ------
        Refused : the client has sent too many.
        """
        now_s = self._now_s()
        bucket = self._buckets.pop(client, None) or _Bucket(self.at_once, now_s)
        bucket.left = min(self.at_once, bucket.left + (now_s - bucket.since_s) * self._per_s)
        bucket.since_s = now_s
        self._buckets[client] = bucket  # last: the first is the one that was silent longest
        if len(self._buckets) > MAX_CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        if bucket.left < 1:
            wait_s = ceil((1 - bucket.left) / self._per_s)
            message = f"too many requests from this address; try again in {wait_s} s"
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, message, retry_after_s=wait_s)
        bucket.left -= 1
