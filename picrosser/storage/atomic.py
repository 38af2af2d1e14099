"""Writes a file completely or not at all, and only overwrites another file when asked to.

The bytes go to a temporary file in the same folder, which is then renamed in one step: other programs see the
old file or the new one, never a part of it, also after a power cut, and an error leaves nothing behind. A
signal that would end the process takes effect when the file is written; only SIGKILL and a power cut can
leave the temporary file.
"""

import errno
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from picrosser.errors import OutputExistsError, OutputRefusedError

NO_FOLDERS_SYNCED = errno.EINVAL, errno.ENOTSUP, errno.EROFS  # of file systems that cannot sync a folder


def write_new_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file, whole or not at all.

    force : replace an existing file (if it is a symbolic link, the file that it points to).
    Raises OutputRefusedError: the file exists (without `force`), its folder does not, the path is a folder or
        a device, or the system refuses (permission, full disk).
    """
    try:
        target = Path(os.path.realpath(path)) if force else path
        _refuse_bad_target(path, target, force)
        with _signals_delayed():
            _write(target, data, force)
    except FileExistsError as error:
        raise OutputExistsError(path) from error
    except (OSError, ValueError) as error:  # a name that is too long, or has a NUL in it, among others
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise OutputRefusedError(f"cannot write {path}: {reason}", "choose another place with -o") from error


def _write(target: Path, data: bytes, force: bool) -> None:
    # open() gives the usual permissions (0o666 and the umask); tempfile would make the file private.
    temporary = target.parent / f".picrosser-{os.urandom(8).hex()}.tmp"
    try:
        with temporary.open("xb") as file:
            file.write(data)
            put_in_place(file, target, force=force)
    finally:  # after a move it is already gone, after a hard link it is not
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def put_in_place(file: IO[Any], target: Path, *, force: bool) -> None:
    """Close a temporary file that is written, and give it its name in the same folder, on the disk.

    Its bytes reach the disk first: else a power cut may leave an empty file of this name.
    Raises FileExistsError: there is one, without `force`.
    """
    file.flush()
    os.fsync(file.fileno())
    file.close()  # Windows renames no open file
    temporary = Path(file.name)
    if force:
        temporary.replace(target)
    else:
        _move_if_free(temporary, target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder reach the disk, where the system can do that."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:  # Windows, or a folder that may only be written
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in NO_FOLDERS_SYNCED:
            raise
    finally:
        os.close(opened)


@contextmanager
def _signals_delayed() -> Iterator[None]:
    """Let Ctrl-C, `kill`, a closed terminal and a time limit take effect when the block ends.

    Anywhere else SIGTERM ends the process at once: Python would turn it into an exception only when a long
    call of a solver returns.
    """
    received: list[int] = []
    before: dict[int, Any] = {}
    with suppress(ValueError):  # another thread than the main one: its caller has the signals
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM"):
            number = getattr(signal, name, None)  # Windows lacks the last two
            if number is not None and signal.getsignal(number) is not None:
                before[number] = signal.signal(number, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])


def _refuse_bad_target(path: Path, target: Path, force: bool) -> None:
    if target.is_dir():
        raise OutputRefusedError(f"cannot write {path}: it is a folder", "name a file in it")
    if os.path.lexists(target):
        if not force:
            raise OutputExistsError(path)
        if not target.is_file():
            raise OutputRefusedError(f"cannot write {path}: it is not an ordinary file")
    if not target.parent.is_dir():
        raise OutputRefusedError(f"cannot write {path}: the folder {target.parent} does not exist")


def _move_if_free(temporary: Path, target: Path) -> None:
    """Rename the temporary file; a FileExistsError if another program has created the target meanwhile."""
    try:
        target.hardlink_to(temporary)  # unlike a rename, it fails if the target exists
    except FileExistsError:
        raise
    except OSError:  # the file system has no hard links
        if os.path.lexists(target):
            raise FileExistsError(str(target)) from None
        temporary.replace(target)
