"""The workers of the server: what each does with a picture, how many pictures wait, what becomes of each.

No pickles come from a worker: it decodes pictures of strangers in native code, and whoever took it over could
make the server run whatever a pickle says. It sends JSON and the bytes of a drawing. It may not write files,
nor take memory without bound, and the system ends it some seconds after the time limit, whatever native code
it is in. `answer`, which imports everything, is imported in the workers alone.
"""

import asyncio
import json
import os
import signal
import struct
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from math import ceil
from typing import Any, NamedTuple

from picrosser.errors import ExitCode, InputTooLargeError, PicrosserError, TimeLimitError, describe_defect
from picrosser.serving.asked import Asked, Refused
from picrosser.workers import pool
from picrosser.workers.worker import ERROR, RESULT, Wire, limit_resource

SURE_END_S = 5  # after the time limit: the server ends a late worker itself, if it still can
MAX_MESSAGE_BYTES = 144_000_000
"""A drawing of 17 million pixels of noise has 51 million, the object about the largest board 1.6 million."""
_LENGTH = struct.Struct(">I")


class Answered(NamedTuple):
    """facts : the JSON object. png : the drawing; empty if there is none."""

    facts: dict[str, Any]
    png: bytes = b""


def answer_task(task: tuple[Asked, bytes], tell: Callable[[str], None], *, limit_s: float) -> Answered:
    """Answer a picture file, in a worker; `tell` is called when a stage begins."""
    from picrosser.serving.answer import answer_picture
    from picrosser.serving.typed import answer_puzzle

    asked, picture = task
    told: list[str] = []

    def on_stage(stage: str) -> None:
        if stage not in told:
            told.append(stage)
            tell(stage)

    _forbid_files()
    _set_alarm(limit_s + SURE_END_S)
    try:
        if asked.of_puzzle:
            on_stage("solving")
            return Answered(*answer_puzzle(asked, picture, limit_s))
        return Answered(*answer_picture(asked, picture, limit_s, on_stage))
    finally:
        _set_alarm(0)


def _refusal(error: Exception) -> Refused:
    if isinstance(error, InputTooLargeError):
        return Refused(str(error), error.exit_code, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if isinstance(error, PicrosserError):
        # Others need not know where Python lies on this machine, and cannot change how long it works.
        is_local = error.exit_code in (ExitCode.MISSING_EXTRA, ExitCode.GAVE_UP)
        return Refused(error.seen if is_local else str(error), error.exit_code)
    if isinstance(error, MemoryError):
        message = "not enough memory for this picture; scale or crop it"
        return Refused(message, ExitCode.INPUT_UNREADABLE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if os.environ.get("PICROSSER_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    # The text of an unexpected error may quote the picture, and goes to whoever sent it.
    return Refused(f"{describe_defect(error, quotes=False)}; please report it", ExitCode.INTERNAL)


def _set_alarm(seconds: float) -> None:
    """Have the system end this process after so long, even in native code; 0 for not any more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _forbid_files() -> None:
    """Let this process write no file, not even a dump of its memory; this has no effect on Windows."""
    for name in ("RLIMIT_CORE", "RLIMIT_FSIZE"):
        limit_resource(name, 0)


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
    """The kind of a message, and a stage, an answer or a refusal; a ValueError for anything else."""
    try:
        (length,) = _LENGTH.unpack_from(sent)
        kind, value = json.loads(sent[_LENGTH.size : _LENGTH.size + length])
        if kind == RESULT:
            return kind, Answered(dict(value), sent[_LENGTH.size + length :])
        if kind == ERROR:
            return kind, Refused(str(value["message"]), ExitCode(value["status"]), HTTPStatus(value["http"]))  # type: ignore[call-arg]
    except (struct.error, ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError("a worker has sent what is no message") from error
    return str(kind), str(value)


JSON_WIRE = Wire(packed, unpacked, MAX_MESSAGE_BYTES)


# ---- All of them, as the server sees them

MAX_WAITING_PER_WORKER = 8  # pictures that may wait for each worker; more are refused
MAX_WAIT_S = 120.0  # for a worker, in seconds: a picture that waits longer is refused
GRACE_S = 2.0  # after the time limit: a worker that has not answered by then is ended
USUAL_S = 1.0  # for a picture, before any was answered
MAX_RETRY_S = 60

DIED = (
    "the process that read this picture ended, perhaps because memory ran out; scale or crop the picture, "
    "and report it if that does not help"
)


class Workers:
    """All worker processes, and the pictures that wait for one.

    count : how many pictures are worked on at once. limit_s : for the work on one, in seconds.
    """

    def __init__(self, count: int, limit_s: float) -> None:
        self.count, self.waiting = count, 0
        self._mean_s = USUAL_S
        self._free = asyncio.Semaphore(count)
        self._pool: pool.Workers[tuple[Asked, bytes], Answered] = pool.Workers(
            partial(answer_task, limit_s=limit_s),
            count,
            limit_s=limit_s + GRACE_S,
            preload=["picrosser.serving.answer", "picrosser.serving.workers"],
            wire=JSON_WIRE,
        )

    def start(self) -> None:
        """Begin to start the processes; pictures wait until the first is there."""
        self._pool.start(self.count)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)

    async def answer(self, asked: Asked, picture: bytes, on_stage: Callable[[str], None]) -> Answered:
        """Let the next free worker answer a picture. If the caller is cancelled, so is the work.

        on_stage : called when a stage begins: "waiting", "reading", "solving", "drawing".
        Raises Refused: too many wait already, the time is up, or the picture has no answer.
        """
        if self.is_full:
            raise self.busy()
        on_stage("waiting")
        self.waiting += 1
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                await self._free.acquire()
        except TimeoutError:
            raise self.busy() from None
        finally:
            self.waiting -= 1
        loop = asyncio.get_running_loop()
        began = loop.time()

        def told(stage: object) -> None:
            loop.call_soon_threadsafe(on_stage, str(stage))

        try:
            return await asyncio.wrap_future(self._pool.submit((asked, picture), told))
        except TimeLimitError:
            raise Refused(TimeLimitError("working on the picture").seen, ExitCode.GAVE_UP) from None
        except (PicrosserError, ValueError):  # the worker died, or sent something else
            raise Refused(DIED, ExitCode.INTERNAL) from None
        finally:
            self._mean_s += (loop.time() - began - self._mean_s) / 8
            self._free.release()

    @property
    def is_full(self) -> bool:
        return self.waiting >= MAX_WAITING_PER_WORKER * self.count

    def busy(self) -> Refused:
        """The refusal of a picture because too many wait."""
        wait_s = ceil(self._mean_s * (self.waiting + 1) / self.count)
        retry_s = min(MAX_RETRY_S, max(1, wait_s))
        message = f"too many pictures are waiting; try again in {retry_s} s"
        return Refused(message, None, HTTPStatus.SERVICE_UNAVAILABLE, retry_s)
