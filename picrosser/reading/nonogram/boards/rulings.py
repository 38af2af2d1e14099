"""Look for the lines on which boards may lie: those that hint numbers span, or those that a picture shows.

A board may be a bare frame, a plain area, striped, or have thick lines after every fifth cell only. So a line
that is not seen speaks against a board only where the picture has lines between most of its cells; there the
ruling is fitted to them. Tiles have gaps between them, in whose middles the lines lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice, Mask
from picrosser.reading.lattice.combs import Comb, combs_by_pitch
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.digit_lattice import DigitLattice
from picrosser.reading.nonogram.tolerances import MAX_EQUAL_LEVELS, MIN_LINE_LEVELS, MOST, NEAR_EDGE
from picrosser.reading.page.numbers import Px

# Of the cells' sides where a line would show: if there is a line after every fifth cell only, it is a fifth
MIN_SEEN = 0.4
# Of the lines' sides, those that are stronger than what is half-way between: else it is noise or texture
MIN_STRONGER = 1 - MIN_SEEN
CUT_OFF = 0.15  # of the pitch: so far outside a picture its first or last line may lie
MIN_SIDE_SHARE = 0.2  # of the typical side within the comb's teeth
# Of the pitch: the widest gap between tiles, one program's are 0.31; and what is left out at both ends of a
# side, where others cross
MAX_GAP, SIDE_ENDS = 0.35, 0.3
MIN_SECOND_EDGE = 0.7  # of an edge's strength the edge at the gap's other side has
MAX_NUMBERS_OFF = 0.4  # of the pitch, from the middles of lines: at 0.5 they stand on them, as beside a plot
MAX_STRETCH = 0.04  # so much closer than lines may numbers stand: 0.02 where each line takes a pixel more
# Of lines that are looked at without numbers: of 12 boards 9 have the likeliest one, and all one of two
MAX_PITCHES = 2
MIDDLE = np.linspace(0.3, 0.7, 5)  # of the pitch: where a cell's tone is looked at

Flags: TypeAlias = NDArray[np.int8]
Sums: TypeAlias = NDArray[np.int32]
Strengths: TypeAlias = NDArray[np.float32]


class Ruling(NamedTuple):
    """Evenly spaced lines over the whole picture.

    rows, cols : (R + 1,), (C + 1,) px, the places of the lines.
    seen : (R + 1, C) along the rows' lines and (C + 1, R) along the columns', per cell's side: 1 if a line is
        seen there, -1 if it is missing, 0 if nothing follows.
    area : the first and the last line of the rows, then of the columns, between which a board may lie.
    shape_px : (H, W) of the picture.
    hints_at : whether hints stand below, and to the right, as its numbers tell; None if these are not known.
    hints_off_px : how far numbers stand below the middles of their rows, and right of those of their columns,
        where they are set from the lines.
    """

    rows: Px
    cols: Px
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]
    shape_px: tuple[int, int]
    hints_at: tuple[bool, bool] | None = None
    hints_off_px: tuple[float, float] = (0.0, 0.0)

    def lattice(self, sides: tuple[int, int, int, int]) -> Lattice:
        """The board between a first and a last line of the rows, and of the columns.

        A line that the picture's edge cuts off lies on that edge, so that all of the board has pixels.
        """
        (top, bottom, left, right), (height, width) = sides, self.shape_px
        rows, cols = np.clip(self.rows, 0, height), np.clip(self.cols, 0, width)
        return Lattice(
            tuple(round(float(line)) for line in rows[top : bottom + 1]),
            tuple(round(float(line)) for line in cols[left : right + 1]),
        )


def rulings_from_digits(luma: Luma, lattices: Iterable[DigitLattice]) -> Iterator[Ruling]:
    """Yield the rulings of boards that numbers span, with what is seen of their lines, in the order given.

    Those of plots are left out.

    luma : (H, W) the picture's grey, as `luma_of` returns it.
    """
    sums = sums_along(luma), sums_along(np.ascontiguousarray(luma.T))
    for lattice in lattices:
        combs = [
            Comb(axis.start_px, axis.pitch_px, axis.count + 1, axis.nats)
            for axis in (lattice.rows, lattice.cols)
        ]
        axes, off_px = _lines_of(luma, sums, combs)
        if any(axis.is_plot for axis in axes):
            continue
        sides = lattice.below, lattice.beside_right
        yield _ruling(luma, axes)._replace(hints_at=sides, hints_off_px=off_px)


def rulings_from_lines(luma: Luma) -> Iterator[list[Ruling]]:
    """Yield the rulings that a picture's evenly spaced lines make with one pitch, the likeliest pitch first.

    luma : (H, W) the picture's grey, as `luma_of` returns it.
    """
    turned = np.ascontiguousarray(luma.T)
    sums = sums_along(luma), sums_along(turned)
    for row_combs, col_combs in islice(combs_by_pitch((luma, turned)), MAX_PITCHES):
        pairs = (_fitted(luma, sums, list(combs)) for combs in product(row_combs, col_combs))
        yield [_ruling(luma, axes) for axes in pairs if all(axis.has_lines for axis in axes)]


def fitted_lattices(luma: Luma, lattices: Iterable[Lattice]) -> Iterator[Lattice]:
    """Yield boards' lines, fitted to what is seen of these alone: beyond a board, other edges are in step.

    luma : (H, W) the picture's grey.
    """
    sums = sums_along(luma), sums_along(np.ascontiguousarray(luma.T))
    for lattice in lattices:
        edges = lattice.edges_px
        combs = [
            Comb(lines[0], pitch, len(lines), 0.0)
            for lines, pitch in zip(edges, lattice.pitches_px, strict=True)
        ]
        rows, cols = axes = _fitted(luma, sums, combs)
        yield _ruling(luma, axes).lattice((rows.first, rows.last, cols.first, cols.last))


def _ruling(luma: Luma, axes: list[_Axis]) -> Ruling:
    rows, cols = axes
    area = rows.first, rows.last, cols.first, cols.last
    return Ruling(rows.lines, cols.lines, (rows.flags, cols.flags), area, luma.shape)


def _off(numbers: list[Comb], axes: list[_Axis]) -> tuple[float, float]:
    """How many pixels numbers stand off the middles between lines."""
    down, right = (
        (comb.start_px + comb.end_px - axis.lines[axis.first] - axis.lines[axis.last]) / 2
        for comb, axis in zip(numbers, axes, strict=True)
    )
    return float(down), float(right)


class _Axis(NamedTuple):
    """What a picture shows of the lines of a comb.

    lines : prolonged over the picture. first, last : the comb's among them.
    seen : (lines, cells) where a line is seen. hidden : where none would show, between cells painted alike.
    has_lines : whether there are lines between the board's cells. is_plot : they go through the cells
        instead, as numbers beside a plot stand on its lines. comb : fitted to the lines that are seen.
    """

    lines: Px
    first: int
    last: int
    seen: Mask
    hidden: Mask
    has_lines: bool
    is_plot: bool
    comb: Comb

    @property
    def flags(self) -> Flags:
        """(lines, cells) 1 where a line is seen, -1 where it is missing, 0 where nothing follows."""
        missing = ~(self.seen | self.hidden) & self.has_lines
        return self.seen.astype(np.int8) - missing.astype(np.int8)


def _lines_of(
    luma: Luma, sums: tuple[Sums, Sums], combs: list[Comb]
) -> tuple[list[_Axis], tuple[float, float]]:
    """What a picture shows of the lines near two combs of numbers, and how far off their middles these stand.

    The latter in pixels, down and to the right.
    """
    axes = _fitted(luma, sums, combs)
    if all(axis.has_lines for axis in axes) or any(axis.is_plot for axis in axes):
        return axes, _off(combs, axes)
    moved = [
        axis.comb
        if axis.has_lines
        else _onto_lines(comb, steps_along(along, across.lines)[:, across.first : across.last])
        for comb, axis, along, across in zip(combs, axes, sums, axes[::-1], strict=True)
    ]
    others = _fitted(luma, sums, moved)
    off_px = _off(combs, others)
    are_near = all(
        abs(off) < MAX_NUMBERS_OFF * comb.pitch_px for off, comb in zip(off_px, combs, strict=True)
    )
    # A plain board shows its outermost edges only.
    are_seen = all(
        axis.has_lines or axis.seen[[axis.first, axis.last], across.first : across.last].mean() >= MOST
        for axis, across in zip(others, others[::-1], strict=True)
    )
    return (others, off_px) if are_near and are_seen else (axes, (0.0, 0.0))


def _fitted(luma: Luma, sums: tuple[Sums, Sums], combs: list[Comb]) -> list[_Axis]:
    """What a picture shows of the lines of two combs, which are fitted to those that are seen."""
    axes = _look(luma, sums, combs)
    if any(axis.has_lines for axis in axes):
        axes = _look(luma, sums, [axis.comb for axis in axes])
    return axes


def _onto_lines(comb: Comb, steps: Strengths) -> Comb:
    """A comb of numbers with both ends moved to the strongest edges that leave room for a number in its line.

    Numbers may stand a little closer than the lines, or further apart.
    """
    reach = round(MAX_NUMBERS_OFF * comb.pitch_px)
    offsets = np.arange(-reach, reach + 1)
    part = np.arange(comb.teeth) / (comb.teeth - 1)
    moved = offsets[:, None, None] * (1 - part) + offsets[:, None] * part
    places = np.rint(comb.start_px + (comb.end_px - comb.start_px) * part + moved).astype(np.intp)
    profile = steps.mean(axis=1)
    profile = np.maximum(profile, np.roll(profile, -1))  # places are rounded
    strength = profile[np.clip(places, 0, len(profile) - 1)].mean(axis=2)
    strength[np.abs(offsets[:, None] - offsets) > MAX_STRETCH * (comb.end_px - comb.start_px)] = 0
    first, last = (float(offsets[at]) for at in np.unravel_index(strength.argmax(), strength.shape))
    return Comb(
        comb.start_px + first, comb.pitch_px + (last - first) / (comb.teeth - 1), comb.teeth, comb.score
    )


def _look(luma: Luma, sums: tuple[Sums, Sums], combs: list[Comb]) -> list[_Axis]:
    """What a picture shows of the lines of two combs, of rows and of columns."""
    prolonged, ends = zip(*map(prolonged_comb, combs, luma.shape), strict=True)
    found = []
    for axis in (0, 1):
        (first, last), cells = ends[axis], slice(*ends[1 - axis])
        steps = steps_along(sums[axis], prolonged[1 - axis])
        gap = gap_edges_px(steps[:, cells], prolonged[axis][first : last + 1])
        lines = np.asarray(prolonged[axis] + sum(gap) / 2)
        found.append((steps, lines, gap, measure_sides(steps, lines, (gap[1] - gap[0]) / 2)))
    inside = [
        strength[first : last + 1, slice(*across)].ravel()
        for (*_, (strength, _)), (first, last), across in zip(found, ends, ends[::-1], strict=True)
    ]
    enough = max(MIN_LINE_LEVELS, MIN_SIDE_SHARE * float(np.median(np.concatenate(inside))))
    painted = _between_equal_paint(luma, found[0][1], found[1][1], ends)
    axes = []
    for (steps, lines, gap, (strength, off)), (first, last), across, comb, alike, along, others in zip(
        found, ends, ends[::-1], combs, painted, sums, prolonged[::-1], strict=True
    ):
        seen, cells = strength > enough, slice(*across)
        hidden = alike & ~seen
        inner = slice(first + 1, last), cells
        half = (lines[1] - lines[0]) / 2
        own, between = (measure_sides(steps, at, 0.0)[0][inner] for at in (lines, lines - half))
        has_lines = _are_seen(seen[inner], ~hidden[inner], own, between)
        is_plot = not has_lines and bool((between > enough).mean() >= MOST)
        if is_plot:  # unlike dots in open cells, a plot's lines go on from cell to cell
            shifted = steps_along(along, others + (others[1] - others[0]) / 2)
            is_plot = bool((measure_sides(shifted, lines - half, 0.0)[0][inner] > enough).mean() >= MOST)
        if has_lines:
            mine = slice(first, last + 1)
            comb = fitted_comb(lines[mine], off[mine, cells], strength[mine, cells], tiles=any(gap))
        # A weak line that is no noise is not missing: a dark theme has such lines between its open cells.
        hidden[inner] |= strength[inner] > max(MIN_LINE_LEVELS, float(np.median(between)))
        axes.append(_Axis(lines, first, last, seen, hidden, has_lines, is_plot, comb))
    return axes


def _are_seen(seen: Mask, shown: Mask, own: Strengths, between: Strengths) -> bool:
    """Whether there are lines between a board's cells: on their places more is seen than half-way between."""
    if seen.sum() < MIN_SEEN * max(1, shown.sum()):
        return False
    return bool((own > between)[seen].mean() > MIN_STRONGER)


def _between_equal_paint(
    luma: Luma, rows: Px, cols: Px, ends: Sequence[tuple[int, int]]
) -> tuple[Mask, Mask]:
    """The sides of the rows and the columns between two cells of one flat tone that is not the page's."""
    places = (
        np.clip(np.rint(lines[:-1, None] + (lines[1] - lines[0]) * MIDDLE), 0, length - 1).astype(np.intp)
        for lines, length in zip((rows, cols), luma.shape, strict=True)
    )
    down, along = places
    points = luma[down[:, :, None, None], along[None, None]].swapaxes(1, 2)
    points = points.reshape(*points.shape[:2], -1)
    tones, flat = np.median(points, axis=2), np.ptp(points, axis=2) <= MAX_EQUAL_LEVELS
    page = flat.copy()
    page[slice(*ends[0]), slice(*ends[1])] = False
    paint = flat & (np.abs(tones - (np.median(tones[page]) if page.any() else np.inf)) > MAX_EQUAL_LEVELS)
    hidden = []
    for tone, painted in ((tones, paint), (tones.T, paint.T)):
        equal = painted[1:] & painted[:-1] & (np.abs(np.diff(tone, axis=0)) <= MAX_EQUAL_LEVELS)
        hidden.append(np.pad(equal, ((1, 1), (0, 0))))
    return hidden[0], hidden[1]


def prolonged_comb(comb: Comb, length_px: int) -> tuple[Px, tuple[int, int]]:
    """A comb's lines all over a picture of that length, and which of them are its own first and last.

    The picture's ends may cut off lines.
    """
    slack = CUT_OFF * comb.pitch_px
    start = comb.start_px - comb.pitch_px * np.floor((comb.start_px + slack) / comb.pitch_px)
    lines = np.arange(start, length_px + slack, comb.pitch_px)
    first, last = (int(np.abs(lines - end_px).argmin()) for end_px in (comb.start_px, comb.end_px))
    return lines, (first, last)


def fitted_comb(lines: Px, offsets: Strengths, weights: Strengths, *, tiles: bool) -> Comb:
    """The comb through the middles of the edges that are seen, which may be a little off the lines.

    offsets, weights : (lines, cells) as `measure_sides` returns them, of the lines that bound the area.
    tiles : the lines are gaps. The outermost ones have but one edge each, half a gap further in, and do not
        count.
    """
    strong = weights > MIN_SIDE_SHARE * float(np.median(weights))
    known = np.asarray(strong.any(axis=1))
    if tiles and known[1:-1].sum() > 2:
        known[[0, -1]] = False
    if known.sum() <= 2:
        return Comb(float(lines[0]), float(lines[1] - lines[0]), len(lines), 0.0)
    number = np.flatnonzero(known)
    places = lines[known] + [float(np.median(offsets[at][strong[at]])) for at in number.tolist()]
    # By strength: where a line lies out of reach, what is found near its place is noise.
    pitch, start = np.polyfit(number, places, 1, w=np.sqrt(weights[known].mean(axis=1)))
    return Comb(float(start), float(pitch), len(lines), 0.0)


def sums_along(luma: Luma) -> NDArray[np.int32]:
    """(H, W + 1) the sums of each pixel row up to each of its pixels: from these, any part of it is known."""
    sums = np.zeros((luma.shape[0], luma.shape[1] + 1), np.int32)
    luma.cumsum(axis=1, dtype=np.int32, out=sums[:, 1:])
    return sums


def steps_along(sums: NDArray[np.int32], across: Px) -> Strengths:
    """(H, cells) how much each pixel row differs from the one above it in the middle part of each cell."""
    pitch = across[1] - across[0]
    first = (across[:-1] + SIDE_ENDS * pitch).astype(np.intp)
    last = (across[:-1] + (1 - SIDE_ENDS) * pitch).astype(np.intp) + 1
    inside = sums[:, np.minimum(last, sums.shape[1] - 1)] - sums[:, first]
    means = inside / (last - first).astype(np.float32)
    return np.asarray(np.abs(np.diff(means, axis=0, prepend=means[:1])), np.float32)


def gap_edges_px(steps: Strengths, lines: Px) -> tuple[float, float]:
    """The distances, in pixels, from a line to the first and to the last edge near it.

    Gaps between tiles have two edges: lines that follow one of them would miss the first or the last tile.
    Both are 0 where there is but one edge.

    steps : (H, cells) of the cells between the lines.
    """
    pitch = lines[1] - lines[0]
    offsets = np.arange(-round(MAX_GAP * pitch), round(MAX_GAP * pitch) + 1)
    places = np.rint(lines[1:-1]).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    # The median: a painted cell's edge is as strong as ten others. And the lower quartile: crosses may be in
    # most cells, and stronger than dark tiles' edges, which are in all.
    strength = (np.median(near, axis=(0, 2)) + np.quantile(near, 0.25, axis=(0, 2))) / 2
    one = int(strength.argmax())
    apart = np.abs(offsets - offsets[one])
    # Four pixels may be a line's width, softened.
    far_enough = (apart > max(4, round(NEAR_EDGE * pitch))) & (apart <= MAX_GAP * pitch)
    other = int(np.where(far_enough, strength, 0).argmax())
    if strength[one] < MIN_LINE_LEVELS or strength[other] < MIN_SECOND_EDGE * strength[one]:
        return 0.0, 0.0
    return float(offsets[min(one, other)]), float(offsets[max(one, other)])


def measure_sides(steps: Strengths, lines: Px, further_px: float) -> tuple[Strengths, Strengths]:
    """(lines, cells) levels, how strong each line is along each cell, and px from it to the middle of its
    edges.

    further_px : half of the gap between tiles.
    """
    pitch = lines[1] - lines[0]
    reach = max(2, round(NEAR_EDGE * pitch)) + round(further_px)
    offsets = np.arange(-reach, reach + 1)
    places = np.rint(lines).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    middle = _mean_offset(near, offsets)
    if further_px:  # a painted tile's edge would outweigh that of an open one at the gap's other side
        ends = near[:, : reach + 1] ** 2, near[:, reach:] ** 2
        both = np.minimum(*(end.max(axis=1) for end in ends)) > MIN_LINE_LEVELS**2
        between = (_mean_offset(ends[0], offsets[: reach + 1]) + _mean_offset(ends[1], offsets[reach:])) / 2
        middle = np.where(both, between, middle)
    return np.asarray(near.max(axis=1), np.float32), np.asarray(middle, np.float32)


def _mean_offset(strength: Strengths, offsets: NDArray[np.intp]) -> NDArray[np.float64]:
    """(lines, cells) where the edges near each line lie, by their strength at each of the offsets."""
    total = np.maximum(strength.sum(axis=1), 1e-6)
    return np.asarray((strength * offsets[:, None]).sum(axis=1) / total)
