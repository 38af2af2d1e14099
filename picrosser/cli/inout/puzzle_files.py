"""The road that all commands for puzzle files share: read what the command line names, work, report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from picrosser.cli.inout.inputs import first_bytes, is_picture, stream_bytes
from picrosser.cli.inout.report import Report, attempt, print_message, print_reports, write_stdout
from picrosser.cli.inout.time_limit import interrupted_at
from picrosser.cli.options import (
    DRAWN,
    STREAM,
    TYPED_HINTS,
    Options,
    UsageError,
    check_suffix,
    refuse_existing,
)
from picrosser.errors import HintsUnreadableError, noted
from picrosser.formats import files, hungry_cat_letters
from picrosser.formats.puzzle_file import DOUBT_MARK, PuzzleFile
from picrosser.formats.registry import format_for_output, format_named, written_suffixes
from picrosser.puzzles.checking import Axis, LinePuzzle, runs_listed
from picrosser.puzzles.hints_by_hand import Fix
from picrosser.puzzles.nonogram import Nonogram
from picrosser.running.deadline import Deadline
from picrosser.storage.atomic import write_new_file

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile

KATAMINO = "katamino"  # what --from calls Katamino files, in TOML or JSON
DOUBTS_NOTE = "some lines are marked as in doubt; check them, and remove the marks"

AnyFile: TypeAlias = "PuzzleFile | PackingFile"
Work: TypeAlias = Callable[[str, AnyFile, Options], Report]


def run_each_file(options: Options, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every file, with the time that is left; status and `keys` as of `print_reports`."""
    _check(options)

    def run(name: str) -> Report:
        typed = stream_bytes(name)  # waiting for it is no work
        deadline = Deadline.after(options.time_limit_s)
        with noted(lambda: _hash_of(name, typed)), interrupted_at(deadline):
            file = read_puzzle("" if any(options.words) else name, options)
            return work(name, file, replace(options, time_limit_s=deadline.left_s))

    def report(name: str) -> Report:
        found = attempt(name, lambda: run(name))
        return replace(found, verdict=found.verdict.removeprefix(f"{name}: "))  # printed with it anyway

    reports = map(report, options.inputs)
    return print_reports(reports, len(options.inputs), keys, as_json=options.as_json, quiet=options.quiet)


def _hash_of(name: str, typed: bytes | None) -> str:
    from hashlib import sha256  # OpenSSL takes milliseconds to load

    return f"input sha256:{sha256(typed or first_bytes(name, files.MAX_BYTES)).hexdigest()}"


def _check(options: Options) -> None:
    if options.flat or options.board > 1:
        raise UsageError("--flat and --board are for pictures, not for puzzle files", "leave them out")
    if options.output:
        if len(options.inputs) > 1:
            raise UsageError(
                f"several inputs cannot share the output {options.output}", "solve them separately"
            )
        check_suffix(options.output, (*DRAWN, *written_suffixes()))
        refuse_existing(options.output, force=options.force, inputs=options.inputs)


def read_puzzle(place: str, options: Options) -> AnyFile:
    """Read the puzzle, and report on stderr what the reader of its format noticed.

    place : of a puzzle file or a screenshot; "" if the options spell it.
    """
    source, words = options.source, options.words
    if any(words):
        if place:
            raise UsageError("--colours, --columns and --rows are a puzzle, and so is a file", "give one")
        if not all(words):
            raise UsageError("--colours, --columns and --rows belong together", "give all three")
        return hungry_cat_letters.parse_words(*words)
    if not place:
        raise UsageError("no puzzle is given", "name a file, or give --colours, --columns and --rows")
    if not source and is_picture(place):
        return _puzzle_in_picture(place, options.fixes)
    if (given := stream_bytes(place)) is not None:
        data, suffix = given, ""
    else:
        data, suffix = files.read_bytes(place)
    name = "the input" if place == STREAM else place
    if source == KATAMINO or (not source and b"katamino" in data and files.holds_packing(data)):
        return files.parse_packing(data, name)
    file = files.parse_puzzle(data, name, source or None, suffix=suffix)
    notes = (*file.notes, *([DOUBTS_NOTE] if DOUBT_MARK.encode() in data else []))
    for note in notes if not options.quiet else ():
        print_message(f"{place or TYPED_HINTS}: {note}")
    return file


def _puzzle_in_picture(place: str, fixes: Sequence[Fix]) -> PuzzleFile:
    """Read the puzzle in a screenshot, with its solution if there is only one."""
    from picrosser.looks.solve import solve_hinted  # few files are pictures
    from picrosser.solving.outcome import Status

    given = stream_bytes(place)
    solved = solve_hinted(Path(place) if given is None else given, fixes=dict(fixes)).in_srgb()
    if solved.doubts:
        raise HintsUnreadableError(
            f"{place}: {solved.verdict}", f"or read it with picrosser read {place}, and correct that file"
        )
    outcome = solved.outcome
    return PuzzleFile(solved.puzzle, outcome.picture if outcome.status is Status.UNIQUE else None)


# ---- Writing


def hints_text(puzzle: LinePuzzle, axis: Axis, line: int) -> str:
    """Return a line's hints as a heading, "[3 1 2] "; runs of any colour but the first with its number."""
    if not isinstance(puzzle, Nonogram):
        return f"[{' '.join(map(str, (puzzle.rows if axis == 'row' else puzzle.cols)[line]))}] "
    runs = (puzzle.rows if axis == "row" else puzzle.cols)[line]
    return "[?] " if runs is None else f"[{runs_listed(runs)}] "


def puzzle_bytes(file: PuzzleFile, out: str, target: str = "", *, quiet: bool = False) -> tuple[bytes, bool]:
    """Return a puzzle as a file, and whether it has its solution; report what the format cannot hold.

    out : its place, whose suffix names the format unless `target` does; TOML for stdout ("" or `-`).
    """
    path = Path("x.toml") if out in ("", STREAM) else Path(out)
    chosen = format_named(target) if target else format_for_output(path, file.kind)
    text, lost = files.write_checked(file, chosen)
    for what in lost if not quiet else ():
        print_message(f"{out or 'stdout'}: the format cannot hold {what}")
    return text.encode(), file.solution is not None and not any("solution" in part for part in lost)


def write_file(data: bytes, out: str, *, force: bool) -> None:
    """Write a file, or to stdout if its place is "" or `-`."""
    if out in ("", STREAM):
        write_stdout(data)
    else:
        write_new_file(Path(out), data, force=force)
