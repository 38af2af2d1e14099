"""Pieces, their places and the numbers in, the problems that a picture states out; and what is in doubt.

A picture says things twice: in one row of a card pieces differ; one piece has one colour all over the card,
and one colour is one piece; a row has a piece in every column. What contradicts itself is a doubt, never a
guess.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from itertools import combinations

from picrosser.imaging.pixels import Box
from picrosser.puzzles.katamino import BOX, MIN_PENTA, Board, CardRow, Piece, PlacedPiece, first_repeated
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.doubts import (
    all_pieces,
    board_doubts,
    colour_doubts,
    gaps_among,
    ground_doubts,
    number_doubts,
    strange_shapes,
)
from picrosser.reading.katamino.groups import Group, GroupsFound, OnBoard
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen
from picrosser.reading.katamino.printed import PrintedFound
from picrosser.reading.katamino.reading import KataminoDoubt, KataminoReading, Kind
from picrosser.reading.katamino.table import column_numbers, columns_of, row_box, rows_of


def assemble_pieces(found: GroupsFound, printed: PrintedFound | None = None) -> KataminoReading:
    """State the problems of drawn pieces.

    printed : the numbers beside them, if they were looked for.
    """
    pieces = found.found
    first = None if printed is None else printed.first
    rows = rows_of(found.apart, pieces.unit_px)
    is_card = bool(rows) and (first is not None or _repeats(rows))
    labels = _labels(len(rows)) if is_card else [""] * len(rows)
    doubts = [*strange_shapes(found, is_card=is_card), *colour_doubts(found), *number_doubts(found, printed)]
    if is_card:
        doubts += _table_doubts(rows, labels, found)
        card = [
            CardRow(label, _pieces(row), first or MIN_PENTA) for label, row in zip(labels, rows, strict=True)
        ]
    else:
        rows = [[seen for row in rows for seen in row]] if rows else []
        doubts += ground_doubts(found)
        card = [CardRow("", _pieces(row), len(row)) for row in rows]
        doubts += [
            KataminoDoubt("", f"piece {twice} lies there twice")
            for twice in (first_repeated(row.pieces) for row in card)
            if twice is not None
        ]
    board, lattice = None, None
    # On a card, empty boxes of its table may have a whole number of cells.
    boards = [group for group in found.boards if group.pieces or not is_card]
    if boards:
        board, lattice = _board(boards[0], gaps_among(found, boards[0])), boards[0].lattice
        doubts += board_doubts(found, boards)
    kind = Kind.CARD if is_card else Kind.BOARD if board is not None and board.placed else Kind.PIECES
    return KataminoReading(
        kind=kind,
        rows=tuple(card),
        row_boxes=tuple(row_box(row, pieces.areas.grain) for row in rows),
        board=board,
        lattice=lattice,
        colours=_colours(found),
        doubts=tuple(dict.fromkeys(doubts)),
        head_read=not is_card or first is not None,
    )


def _labels(count: int) -> list[str]:
    letters = string.ascii_lowercase
    return [letters[at] if at < len(letters) else str(at + 1) for at in range(count)]


def _pieces(row: Sequence[PieceSeen]) -> tuple[Piece, ...]:
    return tuple(seen.piece for seen in row)


def _repeats(rows: Sequence[Sequence[PieceSeen]]) -> bool:
    """Whether rows have pieces in common: then they are not one set."""
    kinds = [{seen.piece.number for seen in row} for row in rows]
    return any(one & other for one, other in combinations(kinds, 2))


def assemble_numbers(table: NumberTable) -> KataminoReading:
    """State the problems of a card that prints only numbers."""
    labels = _labels(len(table.rows))
    grain = table.marks.grain
    first = table.head_values[0]
    return KataminoReading(
        kind=Kind.CARD,
        rows=_numbered(labels, table.values or ((),) * len(labels), first),
        others=tuple(_numbered(labels, values, first) for values in table.others),
        row_boxes=tuple(
            Box(
                grain * min(word.box.top for word in row), grain * row[0].box.left,
                grain * max(word.box.bottom for word in row), grain * row[-1].box.right,
            )
            for row in table.rows
        ),
        doubts=(
            *(
                KataminoDoubt("", f"row {labels[row]}: {text}" if row >= 0 else text)
                for row, text in table.faults
            ),
            *_looks_doubts(labels, table),
        ),
    )  # fmt: skip


def _looks_doubts(labels: Sequence[str], table: NumberTable) -> Iterator[KataminoDoubt]:
    """The rows whose digits may be others by their looks."""
    for at, label in enumerate(labels if table.others else ()):
        ways = dict.fromkeys((table.values[at], *(other[at] for other in table.others)))
        if len(ways) > 1:
            first, second, *_ = (" ".join(map(str, way)) for way in ways)
            yield KataminoDoubt(label, f"row {label} may say {first}, or {second}", of_looks=True)


def _numbered(labels: Sequence[str], values: Sequence[tuple[int, ...]], first: int) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(label, tuple(BOX[number - 1] for number in row), first)
        for label, row in zip(labels, values, strict=True)
    )


def _table_doubts(
    rows: Sequence[Sequence[PieceSeen]], labels: Sequence[str], found: GroupsFound
) -> Iterator[KataminoDoubt]:
    columns = columns_of(rows, found.found.unit_px)
    for label, row in zip(labels, rows, strict=True):
        numbers = column_numbers(row, columns)
        missing = sorted(set(range(len(columns))) - set(numbers))
        if missing:
            yield KataminoDoubt(label, f"row {label} shows no piece in column {missing[0] + 1}")
        elif len(set(numbers)) < len(numbers):
            yield KataminoDoubt(label, f"row {label} shows two pieces in one column")
        twice = first_repeated(_pieces(row))
        if twice is not None:
            yield KataminoDoubt(label, f"row {label} shows piece {twice} twice")


def _board(group: Group, gaps: Sequence[OnBoard]) -> Board:
    placed = (part for part in group.pieces if part not in gaps)
    return Board(group.cells, tuple(PlacedPiece(part.seen.piece, part.cells) for part in placed))


def _colours(found: GroupsFound) -> dict[int, Colour]:
    return {part.piece.number: found.found.areas.colours[part.area.colour] for part in all_pieces(found)}
