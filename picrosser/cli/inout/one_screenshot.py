"""One screenshot: decode it, do the command's work, write the answer, report; errors become its report.

Screenshots at addresses of object stores, and answers that go there, are worked on as local copies; reports
name the addresses again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from picrosser.answers.answer import Answer, reduced_words, refused_at_size
from picrosser.cli.inout import outputs
from picrosser.cli.inout.outputs import Input, Naming, OutputExistsError, Target
from picrosser.cli.inout.progress import NamedWork, status_line
from picrosser.cli.inout.report import Report, answered_before, attempt, failure
from picrosser.cli.inout.time_limit import interrupted_at
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.drawing.picture_files import picture_bytes
from picrosser.errors import (
    GridNotFoundError,
    HintsUnreadableError,
    InputUnreadableError,
    OutputRefusedError,
    PicrosserError,
)
from picrosser.imaging.loading import MAX_BYTES, Loaded, load_picture
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved, Solved
from picrosser.pipelines.stages import StageListener
from picrosser.running.deadline import Deadline
from picrosser.storage.atomic import write_new_file
from picrosser.storage.stores import exists_at, fetch, folder_of, is_address, store

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder


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

    def solve(self, **card: Any) -> AnySolved:
        """Read and solve the screenshot; `card` are the parameters for problems on a card of a Katamino."""
        return solve_screenshot(self.loaded.image, **self.request, **card)


Work = Callable[[Task], Answer]


class Job(NamedTuple):
    """What is done with each of several screenshots; `recordings` is the folder of all debugging folders."""

    options: Options
    naming: Naming
    work: Work
    recordings: RecordedFolder | None = None


def run_one(job: Job, given: Input) -> Report:
    """Do the work for one screenshot; an exception becomes its report."""
    shot, target, _ = given
    if isinstance(target, Target) and outputs.is_stored(shot, target):
        return attempt(shot, partial(_run_stored, job, given, target))
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
            if not options.debug:
                report = _answered(job, task)
            elif job.recordings is None:
                report = _run_dumped(job, task, Path(options.debug))
            else:
                folder = job.recordings.subfolder(f"{number + 1:02}-{Path(name).stem}")
                report = _run_dumped(job, task, folder)
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
    dump = DumpFolder(folder, task.loaded.image, force=options.force, inputs=input_paths(options))

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
        from picrosser.answers.facts import in_file_pixels

        verdict += reduced_words(reduction)
        facts = in_file_pixels(facts, reduction)
    return Report(task.shot, answer.exit_code, verdict, text, facts, answer.is_picture, place)


def _write(task: Task, content: bytes, command: str) -> None:
    """Write a command's answer; a PNG or JPEG file says where it comes from."""
    target, data, force = task.target, outputs.marked(content, task.shot, command), task.options.force
    try:
        target.write(data, force=force)
    except OutputRefusedError:  # asked only now, since another run may have written there meanwhile
        if target.path is None or not outputs.may_be_replaced(target.path, task.shot, command):
            raise
        target.write(data, force=True)


def _write_flat(solved: Solved, options: Options) -> None:
    """Write the picture as it was read. It is no answer, so it may be read again."""
    from PIL import Image

    path = Path(options.flat)
    image = Image.fromarray(solved.image if solved.flat is None else solved.flat)
    write_new_file(path, picture_bytes(image, path.suffix.lower()), force=options.force)


def input_paths(options: Options) -> list[Path]:
    """The inputs that are files."""
    return [Path(shot) for shot in options.inputs if shot not in (STREAM, CLIPBOARD)]


# ---- At addresses


def _run_stored(job: Job, given: Input, target: Target) -> Report:
    """Do a command's work for a screenshot, where it or its answer lies at an address."""
    from tempfile import TemporaryDirectory  # 5 ms, and few screenshots lie at addresses

    options, command, shot = job.options, job.naming.command, given.shot
    began = perf_counter()
    with TemporaryDirectory(prefix="picrosser-") as folder:
        copy, answer = shot, target
        for name in ("shot", "answer"):
            Path(folder, name).mkdir()
        if is_address(shot):
            copy = str(Path(folder, "shot", Path(shot).name))
            fetch(shot, Path(copy), at_most=MAX_BYTES)
            if outputs.is_own_answer(copy):
                seen = "this is an answer that picrosser drew"
                raise InputUnreadableError(seen, "give the screenshot itself")
        local = Path(folder, "answer", Path(target.address).name)
        if target.address:
            answer = Target(local)
            if exists_at(target.address):
                fetch(target.address, local, at_most=MAX_BYTES)
        place = outputs.checked(copy, answer, command, options)
        if isinstance(place, OutputExistsError) and options.skip_existing:
            return answered_before(shot, target.place)
        if isinstance(place, PicrosserError):
            seen = place.seen.replace(str(answer.path), target.place)
            raise OutputRefusedError(seen, place.advice)
        force = options.force or local.exists()
        report = as_named(run_one(job, given._replace(shot=copy, target=place)), shot, target)
        if report.written and target.address:
            root = options.output if is_address(options.output) else folder_of(target.address)
            try:
                store(local.read_bytes(), target.address, root=root, force=force)
            except FileExistsError:
                fetch(target.address, stored := local.with_name("stored"), at_most=MAX_BYTES)
                # Else a worker that was thought lost has written it.
                if not outputs.may_be_replaced(stored, copy, command):
                    raise OutputExistsError(target.address) from None
        return replace(report, seconds=perf_counter() - began) if options.report else report


def as_named(report: Report, shot: str, target: Target) -> Report:
    """A report on a copy, with the names of the screenshot and its answer as they were given."""
    facts = report.facts
    if facts.get("output"):
        facts = {**facts, "output": target.place}
    return replace(report, name=shot, facts=facts, written=target.place if report.written else "")
