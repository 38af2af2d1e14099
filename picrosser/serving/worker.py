"""A worker process: takes one picture after the other from the server, and answers each.

It ends with the server, however that ends: between two pictures because its socket closes, during one
because a thread waits for the server's end, and because the system ends it some seconds after the time
limit, whatever native code it is in. It may not write files, nor take memory without bound.

Pictures are answered by `answer`, which imports everything; this module is imported by the server, which
needs none of it.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from picrosser.errors import ExitCode, InputTooLargeError, PicrosserError
from picrosser.serving.asked import asked_of
from picrosser.serving.messages import packed, receive_blocking
from picrosser.serving.refusals import Refused, refusal_of
from picrosser.workers.pool import MAX_MEMORY
from picrosser.workers.worker import end_with_the_starter, limit_memory

SURE_END_S = 5  # after the time limit: the server ends a late worker itself, if it still can


def run_worker(server: socket.socket, limit_s: float) -> None:
    """Answer pictures until the server closes the socket.

    Parameters
    ----------
    server : the worker's end of a pair of sockets.
    limit_s : for the work on one picture, in seconds.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal reaches all its processes
    end_with_the_starter()
    from picrosser.serving.answer import answer_picture

    _forbid_files()
    limit_memory(MAX_MEMORY)
    with server, server.makefile("rb") as stream:

        def send(message: tuple[bytes, bytes]) -> None:
            for piece in message:
                server.sendall(piece)

        with suppress(OSError):  # the server has ended
            send(packed({"ready": True}))
            while (message := receive_blocking(stream)) is not None:
                _answer(answer_picture, *message, limit_s, send)


def _answer(
    answer_picture: Callable[..., Any],
    values: dict[str, Any],
    picture: bytes,
    limit_s: float,
    send: Callable[[tuple[bytes, bytes]], None],
) -> None:
    """Answer one picture: stages as they begin, then the object with the drawing, or a refusal."""
    told: list[str] = []

    def on_stage(stage: str) -> None:
        if stage not in told:
            told.append(stage)
            send(packed({"stage": stage}))

    _set_alarm(limit_s + SURE_END_S)
    try:
        answered = answer_picture(asked_of(values), picture, limit_s, on_stage)
        message = packed({"answer": answered.facts}, answered.png or b"")
    except Exception as error:  # noqa: BLE001  (one picture's defect is not the next one's)
        refused = _refusal(error)
        assert refused.exit_code is not None
        message = packed(
            {"exit": int(refused.exit_code), "http": int(refused.http), "message": refused.message}
        )
    finally:
        _set_alarm(0)
    send(message)


def _refusal(error: Exception) -> Refused:
    if isinstance(error, InputTooLargeError):
        return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, str(error), error.exit_code)
    if isinstance(error, PicrosserError):
        return refusal_of(error.exit_code, str(error))
    if isinstance(error, MemoryError):
        message = "not enough memory for this picture; scale or crop it"
        return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message, ExitCode.INPUT_UNREADABLE)
    if os.environ.get("PICROSSER_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    # The text of an unexpected error may quote the picture, and goes to whoever sent it: its kind is enough.
    return refusal_of(ExitCode.INTERNAL, f"internal error: {type(error).__name__}; please report it")


def _set_alarm(seconds: float) -> None:
    """Have the system end this process after so long, even in native code; 0 for not any more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _forbid_files() -> None:
    """Let this process write no file: not even a dump of its memory may hold a picture.

    It has no effect on Windows.
    """
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
