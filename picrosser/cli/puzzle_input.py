"""The puzzle that a command line names: a path, an address, stdin, or its hints in letters."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from picrosser.cli.options import STREAM, UsageError
from picrosser.cli.report import shown, tell
from picrosser.errors import InputUnreadableError, PuzzleFileError
from picrosser.formats import hungry_cat_letters
from picrosser.formats.files import MAX_BYTES, parse_puzzle, read_bytes
from picrosser.formats.puzzle_file import PuzzleFile

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

KATAMINO = "katamino"
"""What --from calls Katamino files, in TOML or JSON."""
Words = tuple[str, str, str]
"""The values of --colours, --columns and --rows; "" where they are not given."""


def input_puzzle(place: str, source: str, words: Words, *, quiet: bool = False) -> PuzzleFile:
    """As `input_any`, of puzzles with hints only.

    Raises
    ------
    UsageError : neither or both are given.
    PuzzleFileError : it is a packing.
    """
    file = input_any(place, source, words, quiet=quiet)
    if not isinstance(file, PuzzleFile):
        raise no_hints(place)
    return file


def no_hints(place: str) -> PuzzleFileError:
    """Why a Katamino file is refused where hints are needed."""
    return PuzzleFileError(
        f"{shown(place)}: a Katamino puzzle has pieces, and no hints for its cells",
        "picrosser solve or picrosser katamino packs it",
    )


def input_any(place: str, source: str, words: Words, *, quiet: bool = False) -> PuzzleFile | PackingFile:
    """Read the puzzle, and tell what a user should know of the reading.

    Parameters
    ----------
    place : "" where the words are the puzzle.
    source : the format's name, or "".

    Raises
    ------
    UsageError : neither or both are given.
    """
    if any(words):
        if place:
            raise UsageError("--colours, --columns and --rows are a puzzle, and so is a file", "give one")
        if not all(words):
            raise UsageError("--colours, --columns and --rows belong together", "give all three")
        return hungry_cat_letters.parse_words(*words)
    if not place:
        raise UsageError("no puzzle is given", "name a file, or give --colours, --columns and --rows")
    data, suffix = (_stdin(), "") if place == STREAM else read_bytes(place)
    name = "the input" if place == STREAM else place
    if source == KATAMINO or (not source and b"katamino" in data):  # else its modules are not needed
        from picrosser.formats.files import holds_packing, parse_packing

        if source or holds_packing(data):
            return parse_packing(data, name)
    file = parse_puzzle(data, name, source or None, suffix=suffix)
    for note in file.notes if not quiet else ():
        tell(f"{shown(place)}: {note}")
    return file


def _stdin() -> bytes:
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputUnreadableError(
            f"cannot read the input: {(error.strerror or str(error)).lower()}"
        ) from error
