"""Worker processes: each does one task at a time, is ended if that takes too long, and replaced if it dies.

A thread of this process drives each worker through a pipe of its own, so it is always known which task was in
the hands of a worker that was killed, and no lock is shared that a killed process could keep. Tasks are
futures of `concurrent.futures`. Its own pool of processes, loky and pebble each lack something that is needed
here: see docs/scale.md.
"""

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic, sleep
from typing import Any, Generic, Self, TypeVar

from picrosser.errors import PicrosserError, TimeLimitError
from picrosser.workers.worker import ERROR, TOLD, Wire, run_worker

T = TypeVar("T")
R = TypeVar("R")

MAX_TRIES = 2
"""A task whose worker died is done once more: it may have been ended for the sake of another program."""
MAX_MEMORY = 2_000_000_000
"""Bytes of address space that a worker may take for its tasks; reading a large picture takes 0.6 GB."""
MAX_TASKS = 100  # after so many a worker is replaced: native code may keep memory that nobody needs
MAX_TEMPORARY_PATH = 70  # bytes: macOS allows 104 for a socket's path, whose names in that folder take 32
MAX_FAILED_STARTS = 4  # in a row: then no worker will ever start
# Between two of these at first, then twice as long each time: a fork server that is killed needs time to end.
START_AGAIN_S = 0.25
FAILED_STATUS = 1  # of a worker that an exception ended: it would end the next one, too
START_LIMIT_S = 120.0  # the imports take a second, on a busy machine many
END_S = 3.0  # that workers have to complete the file that they are writing
_STARTING = Lock()  # while one thread starts a lost fork server again, multiprocessing fails in another one


class WorkerDiedError(PicrosserError):
    """The worker process that did a task has ended, however often it was tried."""

    def __init__(self, seen: str) -> None:
        advice = "scale or crop the picture, and report it if that does not help"
        super().__init__(seen, f"perhaps there is too little memory; {advice}")


class WorkersNotStartedError(PicrosserError):
    """Worker processes end before they take a task."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """One task with its result, or the error: what the work raised, a `TimeLimitError`, `WorkerDiedError`."""

    task: T
    result: R | None
    error: Exception | None


def ended(given: dict[Future[R], T], time_limit_s: float | None = None) -> Iterator[Done[T, R]]:
    """Wait until one of the tasks is done, or the time is up; yield those that are, and take them out."""
    for future in wait(given, time_limit_s, FIRST_COMPLETED).done:
        task, error = given.pop(future), future.exception()
        if isinstance(error, WorkersNotStartedError):
            raise error
        assert error is None or isinstance(error, Exception)
        yield Done(task, None if error else future.result(), error)


class Workers(Generic[T, R]):
    """Worker processes, started when there is something to do.

    work : what is done with a task; a function of a module, or a `functools.partial` of one.
    limit_s : for one task, in seconds; its worker is ended if it takes longer. None for no limit.
    preload : modules that all workers need. They are imported once, before the workers are forked.
    wire : how workers send what they return.
    """

    def __init__(
        self,
        work: Callable[..., R],
        count: int,
        *,
        limit_s: float | None = None,
        preload: Sequence[str] = (),
        wire: Wire = Wire(),  # noqa: B008  (it cannot be changed)
    ) -> None:
        self.count, self.limit_s, self.wire = count, limit_s, wire
        self.arguments = (work, MAX_MEMORY, wire.encode)
        self.context = _context(preload)
        self.tasks: SimpleQueue[_Given | None] = SimpleQueue()
        self._open: set[Future[R]] = set()
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, tasks: Iterable[T]) -> Iterator[Done[T, R]]:
        """Do all tasks, and yield each as it ends. No more are taken from `tasks` than there are workers."""
        given: dict[Future[R], T] = {}
        for task in tasks:
            given[self.submit(task)] = task
            if len(given) == self.count:
                yield from ended(given)
        while given:
            yield from ended(given)

    def submit(self, task: T, on_told: Callable[[Any], object] | None = None) -> Future[R]:
        """Have a task done. To cancel the future ends the work, also when it has begun.

        on_told : if given, the work gets a function as its second argument, and what it calls that with comes
            here, in another thread.
        """
        given = _Given(task, on_told)
        self._open.add(given)
        given.add_done_callback(self._open.discard)
        self.tasks.put(given)
        self.start(len(self._open))
        return given

    def start(self, count: int) -> None:
        """Have so many processes at least, but no more than there may be."""
        while len(self._workers) < min(count, self.count):
            self._workers.append(_Worker(self))

    def close(self) -> None:
        """End all workers. What they are doing is lost, but for a file that is being written."""
        for worker in self._workers:
            worker.terminate()
            self.tasks.put(None)
        ends = monotonic() + END_S
        for worker in self._workers:
            worker.thread.join(max(0.0, ends - monotonic()))
            worker.kill()
            worker.thread.join()


class _Given(Future[Any]):
    """A task on its way."""

    def __init__(self, task: Any, on_told: Callable[[Any], object] | None) -> None:
        super().__init__()
        self.task, self.on_told = task, on_told
        self.worker: _Worker | None = None
        self.is_given_up = False

    def cancel(self) -> bool:
        self.is_given_up = True
        if not super().cancel() and not self.done() and self.worker is not None:
            self.worker.kill()
        return self.cancelled()


class _Worker:
    """A thread, and the process that it gives one task after the other; another one if that ends."""

    def __init__(self, pool: Workers[Any, Any]) -> None:
        self._pool = pool
        self._process: BaseProcess | None = None
        self._pipe: Connection
        self._tasks = 0
        self._is_closed = False
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def terminate(self) -> None:
        """Take no more tasks, and let the process complete the file that it is writing."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.terminate()

    def kill(self) -> None:
        """End the process at once."""
        if (process := self._process) is not None:
            process.kill()

    def _run(self) -> None:
        _leave_ctrl_c_to_others()
        while not self._is_closed:
            with suppress(WorkersNotStartedError):  # it is told with the next task
                self._make_ready()
            given = self._pool.tasks.get()
            if given is not None and not self._is_closed and given.set_running_or_notify_cancel():
                given.worker = self
                try:
                    given.set_result(self._result(given))
                except BaseException as error:  # noqa: BLE001  (the caller gets it)
                    given.set_exception(error)
                given.worker = None
        self._end()

    def _result(self, given: _Given) -> Any:
        """What came of a task, which is done once more if its process dies."""
        message = (given.task, given.on_told is not None)
        for number in range(1, MAX_TRIES + 1):
            self._make_ready()
            if given.is_given_up:
                raise CancelledError
            self._tasks += 1
            ends = monotonic() + (self._pool.limit_s or inf)
            try:
                kind, value = self._answer(self._pool.limit_s, message, given.on_told)
            except (OSError, EOFError):
                is_late, status = monotonic() >= ends, self._end()
                if is_late:
                    raise TimeLimitError("working on this input") from None
                if number == MAX_TRIES or given.is_given_up or self._is_closed:
                    raise _death(status) from None
                continue
            except BaseException:  # nobody knows what the process sends next
                self._end()
                raise
            if kind == ERROR:
                raise value
            return value
        raise AssertionError("the last try returns or raises")

    def _answer(
        self, limit_s: float | None, message: object = None, on_told: Callable[[Any], object] | None = None
    ) -> tuple[str, Any]:
        """Send a message; the last answer's kind and value. OSError or EOFError: the process ended."""
        wire, timer = self._pool.wire, Timer(limit_s or 0.0, self.kill)
        timer.daemon = True
        if limit_s is not None:
            timer.start()
        try:
            if message is not None:
                self._pipe.send(message)
            while True:
                kind, value = wire.decode(self._pipe.recv_bytes(wire.max_bytes))
                if kind != TOLD or on_told is None:
                    return kind, value
                on_told(value)
        finally:
            timer.cancel()

    def _make_ready(self) -> None:
        """Start a process, unless there is one that can be given another task."""
        if self._process is not None and self._tasks < MAX_TASKS and self._process.is_alive():
            return
        failure: Exception | None = None
        for number in range(MAX_FAILED_STARTS):
            self._end()
            if number:
                sleep(START_AGAIN_S * 2 ** (number - 1))
            try:
                self._start()
                return
            except (OSError, EOFError, RuntimeError) as error:
                failure = error
                # A RuntimeError says that this process is itself a worker that has not started yet.
                if self._end() == FAILED_STATUS or isinstance(error, RuntimeError):
                    break
        advice = "a script that starts them needs the line: if __name__ == '__main__'"
        raise WorkersNotStartedError("worker processes end as soon as they are started", advice) from failure

    def _start(self) -> None:
        context = self._pool.context
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, *self._pool.arguments)
        process = context.Process(target=run_worker, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self._tasks = 0
        try:
            with _STARTING:
                process.start()
        finally:
            theirs.close()
        self._process = process
        self._answer(START_LIMIT_S)

    def _end(self) -> int | None:
        """End the process, if there is one; return its exit status."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        self._pipe.close()
        process.join()
        return process.exitcode


def _leave_ctrl_c_to_others() -> None:
    """Block SIGINT in this thread and in processes that it starts: as they load, they print a traceback."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # if it starts its own process, it lets the signal through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _context(preload: Sequence[str]) -> BaseContext:
    """How processes are started: where the system can, forked from one that has imported everything.

    Such a worker is there in some 20 ms. The calling process itself is never forked: it has threads.
    """
    # The fork server's socket lies in the folder for temporary files, whose path may be too long for it.
    has_room = len(os.fsencode(tempfile.gettempdir())) <= MAX_TEMPORARY_PATH
    if "forkserver" not in multiprocessing.get_all_start_methods() or not has_room:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["picrosser.workers.worker", *preload])
    return context


def _death(status: int | None) -> WorkerDiedError:
    how = f"by signal {-status}" if status is not None and status < 0 else f"with status {status}"
    return WorkerDiedError(f"the process that worked on it ended {how}, {MAX_TRIES} times")
