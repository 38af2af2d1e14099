"""Where the server is reached: the address in the network, and its QR code."""

from __future__ import annotations

import pytest

from picrosser.cli.commands import serve as command
from picrosser.cli.options import Options
from picrosser.serving import server
from picrosser.serving.server import AddressUnusableError, network_address, qr_code


class Probe:
    """A socket that says which address this machine would send from."""

    def __init__(self, host: str) -> None:
        self.host = host

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: object) -> None:
        if not self.host:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return self.host, 9


def test_the_address_in_the_network_is_found(monkeypatch):
    monkeypatch.setattr(server.socket, "socket", lambda *_: Probe("192.168.7.5"))
    assert network_address() == "192.168.7.5"


@pytest.mark.parametrize(
    ("host", "says"), [("", "in no network"), ("127.0.0.1", "in no network"), ("8.8.8.8", "whole internet")]
)
def test_other_addresses_are_refused(host, says, monkeypatch):
    monkeypatch.setattr(server.socket, "socket", lambda *_: Probe(host))
    with pytest.raises(AddressUnusableError, match=says):
        network_address()


def test_lan_shows_an_address_with_a_token_and_its_code(monkeypatch, capsys):
    address = "http://192.168.7.5:8765/?token=abc"
    seen = []

    def serve(*options) -> None:
        *given, tell = options
        seen.append(given)
        tell(address)

    monkeypatch.setattr(server, "network_address", lambda: "192.168.7.5")
    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(command.sys.stdout, "isatty", lambda: True, raising=False)
    assert command.serve(Options(time_limit_s=7.0), host="", port=8765, lan=True, workers=3) == 0
    assert seen == [["192.168.7.5", 8765, 3, 7.0]]
    out = capsys.readouterr().out
    assert out.splitlines()[0] == address
    assert qr_code(address).strip() in out
