from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from picrosser.errors import TimeLimitError
from picrosser.workers.pool import WorkerDiedError, Workers, WorkersNotStartedError


def doubled(task: int) -> int:
    return 2 * task


def dying(task: int, *, always: int, once: int, folder: Path) -> int:
    is_again = any(folder.glob(f"{task}-*"))
    (folder / f"{task}-{os.getpid()}").touch()
    if task == always or (task == once and not is_again):
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def sleeping(task: float) -> float:
    time.sleep(task)
    return task


def refusing(task: str) -> str:
    raise EOFError(task)  # as the end of a pipe does


def hungry(task: int) -> int:
    return len(bytearray(task))


class Unreadable:
    def __reduce__(self) -> tuple[object, ...]:
        return int, ("not a number",)


def unsendable(task: int) -> object:
    return Unreadable() if task else lambda: None


def whose(_: int) -> int:
    return os.getpid()


def telling(task: str, tell: Callable[[object], None]) -> str:
    for letter in task:
        tell(letter)
    if task == "late":
        time.sleep(600)
    return task


def test_every_task_is_done_once():
    with Workers(doubled, 2) as workers:
        done = list(workers.run(range(20)))
    assert sorted(one.result for one in done) == list(range(0, 40, 2))
    assert all(one.error is None and one.result == 2 * one.task for one in done)


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


def test_a_late_task_is_ended_and_its_worker_replaced():
    with Workers(sleeping, 1, limit_s=0.5) as workers:
        done = list(workers.run([0.0, 600.0, 0.0]))
    assert [one.task for one in done] == [0.0, 600.0, 0.0]
    assert isinstance(done[1].error, TimeLimitError)
    assert (done[0].error, done[2].error) == (None, None)


def test_no_more_tasks_are_taken_than_are_worked_on():
    taken = []

    def tasks():
        for number in range(50):
            taken.append(number)
            yield number

    with Workers(doubled, 2) as workers:
        for count, _ in enumerate(workers.run(tasks()), start=1):
            assert len(taken) <= count + 2


def test_what_the_work_raises_comes_back():
    with Workers(refusing, 1) as workers:
        [done] = workers.run(["no"])
    assert isinstance(done.error, EOFError)
    assert str(done.error) == "no"


def test_a_result_that_cannot_be_sent_or_read_is_an_error():
    with Workers(unsendable, 1) as workers:
        done = list(workers.run([0, 1, 0]))
    assert [type(one.error) for one in done] == [TypeError, ValueError, TypeError]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the limit has an effect on Linux only")
def test_memory_is_limited():
    with Workers(hungry, 1, max_memory=300_000_000) as workers:
        done = list(workers.run([10, 2_000_000_000, 10]))
    assert [type(one.error) for one in done] == [type(None), MemoryError, type(None)]


def test_closing_ends_all_workers():
    with Workers(whose, 2) as workers:
        pids = {one.result for one in workers.run(range(4))}
    for pid in pids:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_that_is_killed_between_two_tasks_costs_none_of_them():
    with Workers(whose, 1) as workers:
        [first] = workers.run([1])
        assert first.result is not None
        os.kill(first.result, signal.SIGKILL)
        again = [one.result for one in workers.run([2, 3])]
    assert None not in again
    assert first.result not in again


def test_workers_that_never_start_are_an_error(monkeypatch):
    monkeypatch.setattr("picrosser.workers.pool.run_worker", _ends_at_once)
    with Workers(doubled, 1) as workers, pytest.raises(WorkersNotStartedError, match="as soon as"):
        list(workers.run([1]))


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
