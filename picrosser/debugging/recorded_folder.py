"""A folder that one run fills, and that a later run may empty, because a manifest lists what was written.

The manifest, `picrosser-debug.jsonl`, is written ahead: its line with the name and the hash of a file comes
before the file. So also a run that was killed leaves nothing in the folder that the manifest does not list.
A later run removes a file only if its content still has a hash that is listed for its name. Everything else
(other files, files that were edited since, symbolic links) belongs to somebody else and is never removed.

    {"schema": "picrosser-debug/1", "temporary": ".picrosser-5f0c....tmp"}
    {"file": "00-screenshot.png", "sha256": "9f86d0..."}
    {"folder": "01-shot"}                     (has a manifest of its own)

While a run writes, it holds a lock on the manifest, so that a second run is refused. Known limit: where the
system has no such locks (Windows, some network drives), it is not.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import weakref
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from picrosser.errors import OutputRefusedError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MANIFEST = "picrosser-debug.jsonl"
_SCHEMA = "picrosser-debug/1"
_TEMPORARY = re.compile(r"\.picrosser-[0-9a-f]{16}\.tmp")
_MAX_MANIFEST_BYTES = 10_000_000  # a run of 30 stages writes 20,000; a file larger than this is no manifest


class RecordedFolder:
    """A folder in which every file and sub-folder is listed before it is written."""

    def __init__(self, folder: Path, *, force: bool, inputs: Collection[Path] = ()) -> None:
        """Make the folder, or remove what an earlier run wrote into it, and lock it.

        Parameters
        ----------
        folder : its parent must exist.
        force : use the folder even if it holds other files. They are kept, but a file is overwritten when
            one with its name is written.
        inputs : files that are not removed in any case.

        Raises
        ------
        OutputRefusedError : the folder cannot be made; it is a symbolic link; it holds other files (and not
            `force`); an input is among the files to remove; another run is writing into it.
        """
        self._folder = folder
        self._force = force
        self._written: set[str] = set()
        try:
            self._begin(inputs)
        except OSError as error:
            raise _refused(folder, error) from error

    def _begin(self, inputs: Collection[Path]) -> None:
        folder = self._folder
        if folder.is_symlink():
            raise OutputRefusedError(
                f"the debug folder {folder} is a symbolic link", "name the folder that it leads to"
            )
        folder.mkdir(exist_ok=True)
        if not self._force and not os.path.lexists(folder / MANIFEST):
            _refuse_others(folder, list(folder.iterdir()))  # before a manifest is made in a folder of others
        manifest = _locked(folder)
        self._release = weakref.finalize(self, os.close, manifest)
        self._manifest = manifest
        earlier = _survey(folder)
        if not self._force:
            _refuse_others(folder, earlier.others)
        for path in inputs:
            if any(_is_same(path, earlier_path) for earlier_path in earlier.ours):
                raise OutputRefusedError(
                    f"the input {path} would be removed with the earlier recording in {folder}",
                    "choose another debug folder",
                )
        for path in earlier.ours:
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
        os.ftruncate(manifest, 0)
        self._temporary = folder / f".picrosser-{os.urandom(8).hex()}.tmp"
        self._announce({"schema": _SCHEMA, "temporary": self._temporary.name})

    def write(self, name: str, data: bytes) -> None:
        """Write a file completely or not at all; one that this run wrote before is replaced.

        Raises
        ------
        OutputRefusedError : it cannot be written, or (without `force`) a file of somebody else has its name.
        """
        path = self._folder / name
        try:
            if not self._force and name not in self._written and os.path.lexists(path):
                _refuse_others(self._folder, [path])
            self._announce({"file": name, "sha256": hashlib.sha256(data).hexdigest()})
            try:
                with self._temporary.open("xb") as file:
                    file.write(data)
                self._temporary.replace(path)
            finally:  # after success it is already gone
                with suppress(OSError):
                    self._temporary.unlink(missing_ok=True)
        except OSError as error:
            raise _refused(self._folder, error) from error
        self._written.add(name)

    def subfolder(self, name: str) -> Path:
        """List a folder in this one, for another `RecordedFolder`; return its path.

        Raises
        ------
        OutputRefusedError : the manifest cannot be written.
        """
        try:
            self._announce({"folder": name})
        except OSError as error:
            raise _refused(self._folder, error) from error
        return self._folder / name

    def close(self) -> None:
        """End the recording, so that another run may use the folder; nothing can be written any more."""
        self._release()

    def _announce(self, entry: dict[str, str]) -> None:
        """Add a line to the manifest; where the disk is full, none of it."""
        before = os.lseek(self._manifest, 0, os.SEEK_END)
        line = json.dumps(entry).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._manifest, line) :]
        except OSError:
            os.ftruncate(self._manifest, before)
            raise


def _locked(folder: Path) -> int:
    """Open the manifest, or make an empty one, and lock it; return its file descriptor."""
    path = folder / MANIFEST
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise OutputRefusedError(
            f"another run is writing the debug folder {folder}", "wait for it, or choose another folder"
        ) from None
    except OSError:  # this drive has no locks
        pass
    return descriptor


# ---- What is in the folder before the run


@dataclass(frozen=True, slots=True)
class _Survey:
    """What a folder holds besides its manifest.

    ours : files and folders that an earlier run wrote and nobody changed, in an order in which they can be
        removed.
    others : everything else.
    """

    ours: list[Path] = field(default_factory=list)
    others: list[Path] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What a manifest lists.

    hashes : of each file; several if it was written several times: the last one may have failed.
    folders : the names of the sub-folders.
    temporary : the name of the file that is renamed when it is complete.
    """

    hashes: dict[str, set[str]]
    folders: set[str]
    temporary: str


def _survey(folder: Path, *, with_folders: bool = True) -> _Survey:
    """Look through a folder; sub-folders of sub-folders are never ours."""
    found = _Survey()
    manifest = _read_manifest(folder / MANIFEST)
    if manifest is None:
        found.others.extend(sorted(folder.iterdir()))
        return found
    for path in sorted(folder.iterdir()):
        if path.name == MANIFEST:
            continue
        if path.is_symlink():
            found.others.append(path)
        elif path.is_dir() and with_folders and path.name in manifest.folders:
            inside = _survey(path, with_folders=False)
            found.ours.extend(inside.ours)
            found.others.extend(inside.others)
            if not inside.others:
                found.ours.extend([*path.glob(MANIFEST), path])
        elif path.is_file() and _is_ours(path, manifest):
            found.ours.append(path)
        else:
            found.others.append(path)
    return found


def _is_ours(path: Path, manifest: _Manifest) -> bool:
    if path.name == manifest.temporary:
        return True
    if path.name not in manifest.hashes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() in manifest.hashes[path.name]


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # it does not exist, or cannot (a NUL in its name)
        return False


def _read_manifest(path: Path) -> _Manifest | None:
    """Return what a manifest lists: nothing if it is missing or empty; None for a file of somebody else."""
    manifest = _Manifest(defaultdict(set), set(), "")
    if not os.path.lexists(path):
        return manifest
    if path.is_symlink() or not path.is_file() or path.stat().st_size > _MAX_MANIFEST_BYTES:
        return None
    lines = _entries(path.read_bytes())
    head = next(lines, None)
    if head is None:
        return manifest if not path.stat().st_size else None
    if head.get("schema") != _SCHEMA or not _TEMPORARY.fullmatch(head.get("temporary", "")):
        return None
    for entry in lines:
        if "folder" in entry:
            manifest.folders.add(entry["folder"])
        else:
            manifest.hashes[entry.get("file", "")].add(entry.get("sha256", ""))
    return _Manifest(manifest.hashes, manifest.folders, head["temporary"])


def _entries(text: bytes) -> Iterator[dict[str, str]]:
    """Yield the lines that are objects of strings, up to the first that is not: it was never finished."""
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            return
        yield entry


# ---- Refusals


def _refuse_others(folder: Path, others: Collection[Path]) -> None:
    if others:
        first = min(others).relative_to(folder)
        raise OutputRefusedError(
            f"the debug folder {folder} holds {first}, which no earlier run wrote or which was changed since",
            "choose another folder, or use --force, which keeps such files or overwrites them",
        )


def _refused(folder: Path, error: OSError) -> OutputRefusedError:
    reason = (error.strerror or type(error).__name__).lower()
    return OutputRefusedError(f"cannot write the debug folder {folder}: {reason}", "choose another place")
