"""Who is answered: the Host header against rebound names, the Origin header against other pages, the token.

A page of an attacker can make a browser send requests to this machine, and can give its own name this
machine's address. The first shows in the Origin header, the second in the Host header. Whoever is in the
same network can send whatever they like: against them stands the token, which only the address in the
terminal holds. After the first visit it is in a cookie, so that it does not stay in the address bar.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address

from picrosser.errors import ExitCode, PicrosserError
from picrosser.serving.refusals import Refused

COOKIE = "picrosser-token"
TOKEN_PARAMETER = "token"
TOKEN_VARIABLE = "PICROSSER_TOKEN"
"""The environment variable that sets the token, for shortcuts that shall work after the next start, too."""
MIN_TOKEN_LETTERS = 16
_TOKEN = re.compile(rf"[A-Za-z0-9_-]{{{MIN_TOKEN_LETTERS},200}}")
_TOKEN_BYTES = 16  # 128 random bits: nobody guesses them
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_SAME_SITE = (None, "same-origin", "none")  # of Sec-Fetch-Site: no browser, this page, a person's own doing


class WeakTokenError(PicrosserError):
    """The chosen token could be guessed."""

    exit_code = ExitCode.USAGE


def new_token() -> str:
    """A token for one run of the server, to be written in an address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def chosen_token(text: str) -> str:
    """The token that the user chose, or a new one if that is "".

    Raises
    ------
    WeakTokenError : it is too short, or does not fit into an address as it is.
    """
    if not text:
        return new_token()
    if not _TOKEN.fullmatch(text):
        raise WeakTokenError(
            f"{TOKEN_VARIABLE} is no good key",
            f"use {MIN_TOKEN_LETTERS} or more letters and digits that nobody guesses",
        )
    return text


def is_loopback(host: str) -> bool:
    """Whether an address that a server listens at is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def host_in_url(host: str) -> str:
    """A host as an address has it: an IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host else host


@dataclass(frozen=True, slots=True)
class Access:
    """What a request must show.

    host : where the server listens, as it was given.
    token : what a request must hold; "" if it listens on this machine alone.
    """

    host: str
    token: str = ""

    def check_host(self, host_headers: Sequence[str], server: tuple[str, int | None]) -> None:
        """Refuse a request that was sent to another name.

        server : the address and the port that the connection came in at.

        Raises
        ------
        Refused : the name is none of this server.
        """
        address, port = server[0].removeprefix("::ffff:"), server[1]  # of IPv4 that came in by IPv6
        names = {host_in_url(address), host_in_url(self.host)}
        if is_loopback(address):
            names |= _LOOPBACK_NAMES
        allowed = {f"{name}:{port}" for name in names} | (names if port == 80 else set())
        if len(host_headers) != 1 or host_headers[0].lower() not in allowed:
            raise _forbidden("this server has another address; use the one that it printed when it started")

    @staticmethod
    def check_origin(origin: str | None, fetch_site: str | None, host: str) -> None:
        """Refuse what the page of somebody else makes a browser send.

        Parameters
        ----------
        origin, fetch_site : the headers Origin and Sec-Fetch-Site; None if there is none.
        host : the Host header, which was checked.

        Raises
        ------
        Refused : it is from another page.
        """
        own = origin is None or origin.lower() == f"http://{host.lower()}"
        if not own or fetch_site not in _SAME_SITE:
            raise _forbidden("a page of another address sent this; use the page of this server")

    def check_token(self, *given: str) -> None:
        """Refuse a request that does not hold the token.

        given : what may be it: from the cookie, the address and the Authorization header; "" for none.

        Raises
        ------
        Refused : none of them is.
        """
        if self.token and not any(self.is_token(text) for text in given):
            raise _forbidden(
                "open the address that the server printed when it started; it holds the key to this page"
            )

    def is_token(self, text: str) -> bool:
        """Whether this is the token, in a time that does not tell how much of it is right."""
        return bool(self.token) and compare_digest(text.encode("utf-8", "replace"), self.token.encode())


def _forbidden(message: str) -> Refused:
    return Refused(HTTPStatus.FORBIDDEN, message, ExitCode.USAGE)
