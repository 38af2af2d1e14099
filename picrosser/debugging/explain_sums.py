"""SumsFound: the counts as a table that can be added up."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from picrosser.debugging.axis_table import NAME_PX, AxisTable, axis_tables
from picrosser.debugging.earlier import earlier, hint_label
from picrosser.debugging.marks import (
    BAD,
    GOOD,
    HIDDEN,
    SMALL_PX,
    TEXT,
    Note,
    beside,
    blank,
    counted,
    headed,
    place_before,
    write,
)
from picrosser.debugging.sheets import Tile, contact_sheet
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound

_FIELD_PX = (44, 28)
_ROOM_PX = (130, 36)  # for the sums at the right, and the colours' totals


def sums_picture(sums: SumsFound, before: Sequence[object] = ()) -> Image.Image:
    """Rows and columns with their counts and sums; misfits in red, hidden hints on blue."""
    evidence = earlier(before, Evidence)
    hidden = int((sums.counts == UNREAD).sum())
    misfits = [Note(place_before(place) + text, BAD) for place, text in sums.misfits]
    notes = [
        *(misfits or [Note("all lines and colours add up", GOOD)]),
        *([Note(f"left out, as something seems to lie over it: {hidden}", swatch=HIDDEN)] if hidden else []),
    ]
    title = f"Sums: {counted(len(sums.misfits), 'misfit')}"
    if evidence is None:  # which count belongs to which line is only known with the hints
        tiles = [
            Tile(_counted(count), hint_label(None, hint)[0])
            for hint, count in enumerate(sums.counts.tolist())
        ]
        return headed(contact_sheet(tiles), title, notes)
    tables = [_table(table, sums) for table in axis_tables(evidence, _FIELD_PX, before)]
    return headed(beside(tables, 56), title, notes)


def _counted(count: int) -> Image.Image:
    tile = blank(*_FIELD_PX)
    write(ImageDraw.Draw(tile), (4, 4), _text(count))
    return tile


def _text(count: int) -> str:
    return "?" if count == UNREAD else str(count)


def _table(table: AxisTable, sums: SumsFound) -> Image.Image:
    """One axis with its sums; those of the colours stand in the last line."""
    picture, draw = table.sheet(_ROOM_PX)
    bad = {(place.line, place.slot) for place, _ in sums.misfits if _concerns(place, table.axis)}
    write(draw, (table.right + 10, 7), f"each = {table.length}", size_px=SMALL_PX)
    colours = len(table.inks)
    counts = sums.counts[table.first : table.first + table.lines * colours].reshape(table.lines, colours)
    for field in table.fields():
        count, (x, y, right, bottom) = int(counts[field.line, field.slot]), field.box
        if count == UNREAD:
            draw.rectangle((x + 1, y + 1, right - 1, bottom - 1), fill=HIDDEN)
        colour = BAD if (field.line, -1) in bad else TEXT
        write(draw, ((x + right) / 2, (y + bottom) / 2), _text(count), colour, anchor="mm")
    for line, row in enumerate(counts.tolist()):
        misfit, y = (line, -1) in bad, table.top(line)
        text = _sum(row) + (f", not {table.length}" if misfit else "")
        write(draw, (table.right + 10, y + 5), text, BAD if misfit else TEXT)
        if misfit:
            draw.rectangle((2, y + 1, picture.width - 3, table.top(line + 1) - 1), outline=BAD, width=2)
    _totals(draw, table, counts.T.tolist(), bad)
    return picture


def _concerns(place: HintPlace, axis: str) -> bool:
    return place.axis == axis or place.line < 0  # a colour concerns both axes


def _sum(counts: Sequence[int]) -> str:
    """What counts add up to, with a question mark for those left out."""
    total = sum(count for count in counts if count != UNREAD)
    return f"= {total}{' + ?' if UNREAD in counts else ''}"


def _totals(
    draw: ImageDraw.ImageDraw, table: AxisTable, slots: list[list[int]], bad: set[tuple[int, int]]
) -> None:
    width, y = table.field_px[0], table.top(table.lines) + 4
    write(draw, (8, y + 5), "total", size_px=SMALL_PX)
    for slot, counts in enumerate(slots):
        colour = BAD if (-1, slot) in bad else TEXT
        text = _sum(counts).removeprefix("= ")
        write(draw, (NAME_PX + (slot + 0.5) * width, y + 14), text, colour, anchor="mm")
    write(draw, (table.right + 10, y + 5), _sum([count for counts in slots for count in counts]))
