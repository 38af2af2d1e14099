"""The loop over screenshots that all commands for them share: where each output goes, then the work."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from picrosser.cli.one_screenshot import Work, input_paths, run_one
from picrosser.cli.options import STREAM, Options
from picrosser.cli.outputs import Input, Naming, OutputExistsError, Target, plan_outputs
from picrosser.cli.own_answers import without_own_answers
from picrosser.cli.report import Report, answered_before, print_message, print_reports
from picrosser.errors import InputUnreadableError, PicrosserError
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder


MIN_FOR_WORKERS = 6
"""Screenshots: for fewer, starting worker processes takes longer than it saves."""


def run_each_screenshot(options: Options, naming: Naming, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every screenshot, and report on each.

    Parameters
    ----------
    naming : how the command names its outputs.
    work : what to do with one screenshot.
    keys : the keys of the command's JSON objects, besides those that all commands have.

    Returns
    -------
    The exit status: that of a single input, else OK or SOME_FAILED.

    Raises
    ------
    PicrosserError : the command line is invalid; nothing was done.
    """
    options = _without_answers(options)
    targets = plan_outputs(options, naming, sys.stdout.isatty())
    answered: list[Report] = []
    if options.skip_existing:
        options, targets, answered = _without_answered(options, targets)
    jobs = _jobs(options)
    recordings = _recordings_folder(options)
    in_workers = jobs > 1 or bool(options.dask)
    if in_workers:
        from picrosser.cli.in_workers import reports_of_workers

        reports = reports_of_workers(options, naming.command, work, targets, jobs)
    else:
        reports = (
            run_one(options, naming.command, work, Input(shot, target, number), recordings)
            for number, (shot, target) in enumerate(zip(options.shots, targets, strict=True))
        )
    with ExitStack() as stack:
        if recordings is not None:
            stack.callback(recordings.close)
        if options.report:
            from picrosser.cli.report_files import reported

            reports = stack.enter_context(reported(reports, answered, options, keys))
        return print_reports(
            _with_progress_bar(reports, options),
            len(options.shots),
            keys,
            as_json=options.as_json,
            quiet=options.quiet,
            at_once=in_workers,
        )


def _jobs(options: Options) -> int:
    """How many screenshots are worked on at once."""
    count = len(options.shots)
    if count < 2 or options.debug or STREAM in options.shots:  # one folder, one stdin: one after the other
        return 1
    if not options.jobs and count < MIN_FOR_WORKERS:
        return 1
    from picrosser.pipelines.many import usable_processors

    return min(count, options.jobs or usable_processors())


def _without_answers(options: Options) -> Options:
    """Leave out the answers of earlier runs.

    Raises
    ------
    InputUnreadableError : there is nothing else.
    """
    shots = without_own_answers(options.shots)
    if options.shots and not shots:
        what = f"{options.shots[0]} is an answer" if len(options.shots) == 1 else "all inputs are answers"
        raise InputUnreadableError(f"{what} that picrosser drew", "give the screenshot itself")
    _tell_skipped(len(options.shots) - len(shots), "answer", "of earlier runs", options)
    return replace(options, shots=shots)


def _without_answered(
    options: Options, targets: list[Target | PicrosserError]
) -> tuple[Options, list[Target | PicrosserError], list[Report]]:
    """Leave out the screenshots whose answers exist; also return a report on each of these."""
    left: list[tuple[str, Target | PicrosserError]] = []
    answered: list[Report] = []
    for shot, target in zip(options.shots, targets, strict=True):
        if isinstance(target, OutputExistsError):
            answered.append(answered_before(shot, str(target.path)))
        else:
            left.append((shot, target))
    _tell_skipped(len(answered), "screenshot", "with an answer", options)
    return replace(options, shots=tuple(shot for shot, _ in left)), [target for _, target in left], answered


def _tell_skipped(count: int, what: str, of_which: str, options: Options) -> None:
    if count and not options.quiet:
        print_message(f"picrosser: skipped {counted(count, what)} {of_which}")


def _recordings_folder(options: Options) -> RecordedFolder | None:
    """Return the folder that will hold a debugging folder for each of several screenshots."""
    if not options.debug or len(options.shots) < 2:
        return None
    from picrosser.debugging.recorded_folder import RecordedFolder

    return RecordedFolder(Path(options.debug), force=options.force, inputs=input_paths(options))


def _with_progress_bar(reports: Iterable[Report], options: Options) -> Iterator[Report]:
    """Yield the reports; show a progress bar if there are several and stderr is a terminal."""
    count = len(options.shots)
    if count < 2 or options.quiet or options.as_json or not sys.stderr.isatty():
        yield from reports
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, soft_wrap=True)  # verdicts stay on one line
    # What is printed to a terminal goes through the console, above the bar. Answers for a file must not.
    columns = BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f}"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        console.show_cursor(True)  # rich hides it, and nobody would show it again after SIGTERM
        yield from progress.track(reports, total=count)
