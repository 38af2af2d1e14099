"""What clients may take: requests, memory for pictures that they send, and for drawings that they fetch."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from http import HTTPStatus
from math import ceil
from time import monotonic

from picrosser.errors import ExitCode
from picrosser.serving.asked import Refused

MAX_CLIENTS = 4096
"""Clients whose requests are counted; of more, those that were silent longest are forgotten."""
MAX_BODY_BYTES = 32_000_000  # of a picture file
BODY_LIMIT_S = 30.0  # for sending a picture, in seconds
MAX_BYTES_IN_MEMORY = 256_000_000
"""That all pictures have together which are being sent, wait or are worked on."""
KEPT_S = 600.0  # for which a drawing can be fetched, in seconds
MAX_RESULTS = 200  # drawings that are kept; of more, the oldest go
MAX_RESULT_BYTES = 256_000_000  # that all drawings have together; of more, the oldest go
_NAME_BYTES = 16  # 128 random bits: only who got the answer knows its name


class Rates:
    """How many requests each client may send: some at once, then so many in a minute (a token bucket)."""

    def __init__(self, at_once: int, per_minute: float) -> None:
        self.at_once, self._per_s = at_once, per_minute / 60
        self._left: dict[str, tuple[float, float]] = {}  # by client, and the time at which it had so many

    def count(self, client: str) -> None:
        """Count a request; raise a Refused if the client has sent too many."""
        now_s = monotonic()
        left, since_s = self._left.pop(client, (self.at_once, now_s))
        left = min(self.at_once, left + (now_s - since_s) * self._per_s)
        self._left[client] = left - 1 if left >= 1 else left, now_s  # last: the first one was silent longest
        if len(self._left) > MAX_CLIENTS:
            del self._left[next(iter(self._left))]
        if left < 1:
            wait_s = ceil((1 - left) / self._per_s)
            message = f"too many requests from this address; try again in {wait_s} s"
            raise Refused(message, None, HTTPStatus.TOO_MANY_REQUESTS, wait_s)


class Bodies:
    """The bodies of requests that are in memory."""

    def __init__(self) -> None:
        self.total_bytes = 0

    async def read(self, stream: AsyncIterator[bytes], stated_bytes: str | None) -> bytes:
        """Read one; the caller calls `release` with it once it is done.

        stated_bytes : the header Content-Length; None if there is none.
        Raises Refused: it is too long, or empty, or took too long, or other bodies need the memory.
        """
        if stated_bytes is not None and (not stated_bytes.isdigit() or int(stated_bytes) > MAX_BODY_BYTES):
            raise _too_large()
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_LIMIT_S):
                async for part in stream:
                    body += part
                    self.total_bytes += len(part)
                    if len(body) > MAX_BODY_BYTES:
                        raise _too_large()
                    if self.total_bytes > MAX_BYTES_IN_MEMORY:
                        message = "too many pictures are being sent; try again in 5 s"
                        raise Refused(message, None, HTTPStatus.SERVICE_UNAVAILABLE, 5)
        except BaseException as error:
            self.total_bytes -= len(body)
            if isinstance(error, TimeoutError):
                message = f"the picture did not arrive within {BODY_LIMIT_S:.0f} s; send it again"
                raise Refused(message, None, HTTPStatus.REQUEST_TIMEOUT) from None
            raise
        if not body:
            raise Refused("there is no picture; send its bytes as the body of the request")
        return bytes(body)

    def release(self, body: bytes) -> None:
        self.total_bytes -= len(body)


def _too_large() -> Refused:
    message = f"the picture is larger than {MAX_BODY_BYTES // 10**6} MB; save it as PNG or JPEG"
    return Refused(message, ExitCode.INPUT_UNREADABLE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


class Results:
    """Drawings that wait to be fetched, the oldest first."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[float, bytes]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def total_bytes(self) -> int:
        return sum(len(png) for _, png in self._kept.values())

    def add(self, png: bytes) -> str:
        """Keep a drawing, and return the name by which it can be fetched."""
        name = secrets.token_urlsafe(_NAME_BYTES)
        self._kept[name] = monotonic() + KEPT_S, png
        self.forget_old()
        return name

    def find(self, name: str) -> bytes | None:
        """The drawing of this name; None if there is none, or not any more."""
        self.forget_old()
        return self._kept.get(name, (0.0, None))[1]

    def forget_old(self) -> None:
        """Drop what was kept for long enough, or is too much."""
        while self._kept:
            name, (until_s, _) = next(iter(self._kept.items()))
            is_too_much = len(self) > MAX_RESULTS or self.total_bytes > MAX_RESULT_BYTES
            if until_s > monotonic() and not is_too_much:
                return
            del self._kept[name]
