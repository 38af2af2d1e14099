"""Reading: the puzzle as it looks, laid out like the board, beside its screenshot."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.hint_table import hint_table
from picrosser.debugging.marks import (
    BAD,
    COLUMN,
    GOOD,
    ROW,
    Note,
    backdrop,
    beside,
    counted,
    headed,
    place_before,
)
from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import Doubt
from picrosser.reading.hungry_cat.assemble import Reading

MOST_DOUBTS = 12  # in words: more fill the picture, and the table has them all


def reading_picture(image: RGB, reading: Reading) -> Image.Image:
    """The puzzle as read, laid out like the board, beside the screenshot; doubts in red."""
    table = hint_table(reading.puzzle, [doubt.place for doubt in reading.doubts])
    shot, scale = backdrop(image, 560, max(560, min(table.height, 1100)))
    _board(shot, reading.lattice, scale)
    rows, cols = reading.puzzle.shape
    notes = [
        *doubt_notes(reading.doubts),
        Note("a ring marks a circled hint, a broken one an undecided circle"),
    ]
    doubts = counted(len(reading.doubts), "doubt")
    title = f"Reading: {cols} columns x {rows} rows, {reading.puzzle.colours} colours, {doubts}"
    return headed(beside([shot, table]), title, notes)


def _board(shot: Image.Image, lattice: Lattice, scale: float) -> None:
    """The lattice's lines over the screenshot, in which the board may stand askew."""
    draw = ImageDraw.Draw(shot)
    board = lattice.board
    lines = [
        *(((y, board.left), (y, board.right), ROW) for y in lattice.row_edges_px),
        *(((board.top, x), (board.bottom, x), COLUMN) for x in lattice.col_edges_px),
    ]
    for start, end, colour in lines:
        ends = np.array([start, end], np.float64)
        if lattice.to_picture is not None:
            ends = project(lattice.to_picture, ends)
        draw.line([(x * scale, y * scale) for y, x in ends.tolist()], fill=colour)


def doubt_notes(doubts: tuple[Doubt, ...]) -> list[Note]:
    """The doubts in words, or that there are none."""
    if not doubts:
        return [Note("no doubts", GOOD)]
    more = len(doubts) - MOST_DOUBTS
    return [
        *(Note(_doubt_text(doubt), BAD) for doubt in doubts[:MOST_DOUBTS]),
        *([Note(f"and {more} more doubts", BAD)] if more > 0 else []),
    ]


def _doubt_text(doubt: Doubt) -> str:
    read = "" if doubt.read is None else f" read as {doubt.read}"
    others = f", or {', '.join(map(str, doubt.alternatives))}" if doubt.alternatives else ""
    return f"{place_before(doubt.place, read + others)}{doubt.why}"
