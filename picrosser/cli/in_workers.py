"""Several screenshots at once: each in a worker process, which writes its answer; reports come in order.

The workers are processes of this machine, or those of a Dask cluster (`--dask`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from picrosser.cli.one_screenshot import Work, run_one
from picrosser.cli.options import Options
from picrosser.cli.outputs import Input, Target
from picrosser.cli.report import Report, failure
from picrosser.cli.stored_screenshots import as_named
from picrosser.cli.time_limit import GRACE_S
from picrosser.errors import MissingPartError, PicrosserError
from picrosser.pipelines.many import PRELOAD, usable_processors
from picrosser.storage.stores import is_address
from picrosser.workers.pool import Done, Workers

PRELOADED = (*PRELOAD, "picrosser.cli.solve_screenshots")
ALSO_GRACE_S = 4.0  # after the time limit that the work in the worker observes, and its own grace


def reports_of_workers(
    options: Options, command: str, work: Work, targets: Sequence[Target | PicrosserError], jobs: int
) -> Iterator[Report]:
    """Do the work for every screenshot in worker processes, and yield the reports in the order of the inputs.

    Parameters
    ----------
    command, work : as in `run_each_screenshot`; the work is a function of a module.
    targets : of each screenshot.
    jobs : the number of processes.
    """
    shots = options.shots
    tasks = (
        Input(shot, target, number) for number, (shot, target) in enumerate(zip(shots, targets, strict=True))
    )
    if options.dask:
        yield from in_order(_reports_of_cluster(options, command, work, tasks))
    else:
        with worker_processes(options, command, work, jobs) as workers:
            yield from in_order(_reports(workers.run(tasks)))


def _reports(results: Iterable[Done[Input, Report]]) -> Iterator[tuple[int, Report]]:
    for done in results:
        if done.result is not None:
            yield done.task.number, done.result
        else:
            assert done.error is not None
            yield done.task.number, failure(done.task.shot, done.error)


def worker_processes(options: Options, command: str, work: Work, jobs: int) -> Workers[Input, Report]:
    """Return the processes that do a command's work for one screenshot each; the caller closes them."""
    return Workers(_work_on_one(options, command, work), jobs, limit_s=_limit_s(options), preload=PRELOADED)


def _work_on_one(options: Options, command: str, work: Work) -> Callable[[Input], Report]:
    # The names of all inputs are not sent to each process. Where a task is done twice, the second
    # worker may replace what the first one wrote: an answer says whose it is.
    return partial(run_one, replace(options, shots=()), command, work)


def _limit_s(options: Options) -> float | None:
    return None if options.time_limit_s is None else options.time_limit_s + GRACE_S + ALSO_GRACE_S


# ---- In a Dask cluster


def _reports_of_cluster(
    options: Options, command: str, work: Work, tasks: Iterable[Input]
) -> Iterator[tuple[int, Report]]:
    """Do the work in the workers of a cluster, whose working directories are others.

    Raises
    ------
    MissingPartError : Dask is not installed.
    ClusterLostError : the cluster cannot be used, or was lost.
    """
    if find_spec("distributed") is None:
        raise MissingPartError(
            "--dask needs Dask's distributed, which is not installed",
            "install it with: python -m pip install 'picrosser[dask]'",
        )
    from picrosser.workers.cluster import LOCAL, Cluster

    local_jobs = usable_processors() if options.dask == LOCAL else None
    cluster: Cluster[Input, Report] = Cluster(
        _work_on_one(options, command, work),
        options.dask,
        count=options.jobs or local_jobs,
        limit_s=_limit_s(options),
        preload=PRELOADED,
    )
    sent: dict[int, Input] = {}

    def noted() -> Iterator[Input]:
        for task in tasks:
            sent[task.number] = task
            yield _with_whole_paths(task)

    for number, report in _reports(cluster.run(noted())):
        shot, target, _ = sent.pop(number)
        if isinstance(target, PicrosserError):
            target = Target()
        yield number, as_named(report, shot, target)


def _with_whole_paths(task: Input) -> Input:
    """A task for a process that has another working directory."""
    shot, target, number = task
    if not is_address(shot):
        shot = str(Path(shot).absolute())
    if isinstance(target, Target) and target.path is not None:
        root = None if target.root is None else target.root.absolute()
        target = target._replace(path=target.path.absolute(), root=root)
    return Input(shot, target, number)


def in_order(numbered: Iterable[tuple[int, Report]]) -> Iterator[Report]:
    """Hold back what comes too early. A report is small, and nothing takes longer than the time limit."""
    waiting: dict[int, Report] = {}
    due = 0
    for number, report in numbered:
        waiting[number] = report
        while due in waiting:
            yield waiting.pop(due)
            due += 1
