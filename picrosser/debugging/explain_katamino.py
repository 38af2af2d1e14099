"""The stages of Katamino: flat areas, pieces, boards, printed numbers, and what the picture states."""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.debugging.canvas import (
    BAD,
    FAINT,
    GOOD,
    MAX_HEIGHT_PX,
    ROW,
    TONE_COLOURS,
    WIDTH_PX,
    Canvas,
)
from picrosser.debugging.explanation import Explanation, Note, Run, Table, at_most, counted, judged, percent
from picrosser.imaging.pixels import Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading

MAX_COLOURS = 16  # in notes
MAX_DOUBTS = 12


def explain_areas(found: AreasFound, _: Run) -> Explanation:
    """Draw every pixel in the colour whose area it belongs to."""
    palette = np.array([*found.colours, (0, 0, 0)], np.uint8)
    picture = Image.fromarray(palette[found.classes])
    scale = min(WIDTH_PX / picture.width, MAX_HEIGHT_PX / picture.height)
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return Explanation(
        f"{counted(len(found.colours), 'flat colour')} in {counted(len(found.areas), 'area')}. Every pixel "
        "has the colour of its area; what belongs to none is black.",
        picture.resize(size, Image.Resampling.NEAREST),
        (
            Note("the background", swatch=found.colours[found.background] if found.colours else None),
            *at_most([Note(f"{colour}", swatch=colour) for colour in found.colours], MAX_COLOURS),
            Note(
                f"the picture was reduced {found.reduction} times" if found.reduction > 1 else "in full size"
            ),
        ),
    )


def explain_pieces(found: PiecesFound, run: Run) -> Explanation:
    """Draw the pieces with their letters, and the areas that are not pieces."""
    canvas, reduction = Canvas(run.image), found.areas.reduction
    for seen in found.pieces:
        canvas.frame(_in_picture(seen.box, reduction), _colour(seen), seen.piece.letter or "?")
    for other in found.other_shapes:
        canvas.frame(_in_picture(other.box, reduction), FAINT, str(len(other.shape)))
    for area in found.fragments:
        canvas.frame(_in_picture(area.box, reduction), BAD, "?")
    height, width = (reduction * side for side in found.unit_px)
    worst = min((seen.clear for seen in found.pieces), default=0.0)
    return Explanation(
        f"{counted(len(found.pieces), 'piece')} of five cells, each cell {width:.1f} x {height:.1f} px. A "
        "piece is framed in green where each of its cells is clearly covered, in yellow or red where one is "
        "not.",
        canvas.picture,
        (
            Note(f"the least clear piece has {percent(worst)}", judged(worst)),
            Note(f"areas with another number of cells: {len(found.other_shapes)}", swatch=FAINT),
            Note(f"areas that are not whole cells: {len(found.fragments)}", swatch=BAD),
        ),
        (
            Table(
                "Pieces",
                ("piece", "clear", "at x, y"),
                tuple(
                    (_name(seen), percent(seen.clear), _at(_in_picture(seen.box, reduction)))
                    for seen in found.pieces
                ),
                tuple(judged(seen.clear) for seen in found.pieces),
            ),
        ),
    )


def explain_groups(found: GroupsFound, run: Run) -> Explanation:
    """Draw the pieces that lie apart, and the lattices of the boards."""
    canvas, reduction = Canvas(run.image), found.pieces_found.areas.reduction
    for group in found.boards:
        canvas.lattice(group.lattice, FAINT, FAINT)
        canvas.frame(group.lattice.board, BAD if group.faults else ROW, width=3)
        for part in group.pieces:
            box = _in_picture(part.seen.box, reduction)
            canvas.frame(box, _colour(part.seen), part.seen.piece.letter or "?")
    for seen in found.apart:
        canvas.frame(_in_picture(seen.box, reduction), GOOD, seen.piece.letter or "?")
    boards = tuple(
        (
            "{1} x {0}".format(*group.lattice.shape),
            " ".join(_name(part.seen) for part in group.pieces),
            str(len(group.cells)),
            "; ".join(group.faults),
        )
        for group in found.boards
    )
    return Explanation(
        f"{counted(len(found.apart), 'piece')} apart from each other, and "
        f"{counted(len(found.boards), 'group')} of pieces that touch, which may be boards.",
        canvas.picture,
        (Note("a piece by itself", swatch=GOOD), Note("a board", swatch=ROW), Note("no board", swatch=BAD)),
        (
            Table(
                "Boards",
                ("columns x rows", "pieces", "cells", "what speaks against it"),
                boards,
                tuple("bad" if group.faults else "good" for group in found.boards),
            ),
        ),
    )


def explain_printed(found: PrintedFound, run: Run) -> Explanation:
    """Draw the marks that may be digits."""
    canvas = Canvas(run.image)
    for mark in found.marks.marks:
        canvas.frame(_in_picture(mark.box, found.marks.reduction), GOOD if mark.like_digit else FAINT)
    head = "No head was read" if found.first is None else f"The head begins with {found.first}"
    return Explanation(
        f"The ink that may be digits. {head}.",
        canvas.picture,
        (Note("may be a digit", swatch=GOOD), Note("other ink", swatch=FAINT)),
    )


def explain_table(found: NumberTable, run: Run) -> Explanation:
    """Draw the numbers of a table, as they were read."""
    canvas, reduction = Canvas(run.image), found.marks.reduction
    for word, value in zip(found.head, found.head_values, strict=True):
        canvas.frame(_in_picture(word.box, reduction), ROW, str(value))
    for row, values in zip(found.rows, found.values or ((),) * len(found.rows), strict=True):
        for at, word in enumerate(row):
            text = str(values[at]) if values else "?"
            canvas.frame(_in_picture(word.box, reduction), GOOD if values else BAD, text)
    return Explanation(
        f"A table of numbers: {counted(len(found.rows), 'row')} in {counted(len(found.columns), 'column')}. "
        "Each number is framed, with what it was read as.",
        canvas.picture,
        at_most([Note(text, "bad") for _, text in found.faults], MAX_DOUBTS),
        (
            Table(
                "Rows",
                ("row", *map(str, found.head_values)),
                tuple((str(at), *map(str, values)) for at, values in enumerate(found.values, 1)),
            ),
        ),
    )


def explain_katamino(reading: KataminoReading, run: Run) -> Explanation:
    """Draw the rows with their labels and pieces, and the board."""
    canvas = Canvas(run.screenshot)
    for row, box in zip(reading.rows, reading.row_boxes, strict=True):
        canvas.frame(box, GOOD, row.label)
    if reading.lattice is not None and reading.lattice.to_picture is None:
        canvas.lattice(reading.lattice)
    rows = tuple(
        (row.label, " ".join(piece.letter or "?" for piece in row.pieces), str(row.first))
        for row in reading.rows
    )
    board = reading.board
    notes = at_most([Note(str(doubt), "bad") for doubt in reading.doubts], MAX_DOUBTS)
    return Explanation(
        f"The picture shows a {reading.kind.value}"
        + (f" with {counted(len(rows), 'row')}" if rows else "")
        + (
            ""
            if board is None
            else f" and a board of {len(board.cells)} cells, {len(board.placed)} pieces on it"
        )
        + ".",
        canvas.picture,
        notes or (Note("no doubts", "good"),),
        (Table("Rows", ("row", "pieces", "begins with"), rows),),
    )


def _in_picture(box: Box, reduction: float) -> Box:
    """Return a box of a reduced picture in full size."""
    return Box(*(round(reduction * edge) for edge in (box.top, box.left, box.bottom, box.right)))


def _colour(seen: PieceSeen) -> Colour:
    return TONE_COLOURS[judged(seen.clear)]


def _name(seen: PieceSeen) -> str:
    return f"{seen.piece.number} {seen.piece.letter}" if seen.piece.number else "?"


def _at(box: Box) -> str:
    return f"{box.left}, {box.top}"
