"""`picrosser convert IN OUT`: write a puzzle file in another format, and report what that cannot hold.

Whoever converts a screenshot wants to solve its puzzle elsewhere, so its solution is only written if that is
asked for. What a puzzle file stores is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from picrosser.cli.file_options import Words
from picrosser.cli.inputs import is_picture
from picrosser.cli.options import STREAM, TYPED_HINTS, UsageError, refuse_existing
from picrosser.cli.puzzle_files import read_puzzle
from picrosser.cli.report import print_message, write_stdout
from picrosser.errors import ExitCode
from picrosser.formats.format_limits import write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_for_output, format_named
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.hints_by_hand import Fix
from picrosser.solving.outcome import Status, counted, outcome_verdict
from picrosser.solving.solve import solve
from picrosser.storage.atomic import write_new_file


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """The options of `picrosser convert`, see its --help.

    solution : whether to write the solution; None to write the one that a puzzle file stores.
    """

    places: Sequence[str]
    source: str
    target: str
    words: Words
    fixes: tuple[Fix, ...]
    solution: bool | None
    quiet: bool
    time_limit_s: float | None
    force: bool


def convert(options: ConvertOptions) -> int:
    """Convert a puzzle file and return the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot hold it or be written.
    """
    places, words, force = options.places, options.words, options.force
    expected = 1 if any(words) else 2
    if len(places) != expected:
        names = "OUT" if expected == 1 else "IN and OUT"
        found = "1 argument" if len(places) == 1 else f"{len(places)} arguments"
        raise UsageError(f"expected {names}, found {found}", "picrosser convert shot.png puzzle.non, say")
    place, out = ("", places[0]) if expected == 1 else places
    refuse_existing(out, force=force, inputs=(place,))
    from_picture = not options.source and is_picture(place)
    if options.fixes and not from_picture:
        raise UsageError("--fix is for screenshots", "correct the hint in the puzzle file itself")
    name = place or TYPED_HINTS
    file = read_puzzle(place, options.source, words, quiet=options.quiet, fixes=options.fixes)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.katamino_files import convert_packing, size_words

        _write_text(convert_packing(file, out, options.target), out, force=force)
        _report(f"{name}: {size_words(file.puzzle)}", out, options)
        return int(ExitCode.OK)
    if options.solution and file.solution is None:
        outcome = solve(file.puzzle, timeout_s=options.time_limit_s)
        if outcome.status is not Status.UNIQUE:
            print_message(f"picrosser: {name}: {outcome_verdict(file.puzzle, outcome)}; nothing is written")
            return int(EXIT_CODES[outcome.status])
        file = replace(file, solution=outcome.picture)
    elif options.solution is False or (options.solution is None and from_picture):
        file = replace(file, solution=None)
    rows, cols = file.puzzle.shape
    what = f"{cols} x {rows} {file.kind}, {counted(file.puzzle.colours, 'colour')}"
    lost = write_puzzle(file, out, options.target, quiet=options.quiet, force=force)
    is_told = file.solution is not None and not any("solution" in part for part in lost)
    _report(f"{name}: {what}{', with its solution' if is_told else ''}", out, options)
    return int(ExitCode.OK)


def _report(what: str, out: str, options: ConvertOptions) -> None:
    """Say on one line what was written where; for stdout nothing, since it is seen there."""
    if out != STREAM and not options.quiet:
        print_message(f"{what} → {out}")


def write_puzzle(
    file: PuzzleFile, out: str, target: str, *, quiet: bool = False, force: bool
) -> tuple[str, ...]:
    """Write a puzzle to a file or to stdout; report and return what its format cannot hold.

    out : "" and `-` mean stdout, which gets TOML if no format is named.
    target : the format's name, or "" to take it from the suffix.

    Raises
    ------
    PicrosserError : the format cannot hold the puzzle, or the output cannot be written.
    """
    path = Path("x.toml") if out in ("", STREAM) else Path(out)
    chosen = format_named(target) if target else format_for_output(path, file.kind)
    text, lost = write_checked(file, chosen)
    _write_text(text, out, force=force)
    for what in lost if not quiet else ():
        print_message(f"{out or 'stdout'}: the format cannot hold {what}")
    return lost


def _write_text(text: str, out: str, *, force: bool) -> None:
    if out in ("", STREAM):
        write_stdout(text.encode())
    else:
        write_new_file(Path(out), text.encode(), force=force)
