"""Pieces that lie apart in, the rows in which they stand out; and whether the rows are a card's."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.imaging.pixels import Box
from picrosser.reading.katamino.pieces import PieceSeen

OVERLAP = (
    0.25  # of a cell: rows of a card leave more between them, pieces in one row share most of their height
)
COLUMN = 1.2  # cells: how far from their column's middle pieces may stand; a card's columns are 5 cells apart


def rows_of(pieces: Sequence[PieceSeen], unit_px: tuple[float, float]) -> list[list[PieceSeen]]:
    """The pieces row by row from the top, each row from left to right."""
    rows: list[list[PieceSeen]] = []
    bottom = 0.0
    for piece in sorted(pieces, key=lambda seen: seen.box.top):
        if rows and piece.box.top < bottom - OVERLAP * unit_px[0]:
            rows[-1].append(piece)
            bottom = max(bottom, piece.box.bottom)
        else:
            rows.append([piece])
            bottom = piece.box.bottom
    return [sorted(row, key=lambda seen: seen.box.left) for row in rows]


def columns_of(rows: Sequence[Sequence[PieceSeen]], unit_px: tuple[float, float]) -> list[float]:
    """The middles of the columns that the pieces of several rows stand in, from left to right."""
    middles = sorted(_middle(piece.box) for row in rows for piece in row)
    columns: list[list[float]] = []
    for at in middles:
        if columns and at - columns[-1][-1] < COLUMN * unit_px[1]:
            columns[-1].append(at)
        else:
            columns.append([at])
    return [(column[0] + column[-1]) / 2 for column in columns]


def column_numbers(row: Sequence[PieceSeen], columns: Sequence[float]) -> list[int]:
    """The column of each piece of a row."""
    return [
        min(range(len(columns)), key=lambda number: abs(columns[number] - _middle(piece.box)))
        for piece in row
    ]


def _middle(box: Box) -> float:
    return (box.left + box.right) / 2


def row_box(row: Sequence[PieceSeen], grain: int) -> Box:
    """What a row covers, in the picture, of which one pixel in `grain` was looked at."""
    boxes = [seen.box for seen in row]
    return Box(
        grain * min(box.top for box in boxes), grain * min(box.left for box in boxes),
        grain * max(box.bottom for box in boxes), grain * max(box.right for box in boxes),
    )  # fmt: skip
