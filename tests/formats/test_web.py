"""Puzzles from web addresses: a local server that may be slow, endless or hostile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep

import pytest

from picrosser.errors import InputUnreadableError
from picrosser.formats.files import load_puzzle
from picrosser.formats.web import MAX_REDIRECTS, fetch

XML = b'<p><colors r="1" g="0" b="0"/><column>1,</column><column>0,</column><line>1,</line></p>'


class _Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/cat.xml":
            self._answer(XML)
        elif path.startswith("/hops/"):
            left = int(path.rpartition("/")[2])
            self._redirect(f"/hops/{left - 1}" if left else "/cat.xml")
        elif path == "/loop":
            self._redirect("/loop?" + self.path[-3:])
        elif path == "/file":
            self._redirect("file:///etc/hostname")
        elif path == "/ftp":
            self._redirect("ftp://localhost/x")
        elif path == "/large":
            self._answer(b" " * 5_000_000)
        elif path == "/cut":
            self._answer(XML, claimed=len(XML) + 100)
        elif path == "/drip":
            self.send_response(200)
            self.end_headers()
            while True:  # each byte arrives in time, the whole never
                self.wfile.write(b" ")
                self.wfile.flush()
                sleep(0.05)
        else:
            self.send_error(404)

    def _answer(self, data: bytes, claimed: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(claimed or len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def _redirect(self, to: str) -> None:
        self.send_response(302)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:  # a client that goes away is what is tested
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with _QuietServer(("127.0.0.1", 0), _Server) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def test_a_puzzle_is_loaded_from_an_address(server: str):
    for path in ("/cat.xml", f"/hops/{MAX_REDIRECTS - 1}", "/cat.xml?size=2"):
        assert load_puzzle(server + path).puzzle.shape == (1, 2)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nothing", "the server answers 404"),
        (f"/hops/{MAX_REDIRECTS + 1}", "the server answers 302"),
        ("/loop", "the server answers 302"),
        ("/file", "Redirection to url 'file:///etc/hostname' is not allowed"),
        ("/ftp", "only http and https addresses are read"),
        ("/large", "larger than 4 MB"),
        ("/cut", "cut off after 87 of 187 bytes"),
    ],
)
def test_a_server_without_a_puzzle(server: str, path: str, says: str):
    with pytest.raises(InputUnreadableError) as caught:
        load_puzzle(server + path)
    assert says in caught.value.seen
    assert "\n" not in str(caught.value)


def test_a_server_that_never_ends(server: str):
    with pytest.raises(InputUnreadableError, match=r"no complete answer within 0\.3 s"):
        fetch(server + "/drip", 1000_000, time_limit_s=0.3)


@pytest.mark.parametrize("address", ["file:///etc/hostname", "ftp://localhost/x", "data:,x", "x"])
def test_other_addresses_are_refused(address: str):
    with pytest.raises(InputUnreadableError, match="only http and https"):
        fetch(address, 1000)


def test_no_server_answers():
    with pytest.raises(InputUnreadableError, match=r"refused|no complete answer"):
        fetch("http://127.0.0.1:9/x", 1000, time_limit_s=5)
