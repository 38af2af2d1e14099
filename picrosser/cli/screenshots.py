"""The loop over screenshots that all commands for them share: where each output goes, then the work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from picrosser.answers.reduced import reduced_words, refused_at_size
from picrosser.cli.clipboard import clipboard_picture
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.cli.outputs import Input, Naming, OutputExistsError, Target, is_stored, plan_outputs
from picrosser.cli.own_answers import marked, may_be_replaced, without_own_answers
from picrosser.cli.report import Report, answered_before, attempt, failure, print_message, print_reports
from picrosser.cli.status_line import NamedWork, status_line
from picrosser.cli.time_limit import interrupted_at
from picrosser.deadline import Deadline
from picrosser.errors import (
    GridNotFoundError,
    HintsUnreadableError,
    InputUnreadableError,
    PicrosserError,
    TimeLimitError,
)
from picrosser.imaging.loading import Loaded, load_picture
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.solved import Solved
from picrosser.pipelines.stages import StageListener
from picrosser.solving.outcome_words import counted

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder


@dataclass(frozen=True, slots=True)
class Task:
    """One screenshot, decoded, and what to do with it.

    by_camera : as in `Loaded`.
    """

    shot: str
    image: RGB
    target: Target
    options: Options
    on_stage: StageListener
    decode_s: float
    deadline: Deadline
    command: str
    by_camera: bool = False

    @property
    def output(self) -> str | None:
        """The path of the output, for the JSON object."""
        return None if self.target.path is None else str(self.target.path)

    def write(self, drawing: bytes) -> None:
        """Write the drawing; a PNG file says where it comes from.

        Raises
        ------
        OutputRefusedError : it cannot be written.
        """
        path = self.target.path
        force = self.options.force or (
            path is not None and may_be_replaced(path, self.shot, self.command)
        )  # asked anew, since another program may have written there meanwhile
        self.target.write(marked(drawing, self.shot, self.command), force=force)

    def write_flat(self, solved: Solved) -> None:
        """Write the picture as it was read, if that is asked for. It is no answer, so it may be read again.

        Raises
        ------
        OutputRefusedError : it cannot be written.
        """
        if not self.options.flat:
            return
        from PIL import Image

        from picrosser.drawing.picture_files import picture_bytes
        from picrosser.formats.atomic import write_new_file

        path = Path(self.options.flat)
        image = Image.fromarray(solved.image if solved.flat is None else solved.flat)
        write_new_file(path, picture_bytes(image, path.suffix.lower()), force=self.options.force)


Work = Callable[[Task], Report]

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


def run_one(
    options: Options,
    command: str,
    work: Work,
    given: Input,
    recordings: RecordedFolder | None = None,
) -> Report:
    """Do the work for one screenshot; an exception becomes its report."""
    shot, target, _ = given
    if isinstance(target, Target) and is_stored(shot, target):
        from picrosser.cli.stored_screenshots import run_stored

        def on_copy(copy: str, place: Target | PicrosserError) -> Report:
            return run_one(options, command, work, given._replace(shot=copy, target=place), recordings)

        return attempt(shot, partial(run_stored, options, command, on_copy, shot, target))
    started = perf_counter()
    report = attempt(shot, partial(_run, options, command, work, given, recordings))
    if not options.report:
        return report
    from picrosser.cli.report_files import small_picture

    seconds = perf_counter() - started
    return replace(report, seconds=seconds, small=small_picture(options.report, report))


def _run(
    options: Options,
    command: str,
    work: Work,
    given: Input,
    recordings: RecordedFolder | None,
) -> Report:
    shot, target, number = given
    if isinstance(target, PicrosserError):
        raise target
    started = perf_counter()
    deadline = Deadline.after(options.time_limit_s)
    so_far = NamedWork("stdin" if shot == STREAM else shot)
    is_watched = len(options.shots) == 1 and not (options.quiet or options.as_json) and sys.stderr.isatty()
    try:
        with interrupted_at(deadline), status_line(so_far, wanted=is_watched):
            loaded = _load(shot)
            task = Task(
                shot,
                loaded.image,
                target,
                options,
                so_far,
                perf_counter() - started,
                deadline,
                command,
                loaded.by_camera,
            )
            if options.debug:
                name = f"{number + 1:02}-{'stdin' if shot == STREAM else Path(shot).stem}"
                folder = Path(options.debug) if recordings is None else recordings.subfolder(name)
                report = _run_dumped(task, folder, work)
            else:
                report = work(task)
        if options.show and report.written:
            from typer import launch

            launch(report.written)
        return report if loaded.reduction == 1 else _of_reduced(report, loaded.reduction)
    except TimeLimitError as error:
        raise error.knowing(so_far.found) from None
    except (GridNotFoundError, HintsUnreadableError) as error:
        raise refused_at_size(error, loaded) from error


def _load(shot: str) -> Loaded:
    if shot == STREAM:
        return load_picture(sys.stdin.buffer, "the input")
    if shot == CLIPBOARD:
        return load_picture(clipboard_picture(), "the picture")
    if not shot:  # pathlib would take it for the working directory
        raise InputUnreadableError("the input's name is empty", "check the command line")
    try:
        return load_picture(Path(shot), "the input")  # messages begin with its name already
    except ValueError as error:  # a name with a NUL in it
        raise InputUnreadableError(f"the input cannot be read: {error}") from error


def _of_reduced(report: Report, reduction: int) -> Report:
    """The report on a picture that was reduced: its facts are about the pixels of the file."""
    from picrosser.answers.json_facts import in_file_pixels

    verdict = report.verdict + reduced_words(reduction)
    return replace(report, verdict=verdict, facts=in_file_pixels(report.facts, reduction))


def _recordings_folder(options: Options) -> RecordedFolder | None:
    """Return the folder that will hold a debugging folder for each of several screenshots."""
    if not options.debug or len(options.shots) < 2:
        return None
    from picrosser.debugging.recorded_folder import RecordedFolder

    return RecordedFolder(Path(options.debug), force=options.force, inputs=_input_paths(options))


def _run_dumped(task: Task, folder: Path, work: Work) -> Report:
    """Do the work while a debugging folder records each stage, and the error if there is one."""
    from picrosser.debugging.dump import DumpFolder

    options = task.options
    dump = DumpFolder(folder, task.image, force=options.force, inputs=_input_paths(options))

    def on_stage(result: object) -> None:
        task.on_stage(result)
        dump(result)

    try:
        report = work(replace(task, on_stage=on_stage))
    except Exception as error:
        refusal = failure(task.shot, error)
        dump.finish(refusal.verdict, refusal.exit_code, error)
        raise
    dump.finish(report.verdict, report.exit_code)
    return report


def _input_paths(options: Options) -> list[Path]:
    return [Path(shot) for shot in options.shots if shot not in (STREAM, CLIPBOARD)]


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
