"""Collect what in a picture of pieces contradicts itself, or may be something other than what was read.

Also checks what the pieces apart lie on. The page's tone is measured close to each side of each piece. A page
may be lit from one side, so a plane is fitted to most of the tones. A board differs from that plane at two or
more sides of a piece; a streak of a texture does so at one side only. Known weakness: on a coarse texture,
pieces seem to lie on a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box, Mask
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.areas import grown
from picrosser.reading.katamino.groups import Group, GroupsFound, OnBoard, row_box, rows_of
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound, core_of
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoDoubt, doubt_about

MIN_SURE_CLEARNESS = 0.4  # `PieceSeen.clear` of a shape that needs no confirmation by its colour
MIN_CLEARNESS = 0.02  # of `PieceSeen.clear`: a cell half hidden by a number has 0.1, a torn one 0
MIN_STANDING_OUT = 60  # levels: what differs more from the page is not a shade of it
# Levels of a bright picture, among the pieces: a streak of wood differs less from the page, the palest pieces
# differ more.
MIN_PIECE_CONTRAST = 24
MAX_PRINT_DIFFERENCE = 6  # levels: places printed in one colour differ by less
MAX_LIGHT_DIFFERENCE = 60  # levels between two places of one colour in a photograph
# Cells. Smaller areas may be anything; a piece has sides of 5 cells at most, plus soft edges.
MIN_SHAPE_CELLS, MAX_SHAPE_SIDE = 2.5, 5.7
# Of what an area encloses: where pieces cover more, the area is a line round them.
MAX_COVERED_BY_PIECES = 0.5
# Of the printed numbers: where more differ from those of the game's box, the picture numbers the pieces in
# another way.
MAX_OTHER_NUMBERS = 0.3
MAX_GAP_GREY = 0.18  # see `AreasFound.colourfulness`: the greyness of blank cells

SAMPLE_NEAR, SAMPLE_FAR = 0.2, 0.45  # cells from the piece: beyond its outline, before the next piece
MIN_BOARD_LEVELS = 10.0  # levels from the plane: pale boards differ from their page by 20
MIN_SIDES = 2  # of a piece on a board that border on the board, even in its corner
PLANE_SHARE, PLANE_FITS = 0.67, 3  # share of the samples that the plane is fitted to; number of fits


def shape_doubts(groups: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """Shapes that are not pieces, but have the colour of a piece or stand among the pieces."""
    pieces = groups.pieces_found
    reduction = pieces.areas.reduction
    for area in pieces.fragments:
        yield doubt_about(f"a shape at {place_of(area.box, reduction)} is not made of whole cells")
    yield from _other_shape_doubts(groups, is_card=is_card)
    for seen in groups.all_pieces:
        if seen.clear < MIN_CLEARNESS:
            yield doubt_about(f"the piece at {place_of(seen.box, reduction)} is too unclear")


def _other_shape_doubts(groups: GroupsFound, *, is_card: bool) -> Iterator[KataminoDoubt]:
    """Areas as large as pieces that are none, but stand in a row of pieces or contrast with the page."""
    pieces, areas = groups.pieces_found, groups.pieces_found.areas
    page = areas.colours[areas.background]
    contrast = MIN_PIECE_CONTRAST * max(1, *(channel for colour in areas.colours for channel in colour)) / 255
    height, width = pieces.unit_px
    bands = [row_box(row, 1) for row in rows_of(groups.apart, pieces.unit_px)]
    known = {id(part.seen.area) for group in groups.boards for part in (*group.blank, *group.pieces)}
    known |= {id(seen.area) for seen in groups.apart}
    loose = [
        other for other in pieces.other_shapes if id(other.area) not in known and _is_among(other.box, bands)
    ]
    if not is_card and sum(len(other.shape) for other in loose) >= PENTOMINO:
        place = place_of(loose[0].box, areas.reduction)
        yield doubt_about(f"the cells at {place} may belong to a piece")
    cells = {id(other.area): len(other.shape) for other in pieces.other_shapes}
    covered = _covered_by_pieces(groups)
    for area in areas.areas:
        box = area.box
        least = MIN_SHAPE_CELLS * height * width
        if id(area) in known or area.colour == areas.background or area.pixels < least:
            continue
        if covered[box.slices][area.filled].mean() > MAX_COVERED_BY_PIECES:
            continue
        if core_of(area, pieces.unit_px).sum() < least:
            continue
        whole = cells.get(id(area))
        if whole is None and max(box.height / height, box.width / width) > MAX_SHAPE_SIDE:
            continue
        difference = _difference(areas.colours[area.colour], page)
        is_among = _is_among(box, bands)
        if difference > (contrast if is_among else MIN_STANDING_OUT) and (not is_card or is_among):
            what = "may be a piece" if whole is None else f"has {whole} cells, not 5"
            yield doubt_about(f"a shape at {place_of(box, areas.reduction)} {what}")


def _covered_by_pieces(groups: GroupsFound) -> Mask:
    """(h, w) where the pieces are, including the numbers on them."""
    covered = np.zeros(groups.pieces_found.areas.classes.shape, bool)
    for seen in groups.all_pieces:
        covered[seen.area.box.slices] |= seen.area.filled
    return covered


def _is_among(box: Box, bands: Sequence[Box]) -> bool:
    """Whether a box stands in a row of pieces."""
    return any(band.top < (box.top + box.bottom) / 2 < band.bottom for band in bands)


def colour_doubts(groups: GroupsFound) -> Iterator[KataminoDoubt]:
    """Two pieces in one colour, or one piece in two colours; none if all pieces have one colour."""
    gaps = {id(part.seen) for group in groups.boards[:1] for part in gaps_among(groups, group)}
    seen = [part for part in groups.all_pieces if id(part) not in gaps]
    pairs = {(part.area.colour, part.piece.number): part for part in seen}
    colours, kinds = {colour for colour, _ in pairs}, {number for _, number in pairs}
    if len(colours) <= 1 < len(kinds):
        return
    reduction = groups.pieces_found.areas.reduction
    for which, what in ((0, "in the colour of another piece"), (1, "in another colour elsewhere")):
        known: dict[int, PieceSeen] = {}
        for pair, part in pairs.items():
            other = known.get(pair[which])
            if other is not None and _contradict(groups, part, other, same_colour=which == 0):
                place = place_of(part.box, reduction)
                yield doubt_about(f"piece {part.piece} at {place} is drawn {what}")
            known.setdefault(pair[which], part)


def _difference(one: Colour, other: Colour) -> int:
    """Levels, in the channel that differs most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _contradict(groups: GroupsFound, one: PieceSeen, other: PieceSeen, *, same_colour: bool) -> bool:
    """Whether two pieces of one colour, or one piece in two colours, contradict how they were read.

    The reader merges similar colours, and light falls unevenly on a photograph: there a clear shape counts
    for more than its colour.
    """
    pixels = groups.pieces_found.areas.pixels
    tones = (np.median(pixels[seen.area.box.slices][seen.area.mask], axis=0) for seen in (one, other))
    difference = float(np.abs(np.subtract(*tones)).max())
    if min(one.clear, other.clear) < MIN_SURE_CLEARNESS:
        return same_colour or difference > MAX_LIGHT_DIFFERENCE
    return same_colour and difference < MAX_PRINT_DIFFERENCE


def number_doubts(groups: GroupsFound, printed: PrintedFound | None) -> Iterator[KataminoDoubt]:
    """Pieces beside which another piece's number is printed; none if the picture has its own numbering."""
    if printed is None or not printed.beside:
        return
    pairs = [(groups.apart[at], number) for at, number in printed.beside.items()]
    wrong = [(seen, number) for seen, number in pairs if seen.piece.number != number]
    if len(wrong) > MAX_OTHER_NUMBERS * len(pairs):
        return
    for seen, number in wrong:
        where = place_of(seen.box, groups.pieces_found.areas.reduction)
        yield doubt_about(f"piece {seen.piece} at {where} has the number {number} printed beside it")


def board_doubts(groups: GroupsFound, boards: Sequence[Group]) -> Iterator[KataminoDoubt]:
    """What is wrong with the first of the boards, and that there are several."""
    group = boards[0]
    for fault in group.faults:
        yield doubt_about(fault)
    for other in boards[1:]:
        where = place_of(other.lattice.board, 1)
        yield doubt_about(f"other pieces touch each other at {where}")
    colours = {seen.area.colour for seen in groups.all_pieces} - {groups.pieces_found.areas.background}
    if any(part.seen.area.colour in colours for part in group.blank):
        yield doubt_about("the board has the same colour as pieces, so what lies on it is not clear")
    rows, cols = group.lattice.shape
    cells = len(group.cells)
    if cells != rows * cols:
        yield doubt_about(f"the end of the board cannot be seen: {cells} cells of {rows} x {cols} are filled")
    elif cells % 5 or min(rows, cols) < 3:
        yield doubt_about(f"the board seems to have {rows} x {cols} cells, which pieces of 5 cannot fill")


def gaps_among(groups: GroupsFound, group: Group) -> list[OnBoard]:
    """Areas that look like grey pieces on a board, but are the gaps that the last pieces apart will fill."""
    apart = {seen.piece.number for seen in groups.apart}
    if all(part.seen.piece.number in apart for part in group.pieces):  # the whole set lies beside the board
        return []
    areas = groups.pieces_found.areas
    return [
        part
        for part in group.pieces
        if part.seen.piece.number in apart and areas.colourfulness(part.seen.area.colour) < MAX_GAP_GREY
    ]


def place_of(box: Box, reduction: int) -> str:
    """Where a box is, in words that help to find it in the picture."""
    across, down = reduction * (box.left + box.right) // 2, reduction * (box.top + box.bottom) // 2
    return f"{across} px from the left, {down} down"


# What the pieces apart lie on.


def missed_board_doubts(groups: GroupsFound) -> Iterator[KataminoDoubt]:
    """A piece that does not lie on the page but on a board whose cells were not found."""
    seen = None if groups.boards else _standing_out(groups.apart, groups.pieces_found)
    if seen is not None:
        where = place_of(seen.box, groups.pieces_found.areas.reduction)
        yield doubt_about(f"the piece at {where} may lie on a board", of_board=True)


def _standing_out(apart: Sequence[PieceSeen], found: PiecesFound) -> PieceSeen | None:
    """The piece whose surroundings differ most from those of the others; None if all lie on one page."""
    placed = [(seen, *sample) for seen in apart for sample in _samples(seen, found)]
    if not placed:
        return None
    sites = np.array([(row, col, 1.0) for _, row, col, _ in placed])
    tones = np.array([tone for *_, tone in placed])
    off = np.zeros(len(placed))
    for _ in range(PLANE_FITS):
        kept = off <= np.quantile(off, PLANE_SHARE)
        plane, *_ = np.linalg.lstsq(sites[kept], tones[kept], rcond=None)
        off = np.abs(tones - sites @ plane).max(axis=1)
    owners = np.array([apart.index(seen) for seen, *_ in placed])
    steps = {
        at: max(_second_farthest(off[owners == at]), _halves_apart(tones[owners == at]))
        for at in set(owners.tolist())
    }
    worst = max(steps, key=steps.__getitem__)
    return apart[worst] if steps[worst] > MIN_BOARD_LEVELS else None


def _second_farthest(off: NDArray[np.float64]) -> float:
    """The distance from the plane that at least MIN_SIDES sides of a piece have."""
    return float(np.sort(off)[-min(MIN_SIDES, len(off))])


def _halves_apart(tones: NDArray[np.float64]) -> float:
    """How far two sides of a piece are from the other two; on a slope one side would be between them."""
    if len(tones) < 2 * MIN_SIDES:
        return 0.0
    ordered = np.sort(tones, axis=0)
    return float((ordered[-MIN_SIDES] - ordered[MIN_SIDES - 1]).max())


def _samples(seen: PieceSeen, found: PiecesFound) -> Iterator[tuple[float, float, NDArray[np.float64]]]:
    """For each side of a piece: row, column and colour of what is beside it."""
    near, far = (max(1, round(part * min(found.unit_px))) for part in (SAMPLE_NEAR, SAMPLE_FAR))
    box, pixels = seen.area.box, found.areas.pixels
    mask = np.pad(seen.area.filled, far)
    rows, cols = np.nonzero(grown(mask, far) & ~grown(mask, near))
    rows, cols = rows + box.top - far, cols + box.left - far
    inside = (rows >= 0) & (cols >= 0) & (rows < pixels.shape[0]) & (cols < pixels.shape[1])
    rows, cols = rows[inside], cols[inside]
    for side in (rows < box.top, rows >= box.bottom, cols < box.left, cols >= box.right):
        if side.any():
            tone = np.median(pixels[rows[side], cols[side]], axis=0)
            yield float(rows[side].mean()), float(cols[side].mean()), tone
