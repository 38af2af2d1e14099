from __future__ import annotations

import os
import signal
import socket
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from picrosser.errors import ClusterLostError, TimeLimitError
from picrosser.workers import cluster
from picrosser.workers.cluster import LOCAL, Cluster
from picrosser.workers.pool import WorkerDiedError

pytest.importorskip("distributed", reason="picrosser[dask] is not installed")

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


def test_where_no_scheduler_answers_it_is_told(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ClusterLostError, match="no Dask scheduler answers at tcp"):
            list(Cluster(work, address).run([1]))


@pytest.mark.slow
def test_a_worker_with_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_version", lambda: "0.0.0")  # in this process alone
    with pytest.raises(ClusterLostError, match=r"and this is 0\.0\.0; install the same there"):
        list(Cluster(partial(work, folder=tmp_path), LOCAL, count=1).run([1]))
    assert not list(tmp_path.iterdir())
