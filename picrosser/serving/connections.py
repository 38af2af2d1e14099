"""Connections that are slow on purpose, or too many: uvicorn has a limit for neither.

It waits for ever for the head of a request, for a client that takes its answer byte by byte, and for those
that connect and send nothing. Here each connection has a deadline for whatever it waits for, and of too many
connections those without a request go first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_LIMIT_S = 10.0
"""For the head of a request, from the connection's or the last answer's end on, in seconds."""
STALL_LIMIT_S = 10.0
"""For which a client may take nothing of its answer, in seconds."""
MAX_UNSENT_S = 120.0
"""For taking a whole answer, in seconds."""
MAX_CONNECTIONS = 256
"""Of all clients together."""
MAX_PER_CLIENT = 64
"""Of one address."""
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


class Connections:
    """All connections of a server, those without a request in the order in which they became so."""

    def __init__(self) -> None:
        self.clients: Counter[str] = Counter()
        self.idle: dict[BoundedProtocol, None] = {}

    def protocol(self, *args: Any, **named: Any) -> BoundedProtocol:
        """A connection, as uvicorn makes one of its protocol class."""
        return BoundedProtocol(self, *args, **named)

    def is_too_many(self, client: str) -> bool:
        """Whether there are more than may be, of this client or of all."""
        return self.clients[client] > MAX_PER_CLIENT or self.clients.total() > MAX_CONNECTIONS

    def longest_idle(self, client: str) -> BoundedProtocol | None:
        """The connection to end for a new one: of this client if it has too many."""
        of_client = self.clients[client] > MAX_PER_CLIENT
        return next((one for one in self.idle if not of_client or one.address == client), None)


class BoundedProtocol(H11Protocol):
    """uvicorn's connection with deadlines."""

    def __init__(self, all_connections: Connections, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.all_connections = all_connections
        self.address = ""
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._unsent_since_s = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, if there are not too many connections."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        mine = self.all_connections
        mine.clients[self.address] += 1
        if mine.is_too_many(self.address):
            other = mine.longest_idle(self.address)
            if other is None:
                transport.write(_FULL)
                transport.close()
            else:
                other.abort()
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timer()
        mine = self.all_connections
        mine.idle.pop(self, None)
        mine.clients[self.address] -= 1
        if mine.clients[self.address] <= 0:
            del mine.clients[self.address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was sent; the deadline for a request's head stays as it is until the head is whole."""
        super().data_received(data)
        if self._has_request:
            self._stop_timer()
            self.all_connections.idle.pop(self, None)

    def on_response_complete(self) -> None:
        """Wait for the answer to be taken, and for the next request."""
        self._wait_for_request()
        super().on_response_complete()
        if self._has_request:  # the next one was sent with the last
            self._stop_timer()
            self.all_connections.idle.pop(self, None)

    def pause_writing(self) -> None:
        """Watch a client that takes its answer slowly."""
        super().pause_writing()
        if self._timer is None:
            self._watch_unsent(STALL_LIMIT_S)

    def resume_writing(self) -> None:
        """Stop watching while a request is being answered."""
        super().resume_writing()
        if self._has_request:
            self._stop_timer()

    def abort(self) -> None:
        """End the connection now, whatever has not been sent."""
        self.all_connections.idle.pop(self, None)
        self.transport.abort()

    @property
    def _has_request(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_request(self) -> None:
        self.all_connections.idle[self] = None
        self._watch_unsent(HEAD_LIMIT_S)

    def _watch_unsent(self, limit_s: float) -> None:
        self._stop_timer()
        self._unsent = self.transport.get_write_buffer_size()
        self._unsent_since_s = self.loop.time()
        self._timer = self.loop.call_later(limit_s, self._end_if_stalled)

    def _end_if_stalled(self) -> None:
        """End the connection, unless its client is still taking the answer."""
        self._timer = None
        unsent = self.transport.get_write_buffer_size()
        is_late = self.loop.time() - self._unsent_since_s > MAX_UNSENT_S
        if 0 < unsent < self._unsent and not is_late:
            self._unsent = unsent
            self._timer = self.loop.call_later(STALL_LIMIT_S, self._end_if_stalled)
        else:
            self.abort()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
