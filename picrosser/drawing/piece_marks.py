"""Marks pieces on the board in a screenshot: those that lie there already, mistakes, and the next ones.

The marks are those of cells, drawn round a whole piece: a thin line inside for what lies there already, a red
band and a cross for a mistake, a dark band for what is new, a blue one for where to look.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

from picrosser.drawing.cell_tiles import FRAME_INSET, FRAME_STROKE, frame_tone
from picrosser.drawing.marks import (
    MISTAKE_BANDS,
    NEW_BANDS,
    PLACE_BANDS,
    UNCLEAR_BANDS,
    band_widths,
    cross_tile,
    text_tile,
)
from picrosser.drawing.overlay import fill_box, paint_over
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.picture import Cell, Colour


@dataclass(frozen=True, slots=True)
class PieceMark:
    """One step to show.

    cells : where the piece goes; empty if that is not to be told.
    colour : the piece's.
    look_at : the cells that decide it, or where to look.
    """

    cells: Collection[Cell]
    colour: Colour
    look_at: Collection[Cell] = ()


def frame_pieces(image: Image.Image, lattice: Lattice, pieces: Mapping[tuple[Cell, ...], Colour]) -> None:
    """Draw a thin line inside the edges of pieces that lie on the board already.

    pieces : the cells of each piece with its colour.
    """
    inset, stroke = (max(1, round(share * lattice.pitch_px)) for share in (FRAME_INSET, FRAME_STROKE))
    for cells, colour in pieces.items():
        _ring(image, lattice, cells, (inset, inset + stroke), frame_tone(colour))


def mark_misplaced(
    screenshot: RGB, lattice: Lattice, wrong: Sequence[Collection[Cell]], unsure: Sequence[Collection[Cell]]
) -> Image.Image:
    """Mark pieces that cannot stay where they lie.

    screenshot, lattice : as of `overlay`, as is the result.
    wrong : the cells of each piece that is certainly wrong: a red and white outline, and a cross.
    unsure : the cells of pieces that cannot all stay: a dark outline, and a question mark.
    """

    def paint(image: Image.Image) -> None:
        for pieces, bands, is_wrong in ((unsure, UNCLEAR_BANDS, False), (wrong, MISTAKE_BANDS, True)):
            for cells in pieces:
                _outline(image, lattice, cells, bands)
                box = lattice.cell(*_middle(cells))
                tile = (
                    cross_tile(box.width, box.height) if is_wrong else text_tile(box.width, box.height, "?")
                )
                image.paste(tile, (box.left, box.top), tile)

    return paint_over(screenshot, lattice, paint)


def mark_next_pieces(screenshot: RGB, lattice: Lattice, steps: Sequence[PieceMark]) -> Image.Image:
    """Lay the next pieces onto the board, outlined, and outline the cells that decide them.

    screenshot, lattice : as of `overlay`, as is the result.
    steps : in order; if there are several, each piece shows its step's number, from 1.
    """

    def paint(image: Image.Image) -> None:
        for number, step in enumerate(steps, 1):
            for cell in step.cells:
                fill_box(image, lattice.cell(*cell), step.colour)
            if step.cells:
                _outline(image, lattice, step.cells, NEW_BANDS)
            if step.look_at:
                _outline(image, lattice, step.look_at, PLACE_BANDS)
            if step.cells and len(steps) > 1:
                box = lattice.cell(*_middle(step.cells))
                tile = text_tile(box.width, box.height, str(number))
                image.paste(tile, (box.left, box.top), tile)

    return paint_over(screenshot, lattice, paint)


def _middle(cells: Collection[Cell]) -> Cell:
    """Return the cell of a piece that is nearest to its middle."""
    row, col = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    return min(sorted(cells), key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - col) ** 2)


def _outline(image: Image.Image, lattice: Lattice, cells: Collection[Cell], bands: Sequence[Colour]) -> None:
    """Draw bands along the inside of the edges of some cells, from outside."""
    inset = 0
    for colour, width in band_widths(bands, lattice.pitch_px):
        _ring(image, lattice, cells, (inset, inset + width), colour)
        inset += width


def _ring(
    image: Image.Image,
    lattice: Lattice,
    cells: Collection[Cell],
    between_px: tuple[int, int],
    colour: Colour,
) -> None:
    """Paint what lies between two distances from the edges of some cells, inside them."""
    boxes = [lattice.cell(*cell) for cell in cells]
    pad = between_px[1] + 1
    left, top = min(box.left for box in boxes) - pad, min(box.top for box in boxes) - pad
    right, bottom = max(box.right for box in boxes) + pad, max(box.bottom for box in boxes) + pad
    mask = Image.new("L", (right - left, bottom - top))
    for box in boxes:
        mask.paste(255, (box.left - left, box.top - top, box.right - left, box.bottom - top))
    outer, inner = (mask.filter(ImageFilter.MinFilter(2 * inset + 1)) for inset in between_px)
    image.paste(colour, (left, top), ImageChops.subtract(outer, inner))
