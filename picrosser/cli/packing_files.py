"""Katamino files in the commands for puzzle files: solve, draw, convert."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from picrosser.cli.options import MOVING, STREAM, UsageError
from picrosser.cli.packing_outputs import (
    STILL,
    SUFFIXES,
    moving_packing,
    packing_drawing,
    step_record,
    still_packing,
    thinned_words,
    write_packing,
)
from picrosser.cli.packing_report import EXIT_CODES, counted_report, packed_report
from picrosser.cli.report import Report, print_message, progress_line
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.katamino_text import NAME, PackingFile, packing_text
from picrosser.packing.pack import count_packings, pack

if TYPE_CHECKING:
    from picrosser.cli.draw import DrawOptions
    from picrosser.cli.options import FileOptions

_NO_STEPS = "the search for a packing lays and takes back pieces"


def solve_packing(name: str, file: PackingFile, options: FileOptions) -> Report:
    """Pack one file's puzzle.

    Raises
    ------
    UsageError : options that mean nothing for a packing.
    """
    puzzle = file.puzzle
    if options.steps:
        raise UsageError(f"--steps: {_NO_STEPS}", "-o FILE.gif shows it")
    if options.count_only:
        with progress_line("counting", quiet=options.quiet or options.as_json) as on_progress:
            counted = count_packings(puzzle, timeout_s=options.time_limit_s, on_progress=on_progress)
        return counted_report(name, puzzle, counted)
    suffix = Path(options.output).suffix.lower()
    if options.output and suffix not in SUFFIXES:
        raise UsageError(f"cannot write a packing as {options.output}", f"name it *{', *'.join(SUFFIXES)}")
    record = step_record(puzzle) if suffix in MOVING else None
    packed = pack(
        puzzle, at_most=max(1, options.max_solutions), timeout_s=options.time_limit_s, on_step=record
    )
    if options.output and packed.pictures:
        write_packing(
            options.output, puzzle, packed.pictures[0], record, quiet=options.quiet, force=options.force
        )
    drawing = "" if options.as_json else "\n\n".join(packing_drawing(puzzle, one) for one in packed.pictures)
    return packed_report(name, puzzle, packed, drawing, options.output)


def draw_packing(options: DrawOptions, file: PackingFile) -> tuple[ExitCode, bytes | str | None]:
    """What `draw` puts out for a Katamino file, and its status; None for nothing.

    Raises
    ------
    PuzzleFileError : there is nothing to draw yet.
    """
    puzzle, suffix = file.puzzle, Path(options.output).suffix.lower()
    status, picture = ExitCode.OK, None if options.empty else file.solution
    record = step_record(puzzle) if suffix in MOVING else None
    if options.solve or record is not None:
        packed = pack(puzzle, timeout_s=options.time_limit_s, on_step=record)
        status = EXIT_CODES[packed.status]
        if not packed.pictures:
            print_message(f"picrosser: {packed.why}")
            return status, None
        picture = packed.pictures[0]
    elif picture is None and not options.empty:
        raise PuzzleFileError("the file stores no packing to draw", "add --solve, or --empty")
    if record is not None:
        told = thinned_words(record)
        if told:
            print_message(f"{options.output}: {told}")
        return status, moving_packing(record, suffix, cell_px=options.cell_px)
    if options.output == "" and picture is not None:
        return status, packing_drawing(puzzle, picture)
    if options.output == "":
        return status, "\n".join(_board_rows(file))
    return status, still_packing(
        puzzle, picture, suffix if suffix in STILL else ".png", cell_px=options.cell_px
    )


def _board_rows(file: PackingFile) -> tuple[str, ...]:
    from picrosser.puzzles.polyomino import shape_rows

    return shape_rows(file.puzzle.board)


def converted_packing(file: PackingFile, out: str, target: str) -> str:
    """The text of a Katamino file in the form that OUT's suffix names, or in TOML on stdout.

    Raises
    ------
    PuzzleFileError : another format is asked for, or the form cannot hold the puzzle.
    """
    if target not in ("", NAME):
        raise PuzzleFileError(
            f"{target} cannot hold a Katamino puzzle", "leave --to out, and name OUT *.toml, *.json or *.txt"
        )
    suffix = ".toml" if out in ("", STREAM) else Path(out).suffix.lower()
    return packing_text(file.puzzle, file.solution, suffix)
