import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from multiprocessing import forkserver, get_all_start_methods
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from own_process import waited_for

from picrosser.errors import ClusterLostError, TimeLimitError
from picrosser.workers import cluster, pool
from picrosser.workers.cluster import LOCAL, Cluster
from picrosser.workers.pool import WorkerDiedError, Workers, WorkersNotStartedError


def doing(task: tuple[str, Any]) -> object:
    """What the task's word says."""
    what, value = task
    match what:
        case "double":
            return 2 * value
        case "raise":
            raise EOFError(value)  # as the end of a pipe does
        case "sleep":
            time.sleep(value)
        case "take memory":
            return len(bytearray(value))
        case "cannot be sent":
            return lambda: None
        case "cannot be read":
            return Unreadable()
    return os.getpid()


POISON, ONCE, REFUSED, LATE = 3, 5, 7, 9
"""Tasks that end each worker, that end the first one, that raise an error, that take too long."""


def work(task: int, *, folder: Path) -> int:
    is_again = any(folder.glob(f"{task}-*"))
    (folder / f"{task}-{time.monotonic_ns()}").touch()
    if task == POISON or (task == ONCE and not is_again):
        os.kill(os.getpid(), signal.SIGKILL)
    if task == REFUSED:
        raise TimeoutError("not by the cluster")
    if task == LATE:
        time.sleep(60)
    return 2 * task


class Unreadable:
    def __reduce__(self) -> tuple[object, ...]:
        return int, ("not a number",)


def telling(task: str, tell: Callable[[object], None]) -> str:
    for letter in task:
        tell(letter)
    if task == "late":
        time.sleep(600)
    return task


def test_every_task_is_done_once_and_no_more_are_taken_than_are_worked_on():
    taken = []

    def tasks():
        for number in range(30):
            taken.append(number)
            yield "double", number

    done = []
    with Workers(doing, 2) as workers:
        for one in workers.run(tasks()):
            done.append(one)
            assert len(taken) <= len(done) + 2
        pids = {one.result for one in workers.run([("tell", None)] * 4)}
    assert sorted(one.result for one in done) == list(range(0, 60, 2))
    assert all(one.error is None and one.result == 2 * one.task[1] for one in done)
    for pid in pids:  # the end of the context has ended all of them
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_task_whose_worker_is_killed_is_tried_once_more_and_the_others_go_on(tmp_path):
    with Workers(partial(work, folder=tmp_path), 2) as workers:
        done = {one.task: one for one in workers.run(range(9))}
    assert set(done) == set(range(9))
    assert isinstance(done[POISON].error, WorkerDiedError)
    assert "by signal 9, 2 times" in str(done[POISON].error)
    assert [done[number].result for number in range(9)] == [0, 2, 4, None, 8, 10, 12, None, 16]
    begun = Counter(int(file.name.partition("-")[0]) for file in tmp_path.iterdir())
    assert begun == Counter(range(9)) + Counter([POISON, ONCE])  # only these twice


def test_what_goes_wrong_with_a_task_is_an_error_of_this_task_alone():
    fine = "double", 1
    wrong = {
        ("raise", "no"): EOFError,
        ("cannot be sent", None): TypeError,
        ("cannot be read", None): ValueError,
        ("sleep", 600.0): TimeLimitError,  # its worker is ended and replaced
    }
    with Workers(doing, 1, limit_s=2.0) as workers:
        done = list(workers.run([fine, *wrong, fine]))
    assert [one.task for one in done] == [fine, *wrong, fine]
    assert [type(one.error) for one in done] == [type(None), *wrong.values(), type(None)]
    assert str(done[1].error) == "no"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the limit has an effect on Linux only")
def test_memory_is_limited(monkeypatch):
    monkeypatch.setattr(pool, "MAX_MEMORY", 300_000_000)
    with Workers(doing, 1) as workers:
        done = list(workers.run([("take memory", size) for size in (10, 2_000_000_000, 10)]))
    assert [type(one.error) for one in done] == [type(None), MemoryError, type(None)]


def test_a_worker_that_is_killed_between_two_tasks_costs_none_of_them():
    with Workers(doing, 1) as workers:
        [first] = workers.run([("tell", None)])
        os.kill(first.result, signal.SIGKILL)
        again = [one.result for one in workers.run([("double", 2), ("double", 3)])]
    assert again == [4, 6]


def test_workers_that_never_start_are_an_error(monkeypatch):
    monkeypatch.setattr("picrosser.workers.pool.run_worker", _ends_at_once)
    monkeypatch.setattr("picrosser.workers.pool.START_AGAIN_S", 0.01)
    with Workers(doing, 1) as workers, pytest.raises(WorkersNotStartedError, match="as soon as"):
        list(workers.run([("double", 1)]))


@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="no such server")
def test_a_fork_server_that_is_killed_is_started_again():
    with Workers(doing, 2) as workers:
        workers.start(2)
        assert waited_for(lambda: forkserver._forkserver._forkserver_pid)
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
        assert sorted(one.result for one in workers.run([("double", 1), ("double", 2)])) == [2, 4]


def _ends_at_once(*_: object) -> None:
    return


def test_how_far_the_work_is_can_be_told_and_cancelling_ends_it():
    told = SimpleQueue()
    with Workers(telling, 1) as workers:
        assert workers.submit("abc", told.put).result() == "abc"
        given = workers.submit("late", told.put)
        assert [told.get(timeout=60) for _ in "abclate"] == list("abclate")
        given.cancel()
        with pytest.raises(WorkerDiedError):
            given.result(60)
        assert workers.submit("d", told.put).result(60) == "d"


def test_workers_are_started_without_a_socket_where_its_path_would_be_too_long(monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/" + "l" * 120)
    assert pool._context(()).get_start_method() == "spawn"


# ---- A Dask cluster

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="picrosser[dask] is not installed")


@needs_dask
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_lost_and_late_workers_cost_their_task_only(tmp_path):
    results = list(Cluster(partial(work, folder=tmp_path), LOCAL, count=2, limit_s=3).run(range(12)))
    assert Counter(done.task for done in results) == Counter(range(12))
    errors = {done.task: done.error for done in results if done.error is not None}
    kinds = {POISON: WorkerDiedError, REFUSED: TimeoutError, LATE: TimeLimitError}
    assert {task: type(error) for task, error in errors.items()} == kinds
    assert all(done.result == 2 * done.task for done in results if done.error is None)
    begun = Counter(int(file.name.partition("-")[0]) for file in tmp_path.iterdir())
    assert (begun[POISON], begun[LATE]) == (2, 1)


@needs_dask
def test_where_no_scheduler_answers_it_is_told(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ClusterLostError, match="no Dask scheduler answers at tcp"):
            list(Cluster(work, address).run([1]))


@needs_dask
@pytest.mark.slow
def test_a_worker_with_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_version", lambda: "0.0.0")  # in this process alone
    with pytest.raises(ClusterLostError, match=r"and this is 0\.0\.0; install the same there"):
        list(Cluster(partial(work, folder=tmp_path), LOCAL, count=1).run([1]))
    assert not list(tmp_path.iterdir())
