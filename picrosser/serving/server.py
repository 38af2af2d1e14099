"""Runs the server: its address in the network, the token, uvicorn, and the worker processes."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from io import StringIO
from ipaddress import ip_address

import uvicorn

from picrosser.answers.many import usable_processors
from picrosser.errors import ExitCode, PicrosserError
from picrosser.serving.access import TOKEN_VARIABLE, Access, chosen_token, host_in_url, is_loopback
from picrosser.serving.connections import BoundedProtocol
from picrosser.serving.routes import application
from picrosser.serving.workers import Workers

MAX_JOBS = 4
"""Workers if nobody says how many: each may need most of a gigabyte."""
SHUTDOWN_S = 3  # for answers that are being sent when the server is ended, in seconds
KEEP_ALIVE_S = 5  # for which a connection without requests stays, in seconds
BACKLOG = 256  # connections that the system accepts before the server does

# Connecting a UDP socket sends nothing: it only chooses the address from which would be sent. This one is
# reserved for documentation.
_ELSEWHERE = ("192.0.2.1", 9)


class Server(uvicorn.Server):
    """uvicorn's server with our limits, which tells when it listens.

    access : what a request must show. workers : who answers pictures.
    on_start : called once connections are accepted.
    """

    def __init__(self, access: Access, workers: Workers, on_start: Callable[[], None]) -> None:
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
        )
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        self._on_start()


def serve(host: str, port: int, jobs: int, limit_s: float, on_start: Callable[[str], None]) -> None:
    """Serve until the process is told to end.

    host, port : where to listen; port 0 is any that is free.
    jobs : how many pictures are worked on at once; 0 for one on each processor, but not too many.
    limit_s : for the work on one picture, in seconds.
    on_start : called with the address once it is reached; with the token, if one is needed.

    Raises
    ------
    AddressUnusableError : the server cannot listen there.
    WeakTokenError : the environment sets a token that could be guessed.
    KeyboardInterrupt : Ctrl-C; all workers have ended.
    """
    listener = listening_socket(host, port)
    bound_host, bound_port = listener.getsockname()[:2]
    token = "" if is_loopback(bound_host) else chosen_token(os.environ.get(TOKEN_VARIABLE, ""))
    address = f"http://{host_in_url(host)}:{bound_port}/" + (f"?token={token}" if token else "")
    _silence_logs()
    server = Server(
        Access(host, token),
        Workers(jobs or min(MAX_JOBS, usable_processors()), limit_s),
        lambda: on_start(address),
    )
    with listener:
        server.run(sockets=[listener])


def _silence_logs() -> None:
    """Keep the libraries from writing about requests, which hold the token, or about what they contain."""
    if os.environ.get("PICROSSER_TRACEBACK") == "1":
        return
    for name in ("uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False


# ---- Where it is reached


class AddressUnusableError(PicrosserError):
    """The server cannot listen at the requested address."""

    exit_code = ExitCode.USAGE


def network_address() -> str:
    """Return the IPv4 address of this machine in the network that it would reach others by.

    Raises
    ------
    AddressUnusableError : it is in none, or its address is one that everybody can reach.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            host: str = probe.getsockname()[0]
    except OSError:
        host = "0.0.0.0"
    address = ip_address(host)
    if address.is_loopback or address.is_unspecified:
        raise AddressUnusableError("this machine is in no network", "connect it, or leave out --lan")
    if address.is_global:
        raise AddressUnusableError(
            f"the address of this machine, {host}, is one that the whole internet can reach",
            "give the address of your own network with --host",
        )
    return host


def listening_socket(host: str, port: int) -> socket.socket:
    """Open the socket at which the server listens.

    port : 0 for any that is free.

    Raises
    ------
    AddressUnusableError : the port is taken, or the address is none of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family is socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0].lower()  # the rest repeats the address
        raise AddressUnusableError(
            f"cannot listen at {host_in_url(host)}:{port}: {reason}", "choose another --port or --host"
        ) from None


def qr_code(address: str) -> str:
    """An address as a QR code of block characters, for a terminal."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
