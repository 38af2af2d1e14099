"""Worker processes: each does one task at a time, is ended if that takes too long, and replaced if it dies.

Every worker has a pipe of its own, so it is always known which task was in the hands of a worker that was
killed, and no lock is shared that a killed process could keep. That is why this is not one of the executors
of the standard library or of loky: with them, one killed worker ends the work of all, see docs/scale.md for
what was measured.

How they are started: see `context`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Generic, Self, TypeVar

from picrosser.errors import ExitCode, PicrosserError, TimeLimitError
from picrosser.workers.context import worker_context
from picrosser.workers.worker import READY, run_worker

T = TypeVar("T")
R = TypeVar("R")

MAX_TRIES = 2
"""A task whose worker died is done once more: it may have been ended for the sake of another program."""
MAX_MEMORY = 2_000_000_000
"""Bytes of address space that a worker may take for its tasks; reading a large picture takes 0.6 GB."""
MAX_TASKS = 200
"""After so many a worker is replaced: native code may keep memory that nobody needs."""
MAX_FAILED_STARTS = 3  # in a row: then no worker will ever start
END_S = 3.0  # that workers have to complete the file that they are writing


class WorkerDiedError(PicrosserError):
    """The worker process that did a task has ended, however often it was tried."""


class WorkersNotStartedError(PicrosserError):
    """Worker processes end before they take a task."""

    exit_code = ExitCode.INTERNAL


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """One task with what came of it.

    result : what the work returned; None if there is an error.
    error : what the work raised, or a `TimeLimitError` or `WorkerDiedError`; None if there is a result.
    """

    task: T
    result: R | None
    error: Exception | None


@dataclass(slots=True)
class _Given(Generic[T]):
    """A task that is being done for the n-th time, and the moment at which its worker is ended."""

    task: T
    number: int
    ends: float


class _Worker(Generic[T]):
    """One process, the pipe to it, and its task."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process, self.pipe = process, pipe
        self.is_ready = False
        self.tasks = 0
        self.given: _Given[T] | None = None

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.pipe.close()
        self.process.join()


@dataclass(frozen=True, slots=True)
class Attempt(Generic[T]):
    """What a worker receives: a task, and whether a worker that has died may have done it already."""

    task: T
    again: bool


class Workers(Generic[T, R]):
    """Worker processes, started when there is something to do.

    Parameters
    ----------
    work : what is done with a task; a function of a module, or a `functools.partial` of one. It is called
        with a `Attempt`.
    count : how many processes.
    limit_s : for one task, in seconds; its worker is ended if it takes longer. None for no limit.
    preload : modules that all workers need. They are imported once, before the workers are forked.
    max_memory : bytes of address space for the tasks of one worker; None for no limit.
    """

    def __init__(
        self,
        work: Callable[[Attempt[T]], R],
        count: int,
        *,
        limit_s: float | None = None,
        preload: Sequence[str] = (),
        max_memory: int | None = MAX_MEMORY,
    ) -> None:
        self._context = worker_context(preload)
        self._work, self.count, self._limit_s, self._max_memory = work, count, limit_s, max_memory
        self._workers: list[_Worker[T]] = []
        self._again: deque[_Given[T]] = deque()
        self._failed_starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def has_room(self) -> bool:
        """Whether a worker is free, or may still be started."""
        return self.open < self.count

    @property
    def open(self) -> int:
        """How many tasks are not done."""
        return len(self._again) + sum(worker.given is not None for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that have been started."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def run(self, tasks: Iterable[T]) -> Iterator[Done[T, R]]:
        """Do all tasks, and yield each as it ends. At most as many are taken from `tasks` as there are
        workers.

        Raises
        ------
        WorkersNotStartedError : no worker starts.
        """
        left = iter(tasks)
        is_more = True
        while is_more or self.open:
            while is_more and self.has_room:
                try:
                    self.give(next(left))
                except StopIteration:
                    is_more = False
            yield from self.done()

    def give(self, task: T) -> None:
        """Let a worker begin with a task; there has to be room."""
        self._give(_Given(task, 1, 0.0))

    def done(self, timeout_s: float | None = None) -> list[Done[T, R]]:
        """Wait until something is done; return it. Empty if nothing was done in time, or there is nothing to
        do.

        timeout_s : None for as long as it takes.

        Raises
        ------
        WorkersNotStartedError : no worker starts.
        """
        ends = None if timeout_s is None else monotonic() + timeout_s
        found: list[Done[T, R]] = []
        while not found and self.open:
            while self._again:
                self._give(self._again.popleft())
            left_s = None if ends is None else max(0.0, ends - monotonic())
            found = self._done_of(self._talking(left_s))
            if ends is not None and monotonic() >= ends:
                break
        return found

    def close(self) -> None:
        """End all workers. What they are doing is lost, but for a file that is being written."""
        for worker in self._workers:
            with suppress(OSError):
                worker.process.terminate()
        ends = monotonic() + END_S
        for worker in self._workers:
            worker.process.join(max(0.0, ends - monotonic()))
            worker.end()
        self._workers.clear()
        self._again.clear()

    # ---- One worker

    def _give(self, given: _Given[T]) -> None:
        while True:
            worker = (
                next((worker for worker in self._workers if worker.given is None), None) or self._started()
            )
            try:
                worker.pipe.send(Attempt(given.task, given.number > 1))
            except OSError:  # it died while it waited
                self._remove(worker)
                continue
            worker.given = given
            worker.tasks += 1
            self._set_limit(worker)
            return

    def _started(self) -> _Worker[T]:
        ours, theirs = self._context.Pipe()
        arguments = (theirs, self._work, self._max_memory)
        process = self._context.Process(target=run_worker, args=arguments, daemon=True)  # type: ignore[attr-defined]
        try:
            process.start()
        finally:
            theirs.close()
        worker: _Worker[T] = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _set_limit(self, worker: _Worker[T]) -> None:
        """Count the time of a task from when its worker can begin: imports may take seconds on a busy
        machine.
        """
        assert worker.given is not None
        is_limited = self._limit_s is not None and worker.is_ready
        worker.given.ends = monotonic() + (self._limit_s or 0.0) if is_limited else float("inf")

    def _talking(self, timeout_s: float | None) -> list[_Worker[T]]:
        """Wait for messages; return the workers that sent one, have died, or are late."""
        busy = {worker.pipe: worker for worker in self._workers if worker.given is not None}
        ends = min(worker.given.ends for worker in busy.values() if worker.given is not None)
        until_late_s = None if ends == float("inf") else max(0.0, ends - monotonic())
        limits = [limit for limit in (timeout_s, until_late_s) if limit is not None]
        talking = [busy[pipe] for pipe in wait(list(busy), min(limits, default=None))]  # type: ignore[index]
        now = monotonic()
        return talking or [w for w in busy.values() if w.given is not None and w.given.ends <= now]

    def _done_of(self, talking: list[_Worker[T]]) -> list[Done[T, R]]:
        return [done for worker in talking if (done := self._heard(worker)) is not None]

    def _heard(self, worker: _Worker[T]) -> Done[T, R] | None:
        """Take a worker's message, or its end; return its task if that is done."""
        given = worker.given
        assert given is not None
        if not worker.pipe.poll():
            self._remove(worker)
            return Done(given.task, None, TimeLimitError("working on this input"))
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            return self._died(worker, given)
        except Exception as error:  # noqa: BLE001  (the message came whole, but cannot be unpickled here)
            message = (None, error)
        if message == READY:
            worker.is_ready = True
            self._failed_starts = 0
            self._set_limit(worker)
            return None
        worker.given = None
        if worker.tasks >= MAX_TASKS:
            self._remove(worker)
        return Done(given.task, *message)

    def _died(self, worker: _Worker[T], given: _Given[T]) -> Done[T, R] | None:
        self._remove(worker)
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise WorkersNotStartedError(
                    "worker processes end as soon as they are started",
                    "a script that starts them needs the line: if __name__ == '__main__'",
                )
            self._again.append(given)
            return None
        if given.number >= MAX_TRIES:
            return Done(given.task, None, _death(worker.process.exitcode))
        self._again.append(_Given(given.task, given.number + 1, 0.0))
        return None

    def _remove(self, worker: _Worker[T]) -> None:
        self._workers.remove(worker)
        worker.end()


def _death(exit_code: int | None) -> WorkerDiedError:
    how = f"by signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"with status {exit_code}"
    return WorkerDiedError(
        f"the process that worked on it ended {how}, {MAX_TRIES} times",
        "perhaps there is too little memory; scale or crop the picture, and report it if that does not help",
    )
