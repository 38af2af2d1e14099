"""What every request passes before it is answered, and what every answer tells the browser.

A page of an attacker can make a browser send requests to this machine (seen in the Origin header), and can
give its own name this machine's address (seen in the Host header). Whoever is in the same network can send
whatever they like: against them stands the token, which only the address in the terminal holds. After the
first visit it is in a cookie, so that it does not stay in the address bar.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from html import escape
from http import HTTPStatus
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from picrosser.errors import UsageError
from picrosser.serving.asked import Refused
from picrosser.serving.limits import Rates

COOKIE = "picrosser-token"
TOKEN_PARAMETER = "token"
TOKEN_VARIABLE = "PICROSSER_TOKEN"
"""The environment variable that sets the token, to keep shortcuts working after a restart."""
MIN_TOKEN_LETTERS = 16
_TOKEN = re.compile(rf"[A-Za-z0-9_-]{{{MIN_TOKEN_LETTERS},200}}")
_TOKEN_BYTES = 16  # 128 random bits: nobody guesses them
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_SAME_SITE = (None, "same-origin", "none")  # of Sec-Fetch-Site: no browser, this page, a person's own doing

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""Of every answer: a browser loads nothing from elsewhere, tells nobody the address, and shows it nowhere."""
WRONG_TOKENS_AT_ONCE, WRONG_TOKENS_PER_MINUTE = 20, 10
AT_ROOT = ("sw.js", "manifest.webmanifest")
"""Files of the page that are served at the root: a service worker rules over the folder it comes from."""
_OPEN = ("/page/", *(f"/{name}" for name in AT_ROOT))  # the page's own files: the same for everybody
_SAFE_METHODS = ("GET", "HEAD")


def chosen_token(text: str) -> str:
    """The token that the user chose, or a new one if that is ""; an error if it could be guessed."""
    if text and not _TOKEN.fullmatch(text):
        advice = f"use {MIN_TOKEN_LETTERS} or more random letters and digits"
        raise UsageError(f"{TOKEN_VARIABLE} can be guessed", advice)
    return text or secrets.token_urlsafe(_TOKEN_BYTES)


def is_loopback(host: str) -> bool:
    """Whether an address that a server listens at is reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def host_in_url(host: str) -> str:
    """A host as an address has it: an IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host else host


@dataclass(frozen=True, slots=True)
class Access:
    """What a request must show.

    host : where the server listens, as it was given. token : "" if it listens on this machine alone.
    """

    host: str
    token: str = ""

    def check_host(self, host_headers: Sequence[str], server: tuple[str, int | None]) -> None:
        """Refuse a request that was sent to another name than those of `server`, where it came in."""
        address, port = server[0].removeprefix("::ffff:"), server[1]  # of IPv4 that came in by IPv6
        names = {host_in_url(address), host_in_url(self.host)}
        if is_loopback(address):
            names |= _LOOPBACK_NAMES
        allowed = {f"{name}:{port}" for name in names} | (names if port in (80, 443) else set())
        if len(host_headers) != 1 or host_headers[0].lower() not in allowed:
            words = "this server has another address; use the one that it printed when it started"
            raise Refused(words, http=HTTPStatus.FORBIDDEN)

    @staticmethod
    def check_origin(origin: str | None, fetch_site: str | None, own_origin: str) -> None:
        """Refuse what the page of somebody else makes a browser send; its own has a checked Host header."""
        own = origin is None or origin.lower() == own_origin.lower()
        if not own or fetch_site not in _SAME_SITE:
            words = "a page of another address sent this; use the page of this server"
            raise Refused(words, http=HTTPStatus.FORBIDDEN)

    def is_token(self, text: str) -> bool:
        """Whether this is the token, in a time that does not tell how much of it is right."""
        return bool(self.token) and compare_digest(text.encode("utf-8", "replace"), self.token.encode())


def refusal_response(refused: Refused, *, as_page: bool = False) -> Response:
    """The answer to a request that is refused: the JSON object, or words for a person."""
    headers = {**refused.headers, "Cache-Control": "no-store"}
    if as_page:
        words = (
            f"<!doctype html><html lang=en><title>picrosser</title><p>{escape(refused.message)}</p></html>\n"
        )
        return HTMLResponse(words, refused.http, headers)
    return Response(json.dumps(refused.facts) + "\n", refused.http, headers, media_type="application/json")


class Guard:
    """Lets those requests through to an application that may be answered."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access
        self._wrong_tokens = Rates(WRONG_TOKENS_AT_ONCE, WRONG_TOKENS_PER_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        is_begun = False

        async def send_secured(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *SECURITY_HEADERS]
            await send(message)

        try:
            response = self._checked(scope)
        except Refused as refused:
            is_visit = scope["path"] == "/" and "text/html" in Headers(scope=scope).get("accept", "")
            response = refusal_response(refused, as_page=is_visit)
        try:
            await (response or self._app)(scope, receive, send_secured)
        except asyncio.CancelledError:
            if is_begun:
                raise
            words = "the server was ended; try again later"
            ended = Refused(words, None, HTTPStatus.SERVICE_UNAVAILABLE)
            await refusal_response(ended)(scope, receive, send_secured)

    def _checked(self, scope: Scope) -> Response | None:
        """None for a request that may be answered, a redirection if it brings the token; else a Refused."""
        request, access = HTTPConnection(scope), self._access
        headers = request.headers
        if "content-length" in headers and "transfer-encoding" in headers:  # a proxy may heed the other one
            refused = Refused("a request has either Content-Length or Transfer-Encoding")
            refused.headers["Connection"] = "close"  # what follows may be part of it, or another request
            raise refused
        hosts = headers.getlist("host")
        access.check_host(hosts, scope["server"])
        if scope["method"] not in _SAFE_METHODS:
            access.check_origin(
                headers.get("origin"), headers.get("sec-fetch-site"), f"{scope['scheme']}://{hosts[0]}"
            )
        path: str = scope["path"]
        if not access.token or path.startswith(_OPEN):
            return None
        in_address = request.query_params.get(TOKEN_PARAMETER, "")
        cookie = f"{COOKIE}-{scope['server'][1]}"  # browsers do not tell the cookies of two ports apart
        given = (request.cookies.get(cookie, ""), in_address, _bearer(headers))
        if not any(map(access.is_token, given)):
            if any(given):
                self._wrong_tokens.count(scope["client"][0])
            words = "open the address that the server printed when it started; it holds the key to this page"
            raise Refused(words, http=HTTPStatus.FORBIDDEN)
        if path == "/" and access.is_token(in_address):
            response = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
            is_secure = scope["scheme"] == "https"
            response.set_cookie(cookie, access.token, secure=is_secure, httponly=True, samesite="strict")
            return response
        return None


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
