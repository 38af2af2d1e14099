"""`picrosser draw FILE`: a puzzle file as a picture, a page, text or an animation; and the named colours."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from picrosser.cli.draw_options import DrawOptions
from picrosser.cli.drawn_files import MOVING, STILL, moving_bytes, refuse_tiny, still_bytes
from picrosser.cli.options import STREAM, UsageError
from picrosser.cli.puzzle_input import input_any
from picrosser.cli.report import answer, answer_bytes, tell
from picrosser.drawing.png import png_bytes
from picrosser.drawing.terminal import terminal_depth
from picrosser.errors import ExitCode, OutputRefusedError
from picrosser.formats.atomic import write_new_file
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.picture import Picture


def draw(options: DrawOptions) -> int:
    """Draw; the exit status.

    Raises
    ------
    PicrosserError : the input cannot be read, or the output cannot be written.
    """
    _check(options)
    if options.palette:
        return _draw_palette(options)
    file = input_any(options.file, options.source, options.words)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.packing_files import draw_packing

        code, drawn = draw_packing(options, file)
        if drawn is not None:
            _put(options, drawn)
        return int(code)
    status, picture = ExitCode.OK, None if options.empty else file.solution
    suffix = Path(options.output).suffix.lower()
    if suffix in MOVING:
        return _animate(options, file)
    if options.solve:
        status, picture = _solved(options, file)
    _put(options, _drawn(options, file, picture, suffix))
    return int(status)


def _check(options: DrawOptions) -> None:
    suffix = Path(options.output).suffix.lower()
    allowed = (".png",) if options.palette else STILL + MOVING
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
    from picrosser.pipelines.stages import EXIT_CODES
    from picrosser.solving.solve import solve

    outcome = solve(file.puzzle, timeout_s=options.time_limit_s)
    status = EXIT_CODES[outcome.status]
    if status is not ExitCode.OK:
        tell(f"picrosser: {outcome.why or 'there are several solutions; open cells are drawn as a checker'}")
    return status, outcome.picture


def _drawn(options: DrawOptions, file: PuzzleFile, picture: Picture | None, suffix: str) -> bytes | str:
    if options.output:
        chosen = suffix or ".png"  # to stdout
        return still_bytes(
            file.puzzle, picture, chosen, title=file.title, cell_px=options.cell_px, hints=options.hints
        )
    from picrosser.drawing.terminal import terminal_sheet

    depth = terminal_depth(sys.stdout.isatty(), os.environ)
    return terminal_sheet(file.puzzle, picture, depth, hints=options.hints)


def _animate(options: DrawOptions, file: PuzzleFile) -> int:
    from picrosser.pipelines.stages import EXIT_CODES
    from picrosser.solving.outcome import Step
    from picrosser.solving.solve import solve

    refuse_tiny(options.cell_px, hints=options.hints)  # before the work
    steps: list[Step] = []
    outcome = solve(file.puzzle, timeout_s=options.time_limit_s, on_step=steps.append)
    status = EXIT_CODES[outcome.status]
    if status is not ExitCode.OK:
        tell(
            f"picrosser: {outcome.why or 'there are several solutions; the last frame has what lines decide'}"
        )
    if outcome.picture is None:
        return int(status)
    suffix = Path(options.output).suffix.lower()
    _put(
        options,
        moving_bytes(
            file.puzzle,
            steps,
            suffix,
            cell_px=options.cell_px,
            hints=options.hints,
            per_cell=options.per_cell,
        ),
    )
    return int(status)


def _put(options: DrawOptions, drawn: bytes | str) -> None:
    data = drawn.encode() if isinstance(drawn, str) else drawn
    if options.output == STREAM:
        answer_bytes(data)
    elif options.output:
        write_new_file(Path(options.output), data, force=options.force)
    else:
        answer(data.decode().removesuffix("\n"))
