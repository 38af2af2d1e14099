"""Takes the inputs one after the other past every failure, and tells what became of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from picrosser.cli.options import STREAM, Options
from picrosser.cli.outputs import Naming, Target, plan_outputs
from picrosser.cli.report import Report, failure, list_failures, show_traceback, tell_report
from picrosser.errors import ExitCode, InputUnreadableError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.stages import StageListener, ignore

if TYPE_CHECKING:
    from picrosser.debugging.dump import DumpFolder


@dataclass(frozen=True, slots=True)
class Task:
    """One screenshot, decoded, and what to do with it."""

    shot: str
    image: RGB
    target: Target
    options: Options
    on_stage: StageListener
    decode_s: float


Work = Callable[[Task], Report]


def run_each(options: Options, naming: Naming, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every input.

    Parameters
    ----------
    options : what the command line asks for.
    naming : of the command's outputs.
    work : what to do with one input.
    keys : of the command's JSON objects, besides those that all have.

    Returns
    -------
    The exit status: a single input's own, else OK or SOME_FAILED.

    Raises
    ------
    PicrosserError : the command line fits no input; nothing was done.
    """
    targets = plan_outputs(options, naming, sys.stdout.isatty())
    several = len(options.shots) > 1
    failed: list[Report] = []
    try:
        for number, target in _watched(enumerate(targets), options):
            report = _attempt(options, number, target, work)
            if report.failed:
                failed.append(report)
            tell_report(report, several, keys, as_json=options.as_json, quiet=options.quiet)
    finally:  # also after Ctrl-C
        list_failures(failed, len(options.shots))
    if several:
        return int(ExitCode.SOME_FAILED if failed else ExitCode.OK)
    return int(failed[0].exit_code if failed else ExitCode.OK)


def _attempt(options: Options, number: int, target: Target | PicrosserError, work: Work) -> Report:
    """The one place where an input's exceptions become its report."""
    shot = options.shots[number]
    try:
        if isinstance(target, PicrosserError):
            raise target
        started = perf_counter()
        image = _load(shot)
        task = Task(shot, image, target, options, ignore, perf_counter() - started)
        return _dumped(task, number, work) if options.debug else work(task)
    except Exception as error:  # noqa: BLE001  (one bad input must not stop the others)
        if not isinstance(error, PicrosserError):
            show_traceback()
        return failure(shot, error)


def _load(shot: str) -> RGB:
    if shot == STREAM:
        return load_image(sys.stdin.buffer.read(), "the input")
    if not shot:  # pathlib would take it for the working directory
        raise InputUnreadableError("the input's name is empty", "check the command line")
    try:
        return load_image(Path(shot), "the input")  # messages begin with its name already
    except ValueError as error:  # a name with a NUL in it
        raise InputUnreadableError(f"the input cannot be read: {error}") from error


def _dumped(task: Task, number: int, work: Work) -> Report:
    """Work with a debugging folder that records each stage, and the error if there is one."""
    from picrosser.debugging.dump import DumpFolder

    options = task.options
    folder = Path(options.debug)
    if len(options.shots) > 1:
        folder.mkdir(exist_ok=True)
        folder /= f"{number + 1:02}-{'stdin' if task.shot == STREAM else Path(task.shot).stem}"
    dump: DumpFolder = DumpFolder(folder, task.image, options.force)
    try:
        report = work(Task(task.shot, task.image, task.target, options, dump, task.decode_s))
    except Exception as error:
        dump.fail(failure(task.shot, error).verdict, error)
        raise
    if report.failed:
        dump.fail(report.verdict)
    return report


def _watched(
    tasks: Iterable[tuple[int, Target | PicrosserError]], options: Options
) -> Iterator[tuple[int, Target | PicrosserError]]:
    """The tasks, with a progress bar if there are several and a person watches."""
    several = len(options.shots) > 1
    if not several or options.quiet or options.as_json or not sys.stderr.isatty():
        yield from tasks
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        tasks,
        total=len(options.shots),
        description="screenshots",
        console=Console(stderr=True, soft_wrap=True),  # verdicts stay on one line
        transient=True,
    )
