"""A server in a thread of the test, and one in a process of its own; both at a free port of this machine."""

import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from own_process import LONG_S, command, environment

from picrosser.serving.access import Access
from picrosser.serving.server import limited_server, listening_socket
from picrosser.serving.workers import Workers


@contextmanager
def served(workers: Workers, token: str = "") -> Iterator[int]:
    """Serve in a thread; yields the port."""
    listener = listening_socket("127.0.0.1", 0)
    server = limited_server(Access("127.0.0.1", token), workers)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(LONG_S)
        listener.close()
        assert not thread.is_alive()


@contextmanager
def served_by_process(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `picrosser serve --port 0`; yields the process and its address."""
    process = subprocess.Popen(
        command("serve", "--port", "0", *options),
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
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
