"""A puzzle and its answer as the bytes of a file to look at: which drawing a suffix asks for."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.cli.options import UsageError
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Step

STILL = (".png", ".svg", ".html", ".txt")
MOVING = (".gif", ".apng")


def still_bytes(
    puzzle: LinePuzzle,
    picture: Picture | None,
    suffix: str,
    *,
    title: str = "",
    cell_px: int = 24,
    hints: bool = True,
) -> bytes:
    """The file of a drawing; `suffix` is one of STILL.

    Raises
    ------
    UsageError : the cells are too small for hints.
    """
    if suffix == ".svg":
        from picrosser.drawing.svg import svg

        return svg(puzzle, picture, hints=hints, cell_px=cell_px).encode()
    if suffix == ".html":
        from picrosser.drawing.html_table import html_page

        return html_page(puzzle, picture, title=title, hints=hints, cell_px=cell_px).encode()
    if suffix == ".txt":
        from picrosser.drawing.terminal import Depth, terminal_sheet

        return (terminal_sheet(puzzle, picture, Depth.TEXT, hints=hints) + "\n").encode()
    from picrosser.drawing.png import png_bytes
    from picrosser.drawing.sheet import sheet

    refuse_tiny(cell_px, hints=hints)
    return png_bytes(sheet(puzzle, picture, cell_px=cell_px, hints=hints))


def moving_bytes(
    puzzle: LinePuzzle,
    steps: Sequence[Step],
    suffix: str,
    *,
    cell_px: int = 24,
    hints: bool = True,
    per_cell: bool = False,
) -> bytes:
    """The file of an animation; `suffix` is one of MOVING.

    Raises
    ------
    UsageError : the cells are too small for hints.
    """
    from picrosser.drawing.animation import animation_bytes, board_frames, board_states

    refuse_tiny(cell_px, hints=hints)
    pictures = board_states(puzzle, [step.cells for step in steps], per_cell=per_cell)
    return animation_bytes(board_frames(puzzle, pictures, cell_px=cell_px, hints=hints), suffix)


def refuse_tiny(cell_px: int, *, hints: bool) -> None:
    """Refuse cells that have no room for numbers beside them.

    Raises
    ------
    UsageError : they have none.
    """
    from picrosser.drawing.sheet import MIN_HINTS_CELL_PX

    if hints and cell_px < MIN_HINTS_CELL_PX:
        raise UsageError(
            f"cells of {cell_px} px have no room for hints", "add --no-hints, or a larger --cell"
        )
