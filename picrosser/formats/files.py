"""Puzzle files on disk: path to puzzle and back, in TOML or JSON."""

from __future__ import annotations

from pathlib import Path

from picrosser.errors import InputUnreadableError, PuzzleFileError
from picrosser.formats import json_file, nonogram_toml, toml_file
from picrosser.formats.atomic import write_new_file
from picrosser.formats.toml_file import PuzzleFile
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.nonogram import Nonogram
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
    return parse_puzzle(data, str(path))


def parse_puzzle(data: bytes, name: str) -> PuzzleFile:
    """Read the bytes of a puzzle file.

    name : what messages call it.

    Raises
    ------
    PuzzleFileError : as `load_puzzle`.
    """
    if len(data) > MOST_BYTES:
        raise PuzzleFileError(f"{name}: the file is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        return _parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PuzzleFileError(f"{name}: not a text in UTF-8 (byte {error.start})") from error
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{name}: {error.seen}", error.advice) from error


def save_puzzle(
    path: Path, puzzle: LinePuzzle, solution: Picture | None = None, *, force: bool = False
) -> None:
    """Write a puzzle file, with its answer if there is one.

    Raises
    ------
    OutputRefusedError : the file exists (and not `force`), or cannot be written there.
    PuzzleFileError : the format cannot hold the puzzle.
    """
    write_new_file(path, puzzle_text(puzzle, solution).encode(), force=force)


def puzzle_text(puzzle: LinePuzzle, solution: Picture | None = None) -> str:
    """A puzzle in the native form, with its answer if there is one.

    Raises
    ------
    PuzzleFileError : the format cannot hold the puzzle.
    """
    if isinstance(puzzle, Nonogram):
        return nonogram_toml.write(puzzle, solution)
    return toml_file.write(puzzle, solution)


def _parse(text: str) -> PuzzleFile:
    if json_file.looks_like(text):
        return json_file.parse(text)
    return nonogram_toml.parse(text) if nonogram_toml.looks_like(text) else toml_file.parse(text)
