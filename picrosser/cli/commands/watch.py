"""`picrosser watch FOLDER`: each new picture in a folder is solved once it is complete.

A picture is complete when its size and time have not changed for a moment. One whose writer pauses longer is
given out twice, since a file that has changed is a new one; a file that is only renamed is not.

Who of several watchers works on a picture says a claim beside the answer. It goes when the answer is there,
or else when its watcher ends. It is no lock of filelock: those of killed processes on other machines stand
for ever, and its leases have a thread each, where a watcher keeps claims of all pictures without an answer.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from socket import gethostname
from typing import Self

from picrosser.answers.many import usable_processors
from picrosser.cli.commands.solve import NAMING, solve_one
from picrosser.cli.inout import outputs
from picrosser.cli.inout.inputs import pictures_in
from picrosser.cli.inout.outputs import Input, Target
from picrosser.cli.inout.report import Report, Tally, failure, print_message, reason_of
from picrosser.cli.inout.screenshots import Job, report_of, worker_processes
from picrosser.cli.options import Options, require_output_folder
from picrosser.errors import InputUnreadableError, OutputExistsError, OutputRefusedError, PicrosserError
from picrosser.storage.atomic import write_new_file
from picrosser.storage.stores import is_address
from picrosser.workers.pool import Workers, ended

STEADY_S = 0.5  # a file that has not changed for so long is complete
RESTS = 20  # after a look through a folder, so many times as long as the look took
TICK_S = 0.2  # between two looks at what is new
# Seconds between two looks at a picture of another process: at first and at most, each twice as long.
AGAIN_S, MAX_AGAIN_S = 1.0, 60.0
STALE_S = 30.0  # for which a claim may stay as it is, before another watcher takes it over
PATIENCE_S = 20.0
"""For which a picture that cannot be decoded may still be on its way; then its failure is told. That of one
that changes meanwhile is not: it is tried again, however many others wait before it."""

_State = tuple[int, int, int, int]
"""Device, inode, size and time of change of a file: another state is another picture, another name is not."""


class FolderWatch:
    """Pictures that come into a folder, or are `existing`, each once it is complete; it may vanish."""

    def __init__(self, folder: Path, *, recursive: bool = False, existing: bool = False) -> None:
        self.folder, self._recursive = folder, recursive
        self.is_there = folder.is_dir()
        self._given: set[_State] = set()
        self.pending: dict[Path, tuple[_State | None, float]] = {}  # what will be complete soon
        self._look_at = 0.0
        if not existing:
            self._given.update(state for path in self._pictures() if (state := _state(path)) is not None)

    def complete(self) -> list[Path]:
        """Return the pictures that have become complete; to be called several times a second."""
        now = time.monotonic()
        self.is_there = self.folder.is_dir()
        if now >= self._look_at:
            for path in self._pictures():
                state = _state(path)
                if path not in self.pending and state is not None and state not in self._given:
                    self.pending[path] = (state, now)
            self._look_at = now + RESTS * (time.monotonic() - now)
        done = []
        for path, (before, since) in list(self.pending.items()):
            state = _state(path)
            if state is None or state in self._given:
                del self.pending[path]
            elif state != before:
                self.pending[path] = (state, now)
            elif now - since >= STEADY_S:
                del self.pending[path]
                self._given.add(state)
                done.append(path)
        return done

    def _pictures(self) -> Iterator[Path]:
        return pictures_in(self.folder, self._recursive)


def _state(path: Path) -> _State | None:
    """The state of a file with something in it; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    if not found.st_size or not path.is_file():
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class Claims:
    """The claims of this process, hidden files beside the answers; the context removes them when it ends.

    A claim is renewed for as long as its watcher runs. One that has not been renewed for `STALE_S`, by this
    machine's clock alone, is taken over. A process id says nothing: another program may have it now.
    """

    def __init__(self) -> None:
        self._name = f"{gethostname()} {os.getpid()} {os.urandom(4).hex()}\n".encode()
        self._ours: set[Path] = set()
        self._seen: dict[Path, tuple[tuple[int, int], float]] = {}
        self._renewed = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for answer in list(self._ours):
            self.release(answer)

    def claim(self, answer: Path) -> bool:
        """Claim the picture that is to have this answer; an OSError if nothing can be written there."""
        if answer in self._ours:  # it is a picture that has changed since it was done
            return True
        place = _claim_of(answer)
        try:
            with place.open("xb") as file:
                file.write(self._name)
        except FileExistsError:
            owner = self._stale_owner(answer, place)
            if owner is None:
                return False
            print_message(f"picrosser: {answer}: taken over from {owner}, which has not been seen for long")
            write_new_file(place, self._name, force=True)
        self._ours.add(answer)
        return True

    def _stale_owner(self, answer: Path, place: Path) -> str | None:
        """The owner of a claim that has not been renewed for too long; None of another one."""
        try:
            with place.open("rb") as file:  # on NFS, opening it tells its true time
                found, owner = os.fstat(file.fileno()), file.read(100)
        except FileNotFoundError:  # it has just been released
            return None
        now = found.st_ino, found.st_mtime_ns
        seen, since = self._seen.get(answer, (None, 0.0))
        if seen == now and time.monotonic() - since >= STALE_S:
            return owner.decode("utf-8", "replace").strip() or "a watcher"
        if seen != now:
            self._seen[answer] = now, time.monotonic()
        return None

    def renew(self) -> None:
        """Say that this process still runs; to be called several times in `STALE_S`."""
        if time.monotonic() - self._renewed >= STALE_S / 6:
            self._renewed = time.monotonic()
            for answer in self._ours:
                with suppress(OSError):
                    os.utime(_claim_of(answer))

    def release(self, answer: Path) -> None:
        """Remove a claim, unless another watcher has taken it over: this process was stopped for long."""
        place = _claim_of(answer)
        if answer in self._ours:
            self._ours.remove(answer)
            with suppress(OSError):
                if place.read_bytes() == self._name:
                    place.unlink()


def _claim_of(answer: Path) -> Path:
    return answer.with_name(f".{answer.name}.picrosser-claim")


def watch(options: Options, *, folder: str, existing: bool, notify: bool) -> int:
    if not Path(folder).is_dir():
        advice = "name the folder that receives the screenshots"
        raise InputUnreadableError(f"{folder} is not a folder", advice)
    require_output_folder(options.output)
    if is_address(options.output):
        seen = "watch writes its answers into a folder of this machine"
        raise OutputRefusedError(seen, "give one with -o DIR/")
    if notify and shutil.which("notify-send") is None:
        missing = "notify-send is not installed (package libnotify-bin)"
        print_message(f"picrosser: there will be no notifications: {missing}")
    sources = FolderWatch(Path(folder), recursive=options.recursive, existing=existing)
    placed = replace(options, folders=(folder,), skip_existing=not options.force)
    workers = worker_processes(Job(options, NAMING, solve_one), options.jobs or usable_processors())
    with Claims() as claims, workers:
        watcher = _Watcher(placed, sources, claims, workers, Tally(placed), notify)
        if not options.quiet:
            print_message(f"picrosser: watching {folder}; Ctrl-C ends it")
        try:
            with suppress(ValueError):  # not the main thread: its caller has the signals
                signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service is stopped by it
            while True:
                watcher.look()
        except KeyboardInterrupt:
            watcher.tally.tell("picture")
    return 0


@dataclass(slots=True)
class _Watcher:
    """What is to be done, now or later, what is being done, and what is perhaps still on its way."""

    options: Options
    folder: FolderWatch
    claims: Claims
    workers: Workers[Input, Report]
    tally: Tally
    notify: bool
    due: dict[Path, float] = field(default_factory=dict)  # when it is a picture's turn
    waits_s: dict[Path, float] = field(default_factory=dict)  # between two looks at one of another process
    unreadable: dict[Path, tuple[float, Report]] = field(default_factory=dict)
    given: dict[Future[Report], Input] = field(default_factory=dict)
    was_there: bool = True

    def look(self) -> None:
        self.claims.renew()
        now = time.monotonic()
        self.due.update(dict.fromkeys(self.folder.complete(), now))
        if self.folder.is_there != self.was_there:
            self.was_there = self.folder.is_there
            what = "is back" if self.was_there else "is gone; waiting until it is back"
            print_message(f"picrosser: {self.folder.folder} {what}")
        for path in [path for path, at in self.due.items() if at <= now]:
            if len(self.given) < self.workers.count:
                del self.due[path]
                self._give(path)
        for path, (tell_at, report) in list(self.unreadable.items()):
            if tell_at <= now and path not in self.due and path not in self.folder.pending:
                del self.unreadable[path]
                self._report(report)
        if not self.given:
            time.sleep(TICK_S)
        for done in ended(self.given, TICK_S):
            self._end(report_of(done))

    def _give(self, path: Path) -> None:
        name = str(path)
        if any(task.shot == name for task in self.given.values()):  # it has changed meanwhile
            self._ask_again(path)
            return
        self.unreadable.pop(path, None)  # it has changed since
        if outputs.is_own_answer(name):
            return
        try:
            if not self._is_claimed(self._planned(name)):
                self._ask_again(path)
                return
            target = self._planned(name)  # the answer may have been written before the claim was made
        except OutputExistsError as answered:
            self.claims.release(Path(answered.path))
        except PicrosserError as error:
            self._report(failure(name, error))
        else:
            task = Input(name, target)
            self.given[self.workers.submit(task)] = task

    def _planned(self, name: str) -> Target:
        [planned] = outputs.plan_outputs(replace(self.options, inputs=(name,)), NAMING)
        if isinstance(planned.target, PicrosserError):
            raise planned.target
        return planned.target

    def _ask_again(self, path: Path) -> None:
        wait_s = self.waits_s.get(path, AGAIN_S)
        self.waits_s[path] = min(MAX_AGAIN_S, 2 * wait_s)
        self.due[path] = time.monotonic() + wait_s

    def _is_claimed(self, target: Target) -> bool:
        if self.options.force:
            return True  # an answer that is there is replaced
        answer = target.path
        assert answer is not None  # `watch` writes beside the screenshots, or into a folder
        if target.root is not None:
            outputs.make_folders(answer.parent, target.root)
        try:
            return self.claims.claim(answer)
        except OSError as error:
            raise OutputRefusedError(f"cannot write beside {answer}: {reason_of(error)}") from error

    def _end(self, report: Report) -> None:
        if report.exit_code is InputUnreadableError.exit_code:  # perhaps it is still being written
            self.unreadable[Path(report.name)] = (time.monotonic() + PATIENCE_S, report)
            return
        if report.written:
            self.claims.release(Path(report.written))
        self._report(report)

    def _report(self, report: Report) -> None:
        self.tally.report(report)
        if self.notify:
            _notify(report)


def _notify(report: Report) -> None:
    """Show a notice; where that fails, nothing is lost. What stands in it is escaped: it may hold marks."""
    words = ["notify-send", "--app-name=picrosser", "--", "picrosser"]
    text, null = f"{escape(Path(report.name).name)}: {escape(report.verdict)}", subprocess.DEVNULL
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        subprocess.run([*words, text], check=False, timeout=5, stdin=null, stdout=null, stderr=null)
