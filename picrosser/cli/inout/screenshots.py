"""The road that all commands for screenshots share: where each output goes, then decode, work, write, report.

Whatever fails in one screenshot becomes its report, and the others are done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from picrosser.answers.reduced import reduced_words, refused_at_size
from picrosser.cli.inout.outputs import Input, Naming, OutputExistsError, Target, is_stored, plan_outputs
from picrosser.cli.inout.own_answers import marked, may_be_replaced, without_own_answers
from picrosser.cli.inout.progress import NamedWork, status_line, with_progress_bar
from picrosser.cli.inout.report import Report, answered_before, attempt, failure, print_message, print_reports
from picrosser.cli.inout.time_limit import interrupted_at
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.errors import (
    ExitCode,
    GridNotFoundError,
    HintsUnreadableError,
    InputUnreadableError,
    OutputRefusedError,
    PicrosserError,
)
from picrosser.imaging.loading import Loaded, load_image, load_picture
from picrosser.looks.solve import solve_hinted, solve_screenshot
from picrosser.pipelines.solved import AnySolved, HintedSolved, Solved
from picrosser.pipelines.stages import StageListener
from picrosser.puzzles.hints_by_hand import Fix
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder
    from picrosser.pipelines.katamino import KataminoSolved

MIN_FOR_WORKERS = 6
"""Screenshots: for fewer, starting worker processes takes longer than it saves."""


class Answer(NamedTuple):
    """What a command found in a screenshot.

    solved : what was read.
    text : for stdout; `is_picture` as in `Report`.
    seconds : of each stage, by its name.
    facts : returns the values of the JSON object; this takes a while, and most runs want none.
    content : returns the file for a suffix ("" if it goes to stdout); None if there is nothing to write.
    """

    solved: AnySolved
    exit_code: ExitCode
    verdict: str
    text: str
    seconds: Mapping[str, float]
    facts: Callable[[], dict[str, Any]]
    content: Callable[[str], bytes] | None
    is_picture: bool = False


class Task(NamedTuple):
    """One screenshot, decoded, and what to do with it."""

    shot: str
    loaded: Loaded
    target: Target
    options: Options
    on_stage: StageListener
    decode_s: float
    deadline: Deadline

    @property
    def request(self) -> dict[str, Any]:
        """How the picture is to be read: the parameters that the library's functions for pictures share."""
        return {
            "kind": self.options.asked_kind,
            "fixes": dict(self.options.fixes),
            "board": self.options.board,
            "by_camera": self.loaded.by_camera,
            "time_limit_s": self.deadline.left_s,
            "on_stage": self.on_stage,
        }

    def solve(self) -> AnySolved:
        """Read and solve the screenshot."""
        return solve_screenshot(self.loaded.image, **self.request)

    def solve_card(self, row: str | None, penta: int | None) -> KataminoSolved:
        """Read a picture of a Katamino, and pack its problems: of a row, with a number, or all (None)."""
        solved = solve_screenshot(self.loaded.image, **self.request, row=row, penta=penta)
        assert solved.kind == "katamino"
        return solved


def read_and_solve(place: str, fixes: Sequence[Fix] = ()) -> HintedSolved:
    """Read and solve the puzzle with hints in a picture that stands in place of a puzzle file."""
    return solve_hinted(load_image(Path(place)), fixes=dict(fixes))


Work = Callable[[Task], Answer]


class Job(NamedTuple):
    """What is done with each of several screenshots.

    naming : how the command names its outputs. recordings : the folder of all debugging folders.
    """

    options: Options
    naming: Naming
    work: Work
    recordings: RecordedFolder | None = None


# ---- All screenshots of a command line


def run_each_screenshot(options: Options, naming: Naming, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every screenshot, and report on each.

    Parameters
    ----------
    keys : the keys of the command's JSON objects, besides those that all commands have.

    Returns
    -------
    The exit status: that of a single input, else OK or SOME_FAILED.
    """
    options = _without_answers(options)
    targets = plan_outputs(options, naming, sys.stdout.isatty())
    answered: list[Report] = []
    if options.skip_existing:
        options, targets, answered = _without_answered(options, targets)
    count, jobs = len(options.inputs), _jobs(options)
    inputs = [Input(*given) for given in zip(options.inputs, targets, range(count), strict=True)]
    recordings = _recordings_folder(options)
    job = Job(options, naming, work, recordings)
    in_workers = jobs > 1 or bool(options.dask)
    if in_workers:
        from picrosser.cli.inout.in_workers import reports_of_workers

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
    from picrosser.answers.many import usable_processors

    return min(count, options.jobs or usable_processors())


def _without_answers(options: Options) -> Options:
    """Leave out the answers of earlier runs; raise an InputUnreadableError if there is nothing else."""
    shots = without_own_answers(options.inputs)
    if options.inputs and not shots:
        what = f"{options.inputs[0]} is an answer" if len(options.inputs) == 1 else "all inputs are answers"
        raise InputUnreadableError(f"{what} that picrosser drew", "give the screenshot itself")
    _tell_skipped(len(options.inputs) - len(shots), "answer", "of earlier runs", options)
    return replace(options, inputs=shots)


def _without_answered(
    options: Options, targets: list[Target | PicrosserError]
) -> tuple[Options, list[Target | PicrosserError], list[Report]]:
    """Leave out the screenshots whose answers exist; also return a report on each of these."""
    pairs = list(zip(options.inputs, targets, strict=True))
    left = [(shot, target) for shot, target in pairs if not isinstance(target, OutputExistsError)]
    answered = [
        answered_before(shot, str(target.path))
        for shot, target in pairs
        if isinstance(target, OutputExistsError)
    ]
    _tell_skipped(len(answered), "screenshot", "with an answer", options)
    return replace(options, inputs=tuple(shot for shot, _ in left)), [target for _, target in left], answered


def _tell_skipped(count: int, what: str, of_which: str, options: Options) -> None:
    if count and not options.quiet:
        print_message(f"picrosser: skipped {counted(count, what)} {of_which}")


def _recordings_folder(options: Options) -> RecordedFolder | None:
    """Return the folder that will hold a debugging folder for each of several screenshots."""
    if not options.debug or len(options.inputs) < 2:
        return None
    from picrosser.debugging.recorded_folder import RecordedFolder

    return RecordedFolder(Path(options.debug), force=options.force, inputs=_input_paths(options))


def _input_paths(options: Options) -> list[Path]:
    return [Path(shot) for shot in options.inputs if shot not in (STREAM, CLIPBOARD)]


# ---- One screenshot


def run_one(job: Job, given: Input) -> Report:
    """Do the work for one screenshot; an exception becomes its report."""
    shot, target, _ = given
    if isinstance(target, Target) and is_stored(shot, target):
        from picrosser.cli.inout.stored import run_stored

        return attempt(shot, partial(run_stored, job, given, target))
    started = perf_counter()
    report = attempt(shot, partial(_run, job, given))
    if not job.options.report:
        return report
    from picrosser.cli.inout.report_files import small_picture

    seconds = perf_counter() - started
    return replace(report, seconds=seconds, small=small_picture(job.options.report, report))


def _run(job: Job, given: Input) -> Report:
    options, (shot, target, number) = job.options, given
    if isinstance(target, PicrosserError):
        raise target
    started = perf_counter()
    deadline = Deadline.after(options.time_limit_s)
    name = "stdin" if shot == STREAM else shot
    so_far = NamedWork(name)
    is_watched = len(options.inputs) == 1 and not (options.quiet or options.as_json) and sys.stderr.isatty()
    with so_far.told_if_late(), interrupted_at(deadline), status_line(so_far, wanted=is_watched):
        loaded = _load(shot)
        task = Task(shot, loaded, target, options, so_far, perf_counter() - started, deadline)
        try:
            if options.debug:
                subfolder = f"{number + 1:02}-{Path(name).stem}"
                folder = job.recordings.subfolder(subfolder) if job.recordings else Path(options.debug)
                report = _run_dumped(job, task, folder)
            else:
                report = _answered(job, task)
        except (GridNotFoundError, HintsUnreadableError) as error:
            raise refused_at_size(error, loaded) from error
    if options.show and report.written:
        from typer import launch

        launch(report.written)
    return report


def _load(shot: str) -> Loaded:
    if shot == STREAM:
        return load_picture(sys.stdin.buffer, "the input")
    if shot == CLIPBOARD:
        from picrosser.cli.inout.clipboard import clipboard_picture

        return load_picture(clipboard_picture(), "the picture")
    if not shot:  # pathlib would take it for the working directory
        raise InputUnreadableError("the input's name is empty", "check the command line")
    try:
        return load_picture(Path(shot), "the input")  # messages begin with its name already
    except ValueError as error:  # a name with a NUL in it
        raise InputUnreadableError(f"the input cannot be read: {error}") from error


def _run_dumped(job: Job, task: Task, folder: Path) -> Report:
    """Do the work while a debugging folder records each stage, and the error if there is one."""
    from picrosser.debugging.dump import DumpFolder

    options = task.options
    dump = DumpFolder(folder, task.loaded.image, force=options.force, inputs=_input_paths(options))

    def on_stage(result: object) -> None:
        task.on_stage(result)
        dump(result)

    try:
        report = _answered(job, task._replace(on_stage=on_stage))
    except Exception as error:
        refusal = failure(task.shot, error)
        dump.finish(refusal.verdict, refusal.exit_code, error)
        raise
    dump.finish(report.verdict, report.exit_code)
    return report


def _answered(job: Job, task: Task) -> Report:
    """Do the command's work, write what it found, and report on it."""
    options, target = task.options, task.target
    answer = job.work(task)
    if options.flat:
        _write_flat(answer.solved, options)
    started = perf_counter()
    if answer.content is not None:
        _write(task, answer.content(target.suffix), job.naming.command)
    draw_s = perf_counter() - started
    place = "" if answer.content is None else target.place
    text, verdict, facts = answer.text, answer.verdict, {}
    if answer.content is not None and target.to_stdout:  # so words go to stderr
        if text and not answer.is_picture:
            verdict = "; ".join(line.removesuffix(":") for line in text.splitlines())
        text = ""
    if options.wants_facts:
        seconds = {"decode": task.decode_s, **answer.seconds}
        if job.naming.beside:
            seconds["draw"] = draw_s
        output = None if answer.content is None or target.path is None else str(target.path)
        facts = {**answer.facts(), "seconds": seconds, "output": output}
    if (reduction := task.loaded.reduction) > 1:
        from picrosser.answers.json_facts import in_file_pixels

        verdict += reduced_words(reduction)
        facts = in_file_pixels(facts, reduction)
    return Report(task.shot, answer.exit_code, verdict, text, facts, answer.is_picture, place)


def _write(task: Task, content: bytes, command: str) -> None:
    """Write a command's answer; a PNG or JPEG file says where it comes from."""
    target, data, force = task.target, marked(content, task.shot, command), task.options.force
    try:
        target.write(data, force=force)
    except OutputRefusedError:  # asked only now, since another run may have written there meanwhile
        if target.path is None or not may_be_replaced(target.path, task.shot, command):
            raise
        target.write(data, force=True)


def _write_flat(solved: Solved, options: Options) -> None:
    """Write the picture as it was read. It is no answer, so it may be read again."""
    from PIL import Image

    from picrosser.drawing.picture_files import picture_bytes
    from picrosser.storage.atomic import write_new_file

    path = Path(options.flat)
    image = Image.fromarray(solved.image if solved.flat is None else solved.flat)
    write_new_file(path, picture_bytes(image, path.suffix.lower()), force=options.force)
