"""`picrosser draw FILE`: a puzzle file as an image, a web page, text or an animation; and the named colours.

`solve -o` and `katamino -o` write the same drawings.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from picrosser.cli.file_options import DrawOptions
from picrosser.cli.options import DRAWN, MOVING, STREAM, UsageError, refuse_existing
from picrosser.cli.puzzle_files import read_puzzle
from picrosser.cli.report import print_answer, print_message, stdout_depth, write_stdout
from picrosser.errors import ExitCode
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Outcome, Step, ignore
from picrosser.storage.atomic import write_new_file


def draw(options: DrawOptions) -> int:
    """Draw a puzzle file or the named colours, and return the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot be written.
    """
    _check(options)
    if options.palette:
        return _draw_palette(options)
    file = read_puzzle(options.file, options.source, options.words)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.katamino_files import draw_packing

        if options.symbols:
            raise UsageError("--symbols is for coloured cells", "leave it out: pieces have outlines")
        code, drawn = draw_packing(options, file)
    elif options.suffix in MOVING:
        code, drawn = _animation(options, file)
    else:
        code, drawn = _drawing(options, file)
    if drawn is not None:
        _write(options, drawn)
    return int(code)


def _check(options: DrawOptions) -> None:
    allowed = (".png",) if options.palette else DRAWN
    if options.output not in ("", STREAM) and options.suffix not in allowed:
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{', *'.join(allowed)}")
    if options.output == STREAM and sys.stdout.isatty():
        raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
    if options.palette and (options.file or any(options.words)):
        raise UsageError("--palette shows colours, not a puzzle", "leave one out")
    if options.symbols and (options.palette or options.output == "" or options.suffix == ".txt"):
        raise UsageError(
            "--symbols draws into the cells of an image", "add -o FILE.png, .svg, .html, ..., or leave it out"
        )
    refuse_existing(options.output, force=options.force, inputs=(options.file,))


def _draw_palette(options: DrawOptions) -> int:
    from picrosser.drawing.palette_page import palette_image, palette_text
    from picrosser.formats.colour_words import css_colours

    if options.output:
        from picrosser.drawing.picture_files import picture_bytes

        _write(options, picture_bytes(palette_image(css_colours())))
    else:
        print_answer(palette_text(css_colours(), stdout_depth()))
    return int(ExitCode.OK)


def _drawing(options: DrawOptions, file: PuzzleFile) -> tuple[ExitCode, bytes | str]:
    code, picture = ExitCode.OK, None if options.empty else file.solution
    if options.solve:
        outcome = _solve(options, file, several="open cells are drawn as a checker")
        code, picture = EXIT_CODES[outcome.status], outcome.picture
    if options.output:
        return code, still_bytes(
            file.puzzle,
            picture,
            options.suffix or ".png",  # to stdout
            title=file.title,
            cell_px=options.cell_px,
            hints=options.hints,
            symbols=options.symbols,
        )
    from picrosser.drawing.terminal import terminal_sheet

    return code, terminal_sheet(file.puzzle, picture, stdout_depth(), hints=options.hints)


def _animation(options: DrawOptions, file: PuzzleFile) -> tuple[ExitCode, bytes | None]:
    _refuse_tiny_cells(options.cell_px, hints=options.hints)  # before the work
    steps: list[Step] = []
    outcome = _solve(options, file, steps, several="the last frame shows what the lines alone decide")
    if outcome.picture is None:
        return EXIT_CODES[outcome.status], None
    return EXIT_CODES[outcome.status], moving_bytes(
        file.puzzle,
        steps,
        options.suffix,
        cell_px=options.cell_px,
        hints=options.hints,
        per_cell=options.per_cell,
        symbols=options.symbols,
    )


def _solve(
    options: DrawOptions, file: PuzzleFile, steps: list[Step] | None = None, *, several: str
) -> Outcome:
    """Solve the puzzle, and report it if the solution is not unique.

    several : how the drawing shows several solutions.
    """
    from picrosser.solving.solve import solve

    on_step = ignore if steps is None else steps.append
    outcome = solve(file.puzzle, timeout_s=options.time_limit_s, on_step=on_step)
    if EXIT_CODES[outcome.status] is not ExitCode.OK:
        print_message(f"picrosser: {outcome.why or f'there are several solutions; {several}'}")
    return outcome


def _write(options: DrawOptions, drawn: bytes | str) -> None:
    data = drawn.encode() if isinstance(drawn, str) else drawn
    if options.output == STREAM:
        write_stdout(data)
    elif options.output:
        write_new_file(Path(options.output), data, force=options.force)
    else:
        print_answer(data.decode().removesuffix("\n"))


def still_bytes(
    puzzle: LinePuzzle,
    picture: Picture | None,
    suffix: str,
    *,
    title: str = "",
    cell_px: int = 24,
    hints: bool = True,
    symbols: bool = False,
) -> bytes:
    """Return the file of a drawing; `suffix` is one of STILL.

    Raises
    ------
    UsageError : the cells are too small for hints.
    """
    if suffix in (".svg", ".html"):
        from picrosser.drawing.svg import html_page, svg

        drawing = svg(puzzle, picture, hints=hints, cell_px=cell_px, symbols=symbols)
        return (html_page(drawing, title or "A puzzle") if suffix == ".html" else drawing).encode()
    if suffix == ".txt":
        from picrosser.drawing.terminal import Depth, terminal_sheet

        return (terminal_sheet(puzzle, picture, Depth.TEXT, hints=hints) + "\n").encode()
    from picrosser.drawing.picture_files import picture_bytes
    from picrosser.drawing.sheet import sheet

    _refuse_tiny_cells(cell_px, hints=hints)
    return picture_bytes(sheet(puzzle, picture, cell_px=cell_px, hints=hints, symbols=symbols), suffix)


def moving_bytes(
    puzzle: LinePuzzle,
    steps: Sequence[Step],
    suffix: str,
    *,
    cell_px: int = 24,
    hints: bool = True,
    per_cell: bool = False,
    symbols: bool = False,
) -> bytes:
    """Return the file of an animation of the steps; `suffix` is one of MOVING.

    Raises
    ------
    UsageError : the cells are too small for hints.
    """
    from picrosser.drawing.animation import animation_bytes, board_frames, board_states

    _refuse_tiny_cells(cell_px, hints=hints)
    pictures = board_states(puzzle, [step.cells for step in steps], per_cell=per_cell)
    frames = board_frames(puzzle, pictures, cell_px=cell_px, hints=hints, symbols=symbols)
    return animation_bytes(frames, suffix)


def _refuse_tiny_cells(cell_px: int, *, hints: bool) -> None:
    from picrosser.drawing.sheet import MIN_HINTS_CELL_PX

    if hints and cell_px < MIN_HINTS_CELL_PX:
        raise UsageError(
            f"cells of {cell_px} px have no room for hints", "add --no-hints, or a larger --cell"
        )
