"""Assemble what was found into the problems that a picture states, with the doubts about them.

A picture says things twice: the pieces in one row of a card differ, a piece has one colour all over the card
and no other piece has it, and a row has a piece in every column. A contradiction becomes a doubt and is never
resolved by a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from picrosser.imaging.pixels import Box
from picrosser.puzzles.katamino import BOX, MIN_PENTA, Board, CardRow, Piece, PlacedPiece, first_repeated
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.doubts import (
    board_doubts,
    colour_doubts,
    gaps_among,
    missed_board_doubts,
    number_doubts,
    shape_doubts,
)
from picrosser.reading.katamino.groups import (
    Group,
    GroupsFound,
    OnBoard,
    column_numbers,
    columns_of,
    row_box,
    rows_of,
)
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoDoubt, KataminoReading, Kind, doubt_about, label_of_row


def assemble_pieces(groups: GroupsFound, printed: PrintedFound | None = None) -> KataminoReading:
    """Assemble the reading of drawn pieces.

    printed : the numbers of a card, if they were looked for.
    """
    pieces = groups.pieces_found
    first = None if printed is None else printed.first
    rows = rows_of(groups.apart, pieces.unit_px)
    is_card = bool(rows) and (first is not None or _repeats(rows))
    labels = [label_of_row(at) for at in range(len(rows))] if is_card else [""] * len(rows)
    doubts = [*shape_doubts(groups, is_card=is_card), *colour_doubts(groups), *number_doubts(groups, printed)]
    if is_card:
        doubts += _table_doubts(rows, labels, groups)
        card = [
            CardRow(label, _pieces(row), first or MIN_PENTA) for label, row in zip(labels, rows, strict=True)
        ]
    else:
        rows = [[seen for row in rows for seen in row]] if rows else []
        doubts += missed_board_doubts(groups)
        card = [CardRow("", _pieces(row), len(row)) for row in rows]
        doubts += [
            doubt_about(f"piece {twice} is shown twice")
            for twice in (first_repeated(row.pieces) for row in card)
            if twice is not None
        ]
    board, lattice = None, None
    # On a card, a group without pieces may be empty boxes of the table that have a whole number of cells.
    boards = [group for group in groups.boards if group.pieces or not is_card]
    if boards:
        board, lattice = _board(boards[0], gaps_among(groups, boards[0])), boards[0].lattice
        doubts += board_doubts(groups, boards)
    kind = Kind.CARD if is_card else Kind.BOARD if board is not None and board.placed else Kind.PIECES
    return KataminoReading(
        kind=kind,
        rows=tuple(card),
        row_boxes=tuple(row_box(row, pieces.areas.reduction) for row in rows),
        board=board,
        lattice=lattice,
        colours=_colours(groups),
        doubts=tuple(dict.fromkeys(doubts)),
        head_read=not is_card or first is not None,
    )


def _pieces(row: Sequence[PieceSeen]) -> tuple[Piece, ...]:
    return tuple(seen.piece for seen in row)


def _repeats(rows: Sequence[Sequence[PieceSeen]]) -> bool:
    """Whether two rows have pieces in common: then the rows are not one set."""
    kinds = [{seen.piece.number for seen in row} for row in rows]
    return any(one & other for one, other in combinations(kinds, 2))


def assemble_numbers(table: NumberTable) -> KataminoReading:
    """Assemble the reading of a card that prints only numbers."""
    labels = [label_of_row(at) for at in range(len(table.rows))]
    reduction = table.marks.reduction
    first = table.head_values[0]
    return KataminoReading(
        kind=Kind.CARD,
        rows=_rows_of_numbers(labels, table.values or ((),) * len(labels), first),
        others=tuple(_rows_of_numbers(labels, values, first) for values in table.others),
        row_boxes=tuple(
            Box(
                reduction * min(word.box.top for word in row), reduction * row[0].box.left,
                reduction * max(word.box.bottom for word in row), reduction * row[-1].box.right,
            )
            for row in table.rows
        ),
        doubts=(
            *(
                doubt_about(f"row {labels[row]}: {text}" if row >= 0 else text)
                for row, text in table.faults
            ),
            *_digit_doubts(labels, table),
        ),
    )  # fmt: skip


def _digit_doubts(labels: Sequence[str], table: NumberTable) -> Iterator[KataminoDoubt]:
    """The rows whose digits may be read in several ways."""
    for at, label in enumerate(labels if table.others else ()):
        readings = dict.fromkeys((table.values[at], *(other[at] for other in table.others)))
        if len(readings) > 1:
            first, second, *_ = (" ".join(map(str, reading)) for reading in readings)
            yield doubt_about(f"row {label} may say {first}, or {second}", row=label, of_looks=True)


def _rows_of_numbers(
    labels: Sequence[str], values: Sequence[tuple[int, ...]], first: int
) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(label, tuple(BOX[number - 1] for number in row), first)
        for label, row in zip(labels, values, strict=True)
    )


def _table_doubts(
    rows: Sequence[Sequence[PieceSeen]], labels: Sequence[str], groups: GroupsFound
) -> Iterator[KataminoDoubt]:
    """Rows of a card with an empty column, two pieces in one column, or one piece twice."""
    columns = columns_of(rows, groups.pieces_found.unit_px)
    for label, row in zip(labels, rows, strict=True):
        numbers = column_numbers(row, columns)
        missing = sorted(set(range(len(columns))) - set(numbers))
        if missing:
            yield doubt_about(f"row {label} shows no piece in column {missing[0] + 1}", row=label)
        elif len(set(numbers)) < len(numbers):
            yield doubt_about(f"row {label} shows two pieces in one column", row=label)
        twice = first_repeated(_pieces(row))
        if twice is not None:
            yield doubt_about(f"row {label} shows piece {twice} twice", row=label)


def _board(group: Group, gaps: Sequence[OnBoard]) -> Board:
    placed = (part for part in group.pieces if part not in gaps)
    return Board(group.cells, tuple(PlacedPiece(part.seen.piece, part.cells) for part in placed))


def _colours(groups: GroupsFound) -> dict[int, Colour]:
    """The colour of each piece, by its number."""
    colours = groups.pieces_found.areas.colours
    return {part.piece.number: colours[part.area.colour] for part in groups.all_pieces}
