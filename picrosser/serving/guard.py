"""What every request passes before it is answered, and what every answer tells the browser."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from http import HTTPStatus
from http.cookies import SimpleCookie
from typing import Any, TypeAlias

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from picrosser.serving.access import COOKIE, TOKEN_PARAMETER, Access
from picrosser.serving.page_files import AT_ROOT
from picrosser.serving.rates import Rates
from picrosser.serving.refusals import Refused

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
_OPEN = ("/page/", *(f"/{name}" for name in AT_ROOT))  # the page's own files: the same for everybody
_SAFE_METHODS = ("GET", "HEAD")
_Headers: TypeAlias = list[tuple[bytes, bytes]]


def refusal_response(refused: Refused) -> Response:
    """The answer to a request that is refused."""
    text = json.dumps(refused.facts) + "\n"
    headers = {**refused.headers, "Cache-Control": "no-store"}
    return Response(text, refused.http, headers, media_type="application/json")


class Guard:
    """Lets those requests through to an application that may be answered.

    app : the application. access : what a request must show.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access
        self._wrong_tokens = Rates(WRONG_TOKENS_AT_ONCE, WRONG_TOKENS_PER_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        try:
            response = self._checked(scope)
        except Refused as refused:
            response = _refusal_page(refused) if _is_for_a_person(scope) else refusal_response(refused)
        await (response or self._app)(scope, receive, send_secured)

    def _checked(self, scope: Scope) -> Response | None:
        """None for a request that may be answered; the redirection for one that brings the token.

        Raises
        ------
        Refused : it may not.
        """
        headers, access = Headers(scope=scope), self._access
        hosts = headers.getlist("host")
        access.check_host(hosts, scope["server"])
        if scope["method"] not in _SAFE_METHODS:
            access.check_origin(headers.get("origin"), headers.get("sec-fetch-site"), hosts[0])
        path: str = scope["path"]
        if not access.token or path.startswith(_OPEN):
            return None
        in_address = QueryParams(scope["query_string"]).get(TOKEN_PARAMETER, "")
        cookie = f"{COOKIE}-{scope['server'][1]}"  # browsers do not tell the cookies of two ports apart
        given = (_cookie(headers, cookie), in_address, _bearer(headers))
        try:
            access.check_token(*given)
        except Refused:
            if any(given):
                self._wrong_tokens.count(scope["client"][0])
            raise
        if path == "/" and access.is_token(in_address):
            response = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
            response.set_cookie(cookie, access.token, path="/", httponly=True, samesite="strict")
            return response
        return None


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers: _Headers = list(message.get("headers", []))
    message["headers"] = [*headers, *SECURITY_HEADERS]


def _cookie(headers: Headers, name: str) -> str:
    cookies = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except Exception:  # noqa: BLE001  (whatever a client sends as a cookie, it is none of ours)
        return ""
    return cookies[name].value if name in cookies else ""


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _is_for_a_person(scope: Scope) -> bool:
    return scope["path"] == "/" and "text/html" in Headers(scope=scope).get("accept", "")


def _refusal_page(refused: Refused) -> Response:
    from html import escape

    text = f"<!doctype html><html lang=en><title>picrosser</title><p>{escape(refused.message)}</p></html>\n"
    return HTMLResponse(text, refused.http, {**refused.headers, "Cache-Control": "no-store"})
