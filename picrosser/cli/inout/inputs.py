"""What the words of a command line name: screenshots, puzzle files, folders, patterns that no shell expanded.

A file's first bytes say what it is, never its name. This is asked before anything else is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from picrosser.cli.inout.report import reason_of
from picrosser.cli.options import STREAM
from picrosser.errors import InputUnreadableError
from picrosser.formats.addresses import MAGIC, holds_puzzle
from picrosser.storage.stores import is_address, is_stored_folder, pictures_at

PICTURE_SUFFIXES = (
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"),
    *(".tif", ".tiff", ".ppm", ".avif", ".heic"),
)
"""Of the files in a folder these are taken. A file that is named itself may have any suffix."""
_PATTERN = frozenset("*?[")
_HEAD_BYTES = 256  # enough to tell a text from a picture
# What is written as text and is no puzzle file: PDF, PostScript, PGM, PPM. Reading it as a picture says so.
_WRITTEN_AS_TEXT = (b"%PDF-", b"%!", b"\x04%!", b"P2\n", b"P3\n")


def is_text(name: str) -> bool:
    """Return whether an input is a text, so a puzzle file; False if it cannot be read.

    So is an address that holds a puzzle, and a picture with one pixel for each cell.
    """
    if holds_puzzle(name):
        return True
    head = first_bytes(name)
    if head and (name.lower().endswith(".ujc") or head.startswith(MAGIC.encode("latin-1"))):
        return True
    if head.startswith(_WRITTEN_AS_TEXT) or b"<svg" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # more is wrong than a character cut at the end
            return False
    return bool(head) and b"\x00" not in head


def is_picture(name: str) -> bool:
    """Return whether an input is a file and no text; False if it cannot be read."""
    return bool(first_bytes(name)) and not is_text(name)


def first_bytes(name: str, count: int = _HEAD_BYTES) -> bytes:
    """Return a file's first bytes; none of stdin, of a pipe, or of what cannot be read."""
    try:
        if name == STREAM or not Path(name).is_file():
            return b""
        with Path(name).open("rb") as file:
            return file.read(count)
    except (OSError, ValueError):
        return b""  # reading it as an input will say what is wrong


def are_puzzle_files(names: Sequence[str]) -> bool:
    """Return whether all inputs are puzzle files; one among screenshots fails alone."""
    return all(map(is_text, names))


def is_plain(name: str) -> bool:
    return not (is_address(name) or is_folder(name) or _is_pattern(name))


def expanded(names: Sequence[str], *, recursive: bool = False) -> tuple[str, ...]:
    """Return the inputs, with the pictures in a folder, or those that match a pattern, in its place.

    Raises InputUnreadableError: there are none.
    """
    return tuple(found for name in names for found in _expanded(name, recursive))


def _expanded(name: str, recursive: bool) -> list[str]:
    if holds_puzzle(name):
        return [name]
    if is_address(name):
        pictures = pictures_at(name, PICTURE_SUFFIXES, recursive=recursive)
        if not pictures:
            raise InputUnreadableError(f"there are no pictures at {name}", "check the address")
        return pictures
    if _is_pattern(name):
        from glob import glob  # 5 ms, and most shells expand patterns themselves

        matching = sorted(glob(name, recursive=recursive))  # noqa: PTH207  (the pattern may be absolute)
        if not matching:
            raise InputUnreadableError(f"no file matches {name}", "check the pattern")
        return matching
    if not is_folder(name):
        return [name]
    pictures = sorted(_pictures_in(Path(name), recursive))
    if not pictures:
        where = "" if recursive else ", or give --recursive to look into its folders"
        raise InputUnreadableError(f"the folder {name} holds no pictures", f"name the pictures{where}")
    return pictures


def is_folder(name: str) -> bool:
    """Return whether an input is a folder; False if its name is invalid."""
    # Path raises for a name that is too long.
    if holds_puzzle(name):
        return False
    return is_stored_folder(name) if is_address(name) else os.path.isdir(name)  # noqa: PTH112


def _is_pattern(name: str) -> bool:
    try:
        return bool(_PATTERN & set(name)) and not Path(name).exists()
    except (OSError, ValueError):
        return False


def _pictures_in(folder: Path, recursive: bool) -> Iterator[str]:
    """The pictures in a folder, without hidden files and folders, and without folders that are links."""
    try:
        entries = list(folder.iterdir())
    except OSError as error:
        raise InputUnreadableError(f"the folder {folder} cannot be read: {reason_of(error)}") from error
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            if recursive and not entry.is_symlink():
                yield from _pictures_in(entry, recursive)
        elif entry.name.lower().endswith(PICTURE_SUFFIXES):
            yield str(entry)
