"""Connections that are slow on purpose, or too many.

uvicorn waits for ever for the head of a request, for a client that takes its answer byte by byte, and for
those that connect and send nothing: its `timeout_keep_alive` begins after an answer. `limit_concurrency`
would refuse new requests while others only hold connections. So each connection has a deadline for whatever
it waits for, and of too many connections those without a request go first.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

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


class BoundedProtocol(H11Protocol):
    """uvicorn's connection with deadlines."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0  # bytes of the answer, when the timer began
        self._since_s = 0.0  # that the client has not sent a request, or taken all of its answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, if there are not too many connections."""
        super().connection_made(transport)
        self._watch(HEAD_LIMIT_S)
        every = [
            one for one in cast("set[BoundedProtocol]", self.connections) if not one.transport.is_closing()
        ]
        own = [one for one in every if one.address == self.address]
        if len(own) <= MAX_PER_CLIENT and len(every) <= MAX_CONNECTIONS:
            return
        crowd = own if len(own) > MAX_PER_CLIENT else every
        idle = [one for one in crowd if one is not self and not one.has_request]
        if idle:
            min(idle, key=lambda one: one._since_s).transport.abort()
        else:
            transport.write(_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was sent; the deadline for a request's head stays as it is until the head is whole."""
        super().data_received(data)
        if self.has_request:
            self._stop_timer()

    def on_response_complete(self) -> None:
        """Wait for the answer to be taken, and for the next request."""
        self._watch(HEAD_LIMIT_S)
        super().on_response_complete()
        if self.has_request:  # the next one was sent with the last
            self._stop_timer()

    def pause_writing(self) -> None:
        """Watch a client that takes its answer slowly."""
        super().pause_writing()
        if self._timer is None:
            self._watch(STALL_LIMIT_S)

    def resume_writing(self) -> None:
        """Stop watching while a request is being answered."""
        super().resume_writing()
        if self.has_request:
            self._stop_timer()

    @property
    def address(self) -> str:
        """Of the client."""
        return self.client[0] if self.client else ""

    @property
    def has_request(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _watch(self, limit_s: float) -> None:
        self._stop_timer()
        self._unsent = self.transport.get_write_buffer_size()
        self._since_s = self.loop.time()
        self._timer = self.loop.call_later(limit_s, self._end_if_stalled)

    def _end_if_stalled(self) -> None:
        """End the connection, unless its client is still taking the answer."""
        unsent = self.transport.get_write_buffer_size()
        is_late = self.loop.time() - self._since_s > MAX_UNSENT_S
        if 0 < unsent < self._unsent and not is_late:
            self._unsent = unsent
            self._timer = self.loop.call_later(STALL_LIMIT_S, self._end_if_stalled)
        else:
            self._timer = None
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
