"""Who works on which picture, so that several watchers of one folder do each picture once.

A claim is a small hidden file beside the answer, a lock of `filelock`. It is removed when the answer is
there; that of a picture without an answer stays as long as its watcher runs. A claim whose process has ended
does not count on the same machine.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from filelock import SoftFileLock


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
        """Claim the picture that is to have this answer; its folder exists.

        Raises
        ------
        OSError : nothing can be written there.
        """
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
