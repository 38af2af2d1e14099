"""New pictures in a folder, each once it is complete, and who of several watchers works on which.

The system tells (through watchdog) when something happens in the folder, but not always: of thousands of
files at once, on network file systems. So the whole folder is looked through now and then as well. A picture
is complete when its size and time have not changed for a moment. One whose writer pauses longer is given out
twice, since a file that has changed is a new one; a file that is only renamed is not.

A claim is a small hidden file beside the answer, a lock of `filelock`. It is removed when the answer is
there; that of a picture without an answer stays as long as its watcher runs. A claim whose process has ended
does not count on the same machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from filelock import SoftFileLock
    from watchdog.observers.api import BaseObserver

STEADY_S = 0.5
"""A file that has not changed for so long is complete."""
LOOK_S = 30.0  # between two looks through the whole folder, while the system tells what happens
LOOK_UNTOLD_S = 2.0  # the same, while it does not

_State = tuple[int, int, int, int]
"""Device, inode, size and time of change of a file: another state is another picture, another name is not."""


class FolderWatch:
    """A folder that is watched as long as this context lasts; it need not exist all the time.

    suffixes : of pictures, in lower case. recursive : also watch the folders in it.
    existing : pictures that are there already count as new.
    """

    def __init__(
        self, folder: Path, suffixes: tuple[str, ...], *, recursive: bool = False, existing: bool = False
    ) -> None:
        self.folder, self._suffixes, self._recursive = folder, suffixes, recursive
        self.is_there = folder.is_dir()
        self._told: SimpleQueue[str] = SimpleQueue()
        self._observer: BaseObserver | None = None
        self._observed: tuple[int, int] | None = None
        self._given: set[_State] = set()
        self._pending: dict[Path, tuple[_State | None, float]] = {}
        self._look_at = 0.0
        if not existing:
            self._given.update(state for path in self._pictures() if (state := _state(path)) is not None)

    def __enter__(self) -> Self:
        self._keep_observing()
        return self

    def __exit__(self, *_: object) -> None:
        self._end_observer()

    def complete(self) -> list[Path]:
        """Return the pictures that have become complete; to be called several times a second."""
        self._keep_observing()
        self._hear()
        now = monotonic()
        if now >= self._look_at:
            self._look_at = now + (LOOK_S if self._observer is not None else LOOK_UNTOLD_S)
            for path in self._pictures():
                self._notice(path)
        done = []
        for path, (before, since) in list(self._pending.items()):
            state = _state(path)
            if state is None or state in self._given:
                del self._pending[path]
            elif state != before:
                self._pending[path] = (state, now)
            elif now - since >= STEADY_S:
                del self._pending[path]
                self._given.add(state)
                done.append(path)
        return done

    def is_changing(self, path: Path) -> bool:
        """Whether something has happened to a picture, so that it will be complete soon."""
        return path in self._pending

    def _notice(self, path: Path) -> None:
        if path not in self._pending and (state := _state(path)) is not None and state not in self._given:
            self._pending[path] = (state, monotonic())

    def _hear(self) -> None:
        while not self._told.empty():  # nobody else takes from it
            path = Path(self._told.get())
            if self._is_picture(path):
                self._notice(path)
            elif self._recursive:  # a folder that was moved here with all that is in it
                self._look_at = min(self._look_at, monotonic() + STEADY_S)

    def _is_picture(self, path: Path) -> bool:
        try:
            parts = path.relative_to(self.folder).parts
        except ValueError:
            return False
        is_hidden = any(part.startswith(".") for part in parts)
        return path.name.lower().endswith(self._suffixes) and not is_hidden

    def _pictures(self) -> Iterator[Path]:
        for folder, folders, files in os.walk(self.folder):
            folders[:] = [name for name in folders if self._recursive and not name.startswith(".")]
            yield from (path for name in files if self._is_picture(path := Path(folder, name)))

    def _keep_observing(self) -> None:
        """Observe the folder that has this name now: it may have gone, and another may have come."""
        try:
            found = self.folder.stat()
            self.is_there = self.folder.is_dir()
        except OSError:
            self.is_there = False
        now = (found.st_dev, found.st_ino) if self.is_there else None
        if now == self._observed:
            return
        self._end_observer()
        self._observed = now
        self._look_at = 0.0
        if self.is_there:
            self._observe()

    def _observe(self) -> None:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler
        from watchdog.observers import Observer

        told = self._told

        class Listener(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type in ("created", "modified", "moved", "closed"):
                    told.put(os.fsdecode(event.dest_path or event.src_path))

        observer: Any = Observer()
        try:
            observer.schedule(Listener(), str(self.folder), recursive=self._recursive)
            observer.start()
        except OSError:  # the system observes too much already: the looks have to do
            return
        self._observer = observer

    def _end_observer(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None


def _state(path: Path) -> _State | None:
    """The state of a file with something in it; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    if not found.st_size or not path.is_file():
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


# ---- Several watchers


class Claim(Enum):
    """What may be done with a picture."""

    OURS = "nobody else works on it"
    ANSWERED = "its answer is there"
    OTHERS = "another process works on it, or has found no answer: ask again"


class Claims:
    """The claims of this process; those that are left are removed when the context ends."""

    def __init__(self) -> None:
        self._locks: dict[Path, SoftFileLock] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for answer in list(self._locks):
            self.release(answer)

    def claim(self, answer: Path) -> Claim:
        """Claim the picture that is to have this answer; an OSError if nothing can be written there."""
        from filelock import SoftFileLock, Timeout

        if answer not in self._locks:  # else it is a picture that has changed since it was done
            lock = SoftFileLock(answer.with_name(f".{answer.name}.picrosser-claim"), timeout=0)
            try:
                lock.acquire()
            except Timeout:
                return Claim.OTHERS
            self._locks[answer] = lock
        if not answer.exists():
            return Claim.OURS
        self.release(answer)  # it was written before the claim was made
        return Claim.ANSWERED

    def release(self, answer: Path) -> None:
        """Give up a claim, because the answer is there."""
        if (lock := self._locks.pop(answer, None)) is not None:
            lock.release()
