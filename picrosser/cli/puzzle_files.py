"""Puzzles that a command line names: a path, an address, stdin, or the hints themselves in letters.

Also the loop over puzzle files that `solve` and `hint` share.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from picrosser.cli.file_options import FileOptions, Words
from picrosser.cli.inputs import is_picture
from picrosser.cli.options import STREAM, TYPED_HINTS, UsageError
from picrosser.cli.report import Report, attempt, print_message, print_reports
from picrosser.cli.time_limit import interrupted_at
from picrosser.errors import InputUnreadableError, PuzzleFileError
from picrosser.formats import hungry_cat_letters
from picrosser.formats.files import MAX_BYTES, parse_puzzle, read_bytes
from picrosser.formats.puzzle_file import DOUBT_MARK, PuzzleFile
from picrosser.puzzles.hints_by_hand import Fix
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

KATAMINO = "katamino"
"""What --from calls Katamino files, in TOML or JSON."""

DOUBTS_NOTE = "some lines are marked as in doubt; check them, and remove the marks"

Work = Callable[[str, PuzzleFile, FileOptions], Report]
PackWork: TypeAlias = "Callable[[str, PackingFile, FileOptions], Report]"


def run_each_file(
    options: FileOptions, work: Work, keys: Sequence[str] = (), pack_work: PackWork | None = None
) -> int:
    """Do the work for every file, and report on each.

    Parameters
    ----------
    work : what to do with one file, given its name.
    keys : the keys of the command's JSON objects, besides those that all commands have.
    pack_work : what to do with a Katamino file; None refuses it.

    Returns
    -------
    The exit status: that of a single file, else OK or SOME_FAILED.
    """

    def run(name: str) -> Report:
        typed = _stdin() if name == STREAM else None  # waiting for it is no work
        deadline = Deadline.after(options.time_limit_s)
        with interrupted_at(deadline):
            place = "" if any(options.words) else name
            file = read_puzzle(place, options.source, options.words, typed, quiet=options.quiet)
            rest = replace(options, time_limit_s=deadline.left_s)
            if isinstance(file, PuzzleFile):
                return work(name, file, rest)
            if pack_work is None:
                raise PuzzleFileError(
                    f"{name}: a Katamino puzzle has pieces, and no hints for its cells",
                    "picrosser solve or picrosser katamino packs it",
                )
            return pack_work(name, file, rest)

    def report(name: str) -> Report:
        found = attempt(name, lambda: run(name))
        return replace(found, verdict=found.verdict.removeprefix(f"{name}: "))  # printed with it anyway

    reports = map(report, options.files)
    return print_reports(reports, len(options.files), keys, as_json=options.as_json, quiet=options.quiet)


def read_puzzle(
    place: str,
    source: str,
    words: Words,
    typed: bytes | None = None,
    *,
    quiet: bool = False,
    fixes: Sequence[Fix] = (),
) -> PuzzleFile | PackingFile:
    """Read the puzzle, and report on stderr what the reader of its format noticed.

    Parameters
    ----------
    place : "" if the words are the puzzle; a screenshot is read, too.
    source : the format's name, or "" to recognise it.
    typed : what stdin held, if it was read already.
    fixes : hints of a screenshot that are set by hand.

    Raises
    ------
    UsageError : neither a place nor words are given, or both.
    PuzzleFileError : the file breaks the rules of its format.
    PicrosserError : it is a screenshot whose puzzle cannot be read for certain.
    """
    if any(words):
        if place:
            raise UsageError("--colours, --columns and --rows are a puzzle, and so is a file", "give one")
        if not all(words):
            raise UsageError("--colours, --columns and --rows belong together", "give all three")
        return hungry_cat_letters.parse_words(*words)
    if not place:
        raise UsageError("no puzzle is given", "name a file, or give --colours, --columns and --rows")
    if place == STREAM:
        data, suffix = _stdin() if typed is None else typed, ""
    elif not source and is_picture(place):
        from picrosser.cli.puzzle_pictures import puzzle_in_picture  # few files are pictures

        return puzzle_in_picture(place, fixes)
    else:
        data, suffix = read_bytes(place)
    name = "the input" if place == STREAM else place
    if source == KATAMINO or (not source and b"katamino" in data):  # else its modules are not needed
        from picrosser.formats.files import holds_packing, parse_packing

        if source or holds_packing(data):
            return parse_packing(data, name)
    file = parse_puzzle(data, name, source or None, suffix=suffix)
    notes = (*file.notes, *([DOUBTS_NOTE] if DOUBT_MARK.encode() in data else []))
    for note in notes if not quiet else ():
        print_message(f"{place or TYPED_HINTS}: {note}")
    return file


def _stdin() -> bytes:
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputUnreadableError(
            f"cannot read the input: {(error.strerror or str(error)).lower()}"
        ) from error
