"""The body of a request: so many bytes at most, within so much time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from picrosser.errors import ExitCode
from picrosser.serving.refusals import Refused

MAX_BODY_BYTES = 32_000_000
"""Of a picture file."""
BODY_LIMIT_S = 30.0
"""For sending a picture, in seconds."""
MAX_BYTES_IN_MEMORY = 256_000_000
"""That all pictures have together which are being sent, wait or are worked on."""


class Bodies:
    """The bodies that are in memory."""

    def __init__(self) -> None:
        self.total_bytes = 0

    async def read(self, stream: AsyncIterator[bytes], stated_bytes: str | None) -> bytes:
        """Read one; the caller calls `release` with it once it is done.

        stated_bytes : the header Content-Length; None if there is none.

        Raises
        ------
        Refused : it is too long, or empty, or took too long, or other bodies need the memory.
        """
        if stated_bytes is not None and (not stated_bytes.isdigit() or int(stated_bytes) > MAX_BODY_BYTES):
            raise _too_large()
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_LIMIT_S):
                async for part in stream:
                    size += len(part)
                    self.total_bytes += len(part)
                    parts.append(part)
                    if size > MAX_BODY_BYTES:
                        raise _too_large()
                    if self.total_bytes > MAX_BYTES_IN_MEMORY:
                        message = "too many pictures are being sent; try again in 5 s"
                        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, message, retry_after_s=5)
        except BaseException as error:
            self.total_bytes -= size
            if isinstance(error, TimeoutError):
                message = f"the picture did not arrive within {BODY_LIMIT_S:.0f} s; send it again"
                raise Refused(HTTPStatus.REQUEST_TIMEOUT, message) from None
            raise
        if not size:
            message = "there is no picture; send its bytes as the body of the request"
            raise Refused(HTTPStatus.BAD_REQUEST, message, ExitCode.USAGE)
        return b"".join(parts)

    def release(self, body: bytes) -> None:
        """Tell that a body is not needed any more."""
        self.total_bytes -= len(body)


def _too_large() -> Refused:
    message = f"the picture is larger than {MAX_BODY_BYTES // 10**6} MB; save it as PNG or JPEG"
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message, ExitCode.INPUT_UNREADABLE)
