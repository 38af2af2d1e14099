"""Fetches a file from an http(s) address, with limits for size, time and redirects.

The whole fetch, including name lookup and headers, runs in a thread that is abandoned when the time is over.
A timeout for each read would not be enough: a server that sends a byte now and then never exceeds it.
"""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.parse import urlsplit

from picrosser.errors import InputUnreadableError

TIME_LIMIT_S = 20.0
MAX_REDIRECTS = 5
_CHUNK_BYTES = 65_536
_SCHEMES = ("http", "https")


def fetch(address: str, most_bytes: int, *, time_limit_s: float = TIME_LIMIT_S) -> bytes:
    """Fetch the file at an address.

    Raises
    ------
    InputUnreadableError : the address is not http(s), the server does not answer in time or reports an
        error, or the file is larger than `most_bytes`.
    """
    _check_scheme(address)
    found: list[bytes | Exception] = []

    def work() -> None:
        try:
            found.append(_read(address, most_bytes, time_limit_s))
        except Exception as error:  # noqa: BLE001  (raised again below, in the caller's thread)
            found.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(time_limit_s)
    if not found or isinstance(found[0], TimeoutError):
        raise InputUnreadableError(
            f"{address}: no complete answer within {time_limit_s:g} s", "try again later"
        )
    if isinstance(found[0], bytes):
        return found[0]
    if isinstance(found[0], InputUnreadableError):
        raise found[0]
    if isinstance(found[0], OSError | HTTPException | ValueError):
        raise InputUnreadableError(f"{address}: {_reason(found[0])}", "check the address") from found[0]
    raise found[0]


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects to other schemes, and too many redirects."""

    max_redirections = MAX_REDIRECTS
    max_repeats = 2

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        try:
            _check_scheme(newurl)
        except InputUnreadableError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _read(address: str, most_bytes: int, time_limit_s: float) -> bytes:
    opener = urllib.request.build_opener(_Redirects)
    request = urllib.request.Request(
        address, headers={"User-Agent": "picrosser", "Accept-Encoding": "identity"}
    )
    data = bytearray()
    try:
        answer = opener.open(request, timeout=time_limit_s)
    except urllib.error.HTTPError as error:
        error.close()  # the error is an open response
        raise
    with answer:
        while chunk := answer.read(_CHUNK_BYTES):
            data += chunk
            if len(data) > most_bytes:
                raise InputUnreadableError(f"{address}: larger than {most_bytes // 1_000_000} MB")
    expected = answer.headers.get("Content-Length", "")
    if expected.isdecimal() and int(expected) != len(data):
        raise InputUnreadableError(f"{address}: cut off after {len(data)} of {expected} bytes", "try again")
    return bytes(data)


def _check_scheme(address: str) -> None:
    try:
        scheme = urlsplit(address).scheme
    except ValueError:  # brackets without an IPv6 address
        scheme = ""
    if scheme.lower() not in _SCHEMES:
        raise InputUnreadableError(f"{address}: only http and https addresses are read")


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answers {error.code} {str(error.reason).splitlines()[0]}"
    reason = getattr(error, "reason", error)
    text = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
    return " ".join(str(text).lower().split())
