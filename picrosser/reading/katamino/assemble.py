"""Pieces, their places and the numbers in, the problems that a picture states out; and what is in doubt.

A picture says things twice: in one row of a card pieces differ; one piece has one colour all over the card,
and one colour is one piece; a row has a piece in every column. What contradicts itself is a doubt, never a
guess.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from picrosser.pixels import Box, Lattice, Mask
from picrosser.puzzles.katamino import BOX, Piece, repeated
from picrosser.puzzles.katamino_card import LEAST_PENTA, Board, CardRow, Placed
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.ground import standing_out
from picrosser.reading.katamino.groups import Group, GroupsFound, OnBoard
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen
from picrosser.reading.katamino.printed import PrintedFound
from picrosser.reading.katamino.reading import KataminoDoubt, KataminoReading, Kind
from picrosser.reading.katamino.shapes import PENTOMINO, without_holes
from picrosser.reading.katamino.table import column_numbers, columns_of, rows_of

CLEAR_SHAPE = 0.4  # of `PieceSeen.clear`: what no colour has to confirm
STANDS_OUT = 60  # levels: what differs more from the page is no shade of it
ONE_TONE = 6  # levels: what is printed in one colour differs by less
LIGHT_LEVELS = 60  # between two places of one colour in a photograph
CLEAR = 0.02  # of `PieceSeen.clear`: a cell that a number half hides is at 0.1, one that is torn at 0
# Cells: what is smaller than the first may be anything; a piece has 5 at most on a side, and soft edges.
LEAST_ODD, MOST_ODD_SIDE = 2.5, 5.7
OUTLINED = 0.5  # of what an area encloses: where pieces cover more, it is a line round them
MOST_ODD = 0.3  # of the printed numbers; where more differ from the box's, pieces have other numbers here
GREY_PIECE = 0.18  # see `AreasFound.colourfulness`: as of blank cells


def assemble_pieces(found: GroupsFound, printed: PrintedFound | None = None) -> KataminoReading:
    """State the problems of drawn pieces.

    printed : the numbers beside them, if they were looked for.
    """
    pieces = found.found
    first = None if printed is None else printed.first
    rows = rows_of(found.apart, pieces.unit_px)
    is_card = bool(rows) and (first is not None or _repeats(rows))
    labels = _labels(len(rows)) if is_card else [""] * len(rows)
    doubts = [*_strange(found, is_card=is_card), *_colour_doubts(found), *_number_doubts(found, printed)]
    if is_card:
        doubts += _table_doubts(rows, labels, found)
        card = [
            CardRow(label, _pieces(row), first or LEAST_PENTA)
            for label, row in zip(labels, rows, strict=True)
        ]
    else:
        rows = [[seen for row in rows for seen in row]] if rows else []
        doubts += _ground_doubts(found)
        card = [CardRow("", _pieces(row), len(row)) for row in rows]
        doubts += [
            KataminoDoubt("", f"piece {twice} lies there twice")
            for twice in (repeated(row.pieces) for row in card)
            if twice is not None
        ]
    board, lattice = None, None
    # On a card, empty boxes of its table may have a whole number of cells.
    boards = [group for group in found.boards if group.pieces or not is_card]
    if boards:
        board, lattice = _board(boards[0], _gaps(found, boards[0])), boards[0].lattice
        doubts += _board_doubts(found, boards)
    kind = Kind.CARD if is_card else Kind.BOARD if board is not None and board.placed else Kind.PIECES
    return KataminoReading(
        kind=kind,
        rows=tuple(card),
        row_boxes=tuple(_row_box(row, pieces.areas.grain) for row in rows),
        board=board,
        lattice=lattice,
        colours=_colours(found),
        doubts=tuple(dict.fromkeys(doubts)),
    )


def place_of(box: Box, grain: int) -> str:
    """Where something is, in words that help to find it in the picture."""
    return (
        f"{grain * (box.left + box.right) // 2} px from the left, {grain * (box.top + box.bottom) // 2} down"
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


def _row_box(row: Sequence[PieceSeen], grain: int) -> Box:
    boxes = [seen.box for seen in row]
    return Box(
        grain * min(box.top for box in boxes), grain * min(box.left for box in boxes),
        grain * max(box.bottom for box in boxes), grain * max(box.right for box in boxes),
    )  # fmt: skip


def _everything(found: GroupsFound) -> list[PieceSeen]:
    return [*found.apart, *(part.seen for group in found.boards for part in group.pieces)]


def _strange(found: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """What is in the colour of a piece, or lies in the rows, and is no piece."""
    pieces = found.found
    grain = pieces.areas.grain
    for area in pieces.strange:
        yield KataminoDoubt("", f"a shape at {place_of(area.box, grain)} is no union of whole cells")
    yield from _odd(found, is_card=is_card)
    for seen in _everything(found):
        if seen.clear < CLEAR:
            yield KataminoDoubt("", f"the piece at {place_of(seen.box, grain)} is too unclear")


def _odd(found: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """What is as large as pieces and is none, and stands among those that lie apart, or out of the page."""
    pieces, areas = found.found, found.found.areas
    page = areas.colours[areas.backdrop]
    height, width = pieces.unit_px
    bands = [_row_box(row, 1) for row in rows_of(found.apart, pieces.unit_px)]
    held = {id(part.seen.area) for group in found.boards for part in (*group.blank, *group.pieces)}
    held |= {id(seen.area) for seen in found.apart}
    loose = [odd for odd in pieces.odd if id(odd.area) not in held and _among(odd.box, bands)]
    if not is_card and sum(len(odd.shape) for odd in loose) >= PENTOMINO:
        yield KataminoDoubt("", f"the cells at {place_of(loose[0].box, areas.grain)} may be of a piece")
    cells = {id(odd.area): len(odd.shape) for odd in pieces.odd}
    covered = _covered(found)
    for area in areas.areas:
        box = area.box
        if id(area) in held or area.colour == areas.backdrop or area.pixels < LEAST_ODD * height * width:
            continue
        if covered[box.slices][without_holes(area.mask)].mean() > OUTLINED:
            continue
        whole = cells.get(id(area))
        if whole is None and max(box.height / height, box.width / width) > MOST_ODD_SIDE:
            continue
        stands_out = not is_card and _far_apart(areas.colours[area.colour], page) > STANDS_OUT
        if _among(box, bands) or stands_out:
            what = "may be a piece" if whole is None else f"has {whole} cells, not 5"
            yield KataminoDoubt("", f"a shape at {place_of(box, areas.grain)} {what}")


def _covered(found: GroupsFound) -> Mask:
    """(h, w) where the pieces are, numbers and all."""
    covered = np.zeros(found.found.areas.classes.shape, bool)
    for seen in _everything(found):
        covered[seen.area.box.slices] |= without_holes(seen.area.mask)
    return covered


def _among(box: Box, bands: Sequence[Box]) -> bool:
    """Whether something stands in a row of pieces."""
    return any(band.top < (box.top + box.bottom) / 2 < band.bottom for band in bands)


def _ground_doubts(found: GroupsFound) -> Iterator[KataminoDoubt]:
    """Where a piece does not lie on the page, but on a board whose cells were not found."""
    seen = None if found.boards else standing_out(found.apart, found.found)
    if seen is not None:
        where = place_of(seen.box, found.found.areas.grain)
        yield KataminoDoubt("", f"the piece at {where} may lie on a board", of_board=True)


def _colour_doubts(found: GroupsFound) -> Iterator[KataminoDoubt]:
    """Where a colour is two pieces, or a piece has two colours, unless colours tell nothing here."""
    seen = _everything(found)
    pairs = {(part.area.colour, part.piece.number): part for part in seen}
    colours, kinds = {colour for colour, _ in pairs}, {number for _, number in pairs}
    if len(colours) <= 1 < len(kinds):
        return
    grain = found.found.areas.grain
    for which, what in ((0, "in the colour of another piece"), (1, "in another colour elsewhere")):
        known: dict[int, PieceSeen] = {}
        for pair, part in pairs.items():
            other = known.get(pair[which])
            if other is not None and _contradict(found, part, other, same_colour=which == 0):
                yield KataminoDoubt("", f"piece {part.piece} at {place_of(part.box, grain)} is drawn {what}")
            known.setdefault(pair[which], part)


def _far_apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _contradict(found: GroupsFound, one: PieceSeen, other: PieceSeen, *, same_colour: bool) -> bool:
    """Whether two pieces of one colour, or one piece in two colours, speak against how they were read.

    Near colours are one to the reader, and light falls unevenly on a photograph: there a clear shape stands.
    """
    pixels = found.found.areas.pixels
    tones = (np.median(pixels[seen.area.box.slices][seen.area.mask], axis=0) for seen in (one, other))
    apart = float(np.abs(np.subtract(*tones)).max())
    if min(one.clear, other.clear) < CLEAR_SHAPE:
        return same_colour or apart > LIGHT_LEVELS
    return same_colour and apart < ONE_TONE


def _number_doubts(found: GroupsFound, printed: PrintedFound | None) -> Iterator[KataminoDoubt]:
    """Where the printed number is another piece's; unless the picture counts the pieces in its own way."""
    if printed is None or not printed.beside:
        return
    pairs = [(found.apart[at], number) for at, number in printed.beside.items()]
    odd = [(seen, number) for seen, number in pairs if seen.piece.number != number]
    if len(odd) > MOST_ODD * len(pairs):
        return
    for seen, number in odd:
        where = place_of(seen.box, found.found.areas.grain)
        yield KataminoDoubt("", f"piece {seen.piece} at {where} has the number {number} printed beside it")


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
        twice = repeated(_pieces(row))
        if twice is not None:
            yield KataminoDoubt(label, f"row {label} shows piece {twice} twice")


def _gaps(found: GroupsFound, group: Group) -> list[OnBoard]:
    """What looks like a grey piece on a board, and is the gap that the last piece apart fills."""
    apart = {seen.piece.number for seen in found.apart}
    if all(part.seen.piece.number in apart for part in group.pieces):  # all of the set is shown
        return []
    areas = found.found.areas
    return [
        part
        for part in group.pieces
        if part.seen.piece.number in apart and areas.colourfulness(part.seen.area.colour) < GREY_PIECE
    ]


def _board(group: Group, gaps: Sequence[OnBoard]) -> Board:
    placed = (part for part in group.pieces if part not in gaps)
    return Board(group.cells, tuple(Placed(part.seen.piece, part.cells) for part in placed))


def _board_doubts(found: GroupsFound, boards: Sequence[Group]) -> Iterator[KataminoDoubt]:
    group = boards[0]
    for fault in group.faults:
        yield KataminoDoubt("", fault)
    for other in boards[1:]:
        where = place_of(Box(*_ends(other.lattice)), 1)
        yield KataminoDoubt("", f"other pieces touch each other at {where}")
    colours = {seen.area.colour for seen in _everything(found)} - {found.found.areas.backdrop}
    if any(part.seen.area.colour in colours for part in group.blank):
        yield KataminoDoubt("", "the board has the colour of pieces: what lies on it cannot be told")
    rows, cols = group.lattice.shape
    cells = len(group.cells)
    if cells != rows * cols:
        yield KataminoDoubt(
            "", f"the board's end cannot be seen: {cells} cells of {rows} x {cols} are filled"
        )
    elif cells % 5 or min(rows, cols) < 3:
        yield KataminoDoubt(
            "", f"the board seems to have {rows} x {cols} cells, which pieces of 5 cannot fill"
        )


def _ends(lattice: Lattice) -> tuple[int, int, int, int]:
    box = lattice.board
    return box.top, box.left, box.bottom, box.right


def _colours(found: GroupsFound) -> dict[int, Colour]:
    return {part.piece.number: found.found.areas.colours[part.area.colour] for part in _everything(found)}
