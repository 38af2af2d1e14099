"""Files of Katamino puzzles: a path, an address or bytes in, a puzzle with its packing out; and back.

They stand beside the other puzzle files, since a packing has no lines with hints.
"""

from __future__ import annotations

from pathlib import Path

from picrosser.errors import PuzzleFileError
from picrosser.formats import packings
from picrosser.formats.atomic import write_new_file
from picrosser.formats.files import MOST_BYTES, read_bytes
from picrosser.formats.packings import PackingFile
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture

NAME = "katamino"
"""What `--from` and `--to` call the format; the suffix chooses between its three forms."""
SUFFIXES = (".toml", ".json", ".txt")


def holds_packing(data: bytes) -> bool:
    """Whether a file says that it is Katamino."""
    return packings.looks_like(data.decode("utf-8", "replace"))


def load_packing(place: Path | str) -> PackingFile:
    """Read a Katamino puzzle from TOML or JSON.

    place : a path, or an http(s) address as a string.

    Raises
    ------
    InputUnreadableError : the file is missing or cannot be read.
    PuzzleFileError : it is too large, not text, or no Katamino puzzle; the text says where.
    """
    data, _ = read_bytes(place)
    return parse_packing(data, str(place))


def parse_packing(data: bytes, name: str) -> PackingFile:
    """Read the bytes of a Katamino puzzle.

    name : what messages call it.

    Raises
    ------
    PuzzleFileError : as `load_packing`.
    """
    if len(data) > MOST_BYTES:
        raise PuzzleFileError(f"{name}: the file is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        return packings.parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise PuzzleFileError(f"{name}: it is not UTF-8") from error
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{name}: {error.seen}", error.advice) from error


def packing_text(puzzle: Katamino, solution: Picture | None, suffix: str) -> str:
    """A puzzle as the text of a file; `.txt` is a picture of letters, which holds a packing only.

    Raises
    ------
    PuzzleFileError : another suffix than SUFFIXES, or nothing to write as letters.
    """
    if suffix == ".toml":
        return packings.write(PackingFile(puzzle, solution))
    if suffix == ".json":
        return packings.write_json(PackingFile(puzzle, solution))
    if suffix != ".txt":
        raise PuzzleFileError(f"*{suffix} cannot hold a Katamino puzzle", f"use {', '.join(SUFFIXES)}")
    if solution is None:
        raise PuzzleFileError("letters cannot hold a puzzle without its packing", "use .toml or .json")
    return "\n".join(packings.letter_rows(puzzle, solution)) + "\n"


def save_packing(
    path: Path, puzzle: Katamino, solution: Picture | None = None, *, force: bool = False
) -> None:
    """Write a puzzle, with its packing if there is one, in the form that the path's suffix names.

    Raises
    ------
    OutputRefusedError : the file exists (and not `force`), or cannot be written there.
    PuzzleFileError : the form cannot hold it.
    """
    text = packing_text(puzzle, solution, path.suffix.lower())
    write_new_file(path, text.encode(), force=force)
