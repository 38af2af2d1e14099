"""Find the pieces among flat areas: the areas of five whole cells, and the unit cell that they share.

An area made of whole cells fills each cell of a lattice over its bounding box, or leaves it empty. Every area
is tried as every pentomino, and all areas are cut by the unit that several different pieces share: a single
letter may look like a pentomino, but pieces come in sets. Areas with another number of cells are kept: they
are the blank part of a board, or pieces that touch, or they prove that the picture shows another puzzle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box, Mask
from picrosser.puzzles.katamino import BOX, MIN_PENTA, Piece, piece_of
from picrosser.puzzles.polyomino import PENTOMINO, Shape, is_connected, moved_to_corner
from picrosser.reading.katamino.areas import MOST, Area, AreasFound, trimmed, with_gaps_closed

# (rows, columns) of the bounding boxes that pentominoes have.
PENTOMINO_BOXES = ((1, 5), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (5, 1))
# Share of a cell that an area covers: at least, where it has the cell, and at most, where it has not. A
# printed number covers up to 0.33 of a cell; soft edges take 1 pixel of 6 at either side.
MIN_COVERED, MAX_FREE = 0.62, 0.3
MAX_CELL_ASPECT = 1.7  # longer side of a cell over its shorter one; pairs of terminal characters have 1.1
MIN_FILL = PENTOMINO * MIN_COVERED / max(rows * cols for rows, cols in PENTOMINO_BOXES)  # of its bounding box
MOST_CELLS = PENTOMINO * len(BOX)  # of a board that the whole box fills
# Cells: by how much an area's side may differ from a whole number of cells, an area from the lattice of its
# neighbour, or one row reach into the next; areas that touch are no further apart. An outline and the soft
# edges of compression take 0.25 of a bar's width.
MAX_OFF = 0.25
CLOSINGS = (0, 1, 2, 4)  # pixels of the reduced picture that are tried, see `with_gaps_closed`
MAX_AREAS = 1_000  # of a picture: cards have up to 530, more are a texture
# Of many areas, the share that fills most of its bounding box, as cells and bars do, and some letters: 0.077
# and more of drawn cards and boards with so many, 0 to 0.05 of photographs of scenes, skin and grass.
MANY_AREAS, MIN_SQUARE_SHARE = 100, 0.03
MIN_BOX_FILLED = 1 - MAX_OFF
# Logarithm of the ratio of two measured sides: up to this they are one unit. Soft edges change a side of two
# cells of 6 pixels by 8 %.
MAX_UNIT_DIFFERENCE = 0.15
MIN_PART_CELLS = 1.5  # of what may be a part of a piece: smaller ones are fringes of soft edges

Unit: TypeAlias = tuple[float, float]
"""(height, width) of a cell, in pixels of the reduced picture."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceSeen:
    """An area of whole cells.

    shape : its cells as they lie in the picture, moved to the corner.
    box : in the reduced picture, without whiskers.
    unit_px : of its own cells, by its sides.
    clear : 0..1, how clearly the worst cell is covered or free.
    """

    area: Area
    shape: Shape
    box: Box
    unit_px: Unit
    clear: float

    @property
    def piece(self) -> Piece:
        return piece_of(self.shape)


@dataclass(frozen=True, slots=True, eq=False)
class PiecesFound:
    """The pieces of a picture.

    unit_px : (height, width) of a cell in the reduced picture.
    pieces, other_shapes : the areas of five cells, and of other numbers of cells.
    fragments : the areas in a piece's colour that are not a union of whole cells.
    """

    areas: AreasFound
    unit_px: Unit
    pieces: tuple[PieceSeen, ...]
    other_shapes: tuple[PieceSeen, ...]
    fragments: tuple[Area, ...]

    @property
    def kinds(self) -> set[int]:
        """The numbers of the pieces, each once."""
        return {seen.piece.number for seen in self.pieces}


def find_pieces(plain: AreasFound) -> PiecesFound | None:
    """Find the pieces of a Katamino; None if the areas contain no set of pieces with one unit cell."""
    # Joining the cells of one piece may also join two pieces, so what leaves the most pieces whole is taken.
    if are_texture(plain):
        return None
    closed = (with_gaps_closed(plain, closing) if closing else plain for closing in CLOSINGS)
    return max(filter(None, map(_pieces_among, closed)), key=_wholeness, default=None)


def are_texture(plain: AreasFound) -> bool:
    """Whether there are more areas than in any card, or many of which hardly any has straight sides."""
    if len(plain.areas) > MAX_AREAS:
        return True
    areas = [area for area in plain.areas if area.colour != plain.background]
    square = sum(area.pixels > MIN_BOX_FILLED * area.mask.size for area in areas)
    return len(areas) >= MANY_AREAS and square < MIN_SQUARE_SHARE * len(areas)


def _wholeness(found: PiecesFound) -> int:
    """The number of pieces, minus the areas in their colours that are not pieces."""
    colours = {seen.area.colour for seen in found.pieces} - {found.areas.background}
    torn = sum(other.area.colour in colours for other in found.other_shapes)
    return len(found.pieces) - len(found.fragments) - torn


def _pieces_among(areas: AreasFound) -> PiecesFound | None:
    """The pieces among flat areas; None if they do not form a set."""
    background = areas.background
    whole = [area for area in areas.areas if not area.is_outline]
    coloured = (area for area in whole if area.colour != background)
    unit = _shared_unit([cut for area in coloured for cut in pentomino_cuts(area)])
    if unit is None:
        return None
    inside = [core for area in areas.areas if area.is_outline for core in _cores(area, unit)]
    found = cut_all(replace(areas, areas=(*whole, *inside)), unit)
    torn = sum(len(other.shape) > 1 and other.area.colour != background for other in found.other_shapes)
    pieces = len(found.pieces)
    return found if len(found.kinds) >= MIN_PENTA and pieces >= MOST * (pieces + torn) else None


def cut_all(areas: AreasFound, unit: Unit) -> PiecesFound:
    """Cut all areas into cells of one unit."""
    cuts = list(filter(None, (_cut_by_unit(area, unit) for area in areas.areas)))
    others = [cut for cut in cuts if len(cut.shape) != PENTOMINO]
    pieces = _outermost(areas, [cut for cut in cuts if len(cut.shape) == PENTOMINO])
    # Parts of pieces: of one that is partly hidden, or runs into another piece.
    known = {id(part.area) for part in (*pieces, *others)}
    colours = {part.area.colour for part in pieces} - {areas.background}
    least = MIN_PART_CELLS * unit[0] * unit[1]
    covered = covered_by(areas, pieces)
    fragments = (
        area
        for area in areas.areas
        if id(area) not in known
        and area.colour in colours
        and area.pixels >= least
        and covered[area.box.slices][area.mask].mean() < MOST
        and np.count_nonzero(core_of(area, unit)) >= least
    )
    return PiecesFound(areas, unit, tuple(pieces), tuple(others), tuple(fragments))


def core_of(area: Area, unit_px: Unit) -> Mask:
    """(h, w) where an area is as wide as pieces are, and lines and soft edges are not."""
    from scipy.ndimage import grey_opening  # few pictures come here

    size = tuple(max(2, round(MOST * side)) for side in unit_px)
    return np.asarray(grey_opening(np.pad(area.mask, 1).view(np.uint8), size)[1:-1, 1:-1] > 0)


def _cores(outline: Area, unit_px: Unit) -> Iterator[Area]:
    """The pieces in the colour of the lines that they touch: what is as wide as cells are."""
    from skimage.measure import label, regionprops

    for core in regionprops(label(core_of(outline, unit_px), connectivity=1)):
        if MIN_PART_CELLS <= core.area / (unit_px[0] * unit_px[1]) <= 2 * PENTOMINO:
            box = Box(*core.bbox).moved(outline.box.top, outline.box.left)
            yield Area(box, np.asarray(core.image, bool), outline.colour)


def _outermost(areas: AreasFound, pieces: Sequence[PieceSeen]) -> list[PieceSeen]:
    """The pieces that do not lie inside larger ones: a soft edge all round a piece has the piece's shape."""
    kept: list[PieceSeen] = []
    for part in sorted(pieces, key=lambda part: -part.area.pixels):
        inside = covered_by(areas, kept)[part.area.box.slices][part.area.filled].mean()
        if inside < MOST:
            kept.append(part)
    return kept


def covered_by(areas: AreasFound, pieces: Sequence[PieceSeen]) -> Mask:
    """(h, w) where pieces are, including the numbers on them."""
    covered = np.zeros(areas.classes.shape, bool)
    for seen in pieces:
        covered[seen.area.box.slices] |= seen.area.filled
    return covered


def _shared_unit(cuts: Sequence[PieceSeen]) -> Unit | None:
    """The unit cell shared by different pieces, those with the largest total size; None if there is none."""
    cuts = [cut for cut in cuts if cut.piece.letter != "I"]  # any long rectangle looks like a bar
    if not cuts:
        return None
    units = np.array([cut.unit_px for cut in cuts])
    logs = np.log(units)
    kinds = np.array([cut.piece.number for cut in cuts])
    sizes = units.prod(axis=1) * [cut.clear for cut in cuts]
    best, most = None, 0.0
    for own in logs:
        similar = (np.abs(logs - own) < MAX_UNIT_DIFFERENCE).all(axis=1)
        size = float(sizes[similar].sum())
        if size > most and len(set(kinds[similar].tolist())) >= MIN_PENTA - 1:
            height, width = np.median(units[similar], axis=0)
            best, most = (float(height), float(width)), size
    return best


def are_near(one_px: Unit, other_px: Unit) -> bool:
    """Whether two units are one, in height and in width."""
    return all(abs(np.log(a / b)) < MAX_UNIT_DIFFERENCE for a, b in zip(one_px, other_px, strict=True))


def pentomino_cuts(area: Area) -> Iterator[PieceSeen]:
    """Every way to cut an area into a pentomino; without a known unit, a bar may also be other shapes."""
    if area.pixels < MIN_FILL * area.mask.size:
        return
    mask, box = area.trimmed
    share = np.count_nonzero(mask) / mask.size
    for rows, cols in PENTOMINO_BOXES:
        unit, covered = (box.height / rows, box.width / cols), round(share * rows * cols, 9)
        most = PENTOMINO + (rows * cols - PENTOMINO) * MAX_FREE  # all others as full as may be
        if max(unit) <= MAX_CELL_ASPECT * min(unit) and PENTOMINO * MIN_COVERED <= covered <= most:
            cut = _cut(area, mask, box, rows, cols)
            if cut is not None and len(cut.shape) == PENTOMINO:
                yield cut


def _cut_by_unit(area: Area, unit_px: Unit) -> PieceSeen | None:
    """Cut an area by a known unit; None if it is no union of joined cells. Pentominoes are filled."""
    similar = (cut for cut in pentomino_cuts(area) if are_near(cut.unit_px, unit_px))
    clearest = max(similar, key=lambda cut: cut.clear, default=None)
    cut = clearest or _cut_whole(area, *area.trimmed, unit_px)
    if cut is None or len(cut.shape) == PENTOMINO:
        return cut
    return _cut_whole(area, *trimmed(area.mask, area.box), unit_px)


def _cut_whole(area: Area, mask: Mask, box: Box, unit_px: Unit) -> PieceSeen | None:
    """Cut an area whose sides are whole multiples of the unit; None if they are not."""
    sides = np.divide((box.height, box.width), unit_px)
    whole = np.rint(sides)
    # Soft edges and lines between cells shorten an area by the same number of pixels, however long it is; an
    # error in the unit counts once per cell.
    off = np.abs(sides - whole) / np.maximum(1, whole / 3)
    if whole.min() < 1 or whole.max() > MOST_CELLS or off.max() > MAX_OFF:
        return None
    return _cut(area, mask, box, *whole.astype(int).tolist())


def _cut(area: Area, mask: Mask, box: Box, rows: int, cols: int) -> PieceSeen | None:
    """Cut an area's mask into cells; None if one is neither covered nor free, or if they lie apart."""
    shares = _shares(mask, rows, cols)
    filled = shares > (MIN_COVERED + MAX_FREE) / 2
    clear = np.where(filled, (shares - MIN_COVERED) / (1 - MIN_COVERED), (MAX_FREE - shares) / MAX_FREE)
    if not filled.any() or clear.min() < 0:
        return None
    places = np.argwhere(filled)
    cells = moved_to_corner((row, col) for row, col in places.tolist())
    if not is_connected(cells):
        return None
    height, width = unit = box.height / rows, box.width / cols
    # The board's frame may have the area's colour: its box begins and ends with its cells.
    (top, left), (bottom, right) = places.min(axis=0).tolist(), (places.max(axis=0) + 1).tolist()
    inner = Box(round(top * height), round(left * width), round(bottom * height), round(right * width))
    return PieceSeen(area, cells, inner.moved(box.top, box.left), unit, float(clear.min()))


def _shares(mask: Mask, rows: int, cols: int) -> NDArray[np.float64]:
    """(rows, cols) the share of each cell of a mask that is covered; pixels on an edge count in parts."""
    sides: list[NDArray[np.float64]] = []
    for pixels, cells in zip(mask.shape, (rows, cols), strict=True):
        edges, firsts = np.arange(cells + 1)[:, None] * (pixels / cells), np.arange(pixels)
        sides.append(np.maximum(np.minimum(edges[1:], firsts + 1) - np.maximum(edges[:-1], firsts), 0))
    return np.asarray(sides[0] @ mask @ sides[1].T * (rows * cols / mask.size), np.float64)
