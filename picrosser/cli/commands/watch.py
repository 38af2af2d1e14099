"""`picrosser watch FOLDER`: each new picture in a folder is solved once it is complete."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from html import escape
from pathlib import Path

from picrosser.answers.many import usable_processors
from picrosser.cli.commands.solve import NAMING, solve_one
from picrosser.cli.inout import outputs
from picrosser.cli.inout.inputs import PICTURE_SUFFIXES
from picrosser.cli.inout.one_screenshot import Job
from picrosser.cli.inout.outputs import Input, OutputExistsError, Target
from picrosser.cli.inout.report import Report, Tally, failure, print_message, reason_of
from picrosser.cli.inout.screenshots import worker_processes
from picrosser.cli.options import Options, require, require_output_folder
from picrosser.errors import ExitCode, InputUnreadableError, OutputRefusedError, PicrosserError
from picrosser.watching.folder import Claim, Claims, FolderWatch
from picrosser.workers.pool import Workers, ended

TICK_S = 0.2  # between two looks at what is new
# Seconds between two looks at a picture of another process: at first and at most, each twice as long.
AGAIN_S, MAX_AGAIN_S = 1.0, 60.0
PATIENCE_S = 20.0
"""For which a picture that cannot be decoded may still be on its way; then its failure is told. That of one
that changes meanwhile is not: it is tried again, however many others wait before it."""


def watch(options: Options, *, folder: str, existing: bool, notify: bool) -> int:
    """Solve what comes into a folder, until Ctrl-C.

    existing : pictures that are in the folder already are solved, too.
    notify : show a notice on the desktop for each picture.
    """
    require("watching a folder", "watch", "watchdog", "filelock")
    if not Path(folder).is_dir():
        advice = "name the folder into which the screenshots come"
        raise InputUnreadableError(f"{folder} is not a folder", advice)
    require_output_folder(options.output)
    if notify and shutil.which("notify-send") is None:
        missing = "notify-send is not installed (package libnotify-bin)"
        print_message(f"picrosser: there will be no notices: {missing}")
    jobs = options.jobs or usable_processors()
    sources = FolderWatch(Path(folder), PICTURE_SUFFIXES, recursive=options.recursive, existing=existing)
    placed = replace(options, folders=(folder,), skip_existing=not options.force)
    workers = worker_processes(Job(options, NAMING, solve_one), jobs)
    with Claims() as claims, workers, sources:
        watcher = _Watcher(placed, sources, claims, workers, notify=notify)
        if not options.quiet:
            print_message(f"picrosser: watching {folder}; Ctrl-C ends it")
        try:
            with suppress(ValueError):  # not the main thread: its caller has the signals
                signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service is stopped by it
            while True:
                watcher.look()
        except KeyboardInterrupt:
            watcher.tally.tell("picture")
    return int(ExitCode.OK)


class _Watcher:
    """What is to be done, what is being done, and what waits for others."""

    def __init__(
        self,
        options: Options,
        folder: FolderWatch,
        claims: Claims,
        workers: Workers[Input, Report],
        *,
        notify: bool,
    ) -> None:
        self.tally = Tally()
        self._options, self._notifies, self._folder = options, notify, folder
        self._claims, self._workers = claims, workers
        self._new: deque[Path] = deque()
        self._of_others: dict[Path, float] = {}
        self._waits_s: dict[Path, float] = {}
        self._unreadable: dict[str, tuple[float, Report]] = {}
        self._busy: set[str] = set()
        self._given: dict[Future[Report], Input] = {}
        self._was_there = True

    def look(self) -> None:
        """Take what is new, let the workers have it, and report on what is done."""
        self._new.extend(self._folder.complete())
        if self._folder.is_there != self._was_there:
            self._was_there = self._folder.is_there
            what = "is back" if self._was_there else "is gone; waiting until it is back"
            print_message(f"picrosser: {self._folder.folder} {what}")
        now = time.monotonic()
        due = [path for path, at in self._of_others.items() if at <= now]
        for path in due:
            del self._of_others[path]
        self._new.extend(due)
        while self._new and len(self._given) < self._workers.count:
            self._give(self._new.popleft())
        for name, (tell_at, report) in list(self._unreadable.items()):
            path = Path(name)
            is_tried_again = path in self._new or path in self._of_others or self._folder.is_changing(path)
            if tell_at <= now and not is_tried_again:
                del self._unreadable[name]
                self._report(report)
        if not self._given:
            time.sleep(TICK_S)
        for done in ended(self._given, TICK_S):
            error = done.error or AssertionError("neither result nor error")
            self._end(done.result or failure(done.task.shot, error), done.task.target)

    def _give(self, path: Path) -> None:
        """Let a worker have a picture, if nobody else has it."""
        name = str(path)
        if name in self._busy:  # it has changed meanwhile
            self._ask_again(path)
            return
        self._unreadable.pop(name, None)  # it has changed since
        if outputs.is_named_as_answer(name) or outputs.is_own_answer(name):
            return
        try:
            [task] = outputs.plan_outputs(replace(self._options, inputs=(name,)), NAMING, False)
            if isinstance(task.target, OutputExistsError):
                return
            if isinstance(task.target, PicrosserError):
                raise task.target
            claim = self._claimed(task.target)
        except PicrosserError as error:
            self._report(failure(name, error))
            return
        if claim is Claim.OTHERS:
            self._ask_again(path)
        elif claim is Claim.OURS:
            self._busy.add(name)
            self._given[self._workers.submit(task)] = task

    def _ask_again(self, path: Path) -> None:
        wait_s = self._waits_s.get(path, AGAIN_S)
        self._waits_s[path] = min(MAX_AGAIN_S, 2 * wait_s)
        self._of_others[path] = time.monotonic() + wait_s

    def _claimed(self, target: Target) -> Claim:
        assert target.path is not None
        if self._options.force:
            return Claim.OURS  # an answer that is there is replaced
        if target.root is not None:
            outputs.make_folders(target.path.parent, target.root)
        try:
            return self._claims.claim(target.path)
        except OSError as error:
            raise OutputRefusedError(f"cannot write beside {target.path}: {reason_of(error)}") from error

    def _end(self, report: Report, target: Target | PicrosserError) -> None:
        assert isinstance(target, Target)
        assert target.path is not None
        self._busy.discard(report.name)
        if report.exit_code is ExitCode.INPUT_UNREADABLE:  # perhaps it is still being written
            self._unreadable[report.name] = (time.monotonic() + PATIENCE_S, report)
            return
        if report.written:
            self._claims.release(target.path)
        self._report(report)

    def _report(self, report: Report) -> None:
        self.tally.report(report, as_json=self._options.as_json, quiet=self._options.quiet)
        if self._notifies:
            _notify(report)


def _notify(report: Report) -> None:
    """Show a notice; where that fails, nothing is lost. What stands in it is escaped: it may hold marks."""
    program = shutil.which("notify-send")
    if program is None:
        return
    words = [program, "--app-name=picrosser", "--", "picrosser"]
    text, null = f"{escape(Path(report.name).name)}: {escape(report.verdict)}", subprocess.DEVNULL
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        subprocess.run([*words, text], check=False, timeout=5, stdin=null, stdout=null, stderr=null)
