"""`picrosser katamino`: pack the pieces that words, a file or a picture name, or count the packings.

It asks for any packing, so several of them are a success, unlike several solutions of a puzzle with hints.
"""

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from picrosser.cli.inout.inputs import PICTURE_SUFFIXES
from picrosser.cli.inout.packings import matrix_text, packing_bytes, packing_size
from picrosser.cli.inout.puzzle_files import write_file
from picrosser.cli.inout.report import Report, print_message, print_reports
from picrosser.cli.options import MOVING, STILL, Options, check_suffix, refuse_existing
from picrosser.errors import ExitCode, PuzzleFileError, UsageError
from picrosser.formats import katamino_text
from picrosser.formats.files import load_packing, parse_text, read_bytes
from picrosser.formats.katamino_text import PackingFile
from picrosser.packing.pack import Counted, Packed, PackStatus, StepRecord, count_packings, pack
from picrosser.pipelines.katamino import PACKING_EXIT_CODES
from picrosser.puzzles.katamino import MAX_PIECES, ROWS, Katamino, first_repeated, parse_piece
from picrosser.puzzles.polyomino import shape_rows
from picrosser.running.waiting import waited_s

SUFFIXES = (*STILL, ".toml", ".json", *MOVING)
"""Suffixes of the files that a packing can be written to; the moving ones show the search for it."""
_KEYS = ("letters", "packings", "distinct")
_MAX_FRAMES = 200  # as many as the animation's length has room for


def katamino(
    options: Options,
    *,
    pieces: list[str],
    width: int = 0,
    board_file: str = "",
    count_only: bool = False,
    every: bool = False,
    repeat: bool = False,
    numbers: bool = False,
    row: str = "",
    penta: int = 0,
) -> int:
    """Pack the pieces and return the exit status: 0 packed, 6 proved impossible, 9 out of time."""
    if any(word.lower().endswith(PICTURE_SUFFIXES) for word in pieces):
        if width or board_file or count_only or every or repeat:
            only_pieces = "--columns, --board, --count, --all and --repeat"
            raise UsageError(f"{only_pieces} do not apply to pictures", "leave them out")
        return _pack_screenshots(replace(options, inputs=tuple(pieces)), row, penta, numbers)
    if row or penta or options.debug or options.flat:
        names = "--row, --penta, --debug, --flat"
        raise UsageError(f"{names}: only a picture has rows and stages", "see picrosser --help")
    if count_only and (options.output or every):
        raise UsageError("--count shows no packing", "leave out --all and -o, or --count")
    if width and board_file:
        raise UsageError("--columns and --board both say what the board is", "leave one of them out")
    if options.output:
        check_suffix(options.output, SUFFIXES)
    if every and options.suffix in MOVING:
        raise UsageError("an animation shows the search for one packing", "leave out --all")
    refuse_existing(options.output, force=options.force)
    puzzle = _puzzle(pieces, width, board_file, repeat=repeat)
    began = perf_counter()
    if count_only:
        count = _counted(puzzle, options)
        facts, shown = {}, ""
        if count.status is not PackStatus.GAVE_UP:
            facts = {"packings": count.packings, "distinct": count.distinct}
            shown = f"{count.packings} packings, {count.distinct} distinct"
        report = _report("", puzzle, count, "counted", facts, shown)
    else:
        report = _pack("", puzzle, options, None if every else 1, numbers=numbers)
    report.facts.update(input=" ".join(pieces), seconds={"solve": round(perf_counter() - began, 4)})
    waited = "" if report.failed else f", {waited_s():.2f} s"
    return print_reports([replace(report, verdict=report.verdict + waited)], 1, options, _KEYS)


# ---- The puzzle that the words name


def _puzzle(words: list[str], width: int, board_file: str, *, repeat: bool) -> Katamino:
    if len(words) == 1 and words[0].lower().endswith((".toml", ".json")):
        if width or board_file:
            raise UsageError("the file says what the board is", "leave out --columns and --board")
        return load_packing(words[0]).puzzle
    try:
        pieces = tuple(map(parse_piece, words))
    except ValueError as error:
        advice = "pieces are 1 to 12, one of FILNPTUVWXYZ, a colour, or drawn like '##/#.'"
        raise UsageError(str(error), advice) from error
    twice = first_repeated(pieces)
    if twice is not None and not repeat:
        raise UsageError(f"piece {twice} is given twice", "the box has one of each; --repeat allows more")
    if len(pieces) > MAX_PIECES:
        raise UsageError(f"expected at most {MAX_PIECES} pieces, found {len(pieces)}")
    area = sum(len(piece.shape) for piece in pieces)
    if board_file:
        data, _ = read_bytes(board_file)
        return Katamino(pieces, parse_text(data, board_file, katamino_text.parse_board))
    if width and width * ROWS != area:
        is_whole = area % ROWS == 0
        fits = f"they fill {ROWS} x {area // ROWS}" if is_whole else f"they do not fill a board of {ROWS} x N"
        seen = f"--columns {width}: the board has {width * ROWS} cells, the pieces have {area}"
        raise UsageError(seen, fits)
    try:
        return Katamino(pieces, katamino_text.plain_board(area))
    except ValueError as error:
        raise UsageError(str(error), "draw a board for --board") from error


# ---- Packing and counting


def _pack(
    name: str, puzzle: Katamino, options: Options, at_most: int | None, *, numbers: bool = False
) -> Report:
    packed, content = _packed(puzzle, options, at_most)
    if content is not None:
        write_file(content, options.output, force=options.force)
    facts: dict[str, Any] = {"output": None}
    how, pictures = "packed", packed.pictures
    if at_most is None and packed.status is not PackStatus.GAVE_UP:
        facts["distinct"] = len(pictures)
        how = f"{len(pictures)} distinct"
    elif len(pictures) > 1:
        how = f"{len(pictures)} shown"
    if pictures:
        facts |= {
            "solution": list(pictures[0].lines()),
            "letters": [list(katamino_text.letter_rows(puzzle, picture)) for picture in pictures],
            "output": options.output or None,
        }
    shown = "\n\n".join(matrix_text(puzzle, picture, numbers=numbers) for picture in pictures)
    return _report(name, puzzle, packed, how, facts, shown)


def _report(
    name: str, puzzle: Katamino, found: Packed | Counted, how: str, facts: dict[str, Any], shown: str
) -> Report:
    size = packing_size(puzzle)
    verdict = f"{size}: {found.why}" if found.why else f"{size}, {how}"
    facts = {**facts, "puzzle": katamino_text.facts(puzzle)}
    return Report(name, PACKING_EXIT_CODES[found.status], verdict, shown, facts, is_picture=True)


def _packed(puzzle: Katamino, options: Options, at_most: int | None) -> tuple[Packed, bytes | None]:
    record = StepRecord(puzzle, _MAX_FRAMES) if options.suffix in MOVING else None
    packed = pack(puzzle, at_most=at_most, time_limit_s=options.time_limit_s, on_step=record)
    if not options.output or not packed.pictures:
        return packed, None
    if record is None:
        return packed, packing_bytes(puzzle, packed.pictures[0], options)
    from picrosser.drawing.animation import animation_bytes
    from picrosser.drawing.packing import packing_image

    if record.every > 1 and not options.quiet:
        shown = f"the animation shows one in {record.every}"
        print_message(f"{options.output}: the search took {record.steps} steps; {shown}")
    frames = (packing_image(picture, cell_px=options.cell_px) for picture in record.pictures)
    return packed, animation_bytes(frames, options.suffix)


def _counted(puzzle: Katamino, options: Options) -> Counted:
    from picrosser.cli.inout.progress import progress_line

    with progress_line("counting", quiet=options.quiet or options.as_json) as on_progress:
        return count_packings(puzzle, time_limit_s=options.time_limit_s, on_progress=on_progress)


# ---- Katamino files in `solve`, `draw` and `convert`


def pack_file(name: str, file: PackingFile, options: Options, at_most: int) -> Report:
    if options.output and options.suffix not in SUFFIXES:
        names = ", *".join(SUFFIXES)
        raise UsageError(f"cannot write a packing as {options.output}", f"name it *{names}")
    return _pack(name, file.puzzle, options, at_most)


def count_file(name: str, file: PackingFile, options: Options) -> Report:
    count = _counted(file.puzzle, options)
    verdict = f"{packing_size(file.puzzle)}: {count.why or f'{count.distinct} distinct'}"
    facts: dict[str, Any] = {"puzzle": katamino_text.facts(file.puzzle)}
    shown = ""
    if count.status is not PackStatus.GAVE_UP:
        facts |= {"count": count.packings, "distinct": count.distinct}
        shown = str(count.packings)
    return Report(name, PACKING_EXIT_CODES[count.status], verdict, shown, facts)


def draw_file(
    file: PackingFile, options: Options, *, solve_it: bool, empty: bool
) -> tuple[ExitCode, bytes | None]:
    puzzle, picture = file.puzzle, None if empty else file.solution
    if solve_it or options.suffix in MOVING:
        packed, content = _packed(puzzle, options, 1)
        code = PACKING_EXIT_CODES[packed.status]
        if not packed.pictures:
            print_message(f"picrosser: {packed.why}")
        elif content is None:
            content = matrix_text(puzzle, packed.pictures[0]).encode()
        return code, content
    if picture is None and not empty:
        raise PuzzleFileError("the file stores no packing to draw", "add --solve, or --empty")
    if options.output:
        return ExitCode.OK, packing_bytes(puzzle, picture, options)
    text = "\n".join(shape_rows(puzzle.board)) if picture is None else matrix_text(puzzle, picture)
    return ExitCode.OK, text.encode()


def _pack_screenshots(options: Options, row: str, penta: int, numbers: bool) -> int:
    from picrosser.answers.facts import KATAMINO_KEYS
    from picrosser.cli.commands.solve import NAMING, solve_one
    from picrosser.cli.inout.screenshots import run_each_screenshot
    from picrosser.drawing.picture_files import SUFFIXES as PICTURES

    work = partial(solve_one, numbers=numbers, row=row or None, penta=penta or None)
    naming = NAMING._replace(also=(*PICTURES, ".toml"))
    one_by_one = replace(options, kind="katamino", jobs=1)  # cards are few
    return run_each_screenshot(one_by_one, naming, work, KATAMINO_KEYS)
