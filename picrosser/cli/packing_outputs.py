"""A packing as the commands show or write it: text for the terminal, the bytes of a file by its suffix."""

from __future__ import annotations

from pathlib import Path

from picrosser.cli.options import MOVING
from picrosser.cli.report import print_message, printable, stdout_depth
from picrosser.drawing.terminal import Depth, coloured_text
from picrosser.formats import katamino_text
from picrosser.formats.atomic import write_new_file
from picrosser.formats.katamino_text import packing_text
from picrosser.packing.steps import StepRecord
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture

STILL = (".png", ".svg", ".html", ".txt", ".toml", ".json")
SUFFIXES = (*STILL, *MOVING)
_MOST_FRAMES = 200  # as many as the animation's length has room for


def step_record(puzzle: Katamino) -> StepRecord:
    """A listener that keeps what an animation shows."""
    return StepRecord(puzzle, _MOST_FRAMES)


def still_packing(
    puzzle: Katamino, picture: Picture | None, suffix: str, *, title: str = "", cell_px: int = 24
) -> bytes:
    """The file of a packing, or of the empty board; `suffix` is one of STILL.

    Raises
    ------
    PuzzleFileError : letters are asked for, but there is no packing.
    """
    if suffix == ".svg":
        from picrosser.drawing.packing_page import packing_svg

        return packing_svg(puzzle, picture, cell_px=cell_px).encode()
    if suffix == ".html":
        from picrosser.drawing.packing_page import packing_page

        return packing_page(puzzle, picture, title=title, cell_px=cell_px).encode()
    if suffix != ".png":
        return packing_text(puzzle, picture, suffix).encode()
    from picrosser.drawing.packing import blank_board, packing_image
    from picrosser.drawing.png import png_bytes

    return png_bytes(packing_image(picture or blank_board(puzzle), cell_px=cell_px))


def moving_packing(record: StepRecord, suffix: str, *, cell_px: int = 24) -> bytes:
    """The file of an animation of the search; `suffix` is one of MOVING."""
    from picrosser.drawing.animation import animation_bytes
    from picrosser.drawing.packing import packing_frames

    return animation_bytes(packing_frames(record.pictures, cell_px=cell_px), suffix)


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
    """Write the file: an animation of what was recorded, else the packing. Tell what an animation leaves out.

    Raises
    ------
    OutputRefusedError : the file exists, or cannot be written.
    """
    suffix = Path(place).suffix.lower()
    if record is None:
        data = still_packing(puzzle, picture, suffix, title=title, cell_px=cell_px)
    else:
        data = moving_packing(record, suffix, cell_px=cell_px)
        told = thinned_words(record)
        if told and not quiet:
            print_message(f"{printable(place)}: {told}")
    write_new_file(Path(place), data, force=force)


def thinned_words(record: StepRecord) -> str:
    """What a user should know of an animation that leaves steps out; "" if it shows all."""
    if record.every == 1:
        return ""
    return f"the search took {record.steps} steps; the animation shows one in {record.every}"


def packing_drawing(puzzle: Katamino, picture: Picture, *, numbers: bool = False) -> str:
    """The matrix of the pieces, beside coloured blocks where stdout shows colours."""
    rows = (katamino_text.number_rows if numbers else katamino_text.letter_rows)(puzzle, picture)
    depth = stdout_depth()
    if depth is Depth.TEXT:
        return "\n".join(rows)
    width = max(map(len, rows))
    blocks = coloured_text(picture, depth).split("\n")
    return "\n".join(f"{row:<{width}}   {block}" for row, block in zip(rows, blocks, strict=True))
