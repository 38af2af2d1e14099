"""What a worker of the server does: it answers a picture, and sends JSON and the bytes of a drawing.

No pickles come from it: it decodes pictures of strangers in native code, and whoever took it over could make
the server run whatever a pickle says. It may not write files, nor take memory without bound, and the system
ends it some seconds after the time limit, whatever native code it is in.

Pictures are answered by `answer`, which imports everything; this module is imported by the server, which
needs none of it.
"""

from __future__ import annotations

import json
import os
import signal
import struct
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple

from picrosser.errors import ExitCode, InputTooLargeError, PicrosserError
from picrosser.serving.asked import Asked
from picrosser.serving.refusals import Refused, refusal_of
from picrosser.workers.worker import ERROR, RESULT, Wire

SURE_END_S = 5  # after the time limit: the server ends a late worker itself, if it still can
MAX_MESSAGE_BYTES = 144_000_000
"""A drawing of 17 million pixels of noise has 51 million, the object about the largest board 1.6 million."""
_LENGTH = struct.Struct(">I")


class Answered(NamedTuple):
    """facts : the JSON object. png : the drawing; empty if there is none."""

    facts: dict[str, Any]
    png: bytes = b""


def answer_task(task: tuple[Asked, bytes], tell: Callable[[str], None], *, limit_s: float) -> Answered:
    """Answer a picture.

    Parameters
    ----------
    task : what is asked, and the picture file.
    tell : called when a stage begins.
    limit_s : for the work, in seconds.
    """
    from picrosser.serving.answer import answer_picture

    asked, picture = task
    told: list[str] = []

    def on_stage(stage: str) -> None:
        if stage not in told:
            told.append(stage)
            tell(stage)

    _forbid_files()
    _set_alarm(limit_s + SURE_END_S)
    try:
        return Answered(*answer_picture(asked, picture, limit_s, on_stage))
    finally:
        _set_alarm(0)


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


def packed(message: tuple[str, Any]) -> bytes:
    """A worker's message: the length of a JSON text, the text, and the bytes of a drawing."""
    kind, value = message
    png = b""
    if isinstance(value, Answered):
        value, png = value
    elif isinstance(value, Exception):
        value = _refusal(value).facts
    text = json.dumps([kind, value]).encode("ascii")
    return b"".join((_LENGTH.pack(len(text)), text, png))


def unpacked(sent: bytes) -> tuple[str, Any]:
    """The kind of a message, and a stage, an answer or a refusal.

    Raises
    ------
    ValueError : a worker has sent something else.
    """
    try:
        (length,) = _LENGTH.unpack_from(sent)
        kind, value = json.loads(sent[_LENGTH.size : _LENGTH.size + length])
        if kind == RESULT:
            return kind, Answered(dict(value), sent[_LENGTH.size + length :])
        if kind == ERROR:
            return kind, Refused(HTTPStatus(value["http"]), str(value["message"]), ExitCode(value["status"]))  # type: ignore[call-arg]
    except (struct.error, ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError("a worker has sent what is no message") from error
    return str(kind), str(value)


JSON_WIRE = Wire(packed, unpacked, MAX_MESSAGE_BYTES)
