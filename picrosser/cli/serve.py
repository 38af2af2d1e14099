"""`picrosser serve`: the page for phones and browsers, and the interface for shortcuts and scripts."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec

from picrosser.cli.options import UsageError
from picrosser.cli.report import print_answer, print_message
from picrosser.errors import MissingPartError

NEEDED = ("starlette", "uvicorn", "segno")
"""What the extra `picrosser[web]` installs."""
DEFAULT_HOST, DEFAULT_PORT, DEFAULT_LIMIT_S = "127.0.0.1", 8765, 20.0


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `picrosser serve`, see its --help."""

    host: str = ""
    port: int = DEFAULT_PORT
    lan: bool = False
    jobs: int = 0
    time_limit_s: float | None = DEFAULT_LIMIT_S


def serve(options: ServeOptions) -> int:
    """Serve until Ctrl-C.

    Raises
    ------
    MissingPartError : the extra is not installed.
    UsageError : the options contradict each other.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise MissingPartError(
            f"the page needs what is not installed: {', '.join(missing)}",
            "install it with: python -m pip install 'picrosser[web]'",
        )
    if options.lan and options.host:
        raise UsageError("--lan finds the address by itself", "give --host or --lan")
    if options.time_limit_s is None:
        raise UsageError("a server needs a time limit", "give --time-limit in seconds")
    from picrosser.serving import server

    host = server.network_address() if options.lan else options.host or DEFAULT_HOST

    def tell(address: str) -> None:
        print_answer(address)
        if sys.stdout.isatty() and "?" in address:
            print_answer(server.qr_code(address))
        print_message("picrosser: serving at this address; Ctrl-C ends it")

    server.serve(host, options.port, options.jobs, options.time_limit_s, tell)
    return 0
