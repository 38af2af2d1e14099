"""Who is answered, and who is not: other names, other pages, no key, too many requests."""

import logging
import statistics
from contextlib import nullcontext, suppress
from http import HTTPStatus
from unittest.mock import MagicMock

import pytest
from played_server import PORT, client_of

from picrosser.cli.commands import serve as command
from picrosser.cli.options import Options
from picrosser.errors import UsageError
from picrosser.serving import access as module
from picrosser.serving import limits, server
from picrosser.serving.access import WRONG_TOKENS_AT_ONCE, Access, chosen_token, is_loopback
from picrosser.serving.asked import Refused
from picrosser.serving.limits import MAX_CLIENTS, Rates
from picrosser.serving.server import network_address, qr_code

PICTURE = b"the bytes of a picture"
TOKEN = "0123456789abcdefghijkl"
LAN = "192.168.7.5"


# ---- The Host header: a name that was rebound to this machine


def test_names_of_this_machine_are_answered(client):
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert client.get("/", headers={"Host": f"{host}:{PORT}"}).status_code == 200, host


@pytest.mark.parametrize(
    "host",
    [
        *("", "127.0.0.1", "127.0.0.1:80", f"evil.example:{PORT}", f"127.0.0.1.evil.example:{PORT}"),
        *(f"localhost.:{PORT}", f"127.0.0.1:{PORT}@evil.example", f"192.168.7.5:{PORT}"),
    ],
)
def test_other_names_are_refused(host, client, workers):
    for answer in (
        client.get("/", headers={"Host": host}),
        client.post("/api/solve", content=PICTURE, headers={"Host": host}),
    ):
        assert (answer.status_code, answer.json()["status"]) == (403, 2)
    assert workers.asked == []


def test_there_is_one_host_header_which_needs_no_port_at_port_80():
    Access("127.0.0.1").check_host(["localhost"], ("127.0.0.1", 80))
    for hosts in ([], [f"127.0.0.1:{PORT}"] * 2):
        with pytest.raises(Refused):
            Access("127.0.0.1").check_host(hosts, ("127.0.0.1", PORT))


def test_a_server_in_the_network_has_the_address_at_which_it_was_reached():
    access = Access("0.0.0.0", TOKEN)
    access.check_host([f"{LAN}:{PORT}"], (LAN, PORT))
    for host in ("localhost", "127.0.0.1", "evil.example"):
        with pytest.raises(Refused):
            access.check_host([f"{host}:{PORT}"], (LAN, PORT))
    Access("::", TOKEN).check_host([f"{LAN}:{PORT}"], (f"::ffff:{LAN}", PORT))
    Access("nas.home", TOKEN).check_host([f"nas.home:{PORT}"], (LAN, PORT))


# ---- The Origin header: the page of somebody else


@pytest.mark.parametrize(
    "headers",
    [
        *({"Origin": origin} for origin in ("", "null", "http://evil.example", "http://127.0.0.1")),
        *({"Origin": origin} for origin in (f"https://127.0.0.1:{PORT}", f"http://localhost:{PORT}")),
        *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site")),  # as the browser says itself
    ],
    ids=str,
)
def test_what_other_pages_send_is_refused_and_they_may_not_ask_whether_they_may(headers, client, workers):
    asking = {**headers, "Access-Control-Request-Method": "POST"}
    answers = [
        client.post("/api/solve", content=PICTURE, headers=headers),
        client.options("/api/solve", headers=asking),
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert not [name for name in answers[1].headers if name.startswith("access-control")]
    assert workers.asked == []


def test_the_own_page_and_what_is_no_page_may_send(client):
    own = {"Origin": f"http://127.0.0.1:{PORT}"}
    for headers in (own, {**own, "Sec-Fetch-Site": "same-origin"}, {}, {"Sec-Fetch-Site": "none"}):
        assert client.post("/api/solve", content=PICTURE, headers=headers).status_code == 200


# ---- The token


@pytest.fixture
def lan(workers):
    with client_of(workers, TOKEN) as client:
        yield client


def test_without_the_token_only_the_pages_own_files_are_answered(lan, workers):
    answers = [lan.get("/"), lan.post("/api/solve", content=PICTURE), lan.get("/api/results/x.png")]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert lan.get("/page/index.html").status_code == 200  # the same for everybody
    assert lan.get("/page/../api/solve").status_code in (403, 404, 405)
    assert workers.asked == []


def test_a_person_without_the_token_is_told_in_words(lan):
    answer = lan.get("/", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert "open the address that the server printed" in answer.text


@pytest.mark.parametrize("wrong", ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "ü", "%00", "a" * 5000])
def test_a_guessed_token_is_refused(wrong, lan):
    assert lan.get("/", params={"token": wrong}).status_code == 403
    bearer = f"Bearer {wrong}".encode()
    assert lan.post("/api/solve", content=PICTURE, headers={"Authorization": bearer}).status_code == 403
    cookie = f"picrosser-token-{PORT}={wrong}".encode()
    assert lan.post("/api/solve", content=PICTURE, headers={"Cookie": cookie}).status_code == 403


def test_whoever_guesses_often_has_to_wait(lan):
    guesses = [{"token": f"guess-{at}"} for at in range(WRONG_TOKENS_AT_ONCE + 2)]
    codes = [lan.get("/", params=guess).status_code for guess in guesses]
    assert codes == [403] * WRONG_TOKENS_AT_ONCE + [429] * 2
    assert lan.get("/", params={"token": TOKEN}).status_code == 303  # the right one is let in all the same


def test_the_first_visit_puts_the_token_into_a_cookie_and_out_of_the_address(lan):
    answer = lan.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (HTTPStatus.SEE_OTHER, "/")
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name == f"picrosser-token-{PORT}={TOKEN}"
    assert {word.lower() for word in attributes} == {"httponly", "path=/", "samesite=strict"}
    assert answer.headers["cache-control"] == "no-store"
    assert lan.get("/").status_code == 200  # the client has kept the cookie
    assert lan.post("/api/solve", content=PICTURE).status_code == 200
    of_others = {"Origin": "http://evil.example"}
    assert lan.post("/api/solve", content=PICTURE, headers=of_others).status_code == 403  # it is not enough
    lan.cookies.clear()
    bearer = {"Authorization": f"Bearer {TOKEN}"}  # as shortcuts send it
    assert lan.post("/api/solve", content=PICTURE, headers=bearer).status_code == 200
    assert lan.post(f"/api/solve?token={TOKEN}", content=PICTURE).status_code == 200


def test_strange_cookies_are_no_defect(lan):
    for cookie in ("=;=", 'a="\\', "\x00", "a" * 4000, "a=b; " * 500):
        assert lan.get("/", headers={"Cookie": cookie.encode()}).status_code == 403


def test_a_token_can_be_chosen_if_it_is_a_good_one():
    assert chosen_token("a-key-that-is-kept") == "a-key-that-is-kept"
    new = {chosen_token("") for _ in range(100)}
    assert len(new) == 100
    assert min(map(len, new)) >= 22
    for weak in ("short", "with spaces in it, and long", "a&b=c" * 10, "ä" * 30, "a" * 300):
        with pytest.raises(UsageError, match="can be guessed"):
            chosen_token(weak)


def test_tokens_are_compared_in_constant_time(monkeypatch):
    seen: list[tuple[bytes, bytes]] = []
    monkeypatch.setattr(module, "compare_digest", lambda *two: seen.append(two) or two[0] == two[1])
    assert Access(LAN, TOKEN).is_token(TOKEN)
    assert not Access(LAN, TOKEN).is_token(TOKEN[:5])
    assert not Access(LAN, "").is_token("")
    assert seen == [(TOKEN.encode(), TOKEN.encode()), (TOKEN[:5].encode(), TOKEN.encode())]


def test_nothing_of_a_request_is_logged(lan, caplog):
    with caplog.at_level(logging.DEBUG):
        lan.get("/", params={"token": TOKEN})
        lan.get("/", params={"token": "a-wrong-one"})
        lan.post("/api/solve", content=PICTURE)
    ours = [one for one in caplog.records if not one.name.startswith(("httpx", "httpcore"))]
    assert not [one for one in ours if TOKEN in one.getMessage() or "a-wrong-one" in one.getMessage()]


def test_a_token_is_needed_wherever_others_reach_the_server():
    assert all(map(is_loopback, ("127.0.0.1", "127.3.4.5", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", LAN, "nas.home")))


# ---- Too many requests


def test_a_client_may_send_so_many_at_once_and_then_so_many_a_minute(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    rates = Rates(3, 60)

    def is_refused(client: str = "a") -> bool:
        with suppress(Refused):
            rates.count(client)
            return False
        return True

    assert [is_refused() for _ in range(5)] == [False, False, False, True, True]
    assert not is_refused("b")
    now[0] = 1.0
    assert [is_refused() for _ in range(2)] == [False, True]
    now[0] = 1000.0
    assert [is_refused() for _ in range(4)] == [False, False, False, True]
    with pytest.raises(Refused) as caught:
        rates.count("a")
    assert (caught.value.http, caught.value.headers) == (429, {"Retry-After": "1"})


def test_the_clients_that_are_remembered_are_bounded():
    rates = Rates(3, 60)
    for at in range(MAX_CLIENTS + 50):
        rates.count(str(at))
    assert len(rates._left) == MAX_CLIENTS


def test_pictures_of_one_client_are_bounded(client):
    codes = [client.post("/api/solve", content=PICTURE).status_code for _ in range(70)]
    assert codes[:60] == [200] * 60
    assert 429 in codes
    assert statistics.mode(codes[62:]) == 429


# ---- Where the server is reached: the address in the network, and its QR code


@pytest.mark.parametrize(
    ("host", "says"),
    [(LAN, ""), ("", "in no network"), ("127.0.0.1", "in no network"), ("8.8.8.8", "whole internet")],
)
def test_the_address_in_the_network_is_found_and_others_are_refused(host, says, monkeypatch):
    """A socket says which address this machine would send from; without a network it cannot connect."""
    probe = MagicMock()
    probe.__enter__.return_value = probe
    probe.getsockname.return_value = (host, 9)
    probe.connect.side_effect = None if host else OSError("Network is unreachable")
    monkeypatch.setattr(server.socket, "socket", lambda *_: probe)
    with pytest.raises(UsageError, match=says) if says else nullcontext():
        assert network_address() == host


def test_lan_shows_an_address_with_a_token_and_its_code(monkeypatch, capsys):
    address = "http://192.168.7.5:8765/?token=abc"
    seen = []

    def serve(*options) -> None:
        *given, tell, certificate = options
        seen.append([*given, certificate])
        tell(address)

    monkeypatch.setattr(server, "network_address", lambda: "192.168.7.5")
    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(command.sys.stdout, "isatty", lambda: True, raising=False)
    https = {"https": "", "cert": "", "key": ""}
    assert command.serve(Options(time_limit_s=7.0), host="", port=8765, lan=True, workers=3, **https) == 0
    assert seen == [["192.168.7.5", 8765, 3, 7.0, None]]
    out = capsys.readouterr().out
    assert out.splitlines()[0] == address
    assert qr_code(address).strip() in out
