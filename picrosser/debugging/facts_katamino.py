"""The stages of Katamino as plain values for JSON."""

from __future__ import annotations

from picrosser.imaging.pixels import Box
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading


def areas_facts(found: AreasFound) -> dict[str, object]:
    """The colours and the largest areas."""
    return {
        "grain": found.reduction,
        "colours": found.colours,
        "areas": [
            {"box_px": _box(area.box), "colour": area.colour, "pixels": area.pixels}
            for area in found.areas[:100]
        ],
    }


def pieces_facts(found: PiecesFound) -> dict[str, object]:
    """The unit cell and the pieces."""
    return {
        "closing_px": found.closing,
        "unit_px": found.unit_px,
        "pieces": [_piece(seen) for seen in found.pieces],
        "odd": [{"cells": len(other.shape), "box_px": _box(other.box)} for other in found.other_shapes],
        "strange_px": [_box(area.box) for area in found.fragments],
    }


def groups_facts(found: GroupsFound) -> dict[str, object]:
    """How the pieces lie."""
    return {
        "apart": [_piece(seen) for seen in found.apart],
        "boards": [
            {
                "row_edges_px": group.lattice.row_edges_px,
                "col_edges_px": group.lattice.col_edges_px,
                "pieces": [{"number": on.seen.piece.number, "cells": on.cells} for on in group.pieces],
                "blank": [on.cells for on in group.blank],
                "faults": group.faults,
            }
            for group in found.boards
        ],
    }


def printed_facts(found: PrintedFound) -> dict[str, object]:
    """The numbers of a drawn card."""
    return {"marks": len(found.marks.marks), "first": found.first, "beside": sorted(found.beside.items())}


def table_facts(found: NumberTable) -> dict[str, object]:
    """The numbers of a table."""
    return {
        "marks": len(found.marks.marks),
        "head": found.head_values,
        "rows": found.values,
        "faults": found.faults,
    }


def katamino_facts(reading: KataminoReading) -> dict[str, object]:
    """What the picture states."""
    board = reading.board
    return {
        "kind": reading.kind.value,
        "rows": [
            {"label": row.label, "pieces": [piece.number for piece in row.pieces], "first": row.first}
            for row in reading.rows
        ],
        "board_cells": None if board is None else len(board.cells),
        "placed": None if board is None else [lying.piece.number for lying in board.placed],
        "colours": sorted(reading.colours.items()),
        "doubts": [doubt.text for doubt in reading.doubts],
    }


def _piece(seen: PieceSeen) -> dict[str, object]:
    return {"number": seen.piece.number, "box_px": _box(seen.box), "clear": seen.clear}


def _box(box: Box) -> list[int]:
    return [box.top, box.left, box.bottom, box.right]
