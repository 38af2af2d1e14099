"""Fetches a file from an http(s) address, with limits for size, time and redirects.

The whole fetch, including name lookup and headers, runs in a thread that is abandoned when the time is over:
a server that sends a byte now and then never exceeds a timeout for each read.

An address on the user's own machine or network is fetched if the user names it. A server elsewhere may not
redirect there, else it could make picrosser ask devices and services that only this machine reaches. Each
name is looked up once: all its addresses are checked, and one of them is connected to, so the answer of the
name server cannot change in between. Messages quote nothing of an answer, not even the server's reason.

Known weakness: behind a proxy, names that this machine cannot look up are left to the proxy.
"""

from __future__ import annotations

import socket
import string
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import Future
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, InvalidURL, responses
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from picrosser.errors import InputUnreadableError

TIME_LIMIT_S = 20.0
MAX_REDIRECTS = 5
_PORTS = {"http": 80, "https": 443}
_REDIRECTS = (301, 302, 303, 307, 308)
_NAT64 = IPv6Network("64:ff9b::/96")  # IPv4 addresses as networks without IPv4 write them

_Place = tuple[socket.AddressFamily, Any]
"""One of a host's addresses: the family and what `socket.connect` takes."""


def fetch(address: str, most_bytes: int, *, time_limit_s: float = TIME_LIMIT_S) -> bytes:
    """Fetch the file at an address.

    Raises InputUnreadableError: the address is not http(s), the server does not answer in time, reports an
    error, redirects too often or to a private address, or the file is larger than `most_bytes`.
    """
    found: Future[bytes] = Future()

    def work() -> None:
        try:
            found.set_result(_read(address, most_bytes, time_limit_s))
        except Exception as error:  # noqa: BLE001  (raised again below, in the caller's thread)
            found.set_exception(error)

    _check_scheme(address)
    threading.Thread(target=work, daemon=True).start()
    try:
        return found.result(time_limit_s)
    except TimeoutError as error:
        seen = f"{address}: no complete answer within {time_limit_s:g} s"
        raise InputUnreadableError(seen, "try again later") from error
    except (OSError, HTTPException, ValueError) as error:
        raise InputUnreadableError(f"{address}: {_reason(error)}", "check the address") from error


def is_public(address: str) -> bool:
    """Whether an IP address can be reached from anywhere: not private, loopback, link-local, multicast...

    IPv6 addresses that stand for an IPv4 address are judged by that one.
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found in _NAT64:
            return is_public(str(IPv4Address(int(found) & 0xFFFF_FFFF)))
        if found.is_site_local:
            return False
        found = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1] or found
    return found.is_global and not (found.is_multicast or found.is_reserved)


def _read(address: str, most_bytes: int, time_limit_s: float) -> bytes:
    # Not build_opener: it would add handlers for files and FTP, and one that follows redirects unchecked.
    opener = urllib.request.OpenerDirector()
    opener.add_handler(urllib.request.ProxyHandler())
    opener.add_handler(_CheckedHosts(address))
    opener.add_handler(urllib.request.HTTPErrorProcessor())
    opener.add_handler(urllib.request.HTTPDefaultErrorHandler())
    target, headers = address, {"User-Agent": "picrosser", "Accept-Encoding": "identity"}
    for _ in range(MAX_REDIRECTS + 1):
        request = urllib.request.Request(target, headers=headers)
        try:
            with opener.open(request, timeout=time_limit_s) as answer:
                return _body(answer, address, most_bytes)
        except urllib.error.HTTPError as error:
            error.close()  # the error is an open response
            place = error.headers.get("Location", "")
            if error.code not in _REDIRECTS or not place:
                raise
            # Servers write spaces and letters with accents, which an address must not have.
            target = urljoin(target, quote(place, safe=string.punctuation, encoding="latin-1"))
            _check_scheme(target, f"{address} redirects to ")
    raise InputUnreadableError(f"{address}: the server redirects more than {MAX_REDIRECTS} times")


def _body(answer: Any, address: str, most_bytes: int) -> bytes:
    data: bytes = answer.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise InputUnreadableError(f"{address}: larger than {most_bytes // 1_000_000} MB")
    expected = answer.headers.get("Content-Length", "")
    if expected.isdecimal() and int(expected) != len(data):
        raise InputUnreadableError(f"{address}: cut off after {len(data)} of {expected} bytes", "try again")
    return data


def _check_scheme(address: str, before: str = "") -> None:
    try:
        scheme = urlsplit(address).scheme
    except ValueError:  # brackets without an IPv6 address
        scheme = ""
    if scheme.lower() not in _PORTS:
        raise InputUnreadableError(f"{before}{address}: only http and https addresses are read")


class _CheckedHosts(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Connects to checked addresses only: after the first request, which is the user's own, to public ones.

    If the first one went to a private address, the others may, too. `address` is what the user asked for.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._private_too: bool | None = None  # None before the first request

    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self._open(_Http, req)

    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self._open(_Https, req)

    def _open(self, kind: type[_Http], request: urllib.request.Request) -> HTTPResponse:
        places = self._checked_places(request)

        def connection(host: str, **options: Any) -> HTTPConnection:
            made = kind(host, **options)
            made.places = () if _is_proxied(request) else places
            return made

        return self.do_open(connection, request)

    def _checked_places(self, request: urllib.request.Request) -> Sequence[_Place]:
        parts = urlsplit(request.full_url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError:
            if not _is_proxied(request):
                raise
            found = []  # the proxy may know it
        public = [is_public(str(place[0])) for *_, place in found]
        if self._private_too is None:
            self._private_too = bool(public) and not any(public)
        elif not all(public) and not self._private_too:
            where = f"{request.full_url}, which lies on this machine or on a private network"
            seen = f"{self._address}: the server redirects to {where}"
            raise InputUnreadableError(seen, "if you trust it, give that address itself")
        return [(family, place) for family, *_, place in found]


def _is_proxied(request: urllib.request.Request) -> bool:
    return request.has_proxy() or getattr(request, "_tunnel_host", None) is not None  # https has a tunnel


class _Http(HTTPConnection):
    """A connection to one of the places that were checked; to the host as usual if there are none."""

    places: Sequence[_Place] = ()

    def connect(self) -> None:
        if not self.places:
            super().connect()
            return
        for number, (family, place) in enumerate(self.places, 1):
            self.sock = socket.socket(family, socket.SOCK_STREAM)
            try:
                self.sock.settimeout(self.timeout)
                self.sock.connect(place)
                return
            except OSError:
                self.sock.close()
                if number == len(self.places):
                    raise


class _Https(HTTPSConnection, _Http):
    """The same with TLS, for the host's name: HTTPSConnection.connect calls that of _Http."""


def _reason(error: Exception) -> str:
    """Say what went wrong, without a word of the server's."""
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answers {error.code} {responses.get(error.code, '')}".rstrip()
    reason = getattr(error, "reason", error)
    if isinstance(reason, OSError | str):
        text = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
        return " ".join(text.lower().split())
    if isinstance(reason, ValueError | InvalidURL):
        return "this address, or one that it redirects to, is not valid"
    return "the server does not answer in HTTP"  # str(reason) may be what it said instead
