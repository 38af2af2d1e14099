"""Files at addresses ("s3://bucket/shots/a.png", "sftp://host/shots/"), through fsspec and its libraries.

Object stores put a file as a whole or not at all. On other remote file systems a file is written under
another name, and then renamed. If the library for an address is missing, a `MissingPartError` says which;
whatever else such a library raises becomes an `InputUnreadableError` or `OutputRefusedError`.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from posixpath import dirname
from typing import Any

from picrosser.errors import (
    InputUnreadableError,
    MissingPartError,
    OutputRefusedError,
    PicrosserError,
    require,
)

# A single letter is a drive of Windows. Web servers are left out: fsspec follows them wherever they redirect.
_ADDRESS = re.compile(r"(?!https?://)[a-z][a-z0-9+.-]+://")
_PUT_WHOLE = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"})
"""Protocols of stores that put a file at once, and refuse to replace one if asked to."""
_CHUNK = 1 << 20


def is_address(name: str) -> bool:
    """Whether a name is the address of something that fsspec reaches, and not a path."""
    return _ADDRESS.match(name) is not None


def address_in(folder: str, *names: str) -> str:
    return "/".join((folder.rstrip("/"), *names))


def pictures_at(address: str, suffixes: Sequence[str], *, recursive: bool) -> list[str]:
    """The pictures in a folder, or that a pattern with * stands for; else the address itself.

    suffixes : of pictures, in lower case. recursive : look into the folders in a folder, too.
    """
    with _told(address, InputUnreadableError, "read"):
        system, path = _system(address)
        if "*" in path:
            return [system.unstrip_protocol(found) for found in sorted(system.glob(path))]
        if not (address.endswith("/") or system.isdir(path)):
            return [address]
        found = system.find(path, maxdepth=None if recursive else 1)
        inside = (place.removeprefix(path).lstrip("/") for place in sorted(found))
        pictures = (place for place in inside if place.lower().endswith(tuple(suffixes)))
        return [address_in(address, place) for place in pictures if "/." not in f"/{place}"]


def is_stored_folder(address: str) -> bool:
    """Whether an address is that of a folder, and not a file or a pattern; False if it cannot be read."""
    if not is_address(address) or "*" in address:
        return False
    with suppress(PicrosserError), _told(address, InputUnreadableError, "read"):
        system, path = _system(address)
        return address.endswith("/") or bool(system.isdir(path))
    return False


def fetch(address: str, copy: Path, *, at_most: int) -> None:
    """Copy so many bytes of a file, and one more, by which who reads the copy sees that it is larger."""
    with _told("the input", InputUnreadableError, "read"):
        system, path = _system(address)
        left = at_most + 1
        with system.open(path, "rb") as source, copy.open("xb") as target:
            while left > 0 and (data := source.read(min(left, _CHUNK))):
                target.write(data)
                left -= len(data)


def exists_at(address: str) -> bool:
    with _told(address, OutputRefusedError, "written"):
        system, path = _system(address)
        return bool(system.exists(path))


def store(data: bytes, address: str, *, root: str, force: bool) -> None:
    """Write a file at an address: as a whole or not at all.

    root : the folder of all outputs. It is made if it is missing, and so are folders in it.
    force : replace a file that is there.
    Raises FileExistsError: there is one, without `force`.
    """
    with _told(address, OutputRefusedError, "written"):
        system, path = _system(address)
        protocol = address.partition("://")[0].lower()
        if protocol in _PUT_WHOLE:
            system.pipe_file(path, data, mode="overwrite" if force else "create")
            return
        _make_folders(system, dirname(path), _system(root)[1])
        if not force and system.exists(path):
            raise FileExistsError(path)
        temporary = f"{dirname(path)}/.picrosser-{os.urandom(8).hex()}.tmp"
        try:
            system.pipe_file(temporary, data)
            system.mv(temporary, path)
        except BaseException:
            with suppress(Exception):
                system.rm_file(temporary)
            raise


def _make_folders(system: Any, folder: str, root: str) -> None:
    """Make a folder that is missing, up to that of all outputs; the one above is perhaps mistyped."""
    if system.isdir(folder):
        return
    above = dirname(root.rstrip("/"))
    if not system.isdir(above):
        raise OutputRefusedError(f"the folder {above} does not exist", "create it first")
    system.makedirs(folder, exist_ok=True)


def _system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    require(f"the address {address}", "fsspec")
    from fsspec.core import url_to_fs

    system, path = url_to_fs(address)
    return system, str(path)


@contextmanager
def _told(name: str, kind: type[PicrosserError], what: str) -> Iterator[None]:
    """Say in our words what a library raises because a file cannot be "read" or "written"."""
    try:
        yield
    except (PicrosserError, FileExistsError):
        raise
    except ImportError as error:
        raise MissingPartError(f"{name} needs a library that is not installed", str(error)) from error
    except FileNotFoundError as error:
        raise kind(f"{name} does not exist", "check the address") from error
    except Exception as error:  # each library has errors of its own
        reason = " ".join(str(error).split()) or type(error).__name__
        raise kind(f"{name} cannot be {what}: {reason}") from error
