"""Several screenshots at once: each in a worker process, which writes its answer; reports come in order.

The workers are processes of this machine, or those of a Dask cluster (`--dask`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from picrosser.answers.many import PRELOAD, usable_processors
from picrosser.cli.inout.outputs import Input, Target
from picrosser.cli.inout.report import Report, failure
from picrosser.cli.inout.screenshots import Job, run_one
from picrosser.cli.inout.stored import as_named
from picrosser.cli.inout.time_limit import GRACE_S
from picrosser.cli.options import Options
from picrosser.errors import MissingPartError, PicrosserError
from picrosser.storage.stores import is_address
from picrosser.workers.pool import Done, Workers

PRELOADED = (*PRELOAD, "picrosser.cli.commands.solve")
ALSO_GRACE_S = 4.0  # after the time limit that the work in the worker observes, and its own grace


def reports_of_workers(job: Job, inputs: Sequence[Input], jobs: int) -> Iterator[Report]:
    """Do a command's work for every screenshot in worker processes, and yield the reports in order.

    job : its work is a function of a module. jobs : the number of processes.
    """
    if job.options.dask:
        yield from in_order(_reports_of_cluster(job, inputs))
    else:
        with worker_processes(job, jobs) as workers:
            yield from in_order(_reports(workers.run(inputs)))


def _reports(results: Iterable[Done[Input, Report]]) -> Iterator[tuple[int, Report]]:
    for done in results:
        if done.result is not None:
            yield done.task.number, done.result
        else:
            assert done.error is not None
            yield done.task.number, failure(done.task.shot, done.error)


def worker_processes(job: Job, jobs: int) -> Workers[Input, Report]:
    """Return the processes that do a command's work for one screenshot each; the caller closes them."""
    return Workers(_work_on_one(job), jobs, limit_s=_limit_s(job.options), preload=PRELOADED)


def _work_on_one(job: Job) -> Callable[[Input], Report]:
    # The names of all inputs are not sent to each process. Where a task is done twice, the second
    # worker may replace what the first one wrote: an answer says whose it is.
    return partial(run_one, job._replace(options=replace(job.options, inputs=())))


def _limit_s(options: Options) -> float | None:
    return None if options.time_limit_s is None else options.time_limit_s + GRACE_S + ALSO_GRACE_S


# ---- In a Dask cluster


def _reports_of_cluster(job: Job, inputs: Sequence[Input]) -> Iterator[tuple[int, Report]]:
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

    options = job.options
    local_jobs = usable_processors() if options.dask == LOCAL else None
    cluster: Cluster[Input, Report] = Cluster(
        _work_on_one(job),
        options.dask,
        count=options.jobs or local_jobs,
        limit_s=_limit_s(options),
        preload=PRELOADED,
    )
    for number, report in _reports(cluster.run(map(_with_whole_paths, inputs))):
        shot, target, _ = inputs[number]
        yield number, as_named(report, shot, Target() if isinstance(target, PicrosserError) else target)


def _with_whole_paths(given: Input) -> Input:
    """An input for a process that has another working directory."""
    shot, target, number = given
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
