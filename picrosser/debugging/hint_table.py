"""A Hungry Cat puzzle in, its hints out as a table laid out like the board."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw

from picrosser.debugging.marks import (
    BAD,
    CHANGED,
    COLUMN,
    FAINT,
    ROW,
    SMALL_PX,
    blank,
    legible_on,
    write,
)
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Colour

_NAME_PX = 34  # for the lines' names
_LARGEST_PX, _SMALLEST_PX, _TABLE_PX = 38, 18, 960
_EMPTY: Colour = (238, 236, 232)


def hint_table(
    puzzle: HungryCat, doubted: Collection[HintPlace], changed: Collection[HintPlace] = ()
) -> Image.Image:
    """Draw the hints left of the rows and above the columns.

    doubted : hints, lines and colours that get a red frame.
    changed : hints that get a yellow one.
    """
    rows, cols = puzzle.shape
    cell = max(_SMALLEST_PX, min(_LARGEST_PX, _TABLE_PX // (puzzle.colours + max(rows, cols))))
    origin = _NAME_PX + puzzle.colours * cell  # the board's corner, x and y alike
    picture = blank(origin + cols * cell + 4, origin + rows * cell + 4)
    draw = ImageDraw.Draw(picture)
    _board(draw, puzzle, origin, cell)
    for line, hints in enumerate(puzzle.rows):
        y = origin + line * cell
        write(draw, (_NAME_PX - 6, y + cell / 2), f"r{line + 1}", ROW, SMALL_PX, "rm")
        for slot, hint in enumerate(hints):
            _hint(draw, (_NAME_PX + slot * cell, y, cell), hint, puzzle.palette[slot + 1])
    for line, hints in enumerate(puzzle.cols):
        x = origin + line * cell
        write(draw, (x + cell / 2, _NAME_PX - 8), f"c{line + 1}", COLUMN, SMALL_PX, "ms")
        for slot, hint in enumerate(hints):
            _hint(draw, (x, _NAME_PX + slot * cell, cell), hint, puzzle.palette[slot + 1])
    for place in changed:
        _frame(draw, place, puzzle, origin, cell, CHANGED)
    for place in doubted:
        _frame(draw, place, puzzle, origin, cell, BAD)
    return picture


def _board(draw: ImageDraw.ImageDraw, puzzle: HungryCat, origin: int, cell: int) -> None:
    rows, cols = puzzle.shape
    right, bottom = origin + cols * cell, origin + rows * cell
    draw.rectangle((origin, origin, right, bottom), fill=puzzle.palette[0])
    for row in range(rows + 1):
        draw.line(
            (origin, origin + row * cell, right, origin + row * cell), fill=FAINT, width=1 + (row % 5 == 0)
        )
    for col in range(cols + 1):
        draw.line(
            (origin + col * cell, origin, origin + col * cell, bottom), fill=FAINT, width=1 + (col % 5 == 0)
        )


def _hint(draw: ImageDraw.ImageDraw, at: tuple[int, int, int], hint: CountHint, ink: Colour) -> None:
    """One hint on a field of its ink; an empty one stays pale."""
    x, y, side = at
    field = (x + 1, y + 1, x + side - 2, y + side - 2)
    if hint.count == 0:
        draw.rectangle(field, fill=_EMPTY)
        return
    draw.rectangle(field, fill=ink, outline=FAINT)
    colour = legible_on(ink)
    text = "?" if hint.count is None else str(hint.count)
    size = round(side * (0.5 if len(text) < 3 else 0.36))
    write(draw, (x + side / 2 - 0.5, y + side / 2 - 0.5), text, colour, size, "mm")
    ring = (x + 3, y + 3, x + side - 4, y + side - 4)
    if hint.contiguous:
        draw.ellipse(ring, outline=colour, width=2)
    elif hint.contiguous is None and hint.count is not None:
        for start in range(10, 370, 45):
            draw.arc(ring, start, start + 25, fill=colour, width=2)


def _frame(
    draw: ImageDraw.ImageDraw, place: HintPlace, puzzle: HungryCat, origin: int, cell: int, colour: Colour
) -> None:
    """A frame round a hint, or round all hints of a line or of a colour."""
    first, slots = (place.slot, 1) if place.slot >= 0 else (0, puzzle.colours)
    low, high = _NAME_PX + first * cell, _NAME_PX + (first + slots) * cell
    lines = puzzle.rows if place.axis == "row" else puzzle.cols
    begin, count = (place.line, 1) if place.line >= 0 else (0, len(lines))
    near, far = origin + begin * cell, origin + (begin + count) * cell
    box = (low, near, high, far) if place.axis == "row" else (near, low, far, high)
    draw.rectangle((box[0] - 1, box[1] - 1, box[2], box[3]), outline=colour, width=3)
