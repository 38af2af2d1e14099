"""A server in a thread of the test, and one in a process of its own; both at a free port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import picrosser
from picrosser.serving.access import Access
from picrosser.serving.server import Server, listening_socket
from picrosser.serving.workers import Workers

LONG_S = 60.0  # until a test gives up waiting for what has to happen


@contextmanager
def served(workers: Workers, token: str = "") -> Iterator[int]:
    """Serve in a thread; yields the port."""
    started = threading.Event()
    listener = listening_socket("127.0.0.1", 0)
    server = Server(Access("127.0.0.1", token), workers, started.set)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        assert started.wait(LONG_S)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(LONG_S)
        listener.close()
        assert not thread.is_alive()


@contextmanager
def served_by_process(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `picrosser serve --port 0`; yields the process and its address."""
    places = [str(Path(picrosser.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, "-m", "picrosser", "serve", "--port", "0", *options],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=LONG_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


def connection(port: int) -> socket.socket:
    """A connection that is silent until something is sent."""
    return socket.create_connection(("127.0.0.1", port), timeout=LONG_S)


def taken(connected: socket.socket) -> bytes:
    """All that a connection answers until it is closed."""
    parts: list[bytes] = []
    with suppress(ConnectionResetError):
        while part := connected.recv(65536):
            parts.append(part)
    return b"".join(parts)


def waited_for(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within a long time."""
    ends = time.monotonic() + LONG_S
    while not holds():
        if time.monotonic() > ends:
            return False
        time.sleep(0.02)
    return True


def processes_of(session: int) -> list[int]:
    """The processes of a session that run, by their ids; Linux only."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, _, its_session = (
                (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[:4]
            )
            if int(its_session) == session and state != "Z":
                found.append(int(entry.name))
    return sorted(found)
