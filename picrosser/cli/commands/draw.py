"""`picrosser draw FILE`: a puzzle file as an image, a page, text or an animation; and the named colours."""

import sys
from dataclasses import replace

from picrosser.cli.inout.puzzle_files import file_bytes, read_puzzle, refuse_tiny_cells, write_file
from picrosser.cli.inout.report import print_answer, print_message, stdout_depth
from picrosser.cli.options import DRAWN, MOVING, STREAM, Options, check_suffix, is_missing, refuse_existing
from picrosser.errors import ExitCode, UsageError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.solving.outcome import Step, ignore


def draw(
    options: Options, *, file: str, solve_it: bool, empty: bool, hints: bool, per_cell: bool, palette: bool
) -> int:
    _check(options, file, palette=palette)
    drawn: bytes | None
    if palette:
        code, drawn = ExitCode.OK, _palette(options)
    else:
        read = read_puzzle(file, options)
        if not isinstance(read, PuzzleFile):
            from picrosser.cli.commands.katamino import draw_file

            if options.symbols:
                raise UsageError("--symbols is for coloured cells", "leave it out: pieces have outlines")
            code, drawn = draw_file(read, options, solve_it=solve_it, empty=empty)
        else:
            board = replace(read, solution=None) if empty else read
            code, drawn = _drawn(options, board, solve_it=solve_it, hints=hints, per_cell=per_cell)
    if drawn is not None and options.output:
        write_file(drawn, options.output, force=options.force)
    elif drawn is not None:
        print_answer(drawn.decode().removesuffix("\n"))
    return int(code)


def _check(options: Options, file: str, *, palette: bool) -> None:
    if options.output not in ("", STREAM) and not is_missing((file,)):
        check_suffix(options.output, (".png",) if palette else DRAWN)
    if options.output == STREAM and sys.stdout.isatty():
        raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
    if palette and (file or any(options.words)):
        raise UsageError("--palette shows colours, not a puzzle", "leave one out")
    if options.symbols and (palette or options.output == "" or options.suffix == ".txt"):
        advice = "add -o FILE.png, .svg, .html, ..., or leave it out"
        raise UsageError("--symbols draws into the cells of an image", advice)
    refuse_existing(options.output, force=options.force, inputs=(file,))


def _palette(options: Options) -> bytes:
    from picrosser.drawing.terminal import palette_image, palette_text
    from picrosser.formats.colour_words import css_colours

    if not options.output:
        return palette_text(css_colours(), stdout_depth()).encode()
    from picrosser.drawing.picture_files import picture_bytes

    return picture_bytes(palette_image(css_colours()))


def _drawn(
    options: Options, file: PuzzleFile, *, solve_it: bool, hints: bool, per_cell: bool
) -> tuple[ExitCode, bytes | None]:
    code, steps = ExitCode.OK, list[Step]()
    moves = options.suffix in MOVING
    if moves:
        refuse_tiny_cells(options, hints)  # before the work
    if moves or solve_it:
        from picrosser.solving.solve import solve

        on_step = steps.append if moves else ignore
        outcome = solve(file.puzzle, time_limit_s=options.time_limit_s, on_step=on_step)
        code, file = EXIT_CODES[outcome.status], replace(file, solution=outcome.picture)
        if code is not ExitCode.OK:
            shows = "the last frame shows what the lines alone decide"
            several = shows if moves else "open cells are drawn as a checker"
            print_message(f"picrosser: {outcome.why or f'there are several solutions; {several}'}")
        if moves and outcome.picture is None:
            return code, None
    if options.output:
        return code, file_bytes(file, options, steps, hints=hints, per_cell=per_cell)
    from picrosser.drawing.terminal import terminal_sheet

    return code, terminal_sheet(file.puzzle, file.solution, stdout_depth(), hints=hints).encode()
