"""Writes a file completely or not at all, and never over another one unasked.

In: a path and the bytes. The bytes go to a temporary file in the same folder, which then takes the name in
one move; so a reader sees the old file or the new one, and an error leaves neither half of it behind.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from picrosser.errors import OutputRefusedError


def write_new_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file.

    Parameters
    ----------
    path : the file; a relative path counts from the working directory.
    data : all of its content.
    force : replace a file that exists already (through a symbolic link: the file it points to).

    Raises
    ------
    OutputRefusedError : the file exists (and not `force`), its folder does not, the path is a folder or a
        device, or the system says no (permission, full disk).
    """
    target = Path(os.path.realpath(path)) if force else path
    _refuse_bad_target(path, target, force)
    # The default mode 0o666 lets the umask decide; the tempfile module would make the file private.
    temporary = target.parent / f".picrosser-{os.urandom(8).hex()}.tmp"
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if force:
            temporary.replace(target)
        else:
            _move_if_free(temporary, target)
    except FileExistsError as error:
        raise _exists(path) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise OutputRefusedError(f"cannot write {path}: {reason}", "choose another place with -o") from error
    finally:  # also after Ctrl-C; gone already when all went well
        with suppress(OSError):
            temporary.unlink()


def _refuse_bad_target(path: Path, target: Path, force: bool) -> None:
    try:
        if target.is_dir():
            raise OutputRefusedError(f"cannot write {path}: it is a folder", "name a file in it")
        if os.path.lexists(target):
            if not force:
                raise _exists(path)
            if not target.is_file():
                raise OutputRefusedError(f"cannot write {path}: it is not an ordinary file")
        if not target.parent.is_dir():
            raise OutputRefusedError(f"cannot write {path}: the folder {target.parent} does not exist")
    except OSError as error:  # a name too long, say
        raise OutputRefusedError(f"cannot write {str(path)!r}: {error}") from error


def _move_if_free(temporary: Path, target: Path) -> None:
    """Give the file its name, unless someone else took the name in the meantime.

    Raises
    ------
    FileExistsError : the name is taken.
    """
    try:
        target.hardlink_to(temporary)  # unlike a move, it fails if the name is taken
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError(str(target)) from None
        temporary.replace(target)


def _exists(path: Path) -> OutputRefusedError:
    return OutputRefusedError(f"{path} exists already", "use --force to overwrite it")
