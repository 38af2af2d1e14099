"""What the words of a command line name: screenshots, puzzle files, folders, patterns that no shell expanded.

An input's first bytes say what it is, never its name. This is asked before anything else is loaded. What
stdin or a pipe gives can be read only once, so it is kept.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from select import select
from stat import S_ISFIFO, S_ISREG
from typing import NoReturn

from picrosser.cli.inout.report import print_message, reason_of
from picrosser.cli.inout.time_limit import interrupted_at
from picrosser.cli.options import STREAM, Options, exists, is_dir, is_file
from picrosser.errors import InputUnreadableError
from picrosser.formats.addresses import MAGIC, holds_puzzle
from picrosser.imaging.pdf_pages import BEGINNING, page_names
from picrosser.running.deadline import Deadline
from picrosser.storage.input_bytes import MAX_BYTES_BEFORE_PNG, MAX_INPUT_BYTES, read_at_most
from picrosser.storage.stores import is_address, is_stored_folder, pictures_at

PICTURE_SUFFIXES = (
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"),
    *(".tif", ".tiff", ".ppm", ".avif", ".heic"),
)
"""Of the files in a folder these are taken. A file that is named itself may have any suffix."""
TELL_AFTER_S = 1.5  # of silence on stdin; it ends nothing, since a slow program may still send a screenshot
_PATTERN = frozenset("*?[")
_WEB = ("http://", "https://")
ALL = -1  # the number of bytes that stands for a whole file
_HEAD_BYTES = 256  # enough to tell a text from a picture, and a PDF
_PNG = b"\x89PNG\r"  # some phones print warnings before a screenshot
# What is written as text and is no puzzle file: PDF, PostScript, PGM, PPM. Reading it as a picture says so.
_WRITTEN_AS_TEXT = (b"%PDF-", b"%!", b"\x04%!", b"P2\n", b"P3\n")

_read_once: dict[str, bytes] = {}


def forget_inputs() -> None:
    """Forget what stdin and pipes gave: another command line begins."""
    _read_once.clear()


def is_piped() -> bool:
    """Whether a pipe or a file comes in on stdin: then it is the input if none is named.

    Who typed no name at an editor's console, whose pipe stays open and silent, is told what is waited for.
    """
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    if S_ISFIFO(mode):
        with suppress(OSError):  # Windows has no select for pipes
            if not select([sys.stdin], [], [], TELL_AFTER_S)[0]:
                print_message("picrosser: waiting for stdin; to read a file, name it: picrosser shot.png")
    return S_ISFIFO(mode) or S_ISREG(mode)


def is_stream(name: str) -> bool:
    """Return whether an input is stdin, a pipe or a device: what can be read only once."""
    return name == STREAM or (exists(name) and not is_file(name) and not is_folder(name))


def stream_bytes(name: str) -> bytes | None:
    """Return all that stdin or a pipe gives; None for other inputs. Raises InputUnreadableError."""
    if not is_stream(name):
        return None
    if name not in _read_once:
        most = MAX_INPUT_BYTES + 1
        try:
            data = sys.stdin.buffer.read(most) if name == STREAM else read_at_most(Path(name), most)
            _read_once[name] = data
        except OSError as error:
            raise InputUnreadableError(f"the input cannot be read: {reason_of(error)}") from error
    return _read_once[name]


def is_text(name: str) -> bool:
    """Return whether an input is a text, so a puzzle file; False if it cannot be read.

    So is an address that holds a puzzle, and a picture with one pixel for each cell.
    """
    if holds_puzzle(name):
        return True
    head = _head(name)
    if head and (name.lower().endswith(".ujc") or head.startswith(MAGIC.encode("latin-1"))):
        return True
    if head.startswith(_WRITTEN_AS_TEXT) or b"<svg" in head or _PNG in head:
        return False
    head = head[:_HEAD_BYTES]
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # more is wrong than a character cut at the end
            return False
    return bool(head) and b"\x00" not in head


def is_picture(name: str) -> bool:
    """Return whether an input is a file and no text; False if it cannot be read."""
    return bool(_head(name)) and not is_text(name)


def _head(name: str) -> bytes:
    given = stream_bytes(name)
    return first_bytes(name, MAX_BYTES_BEFORE_PNG) if given is None else given[:MAX_BYTES_BEFORE_PNG]


def first_bytes(name: str, count: int) -> bytes:
    """Return so many of a file's first bytes, or `ALL`; none of stdin, a pipe, or what cannot be read."""
    if name == STREAM or not is_file(name):
        return b""
    try:
        with Path(name).open("rb") as file:
            return file.read(count)
    except OSError:
        return b""  # reading it as an input will say what is wrong


def are_puzzle_files(options: Options) -> bool:
    """Return whether all inputs are puzzle files; one among screenshots fails alone."""
    with interrupted_at(Deadline.after(options.time_limit_s)):  # a pipe into which nothing comes
        return all(map(is_text, options.inputs))


def is_plain(name: str) -> bool:
    return not (is_address(name) or is_folder(name) or _is_pattern(name) or is_stream(name) or _is_pdf(name))


def _is_pdf(name: str) -> bool:
    return BEGINNING.match(first_bytes(name, _HEAD_BYTES)) is not None


def expanded(names: Sequence[str], *, recursive: bool = False) -> tuple[str, ...]:
    """The inputs, with the pictures of a folder or a pattern in its place; an error if there are none."""
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
        is_read = _is_pdf(name) and find_spec("pypdfium2") is not None
        return page_names(Path(name)) if is_read else [name]
    pictures = sorted(map(str, pictures_in(Path(name), recursive, _refuse_folder)))
    if not pictures:
        where = "" if recursive else ", or give --recursive to look into its folders"
        raise InputUnreadableError(f"the folder {name} holds no pictures", f"name the pictures{where}")
    return pictures


def is_folder(name: str) -> bool:
    """Return whether an input is a folder; False if its name is invalid."""
    if holds_puzzle(name):
        return False
    return is_stored_folder(name) if is_address(name) else is_dir(name)


def _is_pattern(name: str) -> bool:
    return bool(_PATTERN & set(name)) and not name.lower().startswith(_WEB) and not exists(name)


def pictures_in(
    folder: Path, recursive: bool, on_error: Callable[[OSError], object] | None = None
) -> Iterator[Path]:
    """The pictures in a folder, without hidden files and folders, and without folders that are links.

    on_error : called for a folder that cannot be read; None to leave it out.
    """
    for name, folders, files in os.walk(folder, onerror=on_error):
        folders[:] = [each for each in folders if recursive and not each.startswith(".")]
        for file in files:
            if file.lower().endswith(PICTURE_SUFFIXES) and not file.startswith("."):
                yield Path(name, file)


def _refuse_folder(error: OSError) -> NoReturn:
    raise InputUnreadableError(f"the folder {error.filename} cannot be read: {reason_of(error)}") from error
