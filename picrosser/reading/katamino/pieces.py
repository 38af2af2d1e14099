"""Flat areas in, the pieces among them out: areas of five whole cells, whose unit cell many of them share.

A single letter or a painted corner of some other puzzle may look like a pentomino. Pieces of a Katamino come
in sets: several different ones with one unit cell. What has that unit too but other numbers of cells is kept
as odd: the blank part of a board, pieces that touch, or the proof that all this is another puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import ndimage

from picrosser.imaging.pixels import Box, Mask
from picrosser.imaging.ranks import median
from picrosser.puzzles.katamino import Piece, piece_of
from picrosser.puzzles.polyomino import Shape
from picrosser.reading.katamino.areas import Area, AreasFound, joined
from picrosser.reading.katamino.shapes import PENTOMINO, Cut, cells_of, pentominoes, without_holes

CLOSINGS = (0, 1, 2, 4)  # pixels of the reduced picture: half the width of the lines between a piece's cells
CHANCE = 1  # pieces that a wider closing may make of a texture
FEWEST_KINDS = 3  # different pieces with one unit: what the least problem of the game has
SAME_UNIT = (
    0.15  # within which two measured units are one; soft edges shift a side of two cells of 6 px by 8 %
)
LEAST_STRANGE = 1.5  # cells: less is a fringe of soft edges
LEAST_BODY = 0.5  # of a piece, holes filled: a number covers a fifth of it, an outline is a quarter of it
THICK = 0.45  # of a cell: lines are thinner, pieces are not
EVEN_LINE = 0.8  # of its box: where the thick places of a line reach further, it is thick all round
MOST_WITHIN = 0.5  # of an area: what lies in pieces otherwise is a number, or the light on their edges
MOSTLY = 0.6  # of the areas with the unit are pieces, or it is no Katamino


@dataclass(frozen=True, slots=True, eq=False)
class PieceSeen:
    """An area of whole cells.

    area : its pixels.
    shape : its cells, moved to the corner, as they lie in the picture.
    box : in the reduced picture.
    clear : 0..1, how clearly the worst cell is covered or free.
    """

    area: Area
    shape: Shape
    box: Box
    clear: float

    @property
    def piece(self) -> Piece:
        """What it is, by its shape alone."""
        return piece_of(self.shape)


@dataclass(frozen=True, slots=True, eq=False)
class PiecesFound:
    """The pieces of a picture.

    areas : the flat areas.
    closing : how far areas of one colour were joined.
    unit_px : (height, width) of a cell in the reduced picture.
    pieces : the areas of five cells.
    odd : the areas with other numbers of cells.
    strange : the areas in a piece's colour that are no whole cells.
    """

    areas: AreasFound
    closing: int
    unit_px: tuple[float, float]
    pieces: tuple[PieceSeen, ...]
    odd: tuple[PieceSeen, ...]
    strange: tuple[Area, ...]

    @property
    def kinds(self) -> set[int]:
        """The numbers of the pieces."""
        return {seen.piece.number for seen in self.pieces}


def find_pieces(plain: AreasFound) -> PiecesFound | None:
    """Find the pieces of a Katamino; None if the areas hold no set of pieces with one unit cell.

    What joins the cells of one piece may join two others, so the closing is taken that leaves the most whole.
    """
    best, most = None, 0
    for closing in CLOSINGS:
        found = pieces_among(joined(plain, closing) if closing else plain, closing)
        if found is not None and (best is None or _wholeness(found) > most + CHANCE):
            best, most = found, _wholeness(found)
    return best


def _wholeness(found: PiecesFound) -> int:
    """How many pieces there are, less what is in their colours and is none."""
    colours = {seen.area.colour for seen in found.pieces} - {found.areas.backdrop}
    torn = sum(odd.area.colour in colours for odd in found.odd)
    return len(found.pieces) - len(found.strange) - torn


def pieces_among(areas: AreasFound, closing: int = 0) -> PiecesFound | None:
    """The pieces among flat areas, None if there is no set of them."""
    outlines = tuple(area for area in areas.areas if _is_outline(area))
    areas = replace(areas, areas=tuple(area for area in areas.areas if area not in outlines))
    backdrop = areas.backdrop
    cuts = [cut for area in areas.areas if area.colour != backdrop for cut in pentominoes(area)]
    unit = _unit(cuts)
    if unit is None:
        return None
    found = cut_by(areas, unit, closing)
    several = sum(len(other.shape) > 1 and other.area.colour != backdrop for other in found.odd)
    pieces = len(found.pieces)
    if len(found.kinds) < FEWEST_KINDS or pieces < MOSTLY * (pieces + several):
        return None
    cores = tuple(line for line in outlines if line.colour != backdrop and _has_core(line, unit))
    return replace(found, strange=(*found.strange, *cores))


def cut_by(areas: AreasFound, unit: tuple[float, float], closing: int = 0) -> PiecesFound:
    """Cut all areas by one unit."""
    seen: list[PieceSeen] = []
    odd: list[PieceSeen] = []
    for area in areas.areas:
        cut = _as_piece(area, unit) or cells_of(area, unit)
        if cut is not None:
            (seen if len(cut.shape) == PENTOMINO else odd).append(
                PieceSeen(area, cut.shape, cut.box, cut.clear)
            )
    seen = _once(areas, seen)
    strange = _strange(areas, unit, seen, odd)
    return PiecesFound(areas, closing, unit, tuple(seen), tuple(odd), strange)


def _is_outline(area: Area) -> bool:
    """Whether an area is a line round something; the numbers on a piece leave most of it."""
    filled = np.asarray(ndimage.binary_fill_holes(area.mask))
    return area.pixels < LEAST_BODY * int(filled.sum())


def core_of(area: Area, unit_px: tuple[float, float]) -> Mask:
    """Where an area is as wide as pieces are, and lines and soft edges are not."""
    size = [max(2, round(THICK * side)) for side in unit_px]
    core = ndimage.grey_opening(np.pad(area.mask, 1).view(np.uint8), size)
    return np.asarray(core[1:-1, 1:-1] > 0)


def _once(areas: AreasFound, seen: Sequence[PieceSeen]) -> list[PieceSeen]:
    """Without those that lie in larger ones: a soft edge all round a piece looks like it."""
    covered = np.zeros(areas.classes.shape, bool)
    kept = []
    for part in sorted(seen, key=lambda part: -part.area.pixels):
        filled = without_holes(part.area.mask)
        if covered[part.area.box.slices][filled].mean() < MOST_WITHIN:
            kept.append(part)
        covered[part.area.box.slices] |= filled
    return kept


def _has_core(outline: Area, unit_px: tuple[float, float]) -> bool:
    """Whether at one place a line is as wide as a piece, which has its colour and touches it."""
    core = core_of(outline, unit_px)
    if core.sum() < LEAST_STRANGE * unit_px[0] * unit_px[1]:
        return False
    spans = [np.ptp(np.flatnonzero(core.any(axis=axis))) + 1 for axis in (1, 0)]
    return any(
        span < EVEN_LINE * side
        for span, side in zip(spans, (outline.box.height, outline.box.width), strict=True)
    )


def _as_piece(area: Area, unit_px: tuple[float, float]) -> Cut | None:
    """An area as a pentomino whose own unit is about that of the picture; the clearest way to see it."""
    cuts = [cut for cut in pentominoes(area) if _near(cut.unit_px, unit_px)]
    return max(cuts, key=lambda cut: cut.clear, default=None)


def _strange(
    areas: AreasFound, unit_px: tuple[float, float], seen: list[PieceSeen], odd: list[PieceSeen]
) -> tuple[Area, ...]:
    """What looks like a part of a piece. A piece may be hidden in part, or run into another one."""
    known = {id(part.area) for part in (*seen, *odd)}
    colours = {part.area.colour for part in seen} - {areas.backdrop}
    least = LEAST_STRANGE * unit_px[0] * unit_px[1]
    covered = np.zeros(areas.classes.shape, bool)
    for part in seen:
        covered[part.area.box.slices] |= np.asarray(ndimage.binary_fill_holes(part.area.mask))
    return tuple(
        area
        for area in areas.areas
        if id(area) not in known
        and area.colour in colours
        and area.pixels >= least
        and core_of(area, unit_px).sum() >= least
        and covered[area.box.slices][area.mask].mean() < MOST_WITHIN
    )


def _unit(cuts: list[Cut]) -> tuple[float, float] | None:
    """The unit cell that the largest area of different pieces shares."""
    bars = [min(_sides(cut)) == 1 for cut in cuts]
    best, most = None, 0.0
    for cut, is_bar in zip(cuts, bars, strict=True):
        if is_bar:  # any long rectangle looks like one
            continue
        alike = [other for other, bar in zip(cuts, bars, strict=True) if not bar and _alike(cut, other)]
        kinds = {piece_of(other.shape).number for other in alike}
        size = sum(other.unit_px[0] * other.unit_px[1] * other.clear for other in alike)
        if len(kinds) >= FEWEST_KINDS - 1 and size > most:
            height, width = median([other.unit_px for other in alike], axis=0)
            best, most = (float(height), float(width)), size
    return best


def _sides(cut: Cut) -> tuple[int, int]:
    return 1 + max(row for row, _ in cut.shape), 1 + max(col for _, col in cut.shape)


def _alike(one: Cut, other: Cut) -> bool:
    return _near(one.unit_px, other.unit_px)


def _near(one_px: tuple[float, float], other_px: tuple[float, float]) -> bool:
    return all(abs(np.log(a / b)) < SAME_UNIT for a, b in zip(one_px, other_px, strict=True))
