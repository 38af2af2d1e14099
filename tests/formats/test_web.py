"""Puzzles from web addresses: a local server that may be slow, endless or hostile."""

from __future__ import annotations

import socket
import socketserver
import threading
from contextlib import ExitStack, suppress
from time import sleep

import pytest

from picrosser.errors import InputUnreadableError
from picrosser.formats.files import load_packing, load_puzzle
from picrosser.formats.web import MAX_REDIRECTS, fetch, is_public

XML = b'<p><colors r="1" g="0" b="0"/><column>1,</column><column>0,</column><line>1,</line></p>'


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")


class _Once(socketserver.TCPServer):
    """A server on a free port that answers each connection with the same bytes, and counts them.

    pause_s : between the bytes of an answer, each of which arrives in time.
    """

    def __init__(self, host: str, answer: bytes, pause_s: float = 0.0) -> None:
        super().__init__((host, 0), socketserver.BaseRequestHandler)
        self.port = self.server_address[1]
        self.address = f"http://{host}:{self.port}"
        self.taken = 0
        self.received = b""
        self._answer = answer
        self._pause_s = pause_s
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def finish_request(self, request: socket.socket, _client: object) -> None:
        self.taken += 1
        self.received = request.recv(10_000)
        with suppress(OSError):  # a client that goes away is what is tested
            for byte in self._answer if self._pause_s else ():
                request.sendall(bytes([byte]))
                sleep(self._pause_s)
            request.sendall(b"" if self._pause_s else self._answer)

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        super().__exit__(*error)


def redirect_to(address: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n".encode()


ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
PUZZLE = ANSWER % (len(XML), XML)


def chain(count: int, stack: ExitStack) -> str:
    """The address of the first of so many redirects, the last of which leads to a puzzle."""
    address = stack.enter_context(_Once("127.0.0.1", PUZZLE)).address
    for _ in range(count):
        address = stack.enter_context(_Once("127.0.0.1", redirect_to(address + "/x?size=2"))).address
    return address


def test_a_puzzle_is_loaded_from_an_address_after_so_many_redirects_at_most():
    with ExitStack() as stack:
        for redirects in (0, MAX_REDIRECTS):
            assert load_puzzle(chain(redirects, stack)).puzzle.shape == (1, 2)
        with pytest.raises(InputUnreadableError, match=f"redirects more than {MAX_REDIRECTS} times"):
            load_puzzle(chain(MAX_REDIRECTS + 1, stack))


def test_a_server_that_never_ends():
    with (
        _Once("127.0.0.1", b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 4, pause_s=0.05) as drips,
        pytest.raises(InputUnreadableError, match=r"no complete answer within 0\.3 s"),
    ):
        fetch(drips.address, 1000_000, time_limit_s=0.3)


@pytest.mark.parametrize("address", ["file:///etc/hostname", "ftp://localhost/x", "data:,x", "x"])
def test_other_addresses_are_refused(address: str):
    with pytest.raises(InputUnreadableError, match="only http and https"):
        fetch(address, 1000)


# ---- What a server may not do: send picrosser to private addresses, or have its answers shown


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.255.1.2", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "255.255.255.255", "224.0.0.1", "239.1.2.3", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::1",
        "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1",
        # IPv4 in IPv6: mapped, 6to4, NAT64, Teredo
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::1", "2002:c0a8:101::", "64:ff9b::7f00:1",
        "64:ff9b::a00:1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)  # fmt: skip
def test_private_addresses_are_known(address: str):
    assert not is_public(address)


def test_public_addresses_are_known():
    every = "93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"
    assert all(map(is_public, every))


class _Hosts:
    """A name server in this process: names to addresses, of which some are taken for public ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known: dict[str, list[str]] = {}
        self.public: set[str] = set()
        self.asked: list[str] = []
        self._really = socket.getaddrinfo
        monkeypatch.setattr("socket.getaddrinfo", self._look_up)
        monkeypatch.setattr("picrosser.formats.web.is_public", self.public.__contains__)

    def _look_up(self, host: str, port: int, *_: object, **__: object) -> list[object]:
        self.asked.append(host)
        assert host in self.known or host.startswith("127."), f"{host} is looked up"
        return [
            one
            for address in self.known.get(host, [host])
            for one in self._really(address, port, type=socket.SOCK_STREAM)
        ]


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> _Hosts:
    """127.0.0.1 counts as public; it is all that tests may connect to."""
    found = _Hosts(monkeypatch)
    found.public.add("127.0.0.1")
    return found


@pytest.mark.parametrize("by_name", [False, True])
def test_a_redirect_to_a_private_address_is_refused_before_anything_is_sent(hosts: _Hosts, by_name: bool):
    with _Once("127.0.0.2", PUZZLE) as private:
        hosts.known["inside.example"] = ["127.0.0.1", "127.0.0.2"]  # one private address is enough
        target = f"http://inside.example:{private.port}/x" if by_name else private.address
        with _Once("127.0.0.1", redirect_to(target)) as public:
            with pytest.raises(InputUnreadableError, match=r"redirects to .* private network") as caught:
                load_puzzle(public.address)
            assert public.taken == 1
        assert caught.value.seen.startswith(f"{public.address}: ")
        assert "give that address itself" in caught.value.advice
        sleep(0.05)
        assert private.taken == 0


def test_a_redirect_from_one_private_address_to_another_is_followed(hosts: _Hosts):
    hosts.public.clear()
    with _Once("127.0.0.2", PUZZLE) as second, _Once("127.0.0.1", redirect_to(second.address)) as first:
        assert load_puzzle(first.address).puzzle.shape == (1, 2)


@pytest.mark.usefixtures("hosts")
def test_redirects_between_public_addresses_are_followed_and_later_ones_are_checked_too():
    with ExitStack() as stack:
        assert load_puzzle(chain(2, stack)).puzzle.shape == (1, 2)
    with (
        _Once("127.0.0.1", redirect_to("http://127.0.0.2:9/")) as second,
        _Once("127.0.0.1", redirect_to(second.address)) as first,
        pytest.raises(InputUnreadableError, match="private network"),
    ):
        load_puzzle(first.address)


@pytest.mark.parametrize("silent", [[], ["127.0.0.3"]])
def test_a_name_is_looked_up_once_for_each_request_and_its_addresses_tried(hosts: _Hosts, silent: list[str]):
    """A second look could give another address than the one that was checked."""
    with _Once("127.0.0.1", PUZZLE) as public:
        hosts.known["puzzles.example"] = [*silent, "127.0.0.1"]
        assert load_puzzle(f"http://puzzles.example:{public.port}/x").puzzle.shape == (1, 2)
    assert hosts.asked == ["puzzles.example"]


def test_https_begins_with_tls_for_the_name_at_the_checked_address(hosts: _Hosts):
    with _Once("127.0.0.1", b"this is no TLS") as public:
        hosts.known["puzzles.example"] = ["127.0.0.1"]
        with pytest.raises(InputUnreadableError, match="ssl"):
            load_puzzle(f"https://puzzles.example:{public.port}/x")
        assert public.received.startswith(b"\x16\x03")  # a handshake
        assert b"puzzles.example" in public.received
    assert hosts.asked == ["puzzles.example"]


def test_behind_a_proxy_redirects_are_checked_too(hosts: _Hosts, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("no_proxy", "")
    with _Once("127.0.0.1", redirect_to("http://127.0.0.2/x")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.address)
        hosts.known["puzzles.example"] = ["127.0.0.1"]
        with pytest.raises(InputUnreadableError, match="private network"):
            load_puzzle("http://puzzles.example/x")
        assert proxy.taken == 1


SECRET = b"password = hunter2\n"


@pytest.mark.parametrize("suffix", ["", ".toml", ".json", ".xml", ".non", ".g", ".nin", ".pbm", ".id"])
@pytest.mark.parametrize("data", [SECRET, b"{" + SECRET, b"<a>" + SECRET, b": a\n" + SECRET + b": b\n2\n"])
def test_no_word_of_an_answer_that_is_no_puzzle_is_shown(suffix: str, data: bytes):
    with _Once("127.0.0.1", ANSWER % (len(data), data)) as answers:
        for load in (load_puzzle, load_packing):
            with pytest.raises(InputUnreadableError, match="what came back is not a puzzle") as caught:
                load(f"{answers.address}/x{suffix}")
            assert "hunter2" not in str(caught.value)
            assert "password" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"SSH-2.0-hunter2\r\n", "the server does not answer in HTTP"),
        (b"", "remote end closed connection without response"),
        (b"HTTP/1.0 404 \r\n\r\n", "the server answers 404 Not Found"),  # as ../shared/hostile has it
        (b"HTTP/1.0 404\r\n\r\n", "the server answers 404 Not Found"),
        (b"HTTP/1.0 599 \x1b[31mhunter2\r\n\r\n", "the server answers 599;"),
        (b"HTTP/1.0 hunter2 X\r\n\r\n", "the server does not answer in HTTP"),
        (b"HTTP/1.0 302 \r\n\r\n", "the server answers 302 Found"),
        (redirect_to("http://[hunter2/"), "is not valid"),
        (redirect_to("http://127.0.0.1:hunter2/"), "is not valid"),
        (redirect_to("//127.0.0.1:1/\xe9 x"), "refused"),
        (redirect_to("file:///etc/hostname"), "redirects to file:///etc/hostname: only http and https"),
        (redirect_to("ftp://localhost/x"), "redirects to ftp://localhost/x: only http and https"),
        (ANSWER % (5_000_000, b" " * 5_000_000), "larger than 4 MB"),
        (ANSWER % (len(XML) + 100, XML), "cut off after 87 of 187 bytes"),
    ],
)
def test_a_server_without_a_puzzle(answer: bytes, says: str):
    with _Once("127.0.0.1", answer) as server, pytest.raises(InputUnreadableError) as caught:
        load_puzzle(server.address)
    assert says in f"{caught.value.seen};"
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)
