"""The workers of a Dask cluster do the tasks that our own processes would do, by the same rules.

Each worker has one task at a time, and this process knows which one. So when a worker is lost, only the task
that it was doing is suspected of having ended it, and no task waits for a worker that is busy. That task is
done once more; the process of a worker that is late is ended. Dask could choose the workers by itself, but
then all tasks that wait at a lost worker are suspected, and a setting of the scheduler says how often each
may be tried.

Known limit: one process hands out all tasks, about a hundred a second (docs/scale.md).
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar
from uuid import uuid4

from picrosser.errors import ClusterLostError, TimeLimitError
from picrosser.workers.pool import MAX_TRIES, Attempt, Done, WorkerDiedError

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
"""In place of an address: a cluster of this machine, started for the tasks and ended with them."""
CONNECT_S = 10.0  # within which the scheduler has to answer
NO_WORKER_S = 120.0  # for which workers may be missing: a lost one is back after some seconds
LOOK_S = 1.0  # between two looks at which workers there are
RESULT_S = 5.0  # within which a result is fetched; else its worker is taken for lost

MALLOC_OPTIONS = {-3: 32 << 20, -1: 64 << 20}
"""M_MMAP_THRESHOLD and M_TRIM_THRESHOLD, in bytes: those that glibc comes to by itself with large arrays."""


@dataclass(slots=True)
class _Given(Generic[T]):
    """A task that is being done for the n-th time, and the moment at which its worker is late."""

    task: T
    number: int
    ends: float = float("inf")


class _Worker(Generic[T]):
    """A worker, and what it is doing.

    address : where Dask reaches it.
    start : the folder of this start of it; another start at the same address has another.
    """

    def __init__(self, address: str, start: str) -> None:
        self.address, self.start = address, start
        self.is_ready = False
        self.future: Future | None = None
        self.given: _Given[T] | None = None


class Cluster(Generic[T, R]):
    """The workers of a Dask cluster, for as long as the context lasts.

    Parameters
    ----------
    work : what is done with a task, as for `Workers`; the same code has to be installed on all workers.
    address : of the scheduler, "tcp://10.0.0.1:8786" say; or `LOCAL`.
    count : how many workers to use at most; None for all that there are. Of a local cluster, how many to
        start.
    limit_s : for one task, in seconds; the process of a worker that takes longer is ended. None for no limit.
    preload : modules that all workers need; they are imported before the time of a task begins.

    Raises
    ------
    ClusterLostError : in the context, if the cluster cannot be used.
    """

    def __init__(
        self,
        work: Callable[[Attempt[T]], R],
        address: str,
        *,
        count: int | None = None,
        limit_s: float | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        self._work, self._address, self._count = work, address, count
        self._limit_s, self._preload = limit_s, tuple(preload)
        self._client: Client | None = None
        self._cluster: LocalCluster | None = None
        self._workers: dict[str, _Worker[T]] = {}
        self._asked: dict[str, _Worker[T]] = {}  # by the key of what they are doing
        self._again: deque[_Given[T]] = deque()
        self._results: deque[Done[T, R]] = deque()
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self._unfetched: deque[tuple[_Worker[T], _Given[T] | None, Future]] = deque()
        self._looked = self._had_worker = 0.0

    def __enter__(self) -> Self:
        from distributed import Client, LocalCluster

        _silence()
        try:
            if self._address == LOCAL:
                self._cluster = LocalCluster(
                    n_workers=self._count,
                    threads_per_worker=1,
                    dashboard_address=":0",  # any port that is free
                    silence_logs=logging.CRITICAL,
                    preload=[__name__],  # so that each worker calls dask_setup
                )
            else:
                asyncio.run(_reach(self._address))  # a Client that cannot connect complains when deleted
            self._client = Client(self._cluster or self._address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:  # TimeoutError is an OSError
            self.close()
            if self._address == LOCAL:
                raise ClusterLostError(f"a local Dask cluster does not start: {error}") from error
            raise ClusterLostError(
                f"no Dask scheduler answers at {self._address}",
                "check the address; 'dask scheduler' starts one, and says its own",
            ) from error
        except BaseException:
            self.close()
            raise
        self._had_worker = monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, tasks: Iterable[T]) -> Iterator[Done[T, R]]:
        """Do all tasks, and yield each as it ends. No more of them are begun than there are
        workers.

        Raises
        ------
        ClusterLostError : the scheduler is lost, or there are no workers.
        """
        left = iter(tasks)
        is_more = True
        while True:
            self._look()
            while (is_more or self._again) and (worker := self._free()) is not None:
                if self._again:
                    self._give(worker, self._again.popleft())
                    continue
                try:
                    self._give(worker, _Given(next(left), 1))
                except StopIteration:
                    is_more = False
            self._fetch()  # while the workers do what comes next
            while self._results:
                yield self._results.popleft()
            if not (is_more or self._again or any(worker.given for worker in self._workers.values())):
                return
            self._hear()

    def close(self) -> None:
        """Give up what is being done, and leave the cluster; a local one ends."""
        for worker in self._asked.values():
            if worker.future is not None:
                with suppress(Exception):
                    worker.future.cancel()
        self._asked.clear()
        self._workers.clear()
        for part in (self._client, self._cluster):
            if part is not None:
                with suppress(Exception):  # it is lost already
                    part.close()
        self._client = self._cluster = None

    # ---- The workers that there are

    def _look(self) -> None:
        """See which workers have come, gone, or are late; between two looks this does nothing.

        Raises
        ------
        ClusterLostError : the scheduler is lost, or there are no workers.
        """
        client = self._reached()
        now = monotonic()
        if now < self._looked + LOOK_S:
            return
        self._looked = now
        found = client.scheduler_info(n_workers=-1)["workers"]
        self._reached()  # else what was found is old
        for worker in list(self._workers.values()):
            if found.get(worker.address, {}).get("local_directory") != worker.start:
                self._lost(worker)
            elif worker.given is not None and worker.given.ends <= now:
                self._end_late(worker)
        for address, facts in found.items():
            if address not in self._workers and facts["status"] == "running" and self._has_room:
                worker = _Worker[T](address, facts["local_directory"])
                self._workers[address] = worker
                self._submit(worker, prepare, self._preload)
        if any(worker.is_ready for worker in self._workers.values()):
            self._had_worker = now
        elif now > self._had_worker + NO_WORKER_S:
            raise ClusterLostError(
                f"no worker of the Dask cluster at {self._address} is ready", "start some with 'dask worker'"
            )

    def _reached(self) -> Client:
        """The connection to the scheduler.

        Raises
        ------
        ClusterLostError : it is lost.
        """
        assert self._client is not None
        if self._client.status != "running":
            raise ClusterLostError(f"the Dask scheduler at {self._address} is lost")
        return self._client

    @property
    def _has_room(self) -> bool:
        return self._count is None or len(self._workers) < self._count

    def _free(self) -> _Worker[T] | None:
        return next((w for w in self._workers.values() if w.is_ready and w.future is None), None)

    def _lost(self, worker: _Worker[T]) -> None:
        """Forget a worker; its task is done once more, if it may be."""
        del self._workers[worker.address]
        self._let_go(worker)
        if worker.given is not None:
            self._do_again(worker.given)
        worker.given = None

    def _do_again(self, given: _Given[T]) -> None:
        if given.number < MAX_TRIES:
            self._again.append(_Given(given.task, given.number + 1))
        else:
            self._results.append(Done(given.task, None, _death()))

    def _end_late(self, worker: _Worker[T]) -> None:
        """Give up the task of a worker that does not observe the time limit, and end its process: a nanny
        starts another.
        """
        assert worker.given is not None
        self._results.append(Done(worker.given.task, None, TimeLimitError("working on this input")))
        self._let_go(worker)
        worker.given = None
        worker.is_ready = False  # it gets nothing more
        with suppress(Exception):  # it ends without an answer
            self._reached().run(end_process, workers=[worker.address], wait=False)

    # ---- What one worker does

    def _give(self, worker: _Worker[T], given: _Given[T]) -> None:
        if self._limit_s is not None:
            given.ends = monotonic() + self._limit_s
        worker.given = given
        self._submit(worker, do_one, self._work, Attempt(given.task, given.number > 1))

    def _submit(self, worker: _Worker[T], function: Callable[..., Any], *arguments: Any) -> None:
        key = f"picrosser-{uuid4()}"
        worker.future = self._reached().submit(
            function, *arguments, key=key, pure=False, workers=[worker.address], allow_other_workers=False
        )
        self._asked[key] = worker
        worker.future.add_done_callback(self._ended.put)

    def _let_go(self, worker: _Worker[T]) -> None:
        """Let the scheduler forget what a worker has done, or shall not do any more."""
        if worker.future is not None:
            del self._asked[worker.future.key]
            worker.future.cancel()  # without this, another worker could be given it
            worker.future = None

    def _hear(self) -> None:
        """Wait until a worker has ended something, or the next look is due."""
        try:
            future = self._ended.get(timeout=LOOK_S)
        except Empty:
            return
        worker = self._asked.get(future.key)
        if worker is None:  # it was let go
            return
        self._reached()
        if future.status not in ("finished", "error") or _is_killed(future):
            self._lost(worker)  # by itself, or because somebody has restarted the cluster
            return
        del self._asked[future.key]
        self._unfetched.append((worker, worker.given, future))
        worker.future = worker.given = None

    def _fetch(self) -> None:
        """Fetch what the workers have returned."""
        while self._unfetched:
            worker, given, future = self._unfetched.popleft()
            try:
                result, error = _fetched(future)
            except (OSError, CancelledError):  # the worker that holds it is lost, or the scheduler is
                self._reached()
                if given is not None:
                    self._do_again(given)
                else:
                    self._workers.pop(worker.address, None)  # if it is there, it is prepared once more
                continue
            if given is not None:
                self._results.append(Done(given.task, result, error))
            else:
                self._check(worker, result, error)
                worker.is_ready = True

    def _check(self, worker: _Worker[T], version: object, error: Exception | None) -> None:
        """Refuse a worker that has not the same code.

        Raises
        ------
        ClusterLostError : it has not.
        """
        ours = _version()
        if error is not None:
            raise ClusterLostError(
                f"the Dask worker {worker.address} cannot work: {type(error).__name__}: {error}",
                f"install picrosser {ours} there",
            )
        if version != ours:
            raise ClusterLostError(
                f"the Dask worker {worker.address} has picrosser {version}, and this is {ours}",
                "install the same there",
            )


def _is_killed(future: Future) -> bool:
    """Whether the scheduler has given something up, since its worker was lost."""
    return future.status == "error" and type(future.exception(timeout=RESULT_S)).__name__ == "KilledWorker"


def _fetched(future: Future) -> tuple[Any, Exception | None]:
    """What the work in a worker returned, or what it raised.

    Raises
    ------
    OSError, CancelledError : the worker, or the scheduler, does not answer.
    """
    if future.status == "error":
        return None, future.exception(timeout=RESULT_S)
    try:
        return future.result(timeout=RESULT_S), None
    except (OSError, CancelledError):  # TimeoutError is an OSError
        raise
    except Exception as error:  # noqa: BLE001  (it came whole, but cannot be unpickled here)
        return None, error


def _silence() -> None:
    """Keep Dask from logging that workers or the scheduler are lost: our own messages say so."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


async def _reach(address: str) -> None:
    """Connect to a scheduler, and do no more.

    Raises
    ------
    OSError, ValueError : nothing answers; it is no address.
    """
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, timeout=CONNECT_S, **Security().get_connection_args("client"))
    await comm.close()


# ---- In the worker

_ONE_AT_A_TIME = threading.Lock()
"""A worker may have several threads; the solvers are made for one."""


def dask_setup(_: object) -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the process that started the cluster."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def prepare(modules: Sequence[str]) -> str:
    """Import what the work needs; return the version of picrosser."""
    _keep_freed_memory()
    for module in modules:
        import_module(module)
    return _version()


def _keep_freed_memory() -> None:
    """Let glibc use freed memory for the next array; elsewhere this does nothing.

    Dask has its workers give each freed array back to the system. Every array is then a thousand page faults:
    1.8 million for eight pictures, instead of some thousands, and twice the processor time.
    """
    with suppress(AttributeError, OSError, TypeError):
        for option, limit in MALLOC_OPTIONS.items():
            ctypes.CDLL(None).mallopt(option, limit)


def do_one(work: Callable[[Attempt[T]], R], attempt: Attempt[T]) -> R:
    """Do a task."""
    with _ONE_AT_A_TIME:
        return work(attempt)


def end_process() -> None:
    """End the worker at once, whatever its other threads are doing."""
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def _version() -> str:
    return str(import_module("picrosser").__version__)  # it stands above this room


def _death() -> WorkerDiedError:
    return WorkerDiedError(
        f"the Dask worker that worked on it was lost, {MAX_TRIES} times",
        "perhaps there is too little memory; scale or crop the picture, and report it if that does not help",
    )
