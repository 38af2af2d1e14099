from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing import forkserver, get_all_start_methods
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from own_process import waited_for

from picrosser.errors import TimeLimitError
from picrosser.workers import pool
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


def dying(task: int, *, always: int, once: int, folder: Path) -> int:
    is_again = any(folder.glob(f"{task}-*"))
    (folder / f"{task}-{os.getpid()}").touch()
    if task == always or (task == once and not is_again):
        os.kill(os.getpid(), signal.SIGKILL)
    return task


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
    work = partial(dying, always=3, once=5, folder=tmp_path)
    with Workers(work, 2) as workers:
        done = {one.task: one for one in workers.run(range(9))}
    assert set(done) == set(range(9))
    assert isinstance(done[3].error, WorkerDiedError)
    assert "by signal 9, 2 times" in str(done[3].error)
    assert [done[number].result for number in range(9)] == [0, 1, 2, None, 4, 5, 6, 7, 8]
    begun = Counter(int(file.name.partition("-")[0]) for file in tmp_path.iterdir())
    assert begun == Counter(range(9)) + Counter([3, 5])  # only these twice


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
def test_memory_is_limited():
    with Workers(doing, 1, max_memory=300_000_000) as workers:
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
