"""`picrosser draw FILE`: a puzzle file as a picture, a page, text or an animation; and the named colours."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from picrosser.cli.options import STREAM, UsageError
from picrosser.cli.puzzle_input import Words, input_puzzle
from picrosser.cli.report import answer, answer_bytes, tell
from picrosser.drawing.png import png_bytes
from picrosser.drawing.terminal import terminal_depth
from picrosser.errors import ExitCode, OutputRefusedError
from picrosser.formats.atomic import write_new_file
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.picture import Picture

_STILL = (".png", ".svg", ".html", ".txt")
_MOVING = (".gif", ".apng")


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What the command line asks for; see `picrosser draw --help`."""

    file: str
    output: str
    source: str
    words: Words
    solve: bool
    empty: bool
    hints: bool
    cell_px: int
    per_cell: bool
    palette: bool
    time_limit_s: float | None
    force: bool


def draw(options: DrawOptions) -> int:
    """Draw; the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot be written.
    """
    _check(options)
    if options.palette:
        return _draw_palette(options)
    file = input_puzzle(options.file, options.source, options.words)
    status, picture = ExitCode.OK, None if options.empty else file.solution
    suffix = Path(options.output).suffix.lower()
    if suffix in _MOVING:
        return _animate(options, file)
    if options.solve:
        status, picture = _solved(options, file)
    _put(options, _drawn(options, file, picture, suffix))
    return int(status)


def _check(options: DrawOptions) -> None:
    suffix = Path(options.output).suffix.lower()
    allowed = (".png",) if options.palette else _STILL + _MOVING
    if options.output not in ("", STREAM) and suffix not in allowed:
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{', *'.join(allowed)}")
    if options.output == STREAM and sys.stdout.isatty():
        raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
    if options.palette and (options.file or any(options.words)):
        raise UsageError("--palette shows colours, and no puzzle", "leave one out")
    if options.output not in ("", STREAM) and not options.force and Path(options.output).exists():
        raise OutputRefusedError(f"{options.output} exists already", "use --force to overwrite it")


def _draw_palette(options: DrawOptions) -> int:
    from picrosser.drawing.palette_page import palette_image, palette_text
    from picrosser.formats.colour_words import css_colours

    if options.output:
        _put(options, png_bytes(palette_image(css_colours())))
    else:
        answer(palette_text(css_colours(), terminal_depth(sys.stdout.isatty(), os.environ)))
    return int(ExitCode.OK)


def _solved(options: DrawOptions, file: PuzzleFile) -> tuple[ExitCode, Picture | None]:
    """The exit status, and the answer: what is common to all of them, if there are several."""
    from picrosser.pipeline import EXIT_CODES
    from picrosser.solving.solve import solve

    outcome = solve(file.puzzle, timeout_s=options.time_limit_s)
    status = EXIT_CODES[outcome.status]
    if status is not ExitCode.OK:
        tell(f"picrosser: {outcome.why or 'there are several solutions; open cells are drawn as a checker'}")
    return status, outcome.picture


def _drawn(options: DrawOptions, file: PuzzleFile, picture: Picture | None, suffix: str) -> bytes | str:
    puzzle, hints, cell_px = file.puzzle, options.hints, options.cell_px
    if suffix == ".svg":
        from picrosser.drawing.svg import svg

        return svg(puzzle, picture, hints=hints, cell_px=cell_px)
    if suffix == ".html":
        from picrosser.drawing.html_table import html_page

        return html_page(puzzle, picture, title=file.title, hints=hints, cell_px=cell_px)
    if suffix == ".txt" or not options.output:
        from picrosser.drawing.terminal import Depth
        from picrosser.drawing.terminal_sheet import terminal_sheet

        depth = Depth.TEXT if options.output else terminal_depth(sys.stdout.isatty(), os.environ)
        return terminal_sheet(puzzle, picture, depth, hints=hints) + "\n"
    from picrosser.drawing.sheet import SMALLEST_HINTS_PX, sheet

    if hints and cell_px < SMALLEST_HINTS_PX:
        raise UsageError(
            f"cells of {cell_px} px have no room for hints", "add --no-hints, or a larger --cell"
        )
    return png_bytes(sheet(puzzle, picture, cell_px=cell_px, hints=hints))


def _animate(options: DrawOptions, file: PuzzleFile) -> int:
    from picrosser.drawing.animation import animation_bytes, board_frames, states
    from picrosser.pipeline import EXIT_CODES
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    steps: list[Step] = []
    outcome = solve(file.puzzle, timeout_s=options.time_limit_s, on_step=steps.append)
    status = EXIT_CODES[outcome.status]
    if status is not ExitCode.OK:
        shared = "there are several solutions; the last frame has what they share"
        tell(f"picrosser: {outcome.why or shared}")
    if outcome.picture is None:
        return int(status)
    cells = [step.cells for step in steps]
    pictures = states(file.puzzle, cells, per_cell=options.per_cell)
    frames = board_frames(file.puzzle, pictures, cell_px=options.cell_px, hints=options.hints)
    _put(options, animation_bytes(frames, Path(options.output).suffix.lower()))
    return int(status)


def _put(options: DrawOptions, drawn: bytes | str) -> None:
    data = drawn.encode() if isinstance(drawn, str) else drawn
    if options.output == STREAM:
        answer_bytes(data)
    elif options.output:
        write_new_file(Path(options.output), data, force=options.force)
    else:
        answer(data.decode().removesuffix("\n"))
