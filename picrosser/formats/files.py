"""Puzzle files: a path or an address to a puzzle, and a puzzle to a path, in any format of the registry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from picrosser.errors import InputUnreadableError, PuzzleFileError
from picrosser.formats.atomic import write_new_file
from picrosser.formats.losses import kind_of, write_checked
from picrosser.formats.puzzle_file import Format, PuzzleFile
from picrosser.formats.registry import detect, format_for_output, format_named
from picrosser.formats.text import decode, not_utf8
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture

MOST_BYTES = 4_000_000
"""A longer file is refused before it is read: a board of 1000 x 1000 cells needs less."""


def load_puzzle(place: Path | str, format: str | None = None) -> PuzzleFile:
    """Read a puzzle file.

    Parameters
    ----------
    place : a path, or an http(s) address as a string.
    format : its name in the registry; None to tell it by content, then by suffix.

    Raises
    ------
    InputUnreadableError : the file is missing or cannot be read.
    PuzzleFileError : it is too large, not text, or breaks the rules of its format; the text says where.
    """
    data, suffix = read_bytes(place)
    return parse_puzzle(data, str(place), format, suffix=suffix)


def read_bytes(place: Path | str) -> tuple[bytes, str]:
    """The bytes of a file or an address, one more than MOST_BYTES at most; and its suffix.

    Raises
    ------
    InputUnreadableError : the file is missing or cannot be read.
    """
    if isinstance(place, str) and place.lower().startswith(("http://", "https://")):
        from picrosser.formats.web import fetch  # its imports cost more than most files

        return fetch(place, MOST_BYTES), PurePosixPath(urlsplit(place).path).suffix
    path = Path(place)
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1), path.suffix
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputUnreadableError(f"cannot read {path}: {reason}") from error


def parse_puzzle(data: bytes, name: str, format: str | None = None, *, suffix: str = "") -> PuzzleFile:
    """Read the bytes of a puzzle file.

    name : what messages call it.

    Raises
    ------
    PuzzleFileError : as `load_puzzle`.
    """
    if len(data) > MOST_BYTES:
        raise PuzzleFileError(f"{name}: the file is larger than {MOST_BYTES // 1_000_000} MB")
    known = None if format is None else format_named(format)
    try:
        return _parse(data, known, suffix)
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{name}: {error.seen}", error.advice) from error


def _parse(data: bytes, known: Format | None, suffix: str) -> PuzzleFile:
    if data[:2] == b"P4" and (known is None or known.name == "pbm"):
        return format_named("pbm").parse(data.decode("latin-1"))
    text, latin1 = decode(data)
    chosen = known or detect(text, suffix)
    if latin1 and not chosen.latin1:
        raise not_utf8(data)
    file = chosen.parse(text)
    return replace(file, notes=(*file.notes, "read as Latin-1, since it is not UTF-8")) if latin1 else file


def save_puzzle(
    path: Path,
    puzzle: LinePuzzle,
    solution: Picture | None = None,
    *,
    title: str = "",
    format: str | None = None,
    force: bool = False,
) -> tuple[str, ...]:
    """Write a puzzle file, with its answer if there is one.

    Parameters
    ----------
    format : its name in the registry; None to tell it by the path's suffix.

    Returns
    -------
    What the format could not hold of the puzzle's looks: the title, say.

    Raises
    ------
    OutputRefusedError : the file exists (and not `force`), or cannot be written there.
    PuzzleFileError : the format cannot hold the puzzle.
    """
    file = PuzzleFile(puzzle, solution, title)
    target = format_named(format) if format else format_for_output(path, kind_of(file))
    text, lost = write_checked(file, target)
    write_new_file(path, text.encode(), force=force)
    return lost


def puzzle_text(puzzle: LinePuzzle, solution: Picture | None = None) -> str:
    """A puzzle in the native form, TOML, with its answer if there is one.

    Raises
    ------
    PuzzleFileError : the format cannot hold the puzzle.
    """
    file = PuzzleFile(puzzle, solution)
    return write_checked(file, format_for_output(PurePosixPath("x.toml"), kind_of(file)))[0]
