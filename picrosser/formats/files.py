"""Puzzle files on disk: path to puzzle and back. Now TOML only."""

from __future__ import annotations

from pathlib import Path

from picrosser.errors import InputUnreadableError, PuzzleFileError
from picrosser.formats import toml_file
from picrosser.formats.atomic import write_new_file
from picrosser.formats.toml_file import PuzzleFile
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import Picture

MOST_BYTES = 4_000_000
"""A longer file is refused before it is read: a board of 1000 x 1000 cells needs less."""


def load_puzzle(path: Path) -> PuzzleFile:
    """Read a puzzle file.

    Raises
    ------
    InputUnreadableError : the file is missing or cannot be read.
    PuzzleFileError : it is too large, not text, or breaks the rules of its format; the text says where.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputUnreadableError(f"cannot read {path}: {reason}") from error
    if len(data) > MOST_BYTES:
        raise PuzzleFileError(f"{path}: the file is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        return toml_file.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PuzzleFileError(f"{path}: not a text in UTF-8 (byte {error.start})") from error
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{path}: {error.seen}", error.advice) from error


def save_puzzle(
    path: Path, puzzle: HungryCat, solution: Picture | None = None, *, force: bool = False
) -> None:
    """Write a puzzle file, with its answer if there is one.

    Raises
    ------
    OutputRefusedError : the file exists (and not `force`), or cannot be written there.
    PuzzleFileError : the format cannot hold the puzzle.
    """
    write_new_file(path, toml_file.write(puzzle, solution).encode(), force=force)
