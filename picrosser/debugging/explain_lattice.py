"""Where Hungry Cat's board and hints lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import (
    ROWS_AND_COLUMNS,
    TONE_COLOURS,
    WIDTH_PX,
    Canvas,
    Ink,
    blank,
    enclosing,
    resized,
    stacked,
)
from picrosser.debugging.explanation import (
    HUNGRY_CAT,
    Explanation,
    Note,
    Run,
    Stage,
    Stages,
    counted,
    judged,
)
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.lattice.grid import GridFound

_ROOM_PX = (52, 34)  # beside the screenshot, for a share in percent
_CORNER = 0.6  # of the pitch, to each side: what an enlarged corner shows
_CORNER_PX = 168
_HEAP_PX = 36  # the length of a bar for a heap of height 1


def explain_grid(grid: GridFound, run: Run) -> Explanation:
    """Draw the lattice over the screenshot, each line in the colour of how well it was seen."""
    canvas = Canvas(run.image, room_px=_ROOM_PX)
    left, top, right, bottom = canvas.placed(grid.lattice.board)
    for edge, share in _worst_first(grid.lattice.row_edges_px, grid.row_shares):
        y, colour = canvas.y(edge), _colour(share)
        canvas.draw.line((left - 6, y, right + 6, y), colour, 2)
        canvas.label((canvas.picture.width - 4, y), f"{100 * share:.0f}", colour, anchor="rm")
    for edge, share in _worst_first(grid.lattice.col_edges_px, grid.col_shares):
        x, colour = canvas.x(edge), _colour(share)
        canvas.draw.line((x, top - 6, x, bottom + 6), colour, 2)
        canvas.label((x, canvas.picture.height - 6), f"{100 * share:.0f}", colour, anchor="ms")
    for other in grid.others:
        canvas.frame(other, Ink.TEXT, "smaller board")
    rows, cols = grid.lattice.shape
    return Explanation(
        f"A board of {cols} columns x {rows} rows. A line is green where at least 60 % of the cells along it "
        "show it, red below 30 %; the numbers at the right and the bottom are these shares in percent. Below "
        "the screenshot are the board's corners, enlarged.",
        stacked([canvas.picture, _corners(run.image, grid)]),
        (
            Note(f"lines are {grid.pitch_px:.1f} px apart"),
            *(
                Note(f"lines go on beyond the {side} of the board: it is not whole", "bad")
                for side in grid.goes_on
            ),
        ),
    )


def _colour(share: float) -> Colour:
    return TONE_COLOURS[judged(share)]


def _worst_first(edges: Sequence[int], shares: Sequence[float]) -> list[tuple[int, float]]:
    """Return each line with its share; labels of the worst are written first, and so are never left out."""
    return sorted(zip(edges, shares, strict=True), key=lambda pair: pair[1])


def _corners(image: RGB, grid: GridFound) -> Image.Image:
    """Enlarge the board's corners, where a lattice that is off by a pixel or two can be seen."""
    rows, cols = grid.lattice.row_edges_px, grid.lattice.col_edges_px
    half = max(4, round(_CORNER * grid.pitch_px))
    screenshot = Image.fromarray(np.ascontiguousarray(image))
    sheet = blank(WIDTH_PX, _CORNER_PX)
    for number, (row, col) in enumerate([(0, 0), (0, -1), (-1, 0), (-1, -1)]):
        crop = blank(2 * half + 1, 2 * half + 1)
        crop.paste(screenshot, (half - cols[col], half - rows[row]))
        tile = resized(np.asarray(crop), _CORNER_PX, _CORNER_PX)
        draw, middle = ImageDraw.Draw(tile), half * _CORNER_PX / (2 * half + 1)
        draw.line((0, middle, _CORNER_PX, middle), fill=_colour(grid.row_shares[row]))
        draw.line((middle, 0, middle, _CORNER_PX), fill=_colour(grid.col_shares[col]))
        sheet.paste(tile, (number * (WIDTH_PX // 4), 0))
    return sheet


def explain_slots(slots: SlotsFound, run: Run) -> Explanation:
    """Draw both hint areas with the board between them, each slot's middle line and its heap of digits."""
    part = enclosing([slots.left_box, slots.top_box], slots.left.slot_pitch_px, run.image)
    canvas = Canvas(run.image, part, (_HEAP_PX + 12, _HEAP_PX + 12))
    canvas.frame(slots.left_box, Ink.ROW, width=4)
    canvas.frame(slots.top_box, Ink.COLUMN, width=4)
    left, top, right, bottom = canvas.placed(slots.left_box)
    for number, x in enumerate(map(canvas.x, slots.left.slot_centres_px), 1):
        canvas.draw.line((x, top, x, bottom), fill=Ink.BOX, width=2)
        canvas.label((x, top - 4), str(number), Ink.ROW, anchor="ms")
    for x, heap in zip(map(canvas.x, slots.left.heap_centres_px), slots.left.heaps, strict=True):
        canvas.draw.line((x, bottom + 6, x, bottom + 6 + _HEAP_PX * min(1.0, heap)), Ink.TEXT, 10)
    left, top, right, bottom = canvas.placed(slots.top_box)
    for number, y in enumerate(map(canvas.y, slots.top.slot_centres_px), 1):
        canvas.draw.line((left, y, right, y), fill=Ink.BOX, width=2)
        canvas.label((left - 4, y), str(number), Ink.COLUMN, anchor="rm")
    for y, heap in zip(map(canvas.y, slots.top.heap_centres_px), slots.top.heaps, strict=True):
        canvas.draw.line((right + 6, y, right + 6 + _HEAP_PX * min(1.0, heap), y), Ink.TEXT, 10)
    return Explanation(
        f"The hints stand in the two framed areas, in {counted(slots.colours, 'colour slot')} each. A line "
        "runs through the middle of every slot. The bars at the areas' ends say how much ink stands there: "
        "each bar should lie on a slot.",
        canvas.picture,
        (*ROWS_AND_COLUMNS, Note("middle of a slot", swatch=Ink.BOX)),
    )


STAGES: Stages = {
    GridFound: Stage(HUNGRY_CAT, "Grid lines", explain_grid),
    SlotsFound: Stage(HUNGRY_CAT, "Hint areas and colour slots", explain_slots),
}
