"""One screenshot: decode it, let the command work on it, and report; whatever fails becomes the report."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from picrosser.answers.reduced import reduced_words, refused_at_size
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.cli.outputs import Input, Target, is_stored
from picrosser.cli.own_answers import marked, may_be_replaced
from picrosser.cli.report import Report, attempt, failure
from picrosser.cli.status_line import NamedWork, status_line
from picrosser.cli.time_limit import interrupted_at
from picrosser.errors import (
    GridNotFoundError,
    HintsUnreadableError,
    InputUnreadableError,
    OutputRefusedError,
    PicrosserError,
    TimeLimitError,
)
from picrosser.imaging.loading import Loaded, load_picture
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.solved import Solved
from picrosser.pipelines.stages import StageListener
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder


class Task(NamedTuple):
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
        data = marked(drawing, self.shot, self.command)
        try:
            self.target.write(data, force=self.options.force)
        except OutputRefusedError:  # asked only now, since another run may have written there meanwhile
            if self.target.path is None or not may_be_replaced(self.target.path, self.shot, self.command):
                raise
            self.target.write(data, force=True)

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
        from picrosser.storage.atomic import write_new_file

        path = Path(self.options.flat)
        image = Image.fromarray(solved.image if solved.flat is None else solved.flat)
        write_new_file(path, picture_bytes(image, path.suffix.lower()), force=self.options.force)


Work = Callable[[Task], Report]


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
        from picrosser.cli.clipboard import clipboard_picture

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


def _run_dumped(task: Task, folder: Path, work: Work) -> Report:
    """Do the work while a debugging folder records each stage, and the error if there is one."""
    from picrosser.debugging.dump import DumpFolder

    options = task.options
    dump = DumpFolder(folder, task.image, force=options.force, inputs=input_paths(options))

    def on_stage(result: object) -> None:
        task.on_stage(result)
        dump(result)

    try:
        report = work(task._replace(on_stage=on_stage))
    except Exception as error:
        refusal = failure(task.shot, error)
        dump.finish(refusal.verdict, refusal.exit_code, error)
        raise
    dump.finish(report.verdict, report.exit_code)
    return report


def input_paths(options: Options) -> list[Path]:
    return [Path(shot) for shot in options.shots if shot not in (STREAM, CLIPBOARD)]
