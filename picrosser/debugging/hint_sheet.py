"""A sheet with a field for every hint of a Hungry Cat puzzle.

A line of the puzzle is a line of the sheet, rows at the left and columns at the right, or below each other
where there are many colours. All stages that say something about hints are drawn on it, field by field.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw

from picrosser.debugging.canvas import (
    COLUMN,
    ROW,
    TEXT,
    TEXT_PX,
    WIDTH_PX,
    blank,
    legible_on,
    resized,
    write,
)
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.picture import Colour

NO_INK: Colour = (225, 224, 220)
_NAME_PX, _HEAD_PX, _GAP_PX = 50, 30, 24
_FIELD_PX = 50, 84  # least and most: 50 hold two digits that can be read on a phone


class HintSheet:
    """A field for every hint.

    picture, draw : what is drawn on.
    field_px : the side of a field.
    """

    def __init__(
        self, size: tuple[int, int, int], inks: Sequence[Colour] = (), extra_px: int = 0, sum_px: int = 0
    ) -> None:
        """Draw the names of the lines and the heads of the slots.

        Parameters
        ----------
        size : rows, columns and colours.
        inks : of the slots, if they are known.
        extra_px : room below each field.
        sum_px : room right of each line.
        """
        rows, cols, self._colours = size
        self._lines = {"row": rows, "column": cols}
        room = (WIDTH_PX - _GAP_PX) // 2 - _NAME_PX - sum_px
        is_stacked = room // self._colours < _FIELD_PX[0]
        room = WIDTH_PX - _NAME_PX - sum_px if is_stacked else room
        self.field_px = max(20, min(_FIELD_PX[1], room // self._colours))
        self._step = self.field_px + extra_px + 4
        second = (0, _HEAD_PX + rows * self._step + _GAP_PX) if is_stacked else ((WIDTH_PX + _GAP_PX) // 2, 0)
        self._origins = {"row": (0, 0), "column": second}
        height = second[1] + _HEAD_PX + self._step * (cols if is_stacked else max(rows, cols))
        self.picture = blank(WIDTH_PX, height)
        self.draw = ImageDraw.Draw(self.picture)
        for axis, colour in (("row", ROW), ("column", COLUMN)):
            x, y = self._origins[axis]
            for slot in range(self._colours):
                ink = inks[slot] if inks else NO_INK
                left = x + _NAME_PX + slot * self.field_px
                self.draw.rectangle(
                    (left, y, left + self.field_px - 3, y + _HEAD_PX - 5), fill=ink, outline=TEXT
                )
                middle = left + self.field_px / 2 - 1, y + _HEAD_PX / 2 - 2
                write(self.draw, middle, str(slot + 1), legible_on(ink), anchor="mm")
            for line in range(self._lines[axis]):
                top = y + _HEAD_PX + line * self._step
                write(self.draw, (x, top + self.field_px / 2), f"{axis[0]}{line + 1}", colour, anchor="lm")

    def box(self, hint: int) -> tuple[int, int, int, int]:
        """Return the box of a hint by its index: row by row, then column by column, slot by slot."""
        line, slot = divmod(hint, self._colours)
        is_row = line < self._lines["row"]
        return (
            self._box("row", line, slot) if is_row else self._box("column", line - self._lines["row"], slot)
        )

    def _box(self, axis: str, line: int, slot: int) -> tuple[int, int, int, int]:
        x = self._origins[axis][0] + _NAME_PX + slot * self.field_px
        y = self._origins[axis][1] + _HEAD_PX + line * self._step
        return x, y, x + self.field_px - 3, y + self.field_px - 3

    def paste(self, hint: int, pixels: NDArray[np.uint8]) -> None:
        """Show a square patch of pixels in a field."""
        left, top, _, _ = self.box(hint)
        self.picture.paste(resized(pixels, self.field_px - 2, self.field_px - 2), (left, top))

    def text(self, hint: int, text: str, colour: Colour = TEXT) -> None:
        """Write into a field."""
        left, top, right, bottom = self.box(hint)
        size = min(30, round(self.field_px * (0.55 if len(text) < 3 else 0.4)))
        write(self.draw, ((left + right) / 2, (top + bottom) / 2), text, colour, max(TEXT_PX, size), "mm")

    def ring(self, hint: int, colour: Colour, *, broken: bool = False) -> None:
        """Draw a ring into a field, a broken one where it is undecided."""
        left, top, right, bottom = self.box(hint)
        box = left + 2, top + 2, right - 2, bottom - 2
        for start in range(0, 360, 45):
            self.draw.arc(box, start, start + (25 if broken else 45), fill=colour, width=3)

    def frame(self, place: HintPlace, colour: Colour) -> None:
        """Frame a hint, or all hints of a line; of a colour as a whole both columns of the sheet."""
        for axis, lines in self._lines.items():
            if place.line >= 0 and axis != place.axis:
                continue
            first, last = (0, lines - 1) if place.line < 0 else (place.line, place.line)
            left, right = (0, self._colours - 1) if place.slot < 0 else (place.slot, place.slot)
            begin, end = self._box(axis, first, left), self._box(axis, last, right)
            self.draw.rectangle((begin[0] - 1, begin[1] - 1, end[2] + 1, end[3] + 1), outline=colour, width=4)

    def sum(self, axis: str, line: int, text: str, colour: Colour = TEXT) -> None:
        """Write right of a line's hints."""
        _, top, right, bottom = self._box(axis, line, self._colours - 1)
        write(self.draw, (right + 8, (top + bottom) / 2), text, colour, anchor="lm")
