"""Pieces and their places in, what of them contradicts itself or may be something else out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from picrosser.imaging.pixels import Box, Lattice, Mask
from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.ground import standing_out
from picrosser.reading.katamino.groups import Group, GroupsFound, OnBoard
from picrosser.reading.katamino.pieces import PieceSeen, core_of
from picrosser.reading.katamino.printed import PrintedFound
from picrosser.reading.katamino.reading import KataminoDoubt
from picrosser.reading.katamino.shapes import PENTOMINO, without_holes
from picrosser.reading.katamino.table import row_box, rows_of

CLEAR_SHAPE = 0.4  # of `PieceSeen.clear`: what no colour has to confirm
STANDS_OUT = 60  # levels: what differs more from the page is no shade of it
SHADE = 24  # levels of a bright picture: a streak of wood among the pieces; the palest pieces differ by more
ONE_TONE = 6  # levels: what is printed in one colour differs by less
LIGHT_LEVELS = 60  # between two places of one colour in a photograph
CLEAR = 0.02  # of `PieceSeen.clear`: a cell that a number half hides is at 0.1, one that is torn at 0
# Cells: what is smaller than the first may be anything; a piece has 5 at most on a side, and soft edges.
LEAST_ODD, MOST_ODD_SIDE = 2.5, 5.7
OUTLINED = 0.5  # of what an area encloses: where pieces cover more, it is a line round them
MOST_ODD = 0.3  # of the printed numbers; where more differ from the box's, pieces have other numbers here
GREY_PIECE = 0.18  # see `AreasFound.colourfulness`: as of blank cells


def strange_shapes(found: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """What is in the colour of a piece, or lies in the rows, and is no piece."""
    pieces = found.found
    grain = pieces.areas.grain
    for area in pieces.strange:
        yield KataminoDoubt("", f"a shape at {place_of(area.box, grain)} is no union of whole cells")
    yield from _odd(found, is_card=is_card)
    for seen in all_pieces(found):
        if seen.clear < CLEAR:
            yield KataminoDoubt("", f"the piece at {place_of(seen.box, grain)} is too unclear")


def _odd(found: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """What is as large as pieces and is none, and stands among those that lie apart, or out of the page."""
    pieces, areas = found.found, found.found.areas
    page = areas.colours[areas.backdrop]
    shade = SHADE * max(1, *(channel for colour in areas.colours for channel in colour)) / 255
    height, width = pieces.unit_px
    bands = [row_box(row, 1) for row in rows_of(found.apart, pieces.unit_px)]
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
        if core_of(area, pieces.unit_px).sum() < LEAST_ODD * height * width:
            continue
        whole = cells.get(id(area))
        if whole is None and max(box.height / height, box.width / width) > MOST_ODD_SIDE:
            continue
        off = _far_apart(areas.colours[area.colour], page)
        if off > (shade if _among(box, bands) else STANDS_OUT) and (not is_card or _among(box, bands)):
            what = "may be a piece" if whole is None else f"has {whole} cells, not 5"
            yield KataminoDoubt("", f"a shape at {place_of(box, areas.grain)} {what}")


def _covered(found: GroupsFound) -> Mask:
    """(h, w) where the pieces are, numbers and all."""
    covered = np.zeros(found.found.areas.classes.shape, bool)
    for seen in all_pieces(found):
        covered[seen.area.box.slices] |= without_holes(seen.area.mask)
    return covered


def _among(box: Box, bands: Sequence[Box]) -> bool:
    """Whether something stands in a row of pieces."""
    return any(band.top < (box.top + box.bottom) / 2 < band.bottom for band in bands)


def ground_doubts(found: GroupsFound) -> Iterator[KataminoDoubt]:
    """Where a piece does not lie on the page, but on a board whose cells were not found."""
    seen = None if found.boards else standing_out(found.apart, found.found)
    if seen is not None:
        where = place_of(seen.box, found.found.areas.grain)
        yield KataminoDoubt("", f"the piece at {where} may lie on a board", of_board=True)


def colour_doubts(found: GroupsFound) -> Iterator[KataminoDoubt]:
    """Where a colour is two pieces, or a piece has two colours, unless colours tell nothing here."""
    gaps = {id(part.seen) for group in found.boards[:1] for part in gaps_among(found, group)}
    seen = [part for part in all_pieces(found) if id(part) not in gaps]
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
    tones = (median(pixels[seen.area.box.slices][seen.area.mask], axis=0) for seen in (one, other))
    apart = float(np.abs(np.subtract(*tones)).max())
    if min(one.clear, other.clear) < CLEAR_SHAPE:
        return same_colour or apart > LIGHT_LEVELS
    return same_colour and apart < ONE_TONE


def number_doubts(found: GroupsFound, printed: PrintedFound | None) -> Iterator[KataminoDoubt]:
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


def board_doubts(found: GroupsFound, boards: Sequence[Group]) -> Iterator[KataminoDoubt]:
    group = boards[0]
    for fault in group.faults:
        yield KataminoDoubt("", fault)
    for other in boards[1:]:
        where = place_of(Box(*_ends(other.lattice)), 1)
        yield KataminoDoubt("", f"other pieces touch each other at {where}")
    colours = {seen.area.colour for seen in all_pieces(found)} - {found.found.areas.backdrop}
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


def gaps_among(found: GroupsFound, group: Group) -> list[OnBoard]:
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


def all_pieces(found: GroupsFound) -> list[PieceSeen]:
    return [*found.apart, *(part.seen for group in found.boards for part in group.pieces)]


def place_of(box: Box, grain: int) -> str:
    """Where something is, in words that help to find it in the picture."""
    return (
        f"{grain * (box.left + box.right) // 2} px from the left, {grain * (box.top + box.bottom) // 2} down"
    )
