"""The sheet: a board's lines in a photograph, and the smooth mapping that leads to them (sheet_fit).

From a grown lattice crossings are looked for where the fit to it expects them, first near and then further
out, and it is fitted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.crossings_near import CrossingsNear
from picrosser.reading.photograph.grown_lattice import (
    MIN_STRENGTH,
    GrownLattice,
    Node,
    grow_lattice,
    linked,
    parts_between_weak_lines,
    with_nodes,
    without_stray_lines,
)
from picrosser.reading.photograph.lattice_seeds import MIN_STEP_PX
from picrosser.reading.photograph.sheet_fit import (
    FITS,
    MIN_NODES,
    MOSTLY,
    OUTLIER,
    Fit,
    Points,
    enlarged,
    fitted,
    least_squares,
    powers_of,
    steps_of,
    terms_for,
)

MIN_LINES = 5  # in each direction
# A lattice may be smaller if none of its crossings is missing: a Katamino board of 3 x 5 cells has 24.
SMALL_NODES, SMALL_LINES = 24, 4
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
# Of a lattice whose every second line lies in the middles of cells, so many crossings are on the others: 0.82
# of that of a 25 x 25 board with ruled hints. Of a board's own lines every second one should show half.
MIN_OF_WHOLE = 0.7
# Of the crossings of thick lines, so many are seen in the lattice of all lines, too, less than half a step
# away; the median of these is nearer than NEAR. At random it would be 0.35 of a step.
MIN_OF_THICK, HALFWAY = 0.15, 0.5
# Of the crossings that hang together: in step with the fit, so many more belong to the lattice, too, though a
# shadow or thin lines part them from the others.
LEAST_PART = 0.05
NEAR = 0.16  # of a step: a crossing may be so far from where the fit expects it
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
# Of the photograph: on Hungry Cat's boards smaller cells than those are not read. So in a photograph of up to
# 3,000 pixels one reduced size shows all boards: of 18 drawn ones it showed the same ones as two sizes.
SMALLEST_CELL_PX = 21.0
# A sheet's lines across or those down, whichever are fewer: a wooden board has six, as have ten drawn ones,
# and the edge of a table or of a piece may look like one more. Pages of nonograms of 8 x 8 cells have nine.
MAX_LINES_OF_TABLE = 7
EDGE_POINTS = 9  # along each side of its outline
MAX_ERROR = 0.06  # of a step, the median: what fits worse is no sheet


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

    @property
    def is_fine(self) -> bool:
        """Whether it surely is a nonogram's: boards of other kinds have wider cells, or fewer lines."""
        has_small_cells = self.pitch_px < SMALLEST_CELL_PX and min(self.lines) > MAX_LINES_OF_TABLE
        return self.is_clear and has_small_cells

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
        bent = powers_of((nodes - self.fit.middle) / self.fit.half, self.fit.terms) @ self.fit.weights
        return float(np.median(np.hypot(*bent.T))) / self.pitch_px

    @property
    def _nodes(self) -> Points:
        """(N, 2) the row and column of each of its crossings, seen or not."""
        rows, cols = (np.arange(start, stop + 1.0) for start, stop in zip(self.first, self.last, strict=True))
        return np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2)

    @property
    def places(self) -> Points:
        """(N, 2) where its crossings lie in the photograph, seen or not."""
        return self.fit.places(self._nodes)

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
            terms = terms_for(len(points), rows, cols)
            basis, kept = powers_of((points - middle) / half, terms), np.ones(len(points), bool)
            for _ in range(FITS):
                weights = least_squares(basis[kept], off[kept, None])
                away = np.abs(off - (basis @ weights)[:, 0])
                before, kept = kept, away < max(OUTLIER / 2, 2.5 * float(np.median(away[kept])))
                if np.array_equal(kept, before):  # so would be the next fit
                    break
            change[:, axis] = (powers_of((nodes - middle) / half, terms) @ weights)[:, 0]
        places = self.fit.places(nodes + change) / self.reduction
        whole = {
            (int(row), int(col)): (down, along)
            for (row, col), (down, along) in zip(nodes.tolist(), places.tolist(), strict=True)
        }
        fit = fitted(replace(self.lattice, places=whole))[0]
        return replace(self, fit=enlarged(fit, self.reduction))

    def of_crossings(self, places: Mapping[Node, tuple[float, float]]) -> SheetFound | None:
        """The sheet of some of its crossings, numbered by their own lines; None if they do not fit.

        places : (row, col) in pixels of the reduced photograph, of each node, as in `GrownLattice`.
        """
        lattice = replace(self.lattice, places=places)
        fit, step, error = fitted(lattice)
        if not np.isfinite(error):
            return None
        lines = np.array(list(places))
        top, left = lines.min(axis=0).tolist()
        bottom, right = lines.max(axis=0).tolist()
        return replace(
            self,
            fit=enlarged(fit, self.reduction),
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
    lattice = _without_halves(lattice)
    lattice = _looked_between(near, lattice, *fitted(lattice)[:2])
    lattice = _with_skipped(near, lattice, fitted(lattice)[0])
    return _as_far_as_seen(near, _in_step(lattice))


def find_thin_lines(near: CrossingsNear, sheet: SheetFound) -> SheetFound | None:
    """The sheet of all lines, if the given one has only the thick ones after every fifth cell; or None.

    In a photograph that is reduced further, thick lines are all that is left of a board with small cells; but
    there they are surely found, across shadows and paint, and tell where the thin ones are.

    near : the crossings where the photograph is reduced less than where the sheet was found.
    """
    times = sheet.reduction / near.found.reduction
    places = {node: (row * times, col * times) for node, (row, col) in sheet.lattice.places.items()}
    thick = replace(sheet.lattice, places=places)
    all_lines = _looked_between(near, thick, *fitted(thick)[:2])
    return None if all_lines is thick else _as_far_as_seen(near, all_lines)


def shows_between(thick: SheetFound, other: SheetFound) -> bool:
    """Whether the other sheet has the thick lines of a board, too, and the thin ones between them."""
    if abs(thick.pitch_px / other.pitch_px / BLOCK - 1) > NEAR:
        return False
    wanted, seen = (
        np.array(list(sheet.lattice.places.values())) * sheet.reduction for sheet in (thick, other)
    )
    off = np.hypot(*(wanted[:, None] - seen).transpose(2, 0, 1)).min(axis=1) / other.pitch_px
    is_near = off < HALFWAY
    return int(is_near.sum()) >= MIN_OF_THICK * len(wanted) and float(np.median(off[is_near])) < NEAR


def _as_far_as_seen(near: CrossingsNear, lattice: GrownLattice) -> SheetFound | None:
    """The sheet of a lattice, with the crossings further out that are in step; None if it is none."""
    fit, step, error = fitted(lattice)
    for turn in range(ROUNDS):
        wider = without_stray_lines(_looked_further(near, lattice, fit, step))
        if turn and len(wider.places) <= len(lattice.places):
            break
        lattice = wider
        if not _is_board(lattice, MOSTLY):
            return None
        fit, step, error = fitted(lattice)
    if error > MAX_ERROR or not _is_board(lattice):
        return None
    rows, cols = np.array(list(lattice.places)).T
    reduction = near.found.reduction
    return SheetFound(
        enlarged(fit, reduction),
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
    return _looked_at(near, fit, (first, last), (1, 1), step, least) or with_nodes(lattice, set())


def _in_step(lattice: GrownLattice) -> GrownLattice:
    """The lattice up to lines that show few crossings, where what lies beyond these is out of step.

    Among the digits of ruled hint cells crossings are hidden, and strokes are taken for others, so that lines
    beyond may be counted wrongly.
    """
    for axis in (0, 1):
        main, *others = sorted(parts_between_weak_lines(lattice, axis), key=len, reverse=True)
        if not others or len(main) < MIN_NODES:
            continue
        places, own = lattice.places, sorted(node[axis] for node in main)
        first, last = min(node[axis] for node in places), max(node[axis] for node in places)
        fit, step, _ = fitted(with_nodes(lattice, main))
        for other in others:
            nodes = sorted(other)
            off = fit.places(np.array(nodes, np.float64)) - [places[node] for node in nodes]
            if abs(np.median(off[:, axis])) < HALFWAY * step:
                continue
            if nodes[0][axis] > own[-1]:
                last = min(last, own[-1])
            else:
                first = max(first, own[0])
        lattice = with_nodes(lattice, {node for node in places if first <= node[axis] <= last})
    return lattice


def _without_halves(lattice: GrownLattice) -> GrownLattice:
    """The lattice without lines in the middles of its cells, where digits stand whose strokes cross."""
    for axis in (0, 1):
        odd = [node[axis] % 2 for node in lattice.places]
        usual = int(2 * sum(odd) > len(odd))
        if odd.count(usual) < MIN_OF_WHOLE * len(odd):
            continue
        places = {
            (row // 2, col) if axis == 0 else (row, col // 2): place
            for ((row, col), place), parity in zip(lattice.places.items(), odd, strict=True)
            if parity == usual
        }
        lattice = replace(lattice, places=places)
    return lattice


def _looked_between(near: CrossingsNear, lattice: GrownLattice, fit: Fit, step: float) -> GrownLattice:
    """The lattice of thin lines, if the given one has only the thick ones after every fifth cell."""
    if step / BLOCK < MIN_STEP_PX * 0.7:
        return lattice
    lines = np.array(list(lattice.places))
    ends = lines.min(axis=0), lines.max(axis=0)
    more_than = MIN_FINER * len(lattice.places)
    return _looked_at(near, fit, ends, (BLOCK, BLOCK), step / BLOCK, 0.0, more_than) or lattice


def _with_skipped(near: CrossingsNear, lattice: GrownLattice, fit: Fit) -> GrownLattice:
    """The lattice with the lines between its own, if it has only every second or third one."""
    least = SKIPPED_STRENGTH * _strength(near, lattice)
    for axis in (0, 1):
        seen = steps_of(lattice, axis), steps_of(lattice, 1 - axis)
        if not all(map(len, seen)):
            return lattice
        along, across = (float(np.median(steps)) for steps in seen)
        for count in SKIPPED:
            step = min(along / count, across)
            if step < MIN_STEP_PX * 0.7:
                continue
            parts = (count, 1) if axis == 0 else (1, count)
            lines = np.array(list(lattice.places))
            ends, wanted = (lines.min(axis=0), lines.max(axis=0)), MIN_SKIPPED * count
            finer = _looked_at(near, fit, ends, parts, step, least, wanted * len(lattice.places))
            # Digits may have hidden crossings of its own lines: then strokes between these seem to be many.
            own = 0 if finer is None else sum(node[axis] % count == 0 for node in finer.places)
            if finer is not None and len(finer.places) > wanted * own:
                lattice = finer
                fit = fitted(lattice)[0]
                break
    return lattice


def _looked_at(
    near: CrossingsNear,
    fit: Fit,
    ends: tuple[NDArray[np.intp], NDArray[np.intp]],
    parts: Node,
    step: float,
    least: float,
    more_than: float = 0,
) -> GrownLattice | None:
    """The lattice of the crossings that a fit expects between the first and last lines.

    parts : into which each step of the fit is divided, down and across. step : after that.
    least : of a crossing's strength. more_than : crossings it has, or it is None.
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
    if len(nodes) <= more_than:
        return None
    lattice = linked(near, nodes, LEAST_PART)[1]
    return lattice if len(lattice.places) > more_than else None


def _strength(near: CrossingsNear, lattice: GrownLattice) -> float:
    """The median strength of the lattice's crossings."""
    numbers = near.near_each(np.array(list(lattice.places.values())), 1.0)
    return float(np.median(near.found.strengths[numbers[numbers >= 0]]))
