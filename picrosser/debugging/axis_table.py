"""A table of all hints of one axis: a line of the puzzle is a line of the table, a colour a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from picrosser.debugging.earlier import earlier
from picrosser.debugging.marks import FAINT, TEXT, axis_colour, blank, legible_on, write
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.palette import PaletteFound

NAME_PX = 56  # for the lines' names
HEAD_PX = 28
_NO_INK: Colour = (225, 224, 220)


@dataclass(frozen=True, slots=True)
class Field:
    """One hint's place in a table.

    line, slot : from 0.
    hint : its index among all hints.
    box : x, y, right and bottom in the picture.
    """

    line: int
    slot: int
    hint: int
    box: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class AxisTable:
    """Where the hints of one axis stand.

    axis : "row" or "column".
    lines, length : how many lines, and the cells of each.
    first : the index of the first hint.
    inks : one per slot.
    field_px : width and height of one hint.
    """

    axis: str
    lines: int
    length: int
    first: int
    inks: tuple[Colour, ...]
    field_px: tuple[int, int]

    @property
    def right(self) -> int:
        """Where the fields end."""
        return NAME_PX + self.field_px[0] * len(self.inks)

    def top(self, line: int) -> int:
        """Where a line begins."""
        return HEAD_PX + self.field_px[1] * line

    def fields(self) -> Iterator[Field]:
        """All hints."""
        width, height = self.field_px
        colours = len(self.inks)
        for line in range(self.lines):
            for slot in range(colours):
                x, y = NAME_PX + slot * width, self.top(line)
                yield Field(line, slot, self.first + line * colours + slot, (x, y, x + width, y + height))

    def sheet(self, room_px: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        """The table with its headings and empty fields, and so much room right of it and below."""
        width, height = self.field_px
        picture = blank(self.right + room_px[0], self.top(self.lines) + room_px[1])
        draw = ImageDraw.Draw(picture)
        for slot, ink in enumerate(self.inks):
            x = NAME_PX + slot * width
            draw.rectangle((x, 0, x + width, HEAD_PX - 2), fill=ink, outline=TEXT)
            write(draw, (x + width / 2, HEAD_PX / 2 - 1), str(slot + 1), legible_on(ink), anchor="mm")
        for line in range(self.lines):
            name, y = f"{self.axis[0]}{line + 1}", self.top(line) + height / 2
            write(draw, (8, y), name, axis_colour(self.axis), anchor="lm")
        for field in self.fields():
            draw.rectangle(field.box, outline=FAINT)
        return picture, draw


def axis_tables(
    evidence: Evidence, field_px: tuple[int, int], before: Sequence[object]
) -> tuple[AxisTable, AxisTable]:
    """The table of the rows and the one of the columns."""
    palette = earlier(before, PaletteFound)
    inks = (_NO_INK,) * evidence.colours if palette is None else palette.inks
    rows, cols, split = evidence.rows, evidence.cols, evidence.rows * evidence.colours
    return (
        AxisTable("row", rows, cols, 0, inks, field_px),
        AxisTable("column", cols, rows, split, inks, field_px),
    )
