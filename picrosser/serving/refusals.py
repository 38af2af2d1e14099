"""Why a request gets no answer: an HTTP status, the command line's exit status, and a message."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from picrosser.errors import ExitCode

HTTP_STATUS = {
    ExitCode.USAGE: HTTPStatus.BAD_REQUEST,
    ExitCode.INPUT_UNREADABLE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    ExitCode.GAVE_UP: HTTPStatus.GATEWAY_TIMEOUT,
    ExitCode.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The HTTP status of each exit status. A picture that is one, but has no certain answer, is 422."""


class Refused(Exception):  # noqa: N818  (a refusal is an answer)
    """A request that is not answered.

    Parameters
    ----------
    http : the HTTP status.
    message : what was seen, and what to try.
    exit_code : that of the command line; None if the command line has no such refusal (403, 429, 503).
    retry_after_s : when to try again, in whole seconds; 0 if that would not help.
    """

    def __init__(
        self, http: HTTPStatus, message: str, exit_code: ExitCode | None = None, retry_after_s: int = 0
    ) -> None:
        super().__init__(http, message)
        self.http, self.message = http, message
        self.exit_code, self.retry_after_s = exit_code, retry_after_s

    @property
    def facts(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "status": None if self.exit_code is None else int(self.exit_code),
            "message": self.message,
            "http": int(self.http),
        }

    @property
    def headers(self) -> dict[str, str]:
        """The headers that only a refusal has."""
        return {"Retry-After": str(self.retry_after_s)} if self.retry_after_s else {}


def refusal_of(exit_code: ExitCode, message: str) -> Refused:
    """The refusal that says what the command line says with this exit status."""
    http = HTTP_STATUS.get(exit_code, HTTPStatus.UNPROCESSABLE_ENTITY)
    return Refused(http, message, exit_code)
