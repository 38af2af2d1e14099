"""All screenshots of a command line: find where each output goes, do the command's work, report.

Errors become the reports of their screenshots. Many are worked on in processes of this machine or in those of
a Dask cluster (`--dask`), which write the answers; reports come in the order of the inputs. Screenshots at
addresses of object stores, and answers that go there, are worked on as local copies.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from posixpath import dirname
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from picrosser.answers.answer import Answer, WorkSoFar, as_in_file, refused_at_size
from picrosser.answers.many import PRELOAD, usable_processors
from picrosser.cli.inout import outputs
from picrosser.cli.inout.inputs import is_stream, is_text, stream_bytes
from picrosser.cli.inout.outputs import Input, Naming, Target
from picrosser.cli.inout.progress import status_line, with_progress_bar
from picrosser.cli.inout.report import Report, answered_before, attempt, failure, print_message, print_reports
from picrosser.cli.inout.time_limit import GRACE_S, interrupted_at
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.drawing.picture_files import picture_bytes
from picrosser.errors import (
    InputUnreadableError,
    OutputExistsError,
    OutputRefusedError,
    PicrosserError,
    UsageError,
    require,
)
from picrosser.imaging.loading import MAX_BYTES, THE_INPUT, Loaded, load_picture
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved, Solved
from picrosser.pipelines.stages import StageListener
from picrosser.running import waiting
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted
from picrosser.storage.atomic import write_new_file
from picrosser.storage.stores import exists_at, fetch, is_address, store

if TYPE_CHECKING:
    from picrosser.debugging.recorded_folder import RecordedFolder
    from picrosser.workers.pool import Done, Workers

MIN_FOR_WORKERS = 6  # screenshots: for fewer, starting worker processes takes longer than it saves
PRELOADED = (*PRELOAD, "picrosser.cli.commands.solve")
ALSO_GRACE_S = 4.0  # after the time limit that the work in the worker observes, and its own grace


# ---- One screenshot


class Task(NamedTuple):
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
            "kind": self.options.kind or None,
            "fixes": dict(self.options.fixes),
            "board": self.options.board,
            "time_limit_s": self.deadline.left_s,
            "on_stage": self.on_stage,
        }

    def solve(self, **card: Any) -> AnySolved:
        """Read and solve the screenshot; `card` are the parameters for problems on a card of a Katamino."""
        return solve_screenshot(self.loaded, **self.request, **card)


Work = Callable[[Task], Answer]


class Job(NamedTuple):
    """What is done with each of several screenshots; `recordings` is the folder of all debugging folders."""

    options: Options
    naming: Naming
    work: Work
    recordings: RecordedFolder | None = None


def run_one(job: Job, given: Input) -> Report:
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
    if len(options.inputs) != 1:
        waiting.begin()
    deadline = Deadline.after(options.time_limit_s)
    name = "stdin" if shot == STREAM else shot
    so_far = WorkSoFar()
    is_watched = len(options.inputs) == 1 and not (options.quiet or options.as_json) and sys.stderr.isatty()
    with so_far.told(), interrupted_at(deadline), status_line(so_far, name, wanted=is_watched):
        loaded = _load(shot)
        so_far.picture = loaded.data
        task = Task(shot, loaded, target, options, so_far, perf_counter() - started, deadline)
        with refused_at_size(loaded):
            folder = Path(options.debug)
            if job.recordings is not None:
                folder = job.recordings.subfolder(f"{number + 1:02}-{Path(name).stem}")
            report = _run_dumped(job, task, folder) if options.debug else _answered(job, task)
    if options.show and report.written:
        from typer import launch

        launch(report.written)
    return report


def _load(shot: str) -> Loaded:
    if (given := stream_bytes(shot)) is not None:
        return load_picture(given, THE_INPUT)
    if shot == CLIPBOARD:
        from picrosser.cli.inout.clipboard import clipboard_picture

        return load_picture(clipboard_picture(), "the picture")
    if not shot:  # pathlib would take it for the working directory
        raise InputUnreadableError("the input's name is empty", "check the command line")
    if is_text(shot):
        raise InputUnreadableError("this is text, not a picture", "give puzzle files separately")
    try:
        return load_picture(Path(shot), THE_INPUT)  # messages begin with its name already
    except ValueError as error:  # a name with a NUL in it
        raise InputUnreadableError(f"the input cannot be read: {error}") from error


def _run_dumped(job: Job, task: Task, folder: Path) -> Report:
    """Do the work while a debugging folder records each stage, and the error if there is one."""
    from picrosser.debugging.dump import DumpFolder

    image, inputs, name = task.loaded.image, input_paths(task.options), Path(task.shot).name
    dump = DumpFolder(folder, image, force=task.options.force, inputs=inputs, name=name)

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
    if verdict == answer.solved.verdict:
        verdict = replace(answer.solved, seconds={"": waiting.waited_s()}).verdict
    if answer.content is not None and target.to_stdout:  # so words go to stderr
        if text and not answer.is_picture:
            verdict = "; ".join(line.removesuffix(":") for line in text.splitlines())
        text = ""
    if options.as_json or options.report:
        seconds = {"decode": task.decode_s, **answer.seconds}
        if job.naming.beside:
            seconds["draw"] = draw_s
        output = None if answer.content is None or target.path is None else str(target.path)
        facts = {**answer.facts(), "seconds": seconds, "output": output}
    verdict, facts = as_in_file(verdict, facts, task.loaded)
    return Report(task.shot, answer.exit_code, verdict, text, facts, answer.is_picture, place)


def _write(task: Task, content: bytes, command: str) -> None:
    target, force, given = task.target, task.options.force, task.loaded.data
    data = outputs.marked(content, task.shot, command, given)
    try:
        target.write(data, force=force)
    except OutputRefusedError:  # asked only now, since another run may have written there meanwhile
        if target.path is None or not outputs.may_be_replaced(target.path, task.shot, command, given):
            raise
        target.write(data, force=True)


def _write_flat(solved: Solved, options: Options) -> None:
    """Write the picture as it was read; it is no answer, so it may be read again."""
    from PIL import Image

    path = Path(options.flat)
    image = Image.fromarray(solved.image if solved.flat is None else solved.flat)
    image = solved.appearance.given_to(image)
    write_new_file(path, picture_bytes(image, path.suffix.lower()), force=options.force)


def input_paths(options: Options) -> list[Path]:
    return [Path(shot) for shot in options.inputs if shot not in (STREAM, CLIPBOARD)]


# ---- At addresses


def _run_stored(job: Job, given: Input, target: Target) -> Report:
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
            root = options.output if is_address(options.output) else dirname(target.address)
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


# ---- All of them


def run_each_screenshot(options: Options, naming: Naming, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every screenshot and report on each; status and `keys` as of `print_reports`."""
    if options.puzzle:
        raise UsageError("--puzzle is for puzzle files", "--board N chooses a nonogram on a page")
    options = _without_answers(options)
    inputs: list[Input] = []
    answered: list[Report] = []
    for shot, target, _ in outputs.plan_outputs(options, naming):
        if options.skip_existing and isinstance(target, OutputExistsError):
            answered.append(answered_before(shot, str(target.path)))
        else:
            inputs.append(Input(shot, target, len(inputs)))
    options = replace(options, inputs=tuple(one.shot for one in inputs))
    _tell_skipped(len(answered), "screenshot", "with an answer", options)
    count, jobs = len(inputs), _jobs(options)
    with ExitStack() as stack:
        recordings: RecordedFolder | None = None
        if options.debug and count > 1:
            from picrosser.debugging.recorded_folder import RecordedFolder

            recordings = RecordedFolder(Path(options.debug), force=options.force, inputs=input_paths(options))
            stack.callback(recordings.close)
        job = Job(options, naming, work, recordings)
        in_workers = jobs > 1 or bool(options.dask)
        one_by_one = (run_one(job, given) for given in inputs)
        reports = reports_of_workers(job, inputs, jobs) if in_workers else one_by_one
        if options.report:
            from picrosser.cli.inout.report_files import reported

            reports = stack.enter_context(reported(reports, answered, options, keys))
        if count > 1 and not (options.quiet or options.as_json) and sys.stderr.isatty():
            reports = with_progress_bar(reports, count)
        return print_reports(reports, count, options, keys, at_once=in_workers)


def _jobs(options: Options) -> int:
    count = len(options.inputs)
    if count < 2 or options.debug or any(map(is_stream, options.inputs)):  # one folder, one stdin: one by one
        return 1
    if not options.jobs and count < MIN_FOR_WORKERS:
        return 1
    return min(count, options.jobs or usable_processors())


def _without_answers(options: Options) -> Options:
    """Leave out the answers of earlier runs: the mark in the file says what it is, and not its name."""
    shots = tuple(shot for shot in options.inputs if not outputs.is_own_answer(shot))
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
    """Do a command's work, a function of a module, in worker processes; yield the reports in order."""
    if job.options.dask:
        yield from _reports_of_cluster(job, inputs)
        return
    from picrosser.workers.pool import WorkersNotStartedError

    reported = 0
    try:
        with worker_processes(job, jobs) as workers:
            for report in _in_order(workers.run(inputs)):
                yield report
                reported += 1
    except WorkersNotStartedError as error:  # for want of files or of memory
        print_message(f"picrosser: {error.seen}; working without them")
        yield from (run_one(job, given) for given in inputs[reported:])


def _in_order(results: Iterable[Done[Input, Report]]) -> Iterator[Report]:
    """Hold back what comes too early. A report is small, and nothing takes longer than the time limit."""
    early: dict[int, Report] = {}
    due = 0
    for done in results:
        early[done.task.number] = report_of(done)
        while due in early:
            yield early.pop(due)
            due += 1


def report_of(done: Done[Input, Report]) -> Report:
    if done.result is not None:
        return done.result
    assert done.error is not None
    return failure(done.task.shot, done.error)


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


def _reports_of_cluster(job: Job, inputs: Sequence[Input]) -> Iterator[Report]:
    """Do the work in a cluster's workers, whose working directories are others."""
    require("--dask", "distributed", "fsspec")
    from picrosser.workers.cluster import LOCAL, Cluster

    options = job.options
    count = options.jobs or (usable_processors() if options.dask == LOCAL else None)
    work, limit_s = _work_on_one(job), _limit_s(options)
    cluster = Cluster[Input, Report](work, options.dask, count=count, limit_s=limit_s, preload=PRELOADED)
    reports = _in_order(cluster.run(map(_with_whole_paths, inputs)))
    for (shot, target, _), report in zip(inputs, reports, strict=True):
        yield as_named(report, shot, Target() if isinstance(target, PicrosserError) else target)


def _with_whole_paths(given: Input) -> Input:
    shot, target, number = given
    if not is_address(shot):
        shot = str(Path(shot).absolute())
    if isinstance(target, Target) and target.path is not None:
        root = None if target.root is None else target.root.absolute()
        target = target._replace(path=target.path.absolute(), root=root)
    return Input(shot, target, number)
