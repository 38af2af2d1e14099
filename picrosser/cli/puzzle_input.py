"""The puzzle that a command line names: a path, an address, stdin, or its hints in letters."""

from __future__ import annotations

import sys

from picrosser.cli.options import STREAM, UsageError
from picrosser.cli.report import shown, tell
from picrosser.errors import InputUnreadableError
from picrosser.formats import letters
from picrosser.formats.files import MOST_BYTES, load_puzzle, parse_puzzle
from picrosser.formats.puzzle_file import PuzzleFile

Words = tuple[str, str, str]
"""The values of --colours, --columns and --rows; "" where they are not given."""


def input_puzzle(place: str, source: str, words: Words, *, quiet: bool = False) -> PuzzleFile:
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
        return letters.parse_words(*words)
    if not place:
        raise UsageError("no puzzle is given", "name a file, or give --colours, --columns and --rows")
    file = _read(place, source or None)
    for note in file.notes if not quiet else ():
        tell(f"{shown(place)}: {note}")
    return file


def _read(place: str, source: str | None) -> PuzzleFile:
    if place != STREAM:
        return load_puzzle(place, source)
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputUnreadableError(
            f"cannot read the input: {(error.strerror or str(error)).lower()}"
        ) from error
    return parse_puzzle(data, "the input", source)
