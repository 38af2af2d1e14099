"""`picrosser katamino PIECES...`: pack the pieces that the command line names, or count the packings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from picrosser.cli.katamino_files import (
    SUFFIXES,
    matrix_text,
    packing_facts,
    size_words,
    step_record,
    write_packing,
)
from picrosser.cli.options import MOVING, UsageError
from picrosser.cli.report import Report, print_answer, print_message, progress_line
from picrosser.errors import ExitCode, InputUnreadableError, OutputRefusedError, PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.formats.files import load_packing, named_error, read_bytes
from picrosser.packing.pack import Counted, Packed, PackStatus, count_packings, pack
from picrosser.pipelines.katamino import PACKING_EXIT_CODES
from picrosser.puzzles.katamino import MAX_PIECES, ROWS, Katamino, Piece, first_repeated, parse_piece
from picrosser.puzzles.polyomino import Shape

_KEYS = ("letters", "packings", "distinct")


@dataclass(frozen=True, slots=True)
class KataminoOptions:
    """The options of `picrosser katamino` for pieces, see its --help."""

    pieces: tuple[str, ...]
    columns: int = 0
    board: str = ""
    count: bool = False
    every: bool = False
    repeat: bool = False
    numbers: bool = False
    output: str = ""
    cell_px: int = 24
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = None
    force: bool = False

    @property
    def suffix(self) -> str:
        """The suffix of the output, "" for none."""
        return Path(self.output).suffix.lower()


def katamino(options: KataminoOptions) -> int:
    """Pack the pieces and return the exit status: 0 packed, 6 proved impossible, 9 out of time.

    Raises
    ------
    PicrosserError : the words make no puzzle, a file cannot be read, or the output cannot be written.
    """
    _check(options)
    puzzle = _puzzle(options)
    began = perf_counter()
    if options.count:
        with progress_line("counting", quiet=options.quiet or options.as_json) as on_progress:
            counted = count_packings(puzzle, timeout_s=options.time_limit_s, on_progress=on_progress)
        return _print_count(options, puzzle, counted, perf_counter() - began)
    record = step_record(puzzle, options.suffix)
    packed = pack(
        puzzle,
        at_most=None if options.every else 1,
        timeout_s=options.time_limit_s,
        on_step=record,
    )
    seconds = perf_counter() - began
    if options.output and packed.pictures:
        write_packing(
            options.output,
            puzzle,
            packed.pictures[0],
            record,
            title=f"Katamino {size_words(puzzle)}",
            cell_px=options.cell_px,
            quiet=options.quiet,
            force=options.force,
        )
    return _print_packings(options, puzzle, packed, seconds)


def _check(options: KataminoOptions) -> None:
    if options.count and (options.output or options.every):
        raise UsageError("--count shows no packing", "leave out --all and -o, or --count")
    if options.columns and options.board:
        raise UsageError("--columns and --board both say what the board is", "leave one of them out")
    if options.output and options.suffix not in SUFFIXES:
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{', *'.join(SUFFIXES)}")
    if options.every and options.suffix in MOVING:
        raise UsageError("an animation shows the search for one packing", "leave out --all")
    if options.output and not options.force and os.path.lexists(options.output):
        raise OutputRefusedError(f"{options.output} exists already", "use --force to overwrite it")


def _puzzle(options: KataminoOptions) -> Katamino:
    words = options.pieces
    if len(words) == 1 and words[0].lower().endswith((".toml", ".json")):
        if options.columns or options.board:
            raise UsageError("the file says what the board is", "leave out --columns and --board")
        return load_packing(words[0]).puzzle
    pieces = tuple(_piece(word) for word in words)
    twice = first_repeated(pieces)
    if twice is not None and not options.repeat:
        raise UsageError(f"piece {twice} is given twice", "the box has one of each; --repeat allows more")
    if len(pieces) > MAX_PIECES:
        raise UsageError(f"expected at most {MAX_PIECES} pieces, found {len(pieces)}")
    area = sum(len(piece.shape) for piece in pieces)
    if options.board:
        return Katamino(pieces, _board(options.board))
    cells = options.columns * ROWS
    if options.columns and cells != area:
        is_whole = area % ROWS == 0
        fits = f"they fill {ROWS} x {area // ROWS}" if is_whole else f"they do not fill a board of {ROWS} x N"
        raise UsageError(
            f"--columns {options.columns}: the board has {cells} cells, the pieces have {area}", fits
        )
    try:
        return Katamino(pieces, katamino_text.plain_board(area))
    except ValueError as error:
        raise UsageError(str(error), "draw a board for --board") from error


def _piece(word: str) -> Piece:
    try:
        return parse_piece(word)
    except ValueError as error:
        advice = "pieces are 1 to 12, one of FILNPTUVWXYZ, a colour, or drawn like '##/#.'"
        raise UsageError(str(error), advice) from error


def _board(place: str) -> Shape:
    """Read the drawing of a board; errors name the file."""
    data, _ = read_bytes(place)
    try:
        return katamino_text.parse_board(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputUnreadableError(f"cannot read {place}: it is not UTF-8") from error
    except PuzzleFileError as error:
        raise named_error(place, error) from error


def _print_count(options: KataminoOptions, puzzle: Katamino, counted: Counted, seconds: float) -> int:
    facts = {"packings": counted.packings, "distinct": counted.distinct}
    if counted.status is PackStatus.GAVE_UP:
        facts = {}
    elif not (options.as_json or options.quiet):
        print_answer(f"{counted.packings} packings, {counted.distinct} distinct")
    return _finish(options, puzzle, counted.status, counted.why, facts, seconds)


def _print_packings(options: KataminoOptions, puzzle: Katamino, packed: Packed, seconds: float) -> int:
    facts = packing_facts(puzzle, packed)
    if options.every and packed.status is not PackStatus.GAVE_UP:
        facts["distinct"] = len(packed.pictures)
    if not (options.as_json or options.quiet) and packed.pictures:
        drawings = (matrix_text(puzzle, picture, numbers=options.numbers) for picture in packed.pictures)
        print_answer("\n\n".join(drawings))
    return _finish(options, puzzle, packed.status, packed.why, facts, seconds)


def _finish(
    options: KataminoOptions,
    puzzle: Katamino,
    status: PackStatus,
    why: str,
    facts: dict[str, Any],
    seconds: float,
) -> int:
    """Print the verdict on stderr, or the JSON object on stdout; return the exit status."""
    code = PACKING_EXIT_CODES[status]
    size = size_words(puzzle)
    if options.as_json:
        output = options.output if options.output and "solution" in facts else None
        values = {
            **facts,
            "puzzle": katamino_text.facts(puzzle),
            "seconds": {"solve": round(seconds, 4)},
            "output": output,
        }
        print_answer(Report(" ".join(options.pieces), code, f"{size}: {why}", facts=values).json_line(_KEYS))
    elif code is ExitCode.OK and not options.quiet:
        how = "counted" if options.count else f"{facts['distinct']} distinct" if options.every else "packed"
        print_message(f"{size}, {how}, {seconds:.2f} s")
    if code is not ExitCode.OK:
        print_message(f"picrosser: {size}: {why}")
    return int(code)
