"""All screenshots of a command line: find where each output goes, do the work for each, report.

Many screenshots are worked on in processes of this machine or in those of a Dask cluster (`--dask`), which
write the answers; reports come in the order of the inputs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from picrosser.answers.many import PRELOAD, usable_processors
from picrosser.cli.inout import outputs
from picrosser.cli.inout.one_screenshot import Job, Work, as_named, input_paths, run_one
from picrosser.cli.inout.outputs import Input, Naming, OutputExistsError, Target
from picrosser.cli.inout.progress import with_progress_bar
from picrosser.cli.inout.report import Report, answered_before, failure, print_message, print_reports
from picrosser.cli.inout.time_limit import GRACE_S
from picrosser.cli.options import STREAM, Options, require
from picrosser.errors import InputUnreadableError, PicrosserError
from picrosser.solving.outcome import counted
from picrosser.storage.stores import is_address

if TYPE_CHECKING:
    from picrosser.workers.pool import Done, Workers

MIN_FOR_WORKERS = 6  # screenshots: for fewer, starting worker processes takes longer than it saves
PRELOADED = (*PRELOAD, "picrosser.cli.commands.solve")
ALSO_GRACE_S = 4.0  # after the time limit that the work in the worker observes, and its own grace


def run_each_screenshot(options: Options, naming: Naming, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every screenshot, report on each, and return the exit status as `print_reports` does.

    keys : the keys of the command's JSON objects, besides those that all commands have.
    """
    options = _without_answers(options)
    inputs = outputs.plan_outputs(options, naming, sys.stdout.isatty())
    answered: list[Report] = []
    if options.skip_existing:
        existing = [(one.shot, one.target) for one in inputs if isinstance(one.target, OutputExistsError)]
        answered = [answered_before(shot, str(error.path)) for shot, error in existing]
        left = (one for one in inputs if not isinstance(one.target, OutputExistsError))
        inputs = [one._replace(number=number) for number, one in enumerate(left)]
        options = replace(options, inputs=tuple(one.shot for one in inputs))
        _tell_skipped(len(answered), "screenshot", "with an answer", options)
    count, jobs = len(inputs), _jobs(options)
    recordings: RecordedFolder | None = None
    if options.debug and count > 1:
        from picrosser.debugging.recorded_folder import RecordedFolder

        recordings = RecordedFolder(Path(options.debug), force=options.force, inputs=input_paths(options))
    job = Job(options, naming, work, recordings)
    in_workers = jobs > 1 or bool(options.dask)
    if in_workers:
        reports: Iterable[Report] = reports_of_workers(job, inputs, jobs)
    else:
        reports = (run_one(job, given) for given in inputs)
    with ExitStack() as stack:
        if recordings is not None:
            stack.callback(recordings.close)
        if options.report:
            from picrosser.cli.inout.report_files import reported

            reports = stack.enter_context(reported(reports, answered, options, keys))
        if count > 1 and not (options.quiet or options.as_json) and sys.stderr.isatty():
            reports = with_progress_bar(reports, count)
        return print_reports(
            reports, count, keys, as_json=options.as_json, quiet=options.quiet, at_once=in_workers
        )


def _jobs(options: Options) -> int:
    """How many screenshots are worked on at once."""
    count = len(options.inputs)
    if count < 2 or options.debug or STREAM in options.inputs:  # one folder, one stdin: one after the other
        return 1
    if not options.jobs and count < MIN_FOR_WORKERS:
        return 1
    return min(count, options.jobs or usable_processors())


def _without_answers(options: Options) -> Options:
    """Leave out the answers of earlier runs; raise an InputUnreadableError if there is nothing else.

    Of several inputs those with an answer's name are left out, too. A single one was meant.
    """
    several = len(options.inputs) > 1
    shots = tuple(
        shot
        for shot in options.inputs
        if not (several and outputs.is_named_as_answer(shot)) and not outputs.is_own_answer(shot)
    )
    if options.inputs and not shots:
        what = f"{options.inputs[0]} is an answer" if len(options.inputs) == 1 else "all inputs are answers"
        raise InputUnreadableError(f"{what} that picrosser drew", "give the screenshot itself")
    _tell_skipped(len(options.inputs) - len(shots), "answer", "of earlier runs", options)
    return replace(options, inputs=shots)


def _tell_skipped(count: int, what: str, of_which: str, options: Options) -> None:
    if count and not options.quiet:
        print_message(f"picrosser: skipped {counted(count, what)} {of_which}")


# ---- In worker processes


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
    from picrosser.workers.pool import Workers  # a single screenshot needs none

    return Workers(_work_on_one(job), jobs, limit_s=_limit_s(job.options), preload=PRELOADED)


def _work_on_one(job: Job) -> Callable[[Input], Report]:
    # The names of all inputs are not sent to each process. Where a task is done twice, the second
    # worker may replace what the first one wrote: an answer says whose it is.
    return partial(run_one, job._replace(options=replace(job.options, inputs=())))


def _limit_s(options: Options) -> float | None:
    return None if options.time_limit_s is None else options.time_limit_s + GRACE_S + ALSO_GRACE_S


# ---- In a Dask cluster


def _reports_of_cluster(job: Job, inputs: Sequence[Input]) -> Iterator[tuple[int, Report]]:
    """Do the work in the workers of a cluster, whose working directories are others."""
    require("--dask", "dask", "distributed")
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
