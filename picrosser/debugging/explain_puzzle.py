"""SumsFound and Reading: the counts as a table that can be added up, and the puzzle beside its screenshot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.earlier import earlier, hint_label
from picrosser.debugging.hint_table import hint_table
from picrosser.debugging.marks import (
    BAD,
    CHANGED,
    COLUMN,
    FAINT,
    GOOD,
    ROW,
    SMALL_PX,
    TEXT,
    Note,
    backdrop,
    beside,
    blank,
    headed,
    legible_on,
    short,
    write,
)
from picrosser.debugging.sheets import Tile, contact_sheet
from picrosser.pixels import RGB, Lattice
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.picture import Colour
from picrosser.reading.assemble import Reading
from picrosser.reading.hints import HintsFound
from picrosser.reading.palette import PaletteFound
from picrosser.reading.sums import SumsFound

_CELL_PX = (44, 28)  # of the table of sums, width and height
_NAME_PX = 56


def sums_picture(sums: SumsFound, before: Sequence[object] = ()) -> Image.Image:
    """Rows and columns with their counts and sums; misfits in red, what was changed on yellow."""
    hints, palette = earlier(before, HintsFound), earlier(before, PaletteFound)
    misfits = [Note(_at(place) + text, BAD) for place, text in sums.misfits]
    notes = [
        *(misfits or [Note("all lines and colours add up", GOOD)]),
        *(Note(f"changed: {change.text}", swatch=CHANGED) for change in sums.changes),
    ]
    title = f"Sums: {len(sums.misfits)} misfits, {len(sums.changes)} changes"
    if hints is None:  # which count belongs to which line is only known with the hints
        tiles = [
            Tile(_counted(count), hint_label(None, hint)[0])
            for hint, count in enumerate(sums.counts.tolist())
        ]
        return headed(contact_sheet(tiles), title, notes)
    changed = {int(hint) for change in sums.changes for hint in np.flatnonzero(change.effect)}
    inks = palette.inks if palette is not None else ((225, 224, 220),) * hints.colours
    split = hints.rows * hints.colours
    tables = [
        _Table("row", hints.rows, hints.cols, 0, inks),
        _Table("column", hints.cols, hints.rows, split, inks),
    ]
    return headed(beside([table.drawn(sums, changed) for table in tables], 56), title, notes)


def _counted(count: int) -> Image.Image:
    tile = blank(*_CELL_PX)
    write(ImageDraw.Draw(tile), (4, 4), str(count))
    return tile


class _Table:
    """The counts of one axis: a line of the puzzle is a line of the table."""

    def __init__(self, axis: str, lines: int, length: int, first: int, inks: tuple[Colour, ...]) -> None:
        self.axis, self.lines, self.length, self.first, self.inks = axis, lines, length, first, inks

    def drawn(self, sums: SumsFound, changed: set[int]) -> Image.Image:
        """Draw the table with its sums; those of the colours stand in the last line."""
        width, height = _CELL_PX
        colours = len(self.inks)
        counts = sums.counts[self.first : self.first + self.lines * colours].reshape(self.lines, colours)
        bad = {(place.line, place.slot) for place, _ in sums.misfits if self._concerns(place)}
        picture = blank(_NAME_PX + width * colours + 130, height * (self.lines + 2) + 8)
        draw = ImageDraw.Draw(picture)
        self._heading(draw)
        for line, row in enumerate(counts.tolist()):
            y = height * (line + 1)
            misfit = (line, -1) in bad
            name = f"{self.axis[0]}{line + 1}"
            write(draw, (8, y + 5), name, ROW if self.axis == "row" else COLUMN)
            for slot, count in enumerate(row):
                x = _NAME_PX + slot * width
                ground = CHANGED if self.first + line * colours + slot in changed else None
                draw.rectangle((x, y, x + width, y + height), fill=ground, outline=FAINT)
                write(draw, (x + width / 2, y + height / 2), str(count), BAD if misfit else TEXT, anchor="mm")
            text = f"= {sum(row)}" + (f", not {self.length}" if misfit else "")
            write(draw, (_NAME_PX + colours * width + 10, y + 5), text, BAD if misfit else TEXT)
            if misfit:
                draw.rectangle((2, y + 1, picture.width - 3, y + height - 1), outline=BAD, width=2)
        self._totals(draw, counts.sum(axis=0).tolist(), bad)
        return picture

    def _concerns(self, place: HintPlace) -> bool:
        return place.axis == self.axis or place.line < 0  # a colour concerns both axes

    def _heading(self, draw: ImageDraw.ImageDraw) -> None:
        width, height = _CELL_PX
        for slot, ink in enumerate(self.inks):
            x = _NAME_PX + slot * width
            draw.rectangle((x, 0, x + width, height - 2), fill=ink, outline=TEXT)
            write(draw, (x + width / 2, height / 2 - 1), str(slot + 1), legible_on(ink), anchor="mm")
        text = f"each = {self.length}"
        write(draw, (_NAME_PX + len(self.inks) * width + 10, 7), text, size_px=SMALL_PX)

    def _totals(self, draw: ImageDraw.ImageDraw, totals: list[int], bad: set[tuple[int, int]]) -> None:
        width, height = _CELL_PX
        y = height * (self.lines + 1) + 4
        write(draw, (8, y + 5), "total", size_px=SMALL_PX)
        for slot, total in enumerate(totals):
            colour = BAD if (-1, slot) in bad else TEXT
            write(draw, (_NAME_PX + (slot + 0.5) * width, y + height / 2), str(total), colour, anchor="mm")
        write(draw, (_NAME_PX + len(totals) * width + 10, y + 5), f"= {int(np.sum(totals))}")


def reading_picture(image: RGB, reading: Reading) -> Image.Image:
    """The puzzle as read, laid out like the board, beside the screenshot; doubts in red."""
    table = hint_table(reading.puzzle, [doubt.place for doubt in reading.doubts])
    shot, scale = backdrop(image, 560, max(560, min(table.height, 1100)))
    _board(shot, reading.lattice, scale)
    rows, cols = reading.puzzle.shape
    doubts = [Note(_doubt_text(doubt), BAD) for doubt in reading.doubts]
    notes = [
        *(doubts or [Note("no doubts", GOOD)]),
        *(Note(text, swatch=CHANGED) for text in reading.corrections),
        Note("a ring marks a circled hint"),
    ]
    title = f"Reading: {cols} columns x {rows} rows, {reading.puzzle.colours} colours, {len(doubts)} doubts"
    return headed(beside([shot, table]), title, notes)


def _board(shot: Image.Image, lattice: Lattice, scale: float) -> None:
    """The lattice's lines over the screenshot."""
    draw = ImageDraw.Draw(shot)
    board = lattice.board
    for y in lattice.row_edges_px:
        draw.line((board.left * scale, y * scale, board.right * scale, y * scale), fill=ROW)
    for x in lattice.col_edges_px:
        draw.line((x * scale, board.top * scale, x * scale, board.bottom * scale), fill=COLUMN)


def _doubt_text(doubt: Doubt) -> str:
    read = "" if doubt.read is None else f" read as {doubt.read}"
    others = f", or {', '.join(map(str, doubt.alternatives))}" if doubt.alternatives else ""
    return f"{_at(doubt.place, read + others)}{doubt.why}"


def _at(place: HintPlace, more: str = "") -> str:
    """The place as the beginning of a sentence; a colour as a whole is named in what follows."""
    return "" if place.line < 0 else f"{short(place)}{more}: "
