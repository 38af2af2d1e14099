"""`picrosser katamino PIECES...`: pieces and a board in, a packing shown, written or counted.

A Katamino problem asks for any packing, so several of them are no failure, as they are with hints.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from picrosser.cli.options import UsageError
from picrosser.cli.report import Report, answer, shown, tell
from picrosser.drawing.terminal import Depth, coloured, terminal_depth
from picrosser.errors import ExitCode, InputUnreadableError, OutputRefusedError, PuzzleFileError
from picrosser.formats import packings
from picrosser.formats.atomic import write_new_file
from picrosser.packing.pack import Counted, Packed, PackStatus, count_packings, pack
from picrosser.puzzles.katamino import MOST_PIECES, ROWS, Katamino, Piece, parse_piece, repeated
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.polyomino import shape_rows

_Parsed = TypeVar("_Parsed")
_EXIT_CODES = {
    PackStatus.PACKED: ExitCode.OK,
    PackStatus.NONE: ExitCode.NO_SOLUTION,
    PackStatus.GAVE_UP: ExitCode.GAVE_UP,
}
_SUFFIXES = (".png", ".txt", ".toml")
_MOST_BYTES = 1_000_000
_KEYS = ("letters", "packings", "distinct")


@dataclass(frozen=True, slots=True)
class KataminoOptions:
    """What the command line asks for; see `picrosser katamino --help`."""

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


def katamino(options: KataminoOptions) -> int:
    """Pack; the exit status: 0 packed, 6 proved impossible, 9 out of time.

    Raises
    ------
    PicrosserError : the words make no puzzle, a file cannot be read, or the output cannot be written.
    """
    _check(options)
    puzzle = _puzzle(options)
    began = perf_counter()
    if options.count:
        counted = count_packings(puzzle, timeout_s=options.time_limit_s)
        return _tell_count(options, puzzle, counted, perf_counter() - began)
    packed = pack(puzzle, at_most=None if options.every else 1, timeout_s=options.time_limit_s)
    seconds = perf_counter() - began
    if options.output and packed.pictures:
        data = _file_bytes(options, puzzle, packed.pictures[0])
        write_new_file(Path(options.output), data, force=options.force)
    return _tell_packings(options, puzzle, packed, seconds)


def _check(options: KataminoOptions) -> None:
    if options.count and (options.output or options.every):
        raise UsageError("--count shows no packing", "leave --all and -o out, or --count")
    if options.columns and options.board:
        raise UsageError("--columns and --board both say what the board is", "leave one of them out")
    if options.output and Path(options.output).suffix.lower() not in _SUFFIXES:
        raise UsageError(
            f"cannot tell the format of {shown(options.output)}", f"name it *{' or *'.join(_SUFFIXES)}"
        )
    if options.output and not options.force and os.path.lexists(options.output):
        raise OutputRefusedError(f"{shown(options.output)} exists already", "use --force to overwrite it")


def _puzzle(options: KataminoOptions) -> Katamino:
    words = options.pieces
    if len(words) == 1 and words[0].lower().endswith(".toml"):
        if options.columns or options.board:
            raise UsageError("the file says what the board is", "leave --columns and --board out")
        return _from_file(words[0], packings.parse).puzzle
    pieces = tuple(_piece(word) for word in words)
    twice = repeated(pieces)
    if twice is not None and not options.repeat:
        raise UsageError(f"piece {twice} is given twice", "the box has one of each; --repeat allows more")
    if len(pieces) > MOST_PIECES:
        raise UsageError(f"expected at most {MOST_PIECES} pieces, found {len(pieces)}")
    area = sum(len(piece.shape) for piece in pieces)
    if options.board:
        return Katamino(pieces, _from_file(options.board, packings.parse_board))
    cells = options.columns * ROWS
    if options.columns and cells != area:
        fits = f"they fill {ROWS} x {area // ROWS}" if area % ROWS == 0 else f"they fill no board {ROWS} x N"
        raise UsageError(
            f"--columns {options.columns}: the board has {cells} cells, the pieces have {area}", fits
        )
    try:
        return Katamino(pieces, packings.plain_board(area))
    except ValueError as error:
        raise UsageError(str(error), "draw a board for --board") from error


def _piece(word: str) -> Piece:
    try:
        return parse_piece(word)
    except ValueError as error:
        advice = "pieces are 1 to 12, one of FILNPTUVWXYZ, a colour, or drawn like '##/#.'"
        raise UsageError(str(error), advice) from error


def _from_file(place: str, parse: Callable[[str], _Parsed]) -> _Parsed:
    """Read a file, and name it in whatever is wrong with it."""
    name = shown(place)
    try:
        with Path(place).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise PuzzleFileError("the file is larger than 1 MB")
        return parse(data.decode("utf-8"))
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a NUL in the name
        reason = "it is not UTF-8" if isinstance(error, UnicodeError) else getattr(error, "strerror", None)
        raise InputUnreadableError(f"cannot read {name}: {(reason or str(error)).lower()}") from error
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{name}: {error.seen}", error.advice) from error


def _file_bytes(options: KataminoOptions, puzzle: Katamino, picture: Picture) -> bytes:
    suffix = Path(options.output).suffix.lower()
    if suffix == ".toml":
        return packings.write(packings.PackingFile(puzzle, picture)).encode()
    if suffix == ".txt":
        return ("\n".join(packings.letter_rows(puzzle, picture)) + "\n").encode()
    from picrosser.drawing.packing import packing_image
    from picrosser.drawing.png import png_bytes

    return png_bytes(packing_image(picture, cell_px=options.cell_px))


def _tell_count(options: KataminoOptions, puzzle: Katamino, counted: Counted, seconds: float) -> int:
    facts = {"packings": counted.packings, "distinct": counted.distinct}
    if counted.status is PackStatus.GAVE_UP:
        facts = {}
    elif not (options.as_json or options.quiet):
        answer(f"{counted.packings} packings, {counted.distinct} distinct")
    return _end(options, puzzle, counted.status, counted.why, facts, seconds)


def _tell_packings(options: KataminoOptions, puzzle: Katamino, packed: Packed, seconds: float) -> int:
    letters = [list(packings.letter_rows(puzzle, picture)) for picture in packed.pictures]
    facts: dict[str, Any] = {}
    if packed.pictures:
        facts = {"solution": list(packed.pictures[0].lines()), "letters": letters}
    if options.every and packed.status is not PackStatus.GAVE_UP:
        facts["distinct"] = len(packed.pictures)
    if not (options.as_json or options.quiet) and packed.pictures:
        answer("\n\n".join(_drawing(options, puzzle, picture) for picture in packed.pictures))
    return _end(options, puzzle, packed.status, packed.why, facts, seconds)


def _drawing(options: KataminoOptions, puzzle: Katamino, picture: Picture) -> str:
    """The matrix of the pieces, beside coloured blocks where stdout shows colours."""
    rows = (packings.number_rows if options.numbers else packings.letter_rows)(puzzle, picture)
    depth = terminal_depth(sys.stdout.isatty(), os.environ)
    if depth is Depth.TEXT:
        return "\n".join(rows)
    width = max(map(len, rows))
    blocks = coloured(picture, depth).split("\n")
    return "\n".join(f"{row:<{width}}   {block}" for row, block in zip(rows, blocks, strict=True))


def _end(
    options: KataminoOptions,
    puzzle: Katamino,
    status: PackStatus,
    why: str,
    facts: dict[str, Any],
    seconds: float,
) -> int:
    """The verdict on stderr, or the JSON object on stdout."""
    code = _EXIT_CODES[status]
    rows, columns = puzzle.shape
    plural = "" if len(puzzle.pieces) == 1 else "s"
    size = f"{rows} x {columns}, {len(puzzle.pieces)} piece{plural}"  # as the game says it: 5 x N
    if options.as_json:
        output = options.output if options.output and "solution" in facts else None
        values = {
            **facts,
            "puzzle": _facts(puzzle),
            "seconds": {"solve": round(seconds, 4)},
            "output": output,
        }
        answer(Report(" ".join(options.pieces), code, f"{size}: {why}", facts=values).json_line(_KEYS))
    elif code is ExitCode.OK and not options.quiet:
        how = "counted" if options.count else f"{facts['distinct']} distinct" if options.every else "packed"
        tell(f"{size}, {how}, {seconds:.2f} s")
    if code is not ExitCode.OK:
        tell(f"picrosser: {size}: {why}")
    return int(code)


def _facts(puzzle: Katamino) -> dict[str, Any]:
    """The keys of the TOML form."""
    pieces = [piece.number or piece.drawing for piece in puzzle.pieces]
    return {"kind": "katamino", "pieces": pieces, "board": list(shape_rows(puzzle.board))}
