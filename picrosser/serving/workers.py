"""The workers as the server sees them: how many pictures wait, and what becomes of each.

The processes themselves are those of `picrosser.workers`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from math import ceil

from picrosser.errors import ExitCode, PicrosserError, TimeLimitError
from picrosser.serving import worker
from picrosser.serving.asked import Asked
from picrosser.serving.refusals import Refused, refusal_of
from picrosser.serving.worker import Answered
from picrosser.workers import pool

MAX_WAITING_PER_WORKER = 8
"""Pictures that may wait for each worker; more are refused."""
MAX_WAIT_S = 120.0
"""For a worker, in seconds: a picture that waits longer is refused."""
GRACE_S = 2.0
"""After the time limit: a worker that has not answered by then is ended."""
USUAL_S = 1.0  # for a picture, before any was answered
MAX_RETRY_S = 60

DIED = (
    "the process that read this picture ended, for want of memory perhaps; scale or crop the picture, and "
    "report it if that does not help"
)


class Workers:
    """All worker processes.

    count : how many pictures are worked on at once.
    limit_s : for the work on one picture, in seconds.
    """

    def __init__(self, count: int, limit_s: float) -> None:
        self.count, self.max_waiting = count, MAX_WAITING_PER_WORKER * count
        self.waiting = 0
        self._mean_s = USUAL_S
        self._free = asyncio.Semaphore(count)
        self._pool: pool.Workers[tuple[Asked, bytes], Answered] = pool.Workers(
            partial(worker.answer_task, limit_s=limit_s),
            count,
            limit_s=limit_s + GRACE_S,
            preload=["picrosser.serving.answer"],
            wire=worker.JSON_WIRE,
        )

    def start(self) -> None:
        """Begin to start the processes; pictures wait until the first is there."""
        self._pool.start(self.count)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.to_thread(self._pool.close)

    async def answer(self, asked: Asked, picture: bytes, on_stage: Callable[[str], None]) -> Answered:
        """Let the next free worker answer a picture. If the caller is cancelled, so is the work.

        on_stage : called when a stage begins: "waiting", "reading", "solving", "drawing".

        Raises
        ------
        Refused : too many wait already, the time is up, or the picture has no answer.
        """
        if self.is_full:
            raise self.busy()
        on_stage("waiting")
        await self._wait()
        loop = asyncio.get_running_loop()
        began = loop.time()

        def told(stage: object) -> None:
            loop.call_soon_threadsafe(on_stage, str(stage))

        try:
            return await asyncio.wrap_future(self._pool.submit((asked, picture), told))
        except TimeLimitError:
            raise refusal_of(ExitCode.GAVE_UP, TimeLimitError("working on the picture").seen) from None
        except (PicrosserError, ValueError):  # the worker died, or sent something else
            raise refusal_of(ExitCode.INTERNAL, DIED) from None
        finally:
            self._mean_s += (loop.time() - began - self._mean_s) / 8
            self._free.release()

    async def _wait(self) -> None:
        """Wait for a worker; a refusal if there is none for too long."""
        self.waiting += 1
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                await self._free.acquire()
        except TimeoutError:
            raise self.busy() from None
        finally:
            self.waiting -= 1

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
