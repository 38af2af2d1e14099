"""The worker processes as the server sees them: who is free, who waits, who is late and is replaced.

`picrosser.workers` has such processes for whoever waits for results with nothing else to do. A server does
not wait: it goes on with its other connections, tells stages as they begin, and ends the work of clients
that have gone. And it trusts its workers less, see `messages`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from picrosser.errors import ExitCode, TimeLimitError
from picrosser.serving import messages
from picrosser.serving.asked import Asked
from picrosser.serving.refusals import Refused, exit_code_of, refusal_of
from picrosser.serving.worker import run_worker
from picrosser.workers.context import worker_context

MAX_WAITING_PER_WORKER = 8
"""Pictures that may wait for each worker; more are refused."""
MAX_WAIT_S = 120.0
"""For a worker, in seconds: a picture that waits longer is refused."""
GRACE_S = 2.0
"""After the time limit: a worker that has not answered by then is ended."""
MAX_PICTURES = 100
"""After so many a worker is replaced: native code may keep memory that nobody needs."""
MAX_TRIES = 3
"""With workers that end before they begin with the picture: the system may have ended them."""
START_LIMIT_S = 120.0  # the imports take a second, on a busy machine many
FIRST_PAUSE_S, MAX_PAUSE_S = 0.5, 30.0  # between attempts to start a worker
USUAL_S = 1.0  # for a picture, before any was answered
MAX_RETRY_S = 60

DIED = (
    "the process that read this picture ended, for want of memory perhaps; scale or crop the picture, and "
    "report it if that does not help"
)

StageListener = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Answered:
    """facts : the JSON object. png : the drawing; empty if there is none."""

    facts: dict[str, Any]
    png: bytes


class Worker:
    """One process and the socket to it."""

    def __init__(
        self, process: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.process, self._reader, self._writer = process, reader, writer
        self.pictures = 0

    @classmethod
    async def start(cls, context: BaseContext, limit_s: float) -> Worker:
        """Start a process and wait until it has imported everything.

        Raises
        ------
        OSError, EOFError, ValueError, TimeoutError : it could not be started.
        """
        ours, theirs = socket.socketpair()
        process = context.Process(target=run_worker, args=(theirs, limit_s), daemon=True)  # type: ignore[attr-defined]
        try:
            await asyncio.to_thread(process.start)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        worker = cls(process, reader, writer)
        try:
            async with asyncio.timeout(START_LIMIT_S):
                await messages.receive(reader)
        except BaseException:
            worker.end()
            raise
        return worker

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.process.is_alive()

    async def answer(self, asked: Asked, picture: bytes, on_stage: StageListener) -> Answered:
        """Let the process answer a picture.

        Raises
        ------
        Refused : what the process says about the picture.
        EOFError, ConnectionError, ValueError : it ended instead of answering.
        """
        self.pictures += 1
        self._writer.writelines(messages.packed(asked.values, picture))
        await self._writer.drain()
        while True:
            facts, payload = await messages.receive(self._reader)
            if "answer" in facts:
                return Answered(facts["answer"], payload)
            if "stage" in facts:
                await on_stage(str(facts["stage"]))
            else:
                raise Refused(HTTPStatus(facts["http"]), str(facts["message"]), exit_code_of(facts["exit"]))

    def end(self) -> None:
        """End the process at once."""
        self._writer.close()
        self.process.kill()


class Workers:
    """All worker processes.

    Parameters
    ----------
    count : how many pictures are worked on at once.
    limit_s : for the work on one picture, in seconds.
    """

    def __init__(self, count: int, limit_s: float) -> None:
        self._context = worker_context(["picrosser.serving.answer"])
        self.count, self.limit_s = count, limit_s
        self.max_waiting = MAX_WAITING_PER_WORKER * count
        self.waiting = 0
        self._mean_s = USUAL_S
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def start(self) -> None:
        """Begin to start the processes; pictures wait until the first is there."""
        for _ in range(self.count):
            self._add()

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        for worker in self._all:
            worker.end()
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        self._all.clear()

    async def answer(self, asked: Asked, picture: bytes, on_stage: StageListener) -> Answered:
        """Let the next free worker answer a picture. If the caller is cancelled, so is the work.

        on_stage : called when a stage begins: "waiting", "reading", "solving", "drawing".

        Raises
        ------
        Refused : too many wait already, the time is up, or the picture has no answer.
        """
        if self.is_full:
            raise self.busy()
        await on_stage("waiting")
        begun: list[str] = []

        async def told(stage: str) -> None:
            begun.append(stage)
            await on_stage(stage)

        for _ in range(MAX_TRIES):
            answered = await self._tried(asked, picture, told)
            if answered is not None:
                return answered
            if begun:  # the picture may be to blame
                break
        raise refusal_of(ExitCode.INTERNAL, DIED)

    async def _tried(self, asked: Asked, picture: bytes, on_stage: StageListener) -> Answered | None:
        """Let one worker answer; None if it ends instead.

        Raises
        ------
        Refused : there is no worker, the time is up, or the picture has no answer.
        """
        worker = await self._free_worker()
        is_fit = False
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self.limit_s + GRACE_S):
                answered = await worker.answer(asked, picture, on_stage)
            is_fit = True
            return answered
        except Refused:
            is_fit = True
            raise
        except TimeoutError:
            late = TimeLimitError("working on the picture")
            raise refusal_of(ExitCode.GAVE_UP, late.seen) from None
        except (EOFError, ConnectionError, ValueError):
            return None
        finally:
            took_s = asyncio.get_running_loop().time() - began
            self._mean_s += (took_s - self._mean_s) / 8
            self._give_back(worker, is_fit=is_fit)

    async def _free_worker(self) -> Worker:
        """Wait for a worker.

        Raises
        ------
        Refused : there was none for too long.
        """
        self.waiting += 1
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                while not (worker := await self._idle.get()).is_alive:
                    self._give_back(worker, is_fit=False)
                return worker
        except TimeoutError:
            raise self.busy() from None
        finally:
            self.waiting -= 1

    def _give_back(self, worker: Worker, *, is_fit: bool) -> None:
        """Let the next picture have a worker, or replace it."""
        if is_fit and worker.pictures < MAX_PICTURES and not self._is_closed:
            self._idle.put_nowait(worker)
            return
        self._all.discard(worker)
        worker.end()
        if not self._is_closed:
            self._add()

    @property
    def is_full(self) -> bool:
        """Whether so many pictures wait that no more may."""
        return self.waiting >= self.max_waiting

    def busy(self) -> Refused:
        """The refusal of a picture because too many wait."""
        wait_s = ceil(self._mean_s * (self.waiting + 1) / self.count)
        retry_s = min(MAX_RETRY_S, max(1, wait_s))
        message = f"too many pictures are waiting; try again in {retry_s} s"
        return Refused(HTTPStatus.SERVICE_UNAVAILABLE, message, retry_after_s=retry_s)

    def _add(self) -> None:
        task = asyncio.get_running_loop().create_task(self._started())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _started(self) -> None:
        """Start a worker, however often that takes."""
        pause_s = FIRST_PAUSE_S
        while True:
            with suppress(OSError, EOFError, ValueError, TimeoutError):
                worker = await Worker.start(self._context, self.limit_s)
                if self._is_closed:
                    worker.end()
                    return
                self._all.add(worker)
                self._idle.put_nowait(worker)
                return
            await asyncio.sleep(pause_s)
            pause_s = min(MAX_PAUSE_S, 2 * pause_s)
