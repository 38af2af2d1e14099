"""The loop over screenshots that all commands for them share: where each output goes, then the work.

Outputs are planned and checked for all inputs before any work is done, so that a wrong -o costs no time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from picrosser.cli.options import STREAM, Options, UsageError
from picrosser.cli.own_answers import marked, without_own_answers
from picrosser.cli.report import Report, attempt, failure, print_message, print_reports, write_stdout
from picrosser.cli.status_line import WorkSoFar, status_line
from picrosser.cli.time_limit import interrupted_at
from picrosser.deadline import Deadline
from picrosser.errors import (
    GridNotFoundError,
    HintsUnreadableError,
    InputUnreadableError,
    OutputRefusedError,
    PicrosserError,
    TimeLimitError,
)
from picrosser.formats.atomic import write_new_file
from picrosser.imaging.loading import Loaded, load_picture
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.stages import StageListener
from picrosser.solving.outcome_words import counted

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder


@dataclass(frozen=True, slots=True)
class Target:
    """Where one output goes: a file, or stdout, or (when both are unset) nowhere."""

    path: Path | None = None
    to_stdout: bool = False

    @property
    def suffix(self) -> str:
        """The suffix of the file, in lower case; "" where there is none."""
        return "" if self.path is None else self.path.suffix.lower()

    def write(self, data: bytes, *, force: bool) -> None:
        """Write the output.

        Raises
        ------
        OutputRefusedError : it cannot be written.
        """
        if self.path is not None:
            write_new_file(self.path, data, force=force)
        elif self.to_stdout:
            write_stdout(data)


@dataclass(frozen=True, slots=True)
class Naming:
    """How a command names its outputs.

    command : "solve", say; what a drawing says of itself.
    ending : what replaces the input's suffix, "-solved.png" say.
    beside : without -o, write beside the input; else to stdout.
    also : other suffixes that the command can write, if -o asks for them.
    """

    command: str
    ending: str
    beside: bool
    also: tuple[str, ...] = ()

    @property
    def suffix(self) -> str:
        """The suffix of the files that the command writes."""
        return Path("x" + self.ending).suffix

    def name(self, shot: str) -> str:
        """Return the output's file name for one input."""
        return ("stdin" if shot == STREAM else Path(shot).stem) + self.ending


@dataclass(frozen=True, slots=True)
class Task:
    """One screenshot, decoded, and what to do with it."""

    shot: str
    image: RGB
    target: Target
    options: Options
    on_stage: StageListener
    decode_s: float
    deadline: Deadline
    command: str

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
        self.target.write(marked(drawing, self.shot, self.command), force=self.options.force)


class OutputExistsError(OutputRefusedError):
    """An output exists already, and may not be overwritten."""


Work = Callable[[Task], Report]


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
    if options.skip_existing:
        options, targets = _without_answered(options, targets)
    recordings = _recordings_folder(options)
    run = partial(_run, options, naming.command, work, recordings)
    reports = (
        attempt(options.shots[number], partial(run, number, targets[number]))
        for number in _with_progress_bar(range(len(targets)), options)
    )
    try:
        return print_reports(reports, len(options.shots), keys, as_json=options.as_json, quiet=options.quiet)
    finally:
        if recordings is not None:
            recordings.close()


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
) -> tuple[Options, list[Target | PicrosserError]]:
    """Leave out the screenshots whose answers exist."""
    left = [
        (shot, target)
        for shot, target in zip(options.shots, targets, strict=True)
        if not isinstance(target, OutputExistsError)
    ]
    _tell_skipped(len(targets) - len(left), "screenshot", "with an answer", options)
    return replace(options, shots=tuple(shot for shot, _ in left)), [target for _, target in left]


def _tell_skipped(count: int, what: str, of_which: str, options: Options) -> None:
    if count and not options.quiet:
        print_message(f"picrosser: skipped {counted(count, what)} {of_which}")


def _run(
    options: Options,
    command: str,
    work: Work,
    recordings: RecordedFolder | None,
    number: int,
    target: Target | PicrosserError,
) -> Report:
    if isinstance(target, PicrosserError):
        raise target
    shot = options.shots[number]
    started = perf_counter()
    deadline = Deadline.after(options.time_limit_s)
    so_far = WorkSoFar("stdin" if shot == STREAM else shot)
    is_watched = len(options.shots) == 1 and not (options.quiet or options.as_json) and sys.stderr.isatty()
    try:
        with interrupted_at(deadline), status_line(so_far, wanted=is_watched):
            loaded = _load(shot)
            task = Task(
                shot, loaded.image, target, options, so_far, perf_counter() - started, deadline, command
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
        raise _refused_at_size(error, loaded) from error


def _load(shot: str) -> Loaded:
    if shot == STREAM:
        return load_picture(sys.stdin.buffer, "the input")
    if not shot:  # pathlib would take it for the working directory
        raise InputUnreadableError("the input's name is empty", "check the command line")
    try:
        return load_picture(Path(shot), "the input")  # messages begin with its name already
    except ValueError as error:  # a name with a NUL in it
        raise InputUnreadableError(f"the input cannot be read: {error}") from error


def _refused_at_size(
    error: GridNotFoundError | HintsUnreadableError, loaded: Loaded
) -> GridNotFoundError | HintsUnreadableError:
    """The same refusal; of a picture that was reduced it says so, since small digits may be lost by that."""
    if loaded.reduction == 1:
        return error
    height, width = loaded.file_shape
    read = f"{width} x {height} pixels, read at 1/{loaded.reduction} of its size"
    return type(error)(f"{error.seen} ({read})", error.advice)


def _of_reduced(report: Report, reduction: int) -> Report:
    """The report on a picture that was reduced: its facts are about the pixels of the file."""
    from picrosser.answers.json_facts import in_file_pixels

    verdict = f"{report.verdict}, read and drawn at 1/{reduction} of its size"
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
    return [Path(shot) for shot in options.shots if shot != STREAM]


def _with_progress_bar(tasks: Sequence[int], options: Options) -> Iterator[int]:
    """Yield the tasks; show a progress bar if there are several and stderr is a terminal."""
    if len(tasks) < 2 or options.quiet or options.as_json or not sys.stderr.isatty():
        yield from tasks
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, soft_wrap=True)  # verdicts stay on one line
    # What is printed to a terminal goes through the console, above the bar. Answers for a file must not.
    columns = BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f}"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        console.show_cursor(True)  # rich hides it, and nobody would show it again after SIGTERM
        yield from progress.track(tasks)


# ---- Where the outputs go


def plan_outputs(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target | PicrosserError]:
    """Return the target of each input, or the reason why it cannot be written.

    Raises
    ------
    UsageError : the command line is invalid for all inputs.
    OutputRefusedError : the output folder does not exist, or two inputs have the same output.
    """
    targets = _targets(options, naming, stdout_is_terminal)
    _refuse_shared(options.shots, targets)
    return [
        _checked(shot, target, options.force) for shot, target in zip(options.shots, targets, strict=True)
    ]


def _targets(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target]:
    several = len(options.shots) > 1
    if options.shots.count(STREAM) > 1:
        raise UsageError("stdin (-) can be read only once")
    if not options.output:
        return [_default_target(shot, options, naming, stdout_is_terminal) for shot in options.shots]
    if options.output == STREAM:
        if several:
            raise UsageError("several inputs cannot share stdout", "give a folder with -o DIR/")
        if options.as_json:
            raise UsageError("--json and -o - both write to stdout", "give a file with -o FILE")
        if naming.beside and stdout_is_terminal:
            raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
        return [Target(to_stdout=True)]
    place = Path(options.output)
    if options.output.endswith(("/", "\\")) or _is_folder(place):
        if not _is_folder(place):
            raise OutputRefusedError(f"the output folder {options.output} does not exist", "create it first")
        return [Target(place / naming.name(shot)) for shot in options.shots]
    if several:
        raise UsageError(
            f"several inputs cannot share the output {options.output}", "give a folder with -o DIR/"
        )
    if place.suffix.lower() not in (naming.suffix, *naming.also):
        names = " or *".join(dict.fromkeys((naming.suffix, *naming.also)))
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{names}")
    return [Target(place)]


def _default_target(shot: str, options: Options, naming: Naming, stdout_is_terminal: bool) -> Target:
    """Return the target without -o."""
    several = len(options.shots) > 1
    if naming.beside and not Path(shot).name:  # "." or "/": a folder, which `load_picture` will refuse
        return Target()
    if naming.beside and shot != STREAM:
        return Target(Path(shot).with_name(naming.name(shot)))
    if options.as_json:  # the JSON object on stdout has the answer
        return Target()
    if several:
        raise UsageError("several outputs cannot share stdout", "give a folder with -o DIR/")
    if naming.beside and stdout_is_terminal:
        raise UsageError("a terminal cannot show PNG data", "give a file for stdin's answer with -o FILE")
    return Target(to_stdout=True)


def _refuse_shared(shots: tuple[str, ...], targets: list[Target]) -> None:
    owners: dict[Path, str] = {}
    for shot, target in zip(shots, targets, strict=True):
        if target.path is None:
            continue
        try:
            place = target.path.parent.resolve() / target.path.name
        except OSError as error:  # the working directory was removed
            reason = (error.strerror or str(error)).lower()
            raise OutputRefusedError(f"cannot write {target.path}: {reason}", "change the folder") from error
        if place in owners:
            raise OutputRefusedError(
                f"{owners[place]} and {shot} would both be written to {target.path}",
                "run them separately, or write to different folders",
            )
        owners[place] = shot


def _checked(shot: str, target: Target, force: bool) -> Target | PicrosserError:
    """Return the target, or why it will be refused.

    `write_new_file` checks again when it writes; only then is the name really taken.
    """
    path = target.path
    if path is None:
        return target
    if shot != STREAM and _exists(path) and _exists(Path(shot)) and path.samefile(shot):
        return OutputRefusedError(f"{path} is the screenshot itself", "choose another name with -o")
    if not _exists(path.parent) and shot != STREAM and path.parent == Path(shot).parent:
        return target  # the input does not exist either, which is the better message
    if not _is_folder(path.parent):
        return OutputRefusedError(f"the output folder {path.parent} does not exist", "create it first")
    if _exists(path) and not force:
        return OutputExistsError(f"{path} exists already", "use --force to overwrite it")
    return target


def _exists(path: Path) -> bool:
    """Return whether the path is known to exist; a bad name is reported when it is read or written."""
    try:
        return path.exists()
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
