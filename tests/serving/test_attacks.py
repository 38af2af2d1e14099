"""What clients may try on a connection: slow, endless, many, malformed. The workers only play their part."""

import asyncio
import socket
import time
from contextlib import suppress
from itertools import permutations

import httpx
import pytest
from own_process import LONG_S, waited_for
from played_server import PNG
from served import connection, served, taken

from picrosser.serving import limits, server
from picrosser.serving.workers import Answered

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"


@pytest.fixture
def port(workers, routes, monkeypatch):  # noqa: ARG001  (which sees the routes that are made)
    monkeypatch.setattr(server, "KEEP_ALIVE_S", 1)
    with served(workers) as port:
        yield port


@pytest.fixture
def hasty_port(port, monkeypatch):
    """Limits as short as a test has time; none of them decides what a correct client gets."""
    monkeypatch.setattr(server, "HEAD_LIMIT_S", 0.3)
    monkeypatch.setattr(server, "STALL_LIMIT_S", 0.3)
    monkeypatch.setattr(limits, "BODY_LIMIT_S", 0.3)
    return port


def is_answered(port: int) -> bool:
    return httpx.post(f"http://127.0.0.1:{port}/api/solve", content=b"x", timeout=LONG_S).status_code == 200


def answer_to(port: int, request: bytes) -> bytes:
    """All that is answered on a connection, which may be cut off before everything is sent."""
    with connection(port) as connected:
        with suppress(OSError):
            connected.sendall(request)
        return taken(connected)


def test_a_client_that_sends_its_head_byte_by_byte_is_cut_off(hasty_port):
    with connection(hasty_port) as slow:
        head = HEAD % hasty_port + b"X-Slow: " + b"y" * 10_000
        sent = 0
        slow.settimeout(0.02)
        ends = time.monotonic() + LONG_S
        while time.monotonic() < ends:
            try:
                slow.sendall(head[sent : sent + 1])
                sent += 1
                if not slow.recv(1):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert sent < len(head) / 4  # cut off by the limit, however busy: not by the end of the head
    assert is_answered(hasty_port)


@pytest.mark.parametrize("answered", [0, 1], ids=["at first", "after an answer"])
def test_a_client_that_sends_no_whole_head_is_cut_off(hasty_port, answered):
    begun = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\nGET / HT" % hasty_port if answered else b""
    assert answer_to(hasty_port, begun).count(b"HTTP/1.1 ") == answered


@pytest.mark.parametrize(
    "begun",
    [b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", b"Content-Length: 1000\r\n\r\nabc"],
    ids=["never ends", "shorter than it says"],
)
def test_a_body_that_does_not_arrive_is_cut_off(hasty_port, workers, begun):
    answer = answer_to(hasty_port, HEAD % hasty_port + begun)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive within" in answer
    assert workers.asked == []


def test_a_huge_body_is_refused_when_it_is_announced_or_too_long(monkeypatch, port, workers):
    answer = answer_to(port, HEAD % port + b"Content-Length: 33000000\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"larger than 32 MB" in answer
    monkeypatch.setattr(limits, "MAX_BODY_BYTES", 1_000_000)
    head = HEAD % port + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    chunk = b"%x\r\n" % 100_000 + b"x" * 100_000 + b"\r\n"
    assert answer_to(port, head + 11 * chunk).startswith(b"HTTP/1.1 413 ")
    assert workers.asked == []


def test_a_client_that_does_not_take_its_answer_is_cut_off(hasty_port, workers):
    workers.told = Answered({"exit": 0, "message": "solved"}, PNG + b"x" * 30_000_000)
    with connection(hasty_port) as slow:
        slow.sendall(HEAD % hasty_port + b"Accept: image/png\r\nContent-Length: 1\r\n\r\nx")
        assert slow.recv(12) == b"HTTP/1.1 200"
        time.sleep(1.0)  # longer than the limit: whatever is still in the kernel's buffers follows, no more
        assert len(taken(slow)) < 30_000_000


def test_a_client_that_takes_its_answer_slowly_gets_all_of_it(hasty_port, workers):
    size = 3_000_000
    workers.told = Answered({"exit": 0, "message": "solved"}, b"x" * size)
    with connection(hasty_port) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        slow.sendall(HEAD % hasty_port + b"Accept: image/png\r\nContent-Length: 1\r\n\r\nx")
        got = b""
        while len(got) < size:
            part = slow.recv(100_000)
            assert part, len(got)
            got += part
            time.sleep(0.01)


def test_a_thousand_connections_leave_the_next_one_its_answer(port):
    held = []
    try:
        for _ in range(1000):
            held.append(connection(port))
        assert is_answered(port)
    finally:
        for one in held:
            one.close()


def test_connections_with_a_request_are_not_ended_for_new_ones(monkeypatch, port, workers, routes):
    monkeypatch.setattr(server, "MAX_PER_CLIENT", 2)
    with connection(port) as first, connection(port) as second:
        for one in (first, second):
            one.sendall(HEAD % port + b"Content-Length: 2\r\nConnection: close\r\n\r\nx")
        assert waited_for(lambda: routes[0].bodies.total_bytes == 2)
        with connection(port) as third:
            assert taken(third).startswith(b"HTTP/1.1 503 ")
        for one in (first, second):
            one.sendall(b"y")
            assert taken(one).startswith(b"HTTP/1.1 200 ")
    assert [picture for _, picture in workers.asked] == [b"xy", b"xy"]


@pytest.mark.parametrize(
    "path",
    [
        "/page/../../../../../../etc/passwd", "/page/%2e%2e/%2e%2e/server.py", "/page/..%2f..%2fserver.py",
        "/page//etc/passwd", "/page/%00", "/page/index.html%00.png", "/api/results/../../etc/passwd",
        "/api/results/%2e%2e%2f.png", "//etc/passwd", "/page/%0d%0aSet-Cookie:%20a=b",
        "/api/solve%0d%0aX-Injected:%201",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_page(path, port):
    request = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % (path.encode(), port)
    head, _, body = answer_to(port, request).partition(b"\r\n\r\n")
    assert head.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 405 ")), head
    assert b"root:" not in body
    assert b"import" not in body
    assert b"Set-Cookie" not in head
    assert b"X-Injected" not in head


@pytest.mark.parametrize(
    "request_text",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",  # a TLS handshake
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
        b"A" * 200_000,
    ],
)
def test_what_is_no_request_is_refused(request_text, port):
    answer = answer_to(port, request_text)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert is_answered(port)


@pytest.mark.parametrize("names", [*permutations(["Content-Length: 3", "Transfer-Encoding: chunked"])])
def test_a_request_with_two_lengths_is_refused_and_what_follows_it_is_no_request(names, port, workers):
    lengths = "".join(f"{name}\r\n" for name in names).encode()
    following = b"\r\n3\r\nabc\r\n0\r\n\r\n" + HEAD % port + b"\r\n"
    answer = answer_to(port, HEAD % port + lengths + following)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"either Content-Length or Transfer-Encoding" in answer
    assert workers.asked == []


def test_clients_whose_answer_is_not_begun_are_told_that_the_server_ends(workers, monkeypatch):
    monkeypatch.setattr(server, "SHUTDOWN_S", 0.2)
    begun: list[object] = []

    async def answer(*asked: object) -> Answered:
        begun.append(asked)
        await asyncio.sleep(LONG_S)
        return Answered({}, b"")

    workers.answer = answer
    with served(workers) as port:
        waiting, sending = connection(port), connection(port)
        waiting.sendall(HEAD % port + b"Content-Length: 1\r\n\r\nx")
        sending.sendall(HEAD % port + b"Content-Length: 9\r\n\r\nx")
        assert waited_for(lambda: begun)
    for client in (waiting, sending):
        with client:
            answered = taken(client)
        assert answered.startswith(b"HTTP/1.1 503 ")
        assert b"the server was ended" in answered


def test_a_client_that_goes_takes_its_work_with_it(workers, port):
    seen: list[str] = []

    async def answer(*_: object) -> Answered:
        seen.append("began")
        try:
            await asyncio.sleep(LONG_S)
        except asyncio.CancelledError:
            seen.append("ended")
            raise
        return Answered({}, b"")

    workers.answer = answer
    for accept in (b"application/json", b"application/x-ndjson"):
        seen.clear()
        with connection(port) as leaving:
            leaving.sendall(HEAD % port + b"Accept: " + accept + b"\r\nContent-Length: 1\r\n\r\nx")
            assert waited_for(lambda: "began" in seen)
        assert waited_for(lambda: "ended" in seen)
