"""`picrosser convert IN OUT`: write a puzzle file in another format, and report what that cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from picrosser.cli.options import STREAM, UsageError, Words, refuse_existing
from picrosser.cli.puzzle_files import read_puzzle
from picrosser.cli.report import print_message, write_stdout
from picrosser.errors import ExitCode
from picrosser.formats.atomic import write_new_file
from picrosser.formats.format_limits import kind_of, write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output, format_named


def convert(
    places: Sequence[str], source: str, target: str, words: Words, *, quiet: bool, force: bool
) -> int:
    """Convert a puzzle file and return the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot hold it or be written.
    """
    expected = 1 if any(words) else 2
    if len(places) != expected:
        names = "OUT" if expected == 1 else "IN and OUT"
        found = "1 argument" if len(places) == 1 else f"{len(places)} arguments"
        raise UsageError(f"expected {names}, found {found}", "see picrosser convert --help")
    place, out = ("", places[0]) if expected == 1 else places
    refuse_existing(out, force=force)
    file = read_puzzle(place, source, words, quiet=quiet)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.katamino_files import convert_packing

        _write_text(convert_packing(file, out, target), out, force=force)
        return int(ExitCode.OK)
    write_puzzle(file, out, target, quiet=quiet, force=force)
    return int(ExitCode.OK)


def write_puzzle(file: PuzzleFile, out: str, target: str, *, quiet: bool = False, force: bool) -> None:
    """Write a puzzle to a file or to stdout, and report what its format cannot hold.

    out : "" and `-` mean stdout, which gets TOML if no format is named.
    target : the format's name, or "" to take it from the suffix.

    Raises
    ------
    PicrosserError : the format cannot hold the puzzle, or the output cannot be written.
    """
    path = Path("x.toml") if out in ("", STREAM) else Path(out)
    chosen = format_named(target) if target else format_for_output(path, kind_of(file))
    text, lost = write_checked(file, chosen)
    _write_text(text, out, force=force)
    for what in lost if not quiet else ():
        print_message(f"{out or 'stdout'}: the format cannot hold {what}")


def _write_text(text: str, out: str, *, force: bool) -> None:
    if out in ("", STREAM):
        write_stdout(text.encode())
    else:
        write_new_file(Path(out), text.encode(), force=force)
