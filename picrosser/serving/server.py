"""Runs the server: its address in the network, the token, uvicorn, the worker processes.

uvicorn waits for ever for the head of a request, for a client that takes its answer byte by byte, and for
those that connect and send nothing: its `timeout_keep_alive` begins after an answer, and `limit_concurrency`
would refuse new requests while others only hold connections. So each connection has a deadline for whatever
it waits for, and of too many connections those without a request go first.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from ipaddress import ip_address
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from picrosser.answers.many import usable_processors
from picrosser.errors import UsageError
from picrosser.serving.access import TOKEN_VARIABLE, Access, chosen_token, host_in_url, is_loopback
from picrosser.serving.certificates import Certificate
from picrosser.serving.routes import application
from picrosser.serving.workers import Workers

MAX_JOBS = 4  # workers if nobody says how many: each may need most of a gigabyte
SHUTDOWN_S = 3  # for answers that are being sent when the server is ended, in seconds
KEEP_ALIVE_S = 5  # for which a connection without requests stays, in seconds
BACKLOG = 256  # connections that the system accepts before the server does
HEAD_LIMIT_S = 10.0
"""For the head of a request, from the connection's or the last answer's end on, in seconds."""
STALL_LIMIT_S = 10.0  # for which a client may take nothing of its answer, in seconds
MAX_UNSENT_S = 120.0  # for taking a whole answer, in seconds
MAX_CONNECTIONS = 256  # of all clients together
MAX_PER_CLIENT = 64  # of one address
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)

# Connecting a UDP socket sends nothing: it only chooses the address from which would be sent. This one is
# reserved for documentation.
_ELSEWHERE = ("192.0.2.1", 9)


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
        known = cast("set[BoundedProtocol]", self.connections)
        every = [one for one in known if not one.transport.is_closing()]
        own = [one for one in every if one.address == self.address]
        crowd = own if len(own) > MAX_PER_CLIENT else every if len(every) > MAX_CONNECTIONS else []
        idle = [one for one in crowd if one is not self and not one.has_request]
        if idle:
            min(idle, key=lambda one: one._since_s).transport.abort()
        elif crowd:
            transport.write(_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
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


def limited_server(
    access: Access, workers: Workers, certificate: Certificate | None = None
) -> uvicorn.Server:
    """The server of uvicorn with our limits."""
    config = uvicorn.Config(
        application(access, workers),
        http=BoundedProtocol,
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=SHUTDOWN_S,
        ssl_certfile=certificate and certificate.chain,
        ssl_keyfile=certificate and certificate.key,
    )
    return uvicorn.Server(config)


def serve(
    host: str,
    port: int,
    jobs: int,
    limit_s: float,
    on_start: Callable[[str], None],
    certificate: Certificate | None = None,
) -> None:
    """Serve until the process is told to end.

    port : 0 for any that is free.
    jobs : how many pictures are worked on at once; 0 for one on each processor, but not too many.
    on_start : called with the address, and its token if it needs one, once the system takes connections.
    Raises UsageError: it cannot listen there, or the chosen token can be guessed.
    Raises KeyboardInterrupt: Ctrl-C; all workers have ended.
    """
    listener = listening_socket(host, port)
    bound_host, bound_port = listener.getsockname()[:2]
    token = "" if is_loopback(bound_host) else chosen_token(os.environ.get(TOKEN_VARIABLE, ""))
    scheme = "http" if certificate is None else "https"
    reached = host
    if ip_address(bound_host).is_unspecified:  # it listens at all addresses of this machine
        with suppress(UsageError):
            reached = network_address()
    address = f"{scheme}://{host_in_url(reached)}:{bound_port}/" + (f"?token={token}" if token else "")
    _silence_logs()
    workers = Workers(jobs or min(MAX_JOBS, usable_processors()), limit_s)
    on_start(address)
    with listener:
        limited_server(Access(host, token), workers, certificate).run(sockets=[listener])


def _silence_logs() -> None:
    """Keep the libraries from writing about requests, which hold the token, or about what they contain."""
    if os.environ.get("PICROSSER_TRACEBACK") == "1":
        return
    for name in ("uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False


# ---- Where it is reached


def network_address() -> str:
    """Return this machine's address in its network; an error if there is none, or everybody can reach it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            host: str = probe.getsockname()[0]
    except OSError:
        host = "0.0.0.0"
    address = ip_address(host)
    if address.is_loopback or address.is_unspecified:
        raise UsageError("this machine is in no network", "connect it, or leave out --lan")
    if address.is_global:
        seen = f"the address of this machine, {host}, is one that the whole internet can reach"
        raise UsageError(seen, "give the address of your own network with --host")
    return host


def listening_socket(host: str, port: int) -> socket.socket:
    """Open the socket at which the server listens; an error if that is taken, or not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family is socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0].lower()  # the rest repeats the address
        raise UsageError(
            f"cannot listen at {host_in_url(host)}:{port}: {reason}", "choose another --port or --host"
        ) from None


def qr_code(address: str) -> str:
    """An address as a QR code of block characters, for a terminal."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
