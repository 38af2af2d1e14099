"""The workers of a Dask cluster do the tasks that our own processes would do.

No more tasks are on their way than there are workers. Dask gives the task of a lost worker to another one,
until as many were lost with it as the scheduler's setting `allowed-failures` says. Since it may only have
waited at workers that another task ended, it is done once more at the end, with no other on its way.

Known limit: one process hands out all tasks, about a hundred a second (docs/scale.md).
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Generic, TypeVar

from picrosser.errors import ClusterLostError, TimeLimitError
from picrosser.workers.pool import Done, WorkerDiedError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster
    from distributed import Future as Sent

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
"""In place of an address: a cluster of this machine, started for the tasks and ended with them."""
CONNECT_S = 10.0  # within which the scheduler has to answer
NO_WORKER_S = 120.0  # for which workers may be missing: a lost one is back after some seconds
LOOK_S = 1.0  # between two looks at which workers there are
RESULT_S = 5.0  # within which a result is fetched; else its worker is taken for lost
END_S = 0.5  # for a late worker to say so, before its process ends


class Cluster(Generic[T, R]):
    """The workers of a Dask cluster, on all of which the same code has to be installed.

    address : of the scheduler, "tcp://10.0.0.1:8786" say; or `LOCAL`.
    count : how many tasks are on their way at most; None for as many as there are workers. Of a local
        cluster, how many workers to start.
    limit_s : for one task, in seconds; the process of a worker that takes longer ends. None for no limit.
    preload : modules that all workers need; they are imported before the time of a task begins.
    """

    def __init__(
        self,
        work: Callable[[T], R],
        address: str,
        *,
        count: int | None = None,
        limit_s: float | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        self._address, self._count = address, count
        self._work = partial(do_one, work, limit_s, tuple(preload), _version())
        self._client: Client
        self._given: dict[Sent, T] = {}
        self._ended: SimpleQueue[Sent] = SimpleQueue()
        self._suspects: list[T] = []
        self._is_alone = False
        self._workers = 0
        self._looked = self._had_worker = monotonic()

    def run(self, tasks: Iterable[T]) -> Iterator[Done[T, R]]:
        """Do all tasks, and yield each as it ends.

        Raises ClusterLostError: the scheduler cannot be reached, or is lost; there are no workers, or others.
        """
        with _connected(self._address, self._count) as self._client:
            yield from self._done(tasks)
            self._is_alone = True
            for task in self._suspects:
                sleep(2 * END_S)  # a late worker that still has to end would take it along
                yield from self._done([task])

    def _done(self, tasks: Iterable[T]) -> Iterator[Done[T, R]]:
        for task in tasks:
            while not self._has_room():
                yield from self._heard()
            self._give(task)
        while self._given:
            self._has_room()
            yield from self._heard()

    def _has_room(self) -> bool:
        """Whether there are more workers than tasks on their way; an error if there are none for long."""
        client, now = self._reached(), monotonic()
        if not self._workers or now >= self._looked + LOOK_S:
            self._workers, self._looked = len(client.scheduler_info(n_workers=-1)["workers"]), now
            self._reached()  # else what was found is old
        if self._workers:
            self._had_worker = now
        elif now > self._had_worker + NO_WORKER_S:
            raise ClusterLostError(
                f"no worker of the Dask cluster at {self._address} is ready", "start some with 'dask worker'"
            )
        return len(self._given) < min(self._workers, self._count or self._workers)

    def _reached(self) -> Client:
        """The connection to the scheduler; an error if it is lost."""
        if self._client.status != "running":
            raise ClusterLostError(f"the Dask scheduler at {self._address} is lost")
        return self._client

    def _give(self, task: T) -> None:
        future = self._reached().submit(self._work, task, pure=False)
        self._given[future] = task
        future.add_done_callback(self._ended.put)

    def _heard(self) -> Iterator[Done[T, R]]:
        """Wait for the end of a task, but no longer than until the next look."""
        try:
            future = self._ended.get(timeout=LOOK_S)
        except Empty:
            return
        self._reached()
        task = self._given.pop(future)
        result, error = None, None
        try:
            error = future.exception(timeout=RESULT_S) if future.status == "error" else None
            result = None if error else future.result(timeout=RESULT_S)
        except (OSError, CancelledError):  # the worker that holds it is lost, or somebody has restarted all
            self._give(task)
            return
        except Exception as unreadable:  # noqa: BLE001  (it came whole, but cannot be unpickled here)
            error = unreadable
        if isinstance(error, ClusterLostError):
            raise error
        if type(error).__name__ == "KilledWorker":
            if not self._is_alone:
                self._suspects.append(task)
                return
            error = WorkerDiedError("all Dask workers that worked on it were lost")
        yield Done(task, result, error)


@contextmanager
def _connected(address: str, count: int | None) -> Iterator[Client]:
    """A connection to a scheduler, or to a cluster of this machine that lasts as long."""
    from distributed import Client, LocalCluster

    for name in logging.root.manager.loggerDict:  # our own messages say what is lost
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    cluster: LocalCluster | None = None
    client: Client | None = None
    try:
        if address == LOCAL:
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                scheduler_kwargs={"allowed_failures": 0},  # a lost task is done again at the end
                dashboard_address=":0",  # any port that is free
                silence_logs=logging.CRITICAL,
                preload=[__name__],  # so that each worker calls dask_setup
            )
        try:
            client = Client(cluster or address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:  # TimeoutError is an OSError
            raise ClusterLostError(
                f"no Dask scheduler answers at {address}",
                "check the address; 'dask scheduler' starts one, and says its own",
            ) from error
        yield client
    finally:
        for part in (client, cluster):
            with suppress(Exception):  # it is lost already
                if part is not None:
                    part.close()


# ---- In the worker

_ONE_AT_A_TIME = threading.Lock()  # a worker may have several threads; the solvers are made for one


def dask_setup(_: object) -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the process that started the cluster."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def do_one(work: Callable[[T], R], limit_s: float | None, modules: Sequence[str], version: str, task: T) -> R:
    """Do a task of this version of picrosser; if it takes too long, say so and end this process with it."""
    if version != _version():
        raise ClusterLostError(
            f"a Dask worker has picrosser {_version()}, and this is {version}", "install the same there"
        )
    _prepare(modules)
    with _ONE_AT_A_TIME:
        future = ThreadPoolExecutor(1).submit(work, task)  # one that is late keeps its own
        if not wait([future], limit_s).done:
            kill = getattr(signal, "SIGKILL", signal.SIGTERM)
            threading.Timer(END_S, os.kill, (os.getpid(), kill)).start()
            raise TimeLimitError("working on this input")
    return future.result()


@cache
def _prepare(modules: Sequence[str]) -> None:
    """Import what the work needs, and let glibc use freed memory for the next array.

    Dask has its workers give each freed array back to the system, which takes twice the processor time.
    """
    with suppress(AttributeError, OSError, TypeError):  # there is no glibc
        # M_MMAP_THRESHOLD and M_TRIM_THRESHOLD, in bytes: what glibc comes to by itself with large arrays
        for option, limit in ((-3, 32 << 20), (-1, 64 << 20)):
            ctypes.CDLL(None).mallopt(option, limit)
    for module in modules:
        import_module(module)


def _version() -> str:
    return str(import_module("picrosser").__version__)  # it stands above this room
