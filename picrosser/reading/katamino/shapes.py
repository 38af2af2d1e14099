"""An area in, the cells that it is made of out: the whole cells of a lattice of its own, or none.

An area of whole cells fills each cell of its bounding box's lattice, or leaves it empty; how far the worst
cell is from either is the doubt. The unit cell is not known at first: then the lattice of every pentomino is
tried (`pentominoes`), and the picture's areas together settle the unit (`pieces`), by which other shapes can
be cut too (`cells_of`). All places are those of the reduced picture in which the areas were found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from picrosser.imaging.pixels import Box, Mask
from picrosser.puzzles.polyomino import Shape, is_connected, moved_to_corner
from picrosser.reading.katamino.areas import Area

PENTOMINO = 5  # cells
# (rows, columns) of the boxes that pentominoes have.
LATTICES = ((1, 5), (5, 1), (2, 4), (4, 2), (3, 3), (2, 3), (3, 2))
# Of a cell: its share that an area covers where it has the cell, at least, and where it has not, at most. A
# printed number covers up to a third of a cell; soft edges take a pixel of six on either side.
COVERED, FREE = 0.62, 0.3
OBLONG = 1.7  # a cell's longer side over its shorter one: text cells in a terminal are drawn in pairs of 1.1
EDGE_SHARE = 0.12  # of the fullest row: rows and columns of pixels with less are whiskers, no part of a piece
LEAST_FILL = 0.4  # of its box: a W fills 5 of 9 cells, less what a number hides
MOST_SIDE = 40  # cells
# Of a cell: how much less than a whole number of cells an area's side may be, and how much more. An outline
# and the soft edges of compression take a quarter of a bar's width.
SHRUNK, GROWN = 0.3, 0.2


@dataclass(frozen=True, slots=True)
class Cut:
    """An area cut into cells.

    shape : the cells, moved to the corner.
    box : of the area, without whiskers.
    unit_px : (height, width) of a cell.
    clear : 0..1, how clearly the worst cell is covered or free.
    """

    shape: Shape
    box: Box
    unit_px: tuple[float, float]
    clear: float


def pentominoes(area: Area) -> Iterator[Cut]:
    """Every way to see an area as a pentomino; without a unit, a bar may be a square's as well."""
    if area.pixels < LEAST_FILL * area.mask.size:
        return
    mask, box = _trimmed(area, filled=True)
    for rows, cols in LATTICES:
        unit = box.height / rows, box.width / cols
        if max(unit) <= OBLONG * min(unit):
            cut = _cut(mask, box, rows, cols)
            if cut is not None and len(cut.shape) == PENTOMINO:
                yield cut


def cells_of(area: Area, unit_px: tuple[float, float]) -> Cut | None:
    """Cut an area by a known unit: as a pentomino, in which numbers may be printed, else with its holes as
    they are; None if it is no union of whole, joined cells.
    """
    cut = _whole(*_trimmed(area, filled=True), unit_px)
    if cut is None or len(cut.shape) == PENTOMINO:
        return cut
    return _whole(*_trimmed(area, filled=False), unit_px)


def _whole(mask: Mask, box: Box, unit_px: tuple[float, float]) -> Cut | None:
    sides = box.height / unit_px[0], box.width / unit_px[1]
    rows, cols = (round(side) for side in sides)
    if not (1 <= rows <= MOST_SIDE and 1 <= cols <= MOST_SIDE):
        return None
    # Soft edges and lines between cells make areas smaller by the same pixels, however long they are; what is
    # measured badly of the unit counts once a cell.
    for side, whole in zip(sides, (rows, cols), strict=True):
        if not -SHRUNK <= (side - whole) / max(1, whole / 3) <= GROWN:
            return None
    return _cut(mask, box, rows, cols)


def _trimmed(area: Area, *, filled: bool) -> tuple[Mask, Box]:
    """Without whiskers; holes, where numbers stand, filled or not."""
    mask = without_holes(area.mask) if filled else area.mask
    spans = []
    for axis in (1, 0):
        profile = mask.sum(axis=axis)
        kept = np.flatnonzero(profile > EDGE_SHARE * profile.max())
        spans.append((int(kept[0]), int(kept[-1]) + 1))
    (top, bottom), (left, right) = spans
    box = Box(top, left, bottom, right).moved(area.box.top, area.box.left)
    return mask[top:bottom, left:right], box


def without_holes(mask: Mask) -> Mask:
    """Everything but what hangs together with the outside; ten times as fast as scipy's own way."""
    outside, _ = ndimage.label(~np.pad(mask, 1))
    return np.asarray(outside != outside[0, 0])[1:-1, 1:-1]


def _cut(mask: Mask, box: Box, rows: int, cols: int) -> Cut | None:
    shares = covered_shares(mask, rows, cols)
    filled = shares > (COVERED + FREE) / 2
    if not filled.any() or shares[filled].min() < COVERED or shares[~filled].max(initial=0) > FREE:
        return None
    cells = moved_to_corner([(int(row), int(col)) for row, col in np.argwhere(filled)])
    if not is_connected(cells):
        return None
    clear = np.where(filled, (shares - COVERED) / (1 - COVERED), (FREE - shares) / FREE)
    return Cut(cells, box, (box.height / rows, box.width / cols), float(clear.min()))


def covered_shares(mask: Mask, rows: int, cols: int) -> NDArray[np.float64]:
    """(rows, cols) the share of each cell that is covered, edges between pixels counted in parts."""
    height, width = mask.shape
    total = np.zeros((height + 1, width + 1))
    total[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    at_rows, at_cols = np.linspace(0, height, rows + 1), np.linspace(0, width, cols + 1)
    low = np.minimum(at_rows.astype(int), height - 1)
    part = (at_rows - low)[:, None]
    total = total[low] * (1 - part) + total[low + 1] * part
    low = np.minimum(at_cols.astype(int), width - 1)
    part = (at_cols - low)[None]
    total = total[:, low] * (1 - part) + total[:, low + 1] * part
    sums = np.diff(np.diff(total, axis=0), axis=1)
    return np.asarray(sums / (height / rows * width / cols))
