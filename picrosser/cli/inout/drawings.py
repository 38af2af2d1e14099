"""What the commands write of a puzzle: an image, a page, text, an animation or a puzzle file."""

from collections.abc import Sequence

from picrosser.cli.inout.puzzle_files import puzzle_bytes
from picrosser.cli.options import DRAWN, MOVING, Options
from picrosser.errors import UsageError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.solving.outcome import Step


def file_bytes(
    file: PuzzleFile,
    options: Options,
    steps: Sequence[Step] = (),
    *,
    hints: bool = True,
    per_cell: bool = False,
) -> bytes:
    """Return what is written to the output: a drawing of the puzzle, how it is solved, or a puzzle file.

    Its suffix says which; it is a PNG for stdout. steps : those of an animation.
    """
    suffix, cell_px, symbols = options.suffix or ".png", options.cell_px, options.symbols
    puzzle, picture = file.puzzle, file.solution
    if suffix not in DRAWN:
        return puzzle_bytes(file, options.output)[0]
    if suffix in (".svg", ".html"):
        from picrosser.drawing.svg import html_page, svg

        drawing = svg(puzzle, picture, hints=hints, cell_px=cell_px, symbols=symbols)
        return (html_page(drawing, file.title or "A puzzle") if suffix == ".html" else drawing).encode()
    if suffix == ".txt":
        from picrosser.drawing.terminal import Depth, terminal_sheet

        return (terminal_sheet(puzzle, picture, Depth.TEXT, hints=hints) + "\n").encode()
    refuse_tiny_cells(options, hints)
    if suffix in MOVING:
        from picrosser.drawing.animation import animation_bytes, board_frames, board_states

        pictures = board_states(puzzle, [step.cells for step in steps], per_cell=per_cell)
        frames = board_frames(puzzle, pictures, cell_px=cell_px, hints=hints, symbols=symbols)
        return animation_bytes(frames, suffix)
    from picrosser.drawing.picture_files import picture_bytes
    from picrosser.drawing.sheet import sheet

    return picture_bytes(sheet(puzzle, picture, cell_px=cell_px, hints=hints, symbols=symbols), suffix)


def refuse_tiny_cells(options: Options, hints: bool) -> None:
    from picrosser.drawing.sheet import MIN_HINTS_CELL_PX

    if hints and options.cell_px < MIN_HINTS_CELL_PX:
        advice = "add --no-hints, or a larger --cell"
        raise UsageError(f"cells of {options.cell_px} px have no room for hints", advice)
