"""Assemble what was found into the problems that a picture states, with the doubts about them.

A picture says things twice: the pieces in one row of a card differ, a piece has one colour all over the card
and no other piece has it, and a row has a piece in every column. A contradiction becomes a doubt and is never
resolved by a guess.

Known failure: a piece on a board that was not found, since it has a colour of the page, is taken for one that
lies apart, unless evenly spaced lines are seen about it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from picrosser.imaging.channels import CLEAR_LEVELS
from picrosser.imaging.pixels import Box
from picrosser.puzzles.katamino import BOX, MIN_PENTA, Board, CardRow, Piece, PlacedPiece, first_repeated
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.areas import MOST
from picrosser.reading.katamino.groups import Group, GroupsFound, OnBoard, is_board
from picrosser.reading.katamino.number_table import NumberTable, PrintedFound
from picrosser.reading.katamino.pieces import PieceSeen, core_of, covered_by
from picrosser.reading.katamino.reading import KataminoDoubt, KataminoReading, Kind, doubt_about, label_of_row

MIN_CLEARNESS = 0.02  # of `PieceSeen.clear`: a cell half hidden by a number has 0.1, a torn one 0


def assemble_pieces(groups: GroupsFound, printed: PrintedFound | None = None) -> KataminoReading:
    """Assemble the reading of drawn pieces. printed : the numbers of a card, if they were looked for."""
    areas = groups.pieces_found.areas
    first = None if printed is None else printed.first
    rows = groups.rows
    kinds = [set(_pieces(row)) for row in rows]
    is_one_set = not any(one & other for one, other in combinations(kinds, 2))
    is_card = bool(rows) and (first is not None or not is_one_set)
    doubts = [*_shape_doubts(groups, is_card=is_card), *_colour_doubts(groups)]
    if is_card:
        doubts += _table_doubts(groups)
        card = [CardRow(label_of_row(at), _pieces(row), first or MIN_PENTA) for at, row in enumerate(rows)]
    else:
        rows = [[seen for row in rows for seen in row]] if rows else []
        card = [CardRow("", _pieces(row), len(row)) for row in rows]
        repeated = filter(None, (first_repeated(row.pieces) for row in card))
        doubts += [doubt_about(f"piece {twice} is shown twice") for twice in repeated]
    board, lattice = None, None
    # On a card, a group without pieces may be empty boxes of the table that have a whole number of cells.
    boards = [group for group in groups.boards if group.pieces or not is_card]
    if boards:
        gaps = _gaps_among(groups, boards[0])
        placed = (PlacedPiece(part.seen.piece, part.cells) for part in boards[0].pieces if part not in gaps)
        board, lattice = Board(boards[0].cells, tuple(placed)), boards[0].lattice
        doubts += _board_doubts(groups, boards)
    kind = Kind.CARD if is_card else Kind.BOARD if board is not None and board.placed else Kind.PIECES
    return KataminoReading(
        kind=kind,
        rows=tuple(card),
        row_boxes=tuple(box.times(areas.reduction) for box in _boxes_of(rows)),
        board=board,
        lattice=lattice,
        colours={seen.piece.number: areas.colours[seen.area.colour] for seen in groups.all_pieces},
        doubts=tuple(dict.fromkeys(doubts)),
        head_read=not is_card or first is not None,
    )


def _boxes_of(rows: Sequence[Sequence[PieceSeen]]) -> list[Box]:
    return [Box.around(seen.box for seen in row) for row in rows]


def _pieces(row: Sequence[PieceSeen]) -> tuple[Piece, ...]:
    return tuple(seen.piece for seen in row)


def assemble_numbers(table: NumberTable) -> KataminoReading:
    """Assemble the reading of a card that prints only numbers."""
    values = table.values or ((),) * len(table.rows)
    return KataminoReading(
        kind=Kind.CARD,
        rows=tuple(
            CardRow(label_of_row(at), tuple(BOX[number - 1] for number in row), table.head_values[0])
            for at, row in enumerate(values)
        ),
        row_boxes=tuple(Box.around(word.box for word in row) for row in table.rows),
        doubts=tuple(
            doubt_about(f"row {label_of_row(row)}: {text}" if row >= 0 else text)
            for row, text in table.faults
        ),
    )


def _table_doubts(groups: GroupsFound) -> Iterator[KataminoDoubt]:
    """Rows of a card with an empty column, two pieces in one column, or one piece twice."""
    columns = np.array(groups.columns)
    for at, row in enumerate(groups.rows):
        label = label_of_row(at)
        numbers = [int(np.abs(columns - piece.box.middle[1]).argmin()) for piece in row]
        missing = sorted(set(range(len(columns))) - set(numbers))
        if missing:
            yield doubt_about(f"row {label} shows no piece in column {missing[0] + 1}", row=at)
        elif len(set(numbers)) < len(numbers):
            yield doubt_about(f"row {label} shows two pieces in one column", row=at)
        twice = first_repeated(_pieces(row))
        if twice is not None:
            yield doubt_about(f"row {label} shows piece {twice} twice", row=at)


# Doubts about pieces and boards.


def _shape_doubts(groups: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """Parts of pieces, unclear pieces, and areas that may be pieces by their size and place, but are none."""
    pieces, areas = groups.pieces_found, groups.pieces_found.areas
    for area in pieces.fragments:
        yield doubt_about(f"a shape at {areas.place_of(area.box)} is not made of whole cells")
    for seen in groups.all_pieces:
        if seen.clear < MIN_CLEARNESS:
            yield doubt_about(f"the piece at {areas.place_of(seen.box)} is too unclear")
    page = areas.colours[areas.background]
    height, width = pieces.unit_px
    bands = _boxes_of(groups.rows)
    known = {id(part.seen.area) for group in groups.boards for part in (*group.blank, *group.pieces)}
    known |= {id(seen.area) for seen in groups.apart}
    loose = [
        other for other in pieces.other_shapes if id(other.area) not in known and _is_among(other.box, bands)
    ]
    if not is_card and sum(len(other.shape) for other in loose) >= PENTOMINO:
        yield doubt_about(f"the cells at {areas.place_of(loose[0].box)} may belong to a piece")
    cells = {id(other.area): len(other.shape) for other in pieces.other_shapes}
    covered = covered_by(areas, groups.all_pieces)
    least = MOST * PENTOMINO * height * width  # pixels: smaller areas may be anything
    for area in areas.areas:
        box, whole = area.box, cells.get(id(area))
        is_clear = np.abs(np.subtract(areas.colours[area.colour], page)).max() > CLEAR_LEVELS
        if (
            id(area) not in known
            and area.colour != areas.background
            and area.pixels >= least
            and (whole is not None or max(box.height / height, box.width / width) < PENTOMINO + 1)
            and (_is_among(box, bands) or (is_clear and not is_card))
            and covered[box.slices][area.filled].mean() <= MOST
            and core_of(area, pieces.unit_px).sum() >= least
        ):
            what = "may be a piece" if whole is None else f"has {whole} cells, not 5"
            yield doubt_about(f"a shape at {areas.place_of(box)} {what}")


def _is_among(box: Box, bands: Sequence[Box]) -> bool:
    """Whether a box stands in a row of pieces."""
    return any(band.top < (box.top + box.bottom) / 2 < band.bottom for band in bands)


def _colour_doubts(groups: GroupsFound) -> Iterator[KataminoDoubt]:
    """Two pieces in one colour, or one piece in two colours; none if all pieces have one colour."""
    gaps = {id(part.seen) for group in groups.boards[:1] for part in _gaps_among(groups, group)}
    seen = [part for part in groups.all_pieces if id(part) not in gaps]
    pairs = {(part.area.colour, part.piece.number): part for part in seen}
    colours, kinds = {colour for colour, _ in pairs}, {number for _, number in pairs}
    if len(colours) <= 1 < len(kinds):
        return
    for which, what in ((0, "in the colour of another piece"), (1, "in another colour elsewhere")):
        known: set[int] = set()
        for pair, part in pairs.items():
            if pair[which] in known:
                place = groups.pieces_found.areas.place_of(part.box)
                yield doubt_about(f"piece {part.piece} at {place} is drawn {what}")
            known.add(pair[which])


def _board_doubts(groups: GroupsFound, boards: Sequence[Group]) -> Iterator[KataminoDoubt]:
    """What is wrong with the first of the boards, and that there are several."""
    group = boards[0]
    for fault in group.faults:
        yield doubt_about(fault)
    for other in boards[1:]:
        place = groups.pieces_found.areas.place_of(
            Box.around(part.seen.box for part in (*other.pieces, *other.blank))
        )
        yield doubt_about(f"other pieces touch each other at {place}")
    colours = {seen.area.colour for seen in groups.all_pieces} - {groups.pieces_found.areas.background}
    if any(part.seen.area.colour in colours for part in group.blank):
        yield doubt_about("the board has the same colour as pieces, so what lies on it is not clear")
    rows, cols = group.lattice.shape
    cells = len(group.cells)
    if cells != rows * cols:
        yield doubt_about(f"the end of the board cannot be seen: {cells} cells of {rows} x {cols} are filled")
    elif not is_board(group.cells):
        yield doubt_about(f"the board seems to have {rows} x {cols} cells, which pieces of 5 cannot fill")


def _gaps_among(groups: GroupsFound, group: Group) -> list[OnBoard]:
    """Areas that look like grey pieces on a board, but are the gaps that the last pieces apart will fill."""
    apart = {seen.piece.number for seen in groups.apart}
    if all(part.seen.piece.number in apart for part in group.pieces):  # the whole set lies beside the board
        return []
    is_grey = groups.pieces_found.areas.is_grey
    return [
        part for part in group.pieces if part.seen.piece.number in apart and is_grey(part.seen.area.colour)
    ]
