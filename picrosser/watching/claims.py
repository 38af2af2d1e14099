"""Who works on which picture, so that several watchers of one folder do each picture once.

A claim is a small hidden file beside the answer, created exclusively, which says whose it is. It is removed
when the answer is there. That of a picture without an answer stays as long as its watcher runs, and says that
the picture is done. A claim whose process has ended counts no more.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

_DONE = "done"


class Claim(Enum):
    """What may be done with a picture."""

    OURS = "nobody else works on it"
    ANSWERED = "its answer is there"
    DONE = "another process has done it, without an answer"
    OTHERS = "another process works on it, or has just ended: ask again"


class Claims:
    """The claims of this process; those that are left are removed when the context ends."""

    def __init__(self) -> None:
        self._owner = f"{socket.gethostname()} {os.getpid()}"
        self._files: set[Path] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            _remove(file)

    def claim(self, answer: Path) -> Claim:
        """Claim the picture that is to have this answer; its folder exists.

        Raises
        ------
        OSError : nothing can be written there.
        """
        file = _file(answer)
        if not self._create(file):
            owner, _, state = _content(file).partition("\n")
            if _has_ended(owner):
                _take_away(file, owner)
                return Claim.OTHERS  # ask again
            if owner != self._owner:  # else it is a picture that has changed since it was done
                return Claim.DONE if state.startswith(_DONE) else Claim.OTHERS
        if not answer.exists():
            return Claim.OURS
        self.release(answer)  # it was written before the claim was made
        return Claim.ANSWERED

    def release(self, answer: Path) -> None:
        """Give up a claim, because the answer is there or nobody shall hold it."""
        file = _file(answer)
        self._files.discard(file)
        _remove(file)

    def keep_as_done(self, answer: Path) -> None:
        """Let others know that a picture is done, though it has no answer."""
        with suppress(OSError):
            _file(answer).write_text(f"{self._owner}\n{_DONE}", encoding="utf-8")

    def _create(self, file: Path) -> bool:
        try:
            with file.open("x", encoding="utf-8") as written:
                written.write(f"{self._owner}\n")
        except FileExistsError:
            return False
        self._files.add(file)
        return True


def _file(answer: Path) -> Path:
    return answer.with_name(f".{answer.name}.picrosser-claim")


def _content(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:  # just removed
        return ""


def _has_ended(owner: str) -> bool:
    """Whether the process that made a claim has ended: known only of those of this machine."""
    host, _, pid = owner.rpartition(" ")
    if host != socket.gethostname() or not pid.isdigit() or os.name == "nt":  # there, asking ends the process
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:  # it is somebody else's
        return False
    return False


def _take_away(file: Path, owner: str) -> None:
    """Remove the claim of a process that has ended, unless another has just replaced it by its own."""
    aside = file.with_name(f"{file.name}-{os.getpid()}")
    with suppress(OSError):
        file.rename(aside)
        if not _content(aside).startswith(f"{owner}\n"):
            file.hardlink_to(aside)
        aside.unlink()


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()
