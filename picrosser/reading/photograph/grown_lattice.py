"""Grow a board's lattice from a seed: fit a sheet to its crossings, look for more around it, and again.

The fit follows perspective and bent paper, so that lines are counted rightly across cells whose crossings are
hidden. What was grown counts only where lines are seen between the crossings: in texture and moire crossings
are everywhere, but lines between them are not.

Known failure: boards without lines, or with lines between the fives only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.lattice_seeds import (
    BETWEEN,
    CELLS_AROUND,
    MIN_LINE,
    MIN_LINE_SHARE,
    MIN_STEP_PX,
    Seed,
    find_seeds,
)
from picrosser.reading.photograph.line_crossings import CrossingsNear, Points
from picrosser.reading.photograph.sheet_fit import Fit, fitted

Indices = NDArray[np.intp]
Node = tuple[int, int]
"""(row, column) of a crossing in the lattice, from its seed; may be negative."""

NEAR = 0.16  # of a step: a crossing may be so far from where the fit expects it
FURTHER = 4  # lines by which a lattice may grow in one round, and at most a third of what it has
MAX_ROUNDS = 40  # a board of 90 lines takes 15
MIN_STRENGTH = 0.15  # of the lattice's median: thin lines beside thick ones
# Of the 25 crossings around a seed, so many are joined by lines: of those of the smallest board, of 4 x 6
# lines, a few may be hidden.
MIN_LINKED = 12
MAX_GROWN, MAX_TRIED = 6, 15  # seeds that are grown, and tried: of 51 boards 4 at most were tried before
# So many crossings, and this share of all of its lines: it is a board's lattice, and no other is looked for.
# The moire of a screen beside a board had 0.39 of them; 20 boards on drawn pages had 0.76 and more.
SURELY, MIN_SEEN = 150, 0.6
# Of the crossings that a lattice can have that has every second line so far, so many are seen, each with this
# share of the usual strength: 90 in 100 have more than 0.57, half of what noise and digits make has less.
MIN_SKIPPED, SKIPPED_STRENGTH = 0.75, 0.5
# Of the crossings that hang together: in step with the fit, so many more belong to the lattice, too, though a
# shadow or thin lines part them from the others.
LEAST_PART = 0.05
# An outermost line with less than this share of the crossings that lines usually show is none, where lines
# show at least so many. Lines of ruled hint cells, which end at the board's, have two thirds at least.
MIN_OUTER = 0.6
ALONG = np.array([(0, 1), (1, 0)])  # the neighbour along a line across, and along a line down


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Crossings of a board's lines, N of them.

    nodes : (N, 2) intp, the row and column of the lines that cross.
    places : (N, 2) float64, (row, col) in pixels of the reduced photograph.
    numbers : (N,) their numbers in `Crossings`.
    leads_on : (N, 2) bool, whether a line is seen from each to its neighbour to the right, and below.
    """

    nodes: Indices
    places: Points
    numbers: Indices
    leads_on: NDArray[np.bool_]

    @property
    def ends(self) -> tuple[Indices, Indices]:
        """The first and the last (row, column) of its lines."""
        return self.nodes.min(axis=0), self.nodes.max(axis=0)

    @property
    def grid(self) -> Points:
        """(R, C, 2) the places of its nodes from its first row and column on; NaN where none is seen."""
        first, last = self.ends
        grid = np.full((*(last - first + 1), 2), np.nan)
        grid[tuple((self.nodes - first).T)] = self.places
        return grid

    @property
    def share_seen(self) -> float:
        """The share of all crossings of its lines that are seen."""
        first, last = self.ends
        return len(self.nodes) / float((last - first + 1).prod())

    @property
    def area(self) -> float:
        """That of all cells whose four corners are seen, in reduced pixels."""
        grid = self.grid
        one, other = grid[1:, 1:] - grid[:-1, :-1], grid[1:, :-1] - grid[:-1, 1:]
        return float(np.nansum(np.abs(one[..., 0] * other[..., 1] - other[..., 0] * one[..., 1]))) / 2

    def steps(self, axis: int) -> Points:
        """(M,) the distances between neighbouring crossings, down the lattice (0) or across it (1)."""
        lengths = np.hypot(*np.moveaxis(np.diff(self.grid, axis=axis), -1, 0))
        return np.asarray(lengths[~np.isnan(lengths)])

    @property
    def step(self) -> float:
        """The median distance between neighbouring crossings; NaN if there are none."""
        steps = np.concatenate([self.steps(0), self.steps(1)])
        return float(np.median(steps)) if len(steps) else float("nan")

    @property
    def fit(self) -> tuple[Fit, float]:
        """As `fitted` returns it."""
        return fitted(self.nodes.astype(np.float64), self.places, self.step)

    def part(self, kept: NDArray[np.bool_]) -> Lattice:
        """The lattice of some of its crossings, (N,)."""
        return Lattice(self.nodes[kept], self.places[kept], self.numbers[kept], self.leads_on[kept])


def grow_lattice(near: CrossingsNear) -> Lattice | None:
    """The lattice that covers most of the picture; of two that cover the same, the finer one."""
    best: Lattice | None = None
    count, tried, covered = 0, 0, np.zeros(len(near.found.places), bool)
    for seed in find_seeds(near):
        if covered[seed.number]:
            continue
        first = around_seed(near, seed)
        covered[seed.number] = True
        tried += 1
        if first is not None and len(first.nodes) >= MIN_LINKED:
            lattice = grown(near, with_skipped(near, grown(near, first)))
            covered[lattice.numbers] = True
            count += 1
            if best is None or _merit(lattice) > _merit(best):
                best = lattice
        is_sure = best is not None and len(best.nodes) >= SURELY and best.share_seen > MIN_SEEN
        if is_sure or count == MAX_GROWN or tried == MAX_TRIED:
            break
    return best


def _merit(lattice: Lattice) -> float:
    return float(lattice.area * len(lattice.nodes) ** 0.25)


def around_seed(near: CrossingsNear, seed: Seed) -> Lattice | None:
    """The lattice of the 5 x 5 crossings around a seed, as far as they are seen."""
    nodes = CELLS_AROUND.astype(np.intp)
    places = near.found.places[seed.number] + CELLS_AROUND @ np.array([seed.below, seed.right])
    step = min(np.hypot(*seed.right), np.hypot(*seed.below))
    return _seen_among(near, nodes, places, step, MIN_STRENGTH * near.found.strengths[seed.number])


def grown(near: CrossingsNear, lattice: Lattice) -> Lattice:
    """A lattice with the crossings further out that are in step with it, as far as lines join them."""
    for _ in range(MAX_ROUNDS):
        fit, error = lattice.fit
        if not np.isfinite(error):
            break
        (first, last), step = lattice.ends, lattice.step
        further = np.clip((last - first) // 3, 1, FURTHER)
        least = MIN_STRENGTH * _strength(near, lattice)
        wider = _looked_at(near, fit, (first - further, last + further), step, least)
        if wider is None or len(wider.nodes) <= len(lattice.nodes):
            break
        lattice = wider
    return without_stray_lines(lattice)


def with_skipped(near: CrossingsNear, lattice: Lattice) -> Lattice:
    """The lattice with the lines between its own, if it has only every second one, in either direction."""
    least = SKIPPED_STRENGTH * _strength(near, lattice)
    for axis, parts in enumerate(((2, 1), (1, 2))):
        step = lattice.step / 2
        finer = _looked_at(near, lattice.fit[0], lattice.ends, step, least, parts)
        if step > MIN_STEP_PX * 0.7 and finer is not None:
            # Digits may have hidden crossings of its own lines: then strokes between these seem to be many.
            own = max(len(lattice.nodes), int((finer.nodes[:, axis] % 2 == 0).sum()))
            lattice = finer if len(finer.nodes) > 2 * MIN_SKIPPED * own else lattice
    return lattice


def _looked_at(
    near: CrossingsNear,
    fit: Fit,
    ends: tuple[Indices, Indices],
    step: float,
    least: float,
    parts: tuple[int, int] = (1, 1),
) -> Lattice | None:
    """The lattice of the crossings that a fit expects between the first and last lines; None without any.

    parts : into which each step of the fit is divided, down and across. step : after that.
    least : of a crossing's strength.
    """
    rows, cols = (
        np.arange(start * count, stop * count + 1) for start, stop, count in zip(*ends, parts, strict=True)
    )
    nodes = np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2)
    return _seen_among(near, nodes, fit.places(nodes / np.array(parts)), step, least)


def _strength(near: CrossingsNear, lattice: Lattice) -> float:
    """The median strength of a lattice's crossings."""
    return float(np.median(near.found.strengths[lattice.numbers]))


def _seen_among(
    near: CrossingsNear, nodes: Indices, expected: Points, step: float, least: float
) -> Lattice | None:
    """The lattice of those nodes, (N, 2), at whose expected places crossings are seen."""
    inside = ((expected >= 0) & (expected < near.found.across.shape)).all(axis=1)
    nodes = nodes[inside]
    numbers = near.near_each(expected[inside], NEAR * step + 0.7)
    is_strong = (numbers >= 0) & (near.found.strengths[numbers] > least) if len(numbers) else numbers >= 0
    chosen = np.flatnonzero(is_strong)[np.unique(numbers[is_strong], return_index=True)[1]]
    return linked(near, nodes[chosen], numbers[chosen], LEAST_PART)


def linked(near: CrossingsNear, nodes: Indices, numbers: Indices, least_part: float = 1.0) -> Lattice | None:
    """The lattice of the nodes that a line across and a line down lead to; None if no line is seen.

    least_part : of the largest part that hangs together; smaller ones that have so many of its nodes count,
        too, where all nodes are known to be in step.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = len(nodes)
    if not count:
        return None
    links = [_lines_seen(near, nodes, numbers, axis) for axis in (0, 1)]
    live = np.append(np.ones(count, bool), False)  # the last one: where no line leads to
    before = 0
    while live.sum() != before:
        before = live.sum()
        for ahead, back in links:
            live[:-1] &= live[ahead] | live[back]
    starts, ends = np.concatenate(
        [(start, ahead) for ahead, _ in links for start in [np.arange(count)]], axis=1
    )
    are_joined = live[starts] & live[ends]
    starts, ends = starts[are_joined], ends[are_joined]
    graph = coo_array((np.ones(len(starts), bool), (starts, ends)), shape=(count, count))
    parts = connected_components(graph, directed=False)[1]
    sizes = np.bincount(parts[live[:-1]], minlength=count)
    live[:-1] &= sizes[parts] >= least_part * sizes.max()
    if not live.any():
        return None
    leads_on = np.zeros((count, 2), bool)
    for axis, (ahead, _) in enumerate(links):
        there = np.flatnonzero(live[ahead])
        leads_on[there, axis] = (nodes[ahead[there]] - nodes[there] == ALONG[axis]).all(axis=1)
    return Lattice(nodes, near.found.places[numbers], numbers, leads_on).part(live[:-1])


def _lines_seen(near: CrossingsNear, nodes: Indices, numbers: Indices, axis: int) -> tuple[Indices, Indices]:
    """(N,) the node that a line leads to from each node, and the one from which it comes; N for none.

    The next one along the line, or the one after that: a crossing that is hidden does not end a line.
    """
    count = len(nodes)
    every = np.arange(count)
    first = nodes.min(axis=0)
    at = np.full(np.ptp(nodes, axis=0) + 3, count)
    at[tuple((nodes - first).T)] = every
    one, other = (at[tuple((nodes - first + steps * ALONG[axis]).T)] for steps in (1, 2))
    after = np.where(one < count, one, other)
    start = every[after < count]
    ends = numbers[np.stack([start, after[start]])]
    plane, places = near.found.down if axis else near.found.across, near.found.places
    from_, to = places[ends]
    between = (from_ + np.array(BETWEEN)[:, None, None] * (to - from_)).astype(np.intp)
    rows, cols = (np.minimum(between[..., side], plane.shape[side] - 1) for side in (0, 1))
    least = np.maximum(MIN_LINE, MIN_LINE_SHARE * near.found.strengths[ends].min(axis=0))
    start = start[(plane[rows, cols] > least).all(axis=0)]
    ahead, back = np.full((2, count), count)
    ahead[start] = after[start]
    back[after[start]] = start
    return ahead, back


def without_stray_lines(lattice: Lattice) -> Lattice:
    """The lattice up to its outermost lines that have about as many crossings as its lines usually have.

    Beyond them digits may lie in step, whose strokes cross. Where many are hidden, few tell nothing. Nor do
    lines count that follow only after two without any crossing: another board may be in step.
    """
    kept = np.ones(len(lattice.nodes), bool)
    for axis in (0, 1):
        lines = lattice.nodes[:, axis]
        numbers = np.unique(lines[kept])
        runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > 2) + 1)
        if len(runs) > 1:
            kept = max((kept & (lines >= run[0]) & (lines <= run[-1]) for run in runs), key=np.count_nonzero)
        numbers, counts = np.unique(lines[kept], return_counts=True)
        usual = float(np.median(counts))
        if usual > MIN_OUTER * len(np.unique(lattice.nodes[kept, 1 - axis])):
            ruled = numbers[counts >= MIN_OUTER * usual]
            kept &= (lines >= ruled[0]) & (lines <= ruled[-1])
    return lattice if kept.all() else lattice.part(kept)
