"""The stages of Katamino: areas, pieces, boards, printed numbers, a board on a table, the problems."""

import numpy as np
from PIL import Image

from picrosser.debugging.canvas import TONE_COLOURS, Ink, fitted, framed
from picrosser.debugging.explanation import KATAMINO, Explanation, Run, Stage, Stages
from picrosser.debugging.notes import Note, bad_notes, doubt_notes, judged, percent
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable, PrintedFound
from picrosser.reading.katamino.pieces import PiecesFound
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.katamino.table_board import TableBoard
from picrosser.reading.katamino.table_pieces import LoosePieces
from picrosser.reading.photograph.from_the_front import Plane
from picrosser.solving.outcome import counted

MAX_COLOURS = 16  # in notes


def explain_areas(found: AreasFound, _: Run) -> Explanation:
    palette = np.array([*found.colours, (0, 0, 0)], np.uint8)
    return Explanation(
        f"{counted(len(found.colours), 'flat colour')} in {counted(len(found.areas), 'area')}. Every pixel "
        "has the colour of its area; what belongs to none is black.",
        fitted(Image.fromarray(palette[found.classes]), may_grow=True),
        (
            Note("the background", swatch=found.colours[found.background] if found.colours else None),
            *(Note(f"{colour}", swatch=colour) for colour in found.colours[:MAX_COLOURS]),
            Note(
                f"the picture was reduced {found.reduction} times" if found.reduction > 1 else "in full size"
            ),
        ),
    )


def explain_pieces(found: PiecesFound, run: Run) -> Explanation:
    reduction = found.areas.reduction
    boxes = [(seen.box, TONE_COLOURS[judged(seen.clear)], seen.piece.letter or "?") for seen in found.pieces]
    boxes += [(other.box, Ink.FAINT, str(len(other.shape))) for other in found.other_shapes]
    boxes += [(area.box, Ink.BAD, "?") for area in found.fragments]
    height, width = (reduction * side for side in found.unit_px)
    worst = min((seen.clear for seen in found.pieces), default=0.0)
    return Explanation(
        f"{counted(len(found.pieces), 'piece')} of five cells, each cell {width:.1f} x {height:.1f} px. "
        "Green frames: each of the piece's cells is clearly covered; yellow and red: one is not.",
        framed(run.image, boxes, reduction=reduction),
        (
            Note(f"the least clear piece has {percent(worst)}", judged(worst)),
            Note(f"areas with another number of cells: {len(found.other_shapes)}", swatch=Ink.FAINT),
            Note(f"areas that are not whole cells: {len(found.fragments)}", swatch=Ink.BAD),
        ),
    )


def explain_table(found: NumberTable, run: Run) -> Explanation:
    head = zip(found.head, found.head_values, strict=True)
    boxes = [(word.box, Ink.ROW, str(value)) for word, value in head]
    for row, values in zip(found.rows, found.values or ((),) * len(found.rows), strict=True):
        texts = map(str, values) if values else ["?"] * len(row)
        colour = Ink.GOOD if values else Ink.BAD
        boxes += [(word.box, colour, text) for word, text in zip(row, texts, strict=False)]
    return Explanation(
        f"A table of numbers: {counted(len(found.rows), 'row')} in {counted(len(found.rows[0]), 'column')}. "
        "Each number is framed, with what it was read as.",
        framed(run.image, boxes),
        tuple(bad_notes((text for _, text in found.faults), "every number was read")),
    )


def explain_table_board(board: TableBoard, run: Run) -> Explanation:
    plane = run.latest(Plane)
    boxes = [(plane.lattice.cell(row, col), Ink.FAINT, "") for row, col in np.argwhere(board.free).tolist()]
    boxes += [
        (plane.lattice.cell(row, col), Ink.GOOD, placed.piece.letter or "?")
        for placed in board.placed
        for row, col in placed.cells
    ]
    return Explanation(
        "Free cells have the hue of the wood round the board. The others are divided into pieces by hue, and "
        "pieces of one hue by the lines between them.",
        framed(plane.image, boxes),
        (
            Note(f"free: {counted(int(board.free.sum()), 'cell')}", swatch=Ink.FAINT),
            Note(board.why, "bad") if board.why else Note(counted(len(board.placed), "piece"), "good"),
        ),
    )


def explain_loose_pieces(loose: LoosePieces, run: Run) -> Explanation:
    boxes = [(seen.box, Ink.GOOD, seen.piece.letter or "?") for seen in loose.pieces]
    worst = min((seen.fit for seen in loose.pieces), default=0.0)
    return Explanation(
        f"{counted(len(loose.pieces), 'piece')} on the table.",
        framed(run.latest(Plane).image, boxes),
        (Note(f"the outline that fits worst shares {percent(worst)} of its area", judged(worst)),),
    )


def explain_katamino(reading: KataminoReading, run: Run) -> Explanation:
    rows, board, lattice = reading.rows, reading.board, reading.lattice
    boxes = [(box, Ink.GOOD, row.label) for row, box in zip(rows, reading.row_boxes, strict=True)]
    is_upright = lattice is not None and lattice.to_picture is None
    words = f"The picture shows a {reading.kind.value}"
    words += f" with {counted(len(rows), 'row')}" if rows else ""
    if board is not None:
        words += f" and a board of {len(board.cells)} cells, {len(board.placed)} pieces on it"
    return Explanation(
        f"{words}.",
        framed(run.image, boxes, lattice if is_upright else None),
        tuple(doubt_notes(reading.doubts)),
    )


STAGES: Stages = {
    AreasFound: Stage(KATAMINO, "Flat areas of colour", explain_areas),
    PiecesFound: Stage(KATAMINO, "Pieces", explain_pieces),
    GroupsFound: Stage(KATAMINO, "Pieces apart and on boards"),
    PrintedFound: Stage(KATAMINO, "Printed numbers"),
    NumberTable: Stage(KATAMINO, "Table of numbers", explain_table),
    TableBoard: Stage(KATAMINO, "Cells of the board", explain_table_board),
    LoosePieces: Stage(KATAMINO, "Pieces on the table", explain_loose_pieces),
    KataminoReading: Stage(KATAMINO, "What the picture states", explain_katamino),
}
