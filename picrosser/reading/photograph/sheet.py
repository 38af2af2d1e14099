"""The sheet: a smooth mapping from a board's lines to the photograph, fitted to the crossings of its lines.

A homography takes what perspective does; a polynomial of low degree takes the rest, which is the curve of the
paper. Both are fitted by least squares to hundreds of crossings, so that single ones may be off or missing.
Then crossings are looked for where the fit expects them, first near and then further out, and it is fitted
again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.frozen import dataclass
from picrosser.reading.photograph.crossings_near import CrossingsNear
from picrosser.reading.photograph.grown_lattice import (
    MIN_STEP_PX,
    MIN_STRENGTH,
    GrownLattice,
    Node,
    grow_lattice,
    linked,
    without_stray_lines,
)
from picrosser.reading.photograph.margins import Margins

Points: TypeAlias = NDArray[np.float64]

MIN_NODES = 30  # of a lattice: a board of five cells has 36
MIN_LINES = 5  # in each direction
# A lattice may be smaller if none of its crossings is missing: a Katamino board of 3 x 5 cells has 24.
SMALL_NODES, SMALL_LINES = 24, 4
MOSTLY = 0.8  # of a small lattice's crossings are seen before they are looked for where the fit expects them
MAX_DEGREE = 6  # of the polynomial: the paper of a magazine near its fold
NODES_PER_TERM = 6  # at least, of the polynomial
ROUNDS = 8  # of looking further
FURTHER = 4  # lines by which the lattice may grow in one round
BLOCK = 5  # cells between thick lines
MIN_FINER = 4  # times as many crossings has the lattice of thin lines, of 25 at most: paint hides many
# Lines that growing skipped: every second or third one was taken, in one direction or both. Of the crossings
# that the lattice of all lines can have so many are seen; between lines that are neighbours there are none.
SKIPPED, MIN_SKIPPED = (2, 3), 0.75
# Of a crossing's usual strength: of 90 in 100 of those skipped it is more than 0.57. Where lines are hardly
# 13 pixels apart, half of what noise and digits make between them has less than 0.56.
SKIPPED_STRENGTH = 0.5
# Of the crossings that hang together: in step with the fit, so many more belong to the lattice, too, though a
# shadow or thin lines part them from the others.
LEAST_PART = 0.2
NEAR = 0.16  # of a step: a crossing may be so far from where the fit expects it
OUTLIER = 0.12  # of a step: crossings further away are not fitted
RIDGE = 1e-10  # of the crossings: a weight that they do not tell stays small
FITS = 6  # each without the crossings that were furthest from the last
USUAL_ERROR = 0.02  # of sheets that are read
FINER_MERIT = 0.4  # the power of the number of crossings: thick lines alone have fewer, over a larger area
# A sheet is straight if most of its crossings are less than this share of a step from an upright lattice:
# boards on screens have wider gaps after every fifth cell.
ASKEW_SHARE, MAX_STRAIGHT = 0.8, 0.12
# A sheet is clear if so many crossings of its lines are seen, and it fits so well: the moire of a screen
# beside a board had 0.39 of them, and an error of 0.039. On drawn pages 20 boards had 0.76 and more, and at
# most 0.028.
MIN_SEEN, MAX_CLEAR_ERROR = 0.6, 0.035
# Of a step between its lines, the median: seven drawn screens with nonograms have up to 0.08, 40 with Hungry
# Cat boards 0.02, 9 tables with a wooden board 0.03; eight pages on bent paper 0.11 to 0.16.
MAX_BEND_OF_SCREEN = 0.1
MAX_LINES_OF_BOARD = 22  # in both directions, of Hungry Cat's boards and of wooden ones: 21 are the most
EDGE_POINTS = 9  # along each side of its outline
MAX_ERROR = 0.06  # of a step, the median: what fits worse is no sheet


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A smooth mapping from lattice rows and columns to the photograph.

    matrix : (3, 3) from (row, col, 1), scaled, to the photograph. terms : (T, 2) exponents.
    weights : (T, 2). middle, half : of the lattice, by which rows and columns are scaled to -1 to 1.
    margins : how what is printed around the lattice drifts, if that is known.
    """

    matrix: Points
    terms: NDArray[np.intp]
    weights: Points
    middle: Points
    half: Points
    margins: Margins | None = None

    def places(self, lines: Points) -> Points:
        """Where points of the lattice, (N, 2) rows and columns, lie in the photograph: (N, 2).

        Beyond the lattice the curve goes on straight, since polynomials leave the paper there.
        """
        if self.margins is not None:
            lines = lines + self.margins.drift(lines)
        scaled = (lines - self.middle) / self.half
        mapped = np.column_stack([scaled, np.ones(len(scaled))]) @ self.matrix.T
        within = np.clip(scaled, -1, 1)
        bent = _powers(within, self.terms) @ self.weights
        for axis in (0, 1):
            beyond = scaled[:, axis] - within[:, axis]
            slope = _derivatives(within, self.terms, axis) @ self.weights
            bent = bent + beyond[:, None] * slope
        return np.asarray(mapped[:, :2] / mapped[:, 2:] + bent)


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
    lattice: GrownLattice
    reduction: int
    pitch_px: float
    error: float
    is_light_on_dark: bool = False

    @property
    def is_askew(self) -> bool:
        """Whether its lines are not straight lines along the photograph's sides, in even steps.

        A screen's own picture of a board needs no flattening.
        """
        return self.off_upright > MAX_STRAIGHT

    @property
    def lines(self) -> Node:
        """How many lines it has, across and down."""
        rows, cols = (np.subtract(self.last, self.first) + 1).tolist()
        return rows, cols

    @property
    def is_dense(self) -> bool:
        """Whether most crossings of its lines are seen."""
        rows, cols = self.lines
        return len(self.lattice.places) > MIN_SEEN * rows * cols

    @property
    def is_clear(self) -> bool:
        """Whether it is surely ruled: its lines fit well, and most of their crossings are seen."""
        return self.error < MAX_CLEAR_ERROR and self.is_dense

    @property
    def is_on_paper(self) -> bool:
        """Whether it is surely ruled, and bent: no screen is, and no wooden board."""
        return self.is_clear and self.bend > MAX_BEND_OF_SCREEN

    @property
    def is_page(self) -> bool:
        """Whether it is no board of another kind of puzzle: on paper, or of more lines than these have."""
        return self.is_on_paper or (self.is_dense and min(self.lines) > MAX_LINES_OF_BOARD)

    def share_of(self, corners: Points) -> float:
        """The share of a convex quadrangle in which crossings of its lines are seen.

        corners : (4, 2), (row, col) in the photograph, clockwise from the upper left.
        """
        places = np.array(list(self.lattice.places.values())) * self.reduction
        sides, away = np.roll(corners, -1, axis=0) - corners, places[:, None] - corners
        inside = (sides[:, 1] * away[..., 0] - sides[:, 0] * away[..., 1] >= 0).all(axis=1)
        return int(inside.sum()) * self.pitch_px**2 / max(1.0, _enclosed(corners))

    @property
    def bend(self) -> float:
        """How far lines lie off a flat sheet seen in perspective: the median over its crossings, in steps."""
        nodes = self._nodes
        bent = _powers((nodes - self.fit.middle) / self.fit.half, self.fit.terms) @ self.fit.weights
        return float(np.median(np.hypot(*bent.T))) / self.pitch_px

    @property
    def _nodes(self) -> Points:
        """(N, 2) the row and column of each of its crossings, seen or not."""
        rows, cols = (np.arange(start, stop + 1.0) for start, stop in zip(self.first, self.last, strict=True))
        return np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2)

    @property
    def off_upright(self) -> float:
        """By how many steps crossings are off the nearest upright lattice; most of them by less."""
        lines = np.array(list(self.lattice.places), np.float64)
        places = np.array(list(self.lattice.places.values()))
        return off_upright_px(lines, places) * self.reduction / self.pitch_px

    @property
    def outline(self) -> Points:
        """Its edge in the photograph, half a cell beyond the outermost lines: (N, 2), (row, col)."""
        (top, left), (bottom, right) = np.subtract(self.first, 0.5), np.add(self.last, 0.5)
        down, along = np.linspace(top, bottom, EDGE_POINTS), np.linspace(left, right, EDGE_POINTS)
        sides = (
            (np.full(EDGE_POINTS, top), along),
            (down, np.full(EDGE_POINTS, right)),
            (np.full(EDGE_POINTS, bottom), along[::-1]),
            (down[::-1], np.full(EDGE_POINTS, left)),
        )
        return self.fit.places(np.concatenate([np.column_stack(side) for side in sides]))

    @property
    def area(self) -> float:
        """What it covers of the photograph, in its pixels, with cells that paint or a hand hides."""
        return _enclosed(self.outline)

    def moved(self, seen: Sequence[tuple[Points, NDArray[np.float64]]]) -> SheetFound:
        """The sheet fitted to where its lines are seen on the flat page that it leads to.

        seen : of the lines across, then of those down: the (N, 2) points of the lattice looked at, and the
            (N,) distances, in cells, by which the line lies below them, or right of them.
        """
        nodes, (rows, cols) = self._nodes, self.lines
        middle, half = (np.add(self.first, self.last) / 2, np.subtract(self.last, self.first) / 2)
        change = np.zeros_like(nodes)
        for axis, (points, off) in enumerate(seen):
            if len(points) < MIN_NODES:
                return self
            terms = _terms(len(points), rows, cols)
            basis, kept = _powers((points - middle) / half, terms), np.ones(len(points), bool)
            for _ in range(FITS):
                weights = _least_squares(basis[kept], off[kept, None])
                away = np.abs(off - (basis @ weights)[:, 0])
                kept = away < max(OUTLIER / 2, 2.5 * float(np.median(away[kept])))
            change[:, axis] = (_powers((nodes - middle) / half, terms) @ weights)[:, 0]
        places = self.fit.places(nodes + change) / self.reduction
        whole = {
            (int(row), int(col)): (down, along)
            for (row, col), (down, along) in zip(nodes.tolist(), places.tolist(), strict=True)
        }
        fit = _fitted(replace(self.lattice, places=whole))[0]
        return replace(self, fit=_enlarged(fit, self.reduction))

    def of_crossings(self, places: Mapping[Node, tuple[float, float]]) -> SheetFound | None:
        """The sheet of some of its crossings, numbered by their own lines; None if they do not fit.

        places : (row, col) in pixels of the reduced photograph, of each node, as in `GrownLattice`.
        """
        lattice = replace(self.lattice, places=places)
        fit, step, error = _fitted(lattice)
        if not np.isfinite(error):
            return None
        lines = np.array(list(places))
        top, left = lines.min(axis=0).tolist()
        bottom, right = lines.max(axis=0).tolist()
        return replace(
            self,
            fit=_enlarged(fit, self.reduction),
            first=(top, left),
            last=(bottom, right),
            lattice=lattice,
            pitch_px=step * self.reduction,
            error=error,
        )

    def off_flat(self, nodes: Sequence[Node], places: Points) -> Points:
        """(N,) how far crossings lie off a flat sheet, in steps; places in the reduced photograph."""
        flat = replace(self.fit, weights=np.zeros_like(self.fit.weights))
        off = flat.places(np.array(nodes, np.float64)) - places * self.reduction
        return np.asarray(np.hypot(*off.T) / self.pitch_px)

    @property
    def merit(self) -> float:
        """How much of the photograph it covers, and how well; of two alike, the finer one has more."""
        # Paint hides crossings within the sheet, texture makes some far around it.
        covered = (self.area * self.lattice.area) ** 0.5 * self.reduction
        return float(covered * len(self.lattice.places) ** FINER_MERIT / (USUAL_ERROR + self.error))


def _enclosed(corners: Points) -> float:
    """The area of a polygon: (N, 2), (row, col)."""
    row, col = corners.T
    return abs(float(row @ np.roll(col, 1) - col @ np.roll(row, 1))) / 2


def off_upright_px(lines: Points, places: Points) -> float:
    """By how many pixels crossings are off the nearest lattice of upright lines; most of them by less.

    lines, places : (N, 2) the row and column of each crossing in its lattice, and in the picture.
    """
    off = []
    for axis in (0, 1):
        basis = np.column_stack([lines[:, axis], np.ones(len(lines))])
        weights = np.linalg.lstsq(basis, places[:, axis], rcond=None)[0]
        off.append(np.abs(basis @ weights - places[:, axis]))
    return float(np.quantile(np.maximum(*off), ASKEW_SHARE))


def find_sheet(near: CrossingsNear) -> SheetFound | None:
    """The largest ruled sheet; None if nothing is ruled in two directions."""
    lattice = grow_lattice(near)
    if lattice is None or not _is_board(lattice, MOSTLY):
        return None
    lattice = _looked_between(near, lattice, *_fitted(lattice)[:2])
    lattice = _with_skipped(near, lattice, _fitted(lattice)[0])
    fit, step, error = _fitted(lattice)
    for turn in range(ROUNDS):
        wider = without_stray_lines(_looked_further(near, lattice, fit, step))
        if turn and len(wider.places) <= len(lattice.places):
            break
        lattice = wider
        if not _is_board(lattice, MOSTLY):
            return None
        fit, step, error = _fitted(lattice)
    if error > MAX_ERROR or not _is_board(lattice):
        return None
    rows, cols = np.array(list(lattice.places)).T
    reduction = near.found.reduction
    return SheetFound(
        _enlarged(fit, reduction),
        (int(rows.min()), int(cols.min())),
        (int(rows.max()), int(cols.max())),
        lattice,
        reduction,
        step * reduction,
        error,
    )


def _is_board(lattice: GrownLattice, share: float = 1.0) -> bool:
    """Whether a lattice has enough lines in both directions.

    share : of the crossings, which a small one has to show.
    """
    count, lines = len(lattice.places), [len({node[axis] for node in lattice.places}) for axis in (0, 1)]
    if count >= MIN_NODES and min(lines) >= MIN_LINES:
        return True
    return min(lines) >= SMALL_LINES and count >= share * max(SMALL_NODES, lines[0] * lines[1])


def _looked_further(near: CrossingsNear, lattice: GrownLattice, fit: Fit, step: float) -> GrownLattice:
    """The lattice with the crossings that the fit expects within it, and some lines beyond it."""
    lines = np.array(list(lattice.places))
    first, last = lines.min(axis=0) - FURTHER, lines.max(axis=0) + FURTHER
    least = MIN_STRENGTH * _strength(near, lattice)
    return _looked_at(near, fit, (first, last), (1, 1), step, least)


def _looked_between(near: CrossingsNear, lattice: GrownLattice, fit: Fit, step: float) -> GrownLattice:
    """The lattice of thin lines, if the given one has only the thick ones after every fifth cell."""
    if step / BLOCK < MIN_STEP_PX * 0.7:
        return lattice
    lines = np.array(list(lattice.places))
    finer = _looked_at(near, fit, (lines.min(axis=0), lines.max(axis=0)), (BLOCK, BLOCK), step / BLOCK, 0.0)
    return finer if len(finer.places) > MIN_FINER * len(lattice.places) else lattice


def _with_skipped(near: CrossingsNear, lattice: GrownLattice, fit: Fit) -> GrownLattice:
    """The lattice with the lines between its own, if it has only every second or third one."""
    least = SKIPPED_STRENGTH * _strength(near, lattice)
    for axis in (0, 1):
        seen = _steps(lattice, axis), _steps(lattice, 1 - axis)
        if not all(seen):
            return lattice
        along, across = (float(np.median(each)) for each in seen)
        for count in SKIPPED:
            step = min(along / count, across)
            if step < MIN_STEP_PX * 0.7:
                continue
            parts = (count, 1) if axis == 0 else (1, count)
            lines = np.array(list(lattice.places))
            finer = _looked_at(near, fit, (lines.min(axis=0), lines.max(axis=0)), parts, step, least)
            if len(finer.places) > MIN_SKIPPED * count * len(lattice.places):
                lattice = finer
                fit = _fitted(lattice)[0]
                break
    return lattice


def _looked_at(
    near: CrossingsNear,
    fit: Fit,
    ends: tuple[NDArray[np.intp], NDArray[np.intp]],
    parts: Node,
    step: float,
    least: float,
) -> GrownLattice:
    """The lattice of the crossings that a fit expects between the first and last lines.

    parts : into which each step of the fit is divided, down and across. step : after that.
    least : of a crossing's strength.
    """
    rows, cols = (
        np.arange(start * count, stop * count + 1) for start, stop, count in zip(*ends, parts, strict=True)
    )
    wanted = np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2)
    expected = fit.places(wanted / parts)
    inside = ((expected >= 0) & (expected < near.found.across.shape)).all(axis=1)
    wanted = wanted[inside]
    numbers = near.near_each(expected[inside], NEAR * step + 0.7)
    is_strong = (numbers >= 0) & (near.found.strengths[numbers] > least)
    chosen = np.flatnonzero(is_strong)[np.unique(numbers[is_strong], return_index=True)[1]]
    nodes: dict[Node, int] = {
        (row, col): number
        for (row, col), number in zip(wanted[chosen].tolist(), numbers[chosen].tolist(), strict=True)
    }
    return linked(near, nodes, LEAST_PART)[1]


def _strength(near: CrossingsNear, lattice: GrownLattice) -> float:
    """The median strength of the lattice's crossings."""
    numbers = near.near_each(np.array(list(lattice.places.values())), 1.0)
    return float(np.median(near.found.strengths[numbers[numbers >= 0]]))


def _fitted(lattice: GrownLattice) -> tuple[Fit, float, float]:
    """The fit to the crossings, the median step, and the median error as a share of it."""
    lines = np.array(list(lattice.places), np.float64)
    places = np.array(list(lattice.places.values()), np.float64)
    step = float(np.median([*_steps(lattice, 0), *_steps(lattice, 1)]))
    middle = (lines.max(axis=0) + lines.min(axis=0)) / 2
    half = np.maximum(1.0, np.ptp(lines, axis=0) / 2)
    scaled = (lines - middle) / half
    kept = np.ones(len(lines), bool)
    for _ in range(FITS):
        matrix = _homography(scaled[kept], places[kept])
        mapped = np.column_stack([scaled, np.ones(len(scaled))]) @ matrix.T
        rest = places - mapped[:, :2] / mapped[:, 2:]
        terms = _terms(int(kept.sum()), len(set(lines[:, 0])), len(set(lines[:, 1])))
        basis = _powers(scaled, terms)
        weights = _least_squares(basis[kept], rest[kept])
        away = np.hypot(*(rest - basis @ weights).T)
        kept = away < max(OUTLIER * step, 0.7, 2 * float(np.median(away[kept])))
        if kept.sum() < min(MIN_NODES, MOSTLY * len(lines)):
            return Fit(matrix, terms, weights, middle, half), step, np.inf
    return Fit(matrix, terms, weights, middle, half), step, float(np.median(away[kept])) / step


def _steps(lattice: GrownLattice, axis: int) -> list[float]:
    """The distances between neighbouring crossings, down the lattice (0) or across it (1)."""
    places = lattice.places
    return [
        float(np.hypot(*np.subtract(place, places[other])))
        for (row, col), place in places.items()
        if (other := (row + 1, col) if axis == 0 else (row, col + 1)) in places
    ]


def _terms(count: int, rows: int, cols: int) -> NDArray[np.intp]:
    """Exponents of rows and columns: as many as the crossings can tell."""
    degree = MAX_DEGREE
    while degree > 1 and (degree + 1) * (degree + 2) / 2 * NODES_PER_TERM > count:
        degree -= 1
    return np.array(
        [
            (down, right)
            for down in range(degree + 1)
            for right in range(degree + 1 - down)
            if down < rows / 2 and right < cols / 2
        ]
    )


def _least_squares(basis: Points, values: Points) -> Points:
    """Weights by the normal equations: a tenth of the time of `lstsq`, and exact enough within -1 to 1."""
    normal = basis.T @ basis
    normal += RIDGE * len(basis) * np.eye(len(normal))
    return np.asarray(np.linalg.solve(normal, basis.T @ values))


def _powers(scaled: Points, terms: NDArray[np.intp]) -> Points:
    powers = np.ones((1 + int(terms.max(initial=0)), *scaled.shape))
    for degree in range(1, len(powers)):
        powers[degree] = powers[degree - 1] * scaled
    return np.asarray((powers[terms[:, 0], :, 0] * powers[terms[:, 1], :, 1]).T)


def _derivatives(scaled: Points, terms: NDArray[np.intp], axis: int) -> Points:
    lower = terms.copy()
    lower[:, axis] = np.maximum(0, lower[:, axis] - 1)
    return np.asarray(terms[:, axis] * _powers(scaled, lower))


def _homography(points: Points, images: Points) -> Points:
    """The homography, (3, 3), that fits best, by the direct linear transformation."""
    middle, size = images.mean(axis=0), float(images.std())
    rows, cols = ((images - middle) / size).T
    ones, zeros = np.column_stack([points, np.ones(len(points))]), np.zeros((len(points), 3))
    equations = np.vstack(
        [
            np.hstack([ones, zeros, -rows[:, None] * ones]),
            np.hstack([zeros, ones, -cols[:, None] * ones]),
        ]
    )
    matrix = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
    back = np.array([(size, 0, middle[0]), (0, size, middle[1]), (0, 0, 1)])
    matrix = back @ matrix
    return np.asarray(matrix / matrix[2, 2])


def _enlarged(fit: Fit, times: int) -> Fit:
    """The fit to a photograph that is so many times as large."""
    larger = np.diag([times, times, 1.0]) @ fit.matrix
    return Fit(larger, fit.terms, fit.weights * times, fit.middle, fit.half)
