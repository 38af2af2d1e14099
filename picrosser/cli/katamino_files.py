"""Katamino files in the commands `solve`, `draw` and `convert`; packings as text, as files and in reports.

A Katamino puzzle asks for any packing. So several packings are a success, while several solutions of a puzzle
with hints are a failure.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from picrosser.cli.options import MOVING, STILL, STREAM, UsageError
from picrosser.cli.report import Report, print_message, progress_line, stdout_depth
from picrosser.drawing.terminal import Depth, coloured_text
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.formats.katamino_text import NAME, PackingFile, packing_text
from picrosser.packing.pack import Counted, Packed, PackStatus, StepRecord, count_packings, pack
from picrosser.pipelines.katamino import PACKING_EXIT_CODES
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.polyomino import shape_rows
from picrosser.storage.atomic import write_new_file

if TYPE_CHECKING:
    from picrosser.cli.file_options import DrawOptions, FileOptions

SUFFIXES = (*STILL, ".toml", ".json", *MOVING)
"""Suffixes of the files that a packing can be written to; the moving ones show the search for it."""
_MAX_FRAMES = 200  # as many as the animation's length has room for


# ---- The commands for puzzle files


def solve_packing(name: str, file: PackingFile, options: FileOptions) -> Report:
    """Pack the pieces of one file, or count the packings.

    Raises
    ------
    UsageError : options that mean nothing for a packing.
    """
    puzzle = file.puzzle
    if options.steps:
        reason = "the search for a packing lays and takes back pieces"
        raise UsageError(f"--steps: {reason}", "-o FILE.gif shows it")
    if options.count_only:
        with progress_line("counting", quiet=options.quiet or options.as_json) as on_progress:
            counted = count_packings(puzzle, timeout_s=options.time_limit_s, on_progress=on_progress)
        return _counted_report(name, puzzle, counted)
    suffix = Path(options.output).suffix.lower()
    if options.output and suffix not in SUFFIXES:
        raise UsageError(f"cannot write a packing as {options.output}", f"name it *{', *'.join(SUFFIXES)}")
    record = step_record(puzzle, suffix)
    packed = pack(
        puzzle, at_most=max(1, options.max_solutions), timeout_s=options.time_limit_s, on_step=record
    )
    if options.output and packed.pictures:
        write_packing(
            options.output, puzzle, packed.pictures[0], record, quiet=options.quiet, force=options.force
        )
    drawing = (
        "" if options.as_json else "\n\n".join(matrix_text(puzzle, picture) for picture in packed.pictures)
    )
    return _packed_report(name, puzzle, packed, drawing, options.output)


def draw_packing(options: DrawOptions, file: PackingFile) -> tuple[ExitCode, bytes | str | None]:
    """Return the exit status of `draw` for a Katamino file, and the drawing, or None if there is no packing.

    Raises
    ------
    PuzzleFileError : the file stores no packing, and none is asked for.
    """
    puzzle, suffix = file.puzzle, options.suffix
    code, picture = ExitCode.OK, None if options.empty else file.solution
    record = step_record(puzzle, suffix)
    if options.solve or record is not None:
        packed = pack(puzzle, timeout_s=options.time_limit_s, on_step=record)
        code = PACKING_EXIT_CODES[packed.status]
        if not packed.pictures:
            print_message(f"picrosser: {packed.why}")
            return code, None
        picture = packed.pictures[0]
    elif picture is None and not options.empty:
        raise PuzzleFileError("the file stores no packing to draw", "add --solve, or --empty")
    if record is not None:
        if left_out := _left_out(record):
            print_message(f"{options.output}: {left_out}")
        return code, _moving_bytes(record, suffix, cell_px=options.cell_px)
    if options.output:
        return code, _still_bytes(puzzle, picture, suffix or ".png", cell_px=options.cell_px)
    return code, "\n".join(shape_rows(puzzle.board)) if picture is None else matrix_text(puzzle, picture)


def convert_packing(file: PackingFile, out: str, target: str) -> str:
    """Return a Katamino file as text in the form that OUT's suffix names; TOML for stdout.

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


# ---- Reports


def size_words(puzzle: Katamino) -> str:
    """Return the size as the game says it, rows first: `5 x 3, 3 pieces`."""
    rows, columns = puzzle.shape
    plural = "" if len(puzzle.pieces) == 1 else "s"
    return f"{rows} x {columns}, {len(puzzle.pieces)} piece{plural}"


def packing_facts(puzzle: Katamino, packed: Packed) -> dict[str, Any]:
    """Return the packings for a JSON object."""
    if not packed.pictures:
        return {}
    letters = [list(katamino_text.letter_rows(puzzle, picture)) for picture in packed.pictures]
    return {"solution": list(packed.pictures[0].lines()), "letters": letters}


def _packed_report(name: str, puzzle: Katamino, packed: Packed, drawing: str, output: str) -> Report:
    how = f"{len(packed.pictures)} shown" if len(packed.pictures) > 1 else "packed"
    verdict = f"{size_words(puzzle)}: {packed.why}" if packed.why else f"{size_words(puzzle)}, {how}"
    facts = {
        **packing_facts(puzzle, packed),
        "puzzle": katamino_text.facts(puzzle),
        "output": output if output and packed.pictures else None,
    }
    return Report(name, PACKING_EXIT_CODES[packed.status], verdict, drawing, facts, is_picture=True)


def _counted_report(name: str, puzzle: Katamino, counted: Counted) -> Report:
    facts: dict[str, Any] = {"puzzle": katamino_text.facts(puzzle)}
    gave_up = counted.status is PackStatus.GAVE_UP
    if not gave_up:
        facts |= {"count": counted.packings, "distinct": counted.distinct}
    verdict = f"{size_words(puzzle)}: {counted.why or f'{counted.distinct} distinct'}"
    return Report(
        name, PACKING_EXIT_CODES[counted.status], verdict, "" if gave_up else str(counted.packings), facts
    )


# ---- Packings on stdout and in files


def matrix_text(puzzle: Katamino, picture: Picture, *, numbers: bool = False) -> str:
    """Return the matrix of the pieces as text, beside coloured blocks if stdout shows colours.

    numbers : show the numbers of the pieces, not letters.
    """
    rows = (katamino_text.number_rows if numbers else katamino_text.letter_rows)(puzzle, picture)
    depth = stdout_depth()
    if depth is Depth.TEXT:
        return "\n".join(rows)
    width = max(map(len, rows))
    blocks = coloured_text(picture, depth).split("\n")
    return "\n".join(f"{row:<{width}}   {block}" for row, block in zip(rows, blocks, strict=True))


def step_record(puzzle: Katamino, suffix: str) -> StepRecord | None:
    """Return a listener that keeps what an animation shows, or None if the suffix names no animation."""
    return StepRecord(puzzle, _MAX_FRAMES) if suffix in MOVING else None


def write_packing(
    place: str,
    puzzle: Katamino,
    picture: Picture,
    record: StepRecord | None,
    *,
    title: str = "",
    cell_px: int = 24,
    quiet: bool = False,
    force: bool = False,
) -> None:
    """Write a packing to a file, or an animation of the search if that was recorded.

    Raises
    ------
    OutputRefusedError : the file exists, or cannot be written.
    """
    suffix = Path(place).suffix.lower()
    if record is None:
        data = _still_bytes(puzzle, picture, suffix, title=title, cell_px=cell_px)
    else:
        data = _moving_bytes(record, suffix, cell_px=cell_px)
        left_out = _left_out(record)
        if left_out and not quiet:
            print_message(f"{place}: {left_out}")
    write_new_file(Path(place), data, force=force)


def _still_bytes(
    puzzle: Katamino, picture: Picture | None, suffix: str, *, title: str = "", cell_px: int = 24
) -> bytes:
    """Return the file of a packing, or of the empty board."""
    if suffix == ".svg":
        from picrosser.drawing.packing_page import packing_svg

        return packing_svg(puzzle, picture, cell_px=cell_px).encode()
    if suffix == ".html":
        from picrosser.drawing.packing_page import packing_page

        return packing_page(puzzle, picture, title=title, cell_px=cell_px).encode()
    if suffix not in STILL or suffix == ".txt":
        return packing_text(puzzle, picture, suffix).encode()
    from picrosser.drawing.packing import blank_board, packing_image
    from picrosser.drawing.picture_files import picture_bytes

    return picture_bytes(packing_image(picture or blank_board(puzzle), cell_px=cell_px), suffix)


def _moving_bytes(record: StepRecord, suffix: str, *, cell_px: int) -> bytes:
    from picrosser.drawing.animation import animation_bytes
    from picrosser.drawing.packing import packing_frames

    return animation_bytes(packing_frames(record.pictures, cell_px=cell_px), suffix)


def _left_out(record: StepRecord) -> str:
    """Return a message about the steps that the animation leaves out; "" if it shows all."""
    if record.every == 1:
        return ""
    return f"the search took {record.steps} steps; the animation shows one in {record.every}"
