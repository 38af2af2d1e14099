"""A folder that one run fills, and that a later run may empty, because a manifest lists what was written.

The manifest's line with the name and the hash of a file is written before the file, so that also a run that
was killed leaves nothing that is not listed. A later run removes a file only if its content still has a hash
that is listed for its name; everything else belongs to somebody else.

    {"schema": "picrosser-debug/1", "temporary": ".picrosser-5f0c....tmp"}
    {"file": "00-screenshot.png", "sha256": "9f86d0..."}
    {"folder": "01-shot"}                     (has a manifest of its own)

A run holds a lock on the manifest while it writes. Known limit: Windows and some network drives have none.
"""

import hashlib
import json
import os
import re
import weakref
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
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
        """Make the folder, whose parent must exist, or remove what an earlier run wrote into it, and lock it.

        force : use the folder even if it holds other files. They are kept, but a file is overwritten when one
            with its name is written.
        inputs : files that are not removed in any case.

        Raises OutputRefusedError: the folder cannot be made; it is a symbolic link; it holds other files
        (and not `force`); an input is among the files to remove; another run is writing into it.
        """
        self._folder = folder
        self._force = force
        self._written: set[str] = set()
        with self._telling_errors():
            self._begin(inputs)

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
        ours, others = _survey(folder)
        if not self._force:
            _refuse_others(folder, others)
        for path in inputs:
            if any(_is_same(path, earlier) for earlier in ours):
                raise OutputRefusedError(
                    f"the input {path} would be removed with the earlier recording in {folder}",
                    "choose another debug folder",
                )
        for path in ours:
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
        os.ftruncate(manifest, 0)
        self._temporary = folder / f".picrosser-{os.urandom(8).hex()}.tmp"
        self._announce({"schema": _SCHEMA, "temporary": self._temporary.name})

    def write(self, name: str, data: bytes) -> None:
        """Write a file completely or not at all; one of somebody else is replaced with `force` alone."""
        path = self._folder / name
        with self._telling_errors():
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
        self._written.add(name)

    def subfolder(self, name: str) -> Path:
        """List a folder in this one, for another `RecordedFolder`; return its path."""
        with self._telling_errors():
            self._announce({"folder": name})
        return self._folder / name

    def close(self) -> None:
        """End the recording, so that another run may use the folder; nothing can be written any more."""
        self._release()

    @contextmanager
    def _telling_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = f"cannot write the debug folder {self._folder}: "
            what += (error.strerror or type(error).__name__).lower()
            raise OutputRefusedError(what, "choose another place") from error

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


def _survey(folder: Path, *, inner: bool = False) -> tuple[list[Path], list[Path]]:
    """What an earlier run wrote and nobody changed, in an order in which it can go; and the rest."""
    entries = _entries(folder / MANIFEST)
    if entries is None:
        return [], sorted(folder.iterdir())
    ours: list[Path] = []
    others: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.name == MANIFEST:
            continue
        if path.is_symlink():
            others.append(path)
        elif path.is_dir() and not inner and {"folder": path.name} in entries:
            mine, strange = _survey(path, inner=True)
            ours += mine if strange else [*mine, *path.glob(MANIFEST), path]
            others += strange
        else:
            (ours if path.is_file() and _is_listed(path, entries) else others).append(path)
    return ours, others


def _is_listed(path: Path, entries: Sequence[dict[str, str]]) -> bool:
    """Whether a file has a hash that is listed: the last one of several may belong to a write that failed."""
    if path.name == entries[0]["temporary"]:
        return True
    hashes = {entry.get("sha256") for entry in entries if entry.get("file") == path.name}
    if not hashes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() in hashes


def _entries(path: Path) -> list[dict[str, str]] | None:
    """Return a manifest's finished lines, a head alone if there are none; None if no run wrote the file."""
    empty = [{"schema": _SCHEMA, "temporary": ""}]
    if not os.path.lexists(path):
        return empty
    if path.is_symlink() or not path.is_file() or path.stat().st_size > _MAX_MANIFEST_BYTES:
        return None
    text, entries = path.read_bytes(), list[dict[str, str]]()
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            break
        entries.append(entry)
    head = entries[0] if entries else {}
    is_ours = head.get("schema") == _SCHEMA and _TEMPORARY.fullmatch(head.get("temporary", ""))
    return entries if is_ours else None if text else empty


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # it does not exist, or cannot (a NUL in its name)
        return False


def _refuse_others(folder: Path, others: Collection[Path]) -> None:
    if others:
        first = min(others).relative_to(folder)
        raise OutputRefusedError(
            f"the debug folder {folder} holds {first}, which no earlier run wrote or which was changed since",
            "choose another folder, or use --force, which keeps such files or overwrites them",
        )
