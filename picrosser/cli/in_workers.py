"""Several screenshots at once: each in a worker process, which writes its answer; reports come in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from picrosser.cli.options import Options
from picrosser.cli.outputs import Target
from picrosser.cli.report import Report, failure
from picrosser.cli.screenshots import Work, run_one
from picrosser.cli.time_limit import GRACE_S
from picrosser.errors import PicrosserError
from picrosser.pipelines.many import PRELOAD
from picrosser.workers.pool import Attempt, Workers

Numbered = tuple[int, str, Target | PicrosserError]
"""A screenshot's place among all, its name, and where its answer goes."""

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
    tasks = ((number, shots[number], target) for number, target in enumerate(targets))
    yield from in_order(_reports(options, command, work, tasks, jobs))


def _reports(
    options: Options, command: str, work: Work, tasks: Iterable[Numbered], jobs: int
) -> Iterator[tuple[int, Report]]:
    with worker_processes(options, command, work, jobs) as workers:
        for done in workers.run(tasks):
            number, shot, _ = done.task
            if done.result is not None:
                yield number, done.result
            else:
                assert done.error is not None
                yield number, failure(shot, done.error)


def worker_processes(options: Options, command: str, work: Work, jobs: int) -> Workers[Numbered, Report]:
    """Return the processes that do a command's work for one screenshot each; the caller closes them."""
    limit_s = None if options.time_limit_s is None else options.time_limit_s + GRACE_S + ALSO_GRACE_S
    # The names of all inputs are not sent to each process.
    work_on_one = partial(_report_of_one, replace(options, shots=()), command, work)
    return Workers(work_on_one, jobs, limit_s=limit_s, preload=(*PRELOAD, "picrosser.cli.solve_screenshots"))


def _report_of_one(options: Options, command: str, work: Work, given: Attempt[Numbered]) -> Report:
    # The next worker may replace what one wrote before it died: an answer says whose it is.
    number, shot, target = given.task
    return run_one(options, command, work, None, number, shot, target)


def in_order(numbered: Iterable[tuple[int, Report]]) -> Iterator[Report]:
    """Hold back what comes too early. A report is small, and nothing takes longer than the time limit."""
    waiting: dict[int, Report] = {}
    due = 0
    for number, report in numbered:
        waiting[number] = report
        while due in waiting:
            yield waiting.pop(due)
            due += 1
