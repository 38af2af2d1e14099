"""`picrosser convert IN OUT`: a puzzle file in another format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from picrosser.cli.options import STREAM, UsageError
from picrosser.cli.puzzle_input import Words, input_any
from picrosser.cli.report import answer_bytes, shown, tell
from picrosser.errors import ExitCode, OutputRefusedError
from picrosser.formats.atomic import write_new_file
from picrosser.formats.losses import kind_of, write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output, format_named


def convert(
    places: Sequence[str], source: str, target: str, words: Words, *, quiet: bool, force: bool
) -> int:
    """Convert; the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot hold it or be written.
    """
    expected = 1 if any(words) else 2
    if len(places) != expected:
        names = "OUT" if expected == 1 else "IN and OUT"
        raise UsageError(f"expected {names}, found {len(places)} words", "see picrosser convert --help")
    place, out = ("", places[0]) if expected == 1 else places
    if out != STREAM and not force and Path(out).exists():
        raise OutputRefusedError(f"{out} exists already", "use --force to overwrite it")
    file = input_any(place, source, words, quiet=quiet)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.packing_files import converted_packing

        _put_text(converted_packing(file, out, target), out, force=force)
        return int(ExitCode.OK)
    for lost in put_puzzle(file, out, target, force=force) if not quiet else ():
        tell(f"{shown(out)}: the format cannot hold {lost}")
    return int(ExitCode.OK)


def put_puzzle(file: PuzzleFile, out: str, target: str, *, force: bool) -> tuple[str, ...]:
    """Write a puzzle to a file or to stdout; what its format cannot hold.

    out : "" and `-` mean stdout, which gets TOML if no format is named.

    Raises
    ------
    PicrosserError : the format cannot hold the puzzle, or the output cannot be written.
    """
    path = Path("x.toml") if out in ("", STREAM) else Path(out)
    chosen = format_named(target) if target else format_for_output(path, kind_of(file))
    text, lost = write_checked(file, chosen)
    _put_text(text, out, force=force)
    return lost


def _put_text(text: str, out: str, *, force: bool) -> None:
    if out in ("", STREAM):
        answer_bytes(text.encode())
    else:
        write_new_file(Path(out), text.encode(), force=force)
