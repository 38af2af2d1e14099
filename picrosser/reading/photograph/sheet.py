"""The ruled sheets in a photograph: start reading the code of this folder here.

    line_crossings: where lines cross -> grown_lattice: which of them are a board's
    -> sheet: a smooth mapping fitted to them (sheet_fit)
    -> flat_page: the page, flat, in even light, with thin lines (ruled_paper), in four directions

The page is then read like a screenshot, and `FlatPage.to_picture` leads back to the photograph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

import numpy as np
from numpy.polynomial import polynomial

from picrosser.imaging.channels import luma_of
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.lattice.combs import MIN_PITCH_PX
from picrosser.reading.photograph.grown_lattice import MIN_SEEN, Lattice, Node, grow_lattice
from picrosser.reading.photograph.line_crossings import (
    Crossings,
    Grey,
    Points,
    find_crossings,
    is_light_on_dark,
)
from picrosser.reading.photograph.sheet_fit import OUTLIER, Fit, fitted, nodes_between, smoothed

LEAST = 4, 24  # lines in each direction, and crossings in all: those of a Katamino board of 3 x 5 cells
# Of a straight sheet's crossings, so many are no further from an upright lattice than outliers from the fit:
# boards on screens have wider gaps after every fifth cell.
ASKEW_SHARE = 0.8
# A sheet is clear if most crossings of its lines are seen, and it fits so well: the moire of a screen beside
# a board had an error of 0.039, 20 boards on drawn pages at most 0.028.
MAX_CLEAR_ERROR = 0.035
# Share of a cell by which a fifth of a board's crossings are off upright lines, its numbers by more: so far
# off the middles of their lines these are not found.
MIN_FAR = 0.3
# Of a step between its lines, the median: seven drawn screens with nonograms have up to 0.08, 40 with Hungry
# Cat boards 0.02, 9 tables with a wooden board 0.03; eight pages on bent paper 0.11 to 0.16.
MAX_BEND_OF_SCREEN = 0.1
MAX_LINES_OF_BOARD = 22  # in both directions, of Hungry Cat's boards and of wooden ones: 21 are the most
# Of the photograph: on Hungry Cat's boards smaller cells are not read.
SMALLEST_CELL_PX = 21.0
# A sheet's lines across or those down, whichever are fewer: a wooden board has six, as have ten drawn ones,
# and the edge of a table or of a piece may look like one more. Pages of nonograms of 8 x 8 cells have nine.
MAX_LINES_OF_TABLE = 7
MIN_APART = 2.0  # cells between two puzzles: a board's own hint cells, ruled by themselves, are nearer
# Pixels of the longer side in which lines are first looked for: there, moire and texture vanish. Then at
# twice that, in which smaller cells are seen; a smaller picture, at half its size.
LOOKED_AT_PX = 1000
# Of the clearest sheet's area: less is a key or texture. A board of 5 x 5 cells has 0.07 of one of 20 x 20.
MIN_AREA_SHARE = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class SheetFound:
    """A ruled sheet in a photograph.

    fit : from its lines to the photograph, in pixels of the photograph as it was given.
    first, last : the first and last (row, column) of its lines.
    lattice : the crossings, in the reduced photograph. reduction : photograph pixels per reduced one.
    pitch_px : the median distance between neighbouring lines, in photograph pixels.
    error : the median distance of crossings from the fit, as a share of the pitch.
    is_light_on_dark : its lines are lighter than its paper.
    """

    fit: Fit
    first: Node
    last: Node
    lattice: Lattice
    reduction: int
    pitch_px: float
    error: float
    is_light_on_dark: bool = False

    @property
    def is_askew(self) -> bool:
        """Whether it needs flattening: its lines are not straight, level and upright in even steps."""
        return self.off_upright > OUTLIER

    @property
    def lines(self) -> Node:
        """How many lines it has, across and down."""
        return self.last[0] - self.first[0] + 1, self.last[1] - self.first[1] + 1

    @property
    def is_clear(self) -> bool:
        """Whether it is surely ruled: its lines fit well, and most of their crossings are seen."""
        return self.error < MAX_CLEAR_ERROR and self.lattice.share_seen > MIN_SEEN

    @property
    def is_on_paper(self) -> bool:
        """Whether it is surely ruled, and bent: no screen is, and no wooden board."""
        return self.is_clear and self.bend > MAX_BEND_OF_SCREEN

    @property
    def is_page(self) -> bool:
        """Whether it is no board of another kind of puzzle: on paper, or of more lines than these have."""
        has_many = self.lattice.share_seen > MIN_SEEN and min(self.lines) > MAX_LINES_OF_BOARD
        return self.is_on_paper or has_many

    @property
    def is_fine(self) -> bool:
        """Whether it surely is a nonogram's: boards of other kinds have wider cells, or fewer lines."""
        has_small_cells = self.pitch_px < SMALLEST_CELL_PX and min(self.lines) > MAX_LINES_OF_TABLE
        return self.is_clear and has_small_cells

    def share_of(self, corners: Points) -> float:
        """The share of a convex quadrangle in which crossings of its lines are seen.

        corners : (4, 2), (row, col) in the photograph, clockwise from the upper left.
        """
        from skimage.measure import points_in_poly

        inside = points_in_poly(self.lattice.places * self.reduction, corners)
        return int(inside.sum()) * self.pitch_px**2 / max(1.0, _enclosed(corners))

    @property
    def bend(self) -> float:
        """How far lines lie off a flat sheet seen in perspective: the median over its crossings, in steps."""
        off = self.places - self.fit.on_plane(self._nodes)
        return float(np.median(np.hypot(*off.T))) / self.pitch_px

    @property
    def _nodes(self) -> Points:
        """(N, 2) the row and column of each of its crossings, seen or not."""
        return nodes_between(self.first, self.last).reshape(-1, 2)

    @property
    def places(self) -> Points:
        """(N, 2) where its crossings lie in the photograph, seen or not."""
        return self.fit.places(self._nodes)

    @property
    def lies_far_askew(self) -> bool:
        """Whether numbers do not stand beside its lines as the photograph lies."""
        return self.off_upright > MIN_FAR

    @property
    def off_upright(self) -> float:
        """By how many steps crossings are off the nearest upright lattice; most of them by less."""
        off_px = off_upright_px(self.lattice.nodes.astype(np.float64), self.lattice.places)
        return off_px * self.reduction / self.pitch_px

    @property
    def outline(self) -> Points:
        """Its edge in the photograph, half a cell beyond the outermost lines: (N, 2), (row, col)."""
        (top, left), (bottom, right) = np.subtract(self.first, 0.5), np.add(self.last, 0.5)
        corners = np.array([(top, left), (top, right), (bottom, right), (bottom, left), (top, left)])
        sides = [np.linspace(*ends, 8, endpoint=False) for ends in pairwise(corners)]
        return self.fit.places(np.concatenate(sides))

    def box_in(self, shape: tuple[int, ...]) -> Box:
        """The box that it fills of a photograph of this shape, height and width first."""
        outline = self.outline
        top, left = np.maximum(outline.min(axis=0), 0).astype(int).tolist()
        bottom, right = np.minimum(np.ceil(outline.max(axis=0)), shape[:2]).astype(int).tolist()
        return Box(top, left, bottom, right)

    @property
    def area(self) -> float:
        """What it covers of the photograph, in its pixels, with cells that paint or a hand hides."""
        return _enclosed(self.outline)

    def moved(self, seen: Sequence[tuple[Points, Points]]) -> SheetFound:
        """The sheet fitted to where its lines are seen on the flat page that it leads to.

        seen : of the lines across, then of those down: the (N, 2) points of the lattice looked at, and the
            (N,) distances, in cells, by which the line lies below them, or right of them.
        """
        nodes = self._nodes
        middle, half = np.add(self.first, self.last) / 2, np.subtract(self.last, self.first) / 2
        change = np.zeros_like(nodes)
        for axis, (points, off) in enumerate(seen):
            if len(points) < LEAST[1]:
                return self
            scaled = (points - middle) / half
            bent, _ = smoothed(scaled, off[:, None], self.lines, len(points), OUTLIER / 2)
            rows, cols = ((nodes - middle) / half).T
            change[:, axis] = polynomial.polyval2d(rows, cols, bent[..., 0])
        return replace(self, fit=fitted(nodes, self.fit.places(nodes + change), self.pitch_px)[0])

    @property
    def merit(self) -> float:
        """How much of the photograph it covers, and how well; of two alike, the finer one has more."""
        # Paint hides crossings within the sheet, texture makes some far around it.
        covered = (self.area * self.lattice.area) ** 0.5 * self.reduction
        finer = len(self.lattice.nodes) ** 0.4  # thick lines alone have fewer, over a larger area
        return float(covered * finer / (MAX_CLEAR_ERROR + self.error))


def is_apart(sheet: SheetFound, other: SheetFound) -> bool:
    """Whether another sheet is another puzzle, with space between them, and not this board's hint cells."""
    if other is sheet:
        return False
    away = sheet.outline[:, None] - other.outline
    return float(np.hypot(away[..., 0], away[..., 1]).min()) > MIN_APART * sheet.pitch_px


def _enclosed(corners: Points) -> float:
    """The area of a polygon: (N, 2), (row, col)."""
    row, col = corners.T
    return abs(float(row @ np.roll(col, 1) - col @ np.roll(row, 1))) / 2


def off_upright_px(lines: Points, places: Points) -> float:
    """By how many pixels crossings are off the nearest lattice of upright lines; most of them by less.

    lines, places : (N, 2) the row and column of each crossing in its lattice, and in the picture.
    """
    across, down = (
        np.abs(np.polyval(np.polyfit(line, place, 1), line) - place)
        for line, place in zip(lines.T, places.T, strict=True)
    )
    return float(np.quantile(np.maximum(across, down), ASKEW_SHARE))


def sheet_of(lattice: Lattice, reduction: int) -> SheetFound:
    """The sheet of a lattice's lines. reduction : as in `SheetFound`."""
    fit, error = lattice.fit
    (top, left), (bottom, right) = (ends.tolist() for ends in lattice.ends)
    larger = np.diag([reduction, reduction, 1.0]) @ fit.to_picture
    fit, pitch_px = replace(fit, to_picture=larger, bent=fit.bent * reduction), lattice.step * reduction
    return SheetFound(fit, (top, left), (bottom, right), lattice, reduction, pitch_px, error)


# ---- All sheets of a photograph


def find_ruled_sheets(image: RGB) -> tuple[SheetFound, ...]:
    """All ruled sheets in a photograph, such as the puzzles of a page, the largest first.

    Light print on dark paper is looked for, in the negative, where most of what stands out is light.
    image : (H, W, 3) uint8 sRGB.
    """
    grey = luma_of(image)
    lighter: list[SheetFound] = []
    first = ceil(max(grey.shape) / LOOKED_AT_PX)
    if is_light_on_dark(grey, first):
        dark = _dark_sheets(np.invert(grey), first)
        lighter = [replace(sheet, is_light_on_dark=True) for sheet in dark]
        if lighter and lighter[0].is_clear:
            return tuple(lighter)
    best = max(lighter, _dark_sheets(grey, first), key=lambda sheets: _clarity(sheets[0] if sheets else None))
    return tuple(best)


def _dark_sheets(grey: Grey, first: int) -> list[SheetFound]:
    """The sheets whose lines are darker than the paper, the largest first. first : as in `_clearest`."""
    found, sheet = _clearest(grey, first)
    sheets: list[SheetFound] = []
    # A second sheet has to be surer than the first, since it is told without being read.
    while sheet is not None and (
        not sheets or (sheet.is_clear and sheet.area >= MIN_AREA_SHARE * sheets[0].area)
    ):
        sheets.append(sheet)
        found = _outside(found, sheet)
        sheet = find_sheet(found)
    return sorted(sheets, key=lambda sheet: -sheet.area)


def _clearest(grey: Grey, first: int) -> tuple[Crossings, SheetFound | None]:
    """The crossings at the scale at which a sheet is clearest, and that sheet. first : a reduction."""
    looks = []
    for reduction in (first, first // 2 if first > 1 else 2):
        found = find_crossings(grey, reduction)
        sheet = find_sheet(found)
        if sheet is not None and sheet.pitch_px < MIN_PITCH_PX:
            sheet = None
        looks.append((found, sheet))
        # Of fewer lines each may be a fifth one, between which thin lines are lost.
        if sheet is not None and sheet.is_clear and min(sheet.lines) > MAX_LINES_OF_BOARD:
            break
    return max(looks, key=lambda look: _clarity(look[1]))


def _clarity(sheet: SheetFound | None) -> float:
    """How clear a sheet is: one of texture, over a large area, is less clear than a board."""
    return 0.0 if sheet is None else sheet.merit * (2.0 if sheet.is_clear else 1.0)


def find_sheet(found: Crossings) -> SheetFound | None:
    """The largest ruled sheet; None if nothing is ruled in two directions."""
    lattice = grow_lattice(found)
    if lattice is None or len(lattice.nodes) < LEAST[1]:
        return None
    if min(len(np.unique(lines)) for lines in lattice.nodes.T) < LEAST[0]:
        return None
    sheet = sheet_of(lattice, found.reduction)
    return sheet if sheet.error <= OUTLIER / 2 else None


def _outside(found: Crossings, sheet: SheetFound) -> Crossings:
    """The crossings that do not lie on a sheet."""
    from skimage.measure import points_in_poly

    kept = ~points_in_poly(found.places, sheet.outline / found.reduction)
    places, strengths, slopes = found.places[kept], found.strengths[kept], found.slopes[kept]
    return replace(found, places=places, strengths=strengths, slopes=slopes)
