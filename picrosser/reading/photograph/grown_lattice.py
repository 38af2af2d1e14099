"""Find a board's lattice among crossings of lines: seeds of it are grown, as far as they lie in step.

A seed is a crossing from which lines lead on, with others in step around it. A sheet is fitted to what is
known of the lattice, and more is looked for around that, again and again: so lines are counted rightly across
cells whose crossings are hidden. What was grown counts only where lines are seen between the crossings: in
texture and moire crossings are everywhere, lines are not.

Known failure: boards without lines, or with lines between the fives only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import CONCLUSIVE_NATS
from picrosser.reading.photograph.line_crossings import Crossings, Plane, Points
from picrosser.reading.photograph.sheet_fit import Fit, fitted, nodes_between

Indices = NDArray[np.intp]
Node = tuple[int, int]
"""(row, column) of a crossing in the lattice, from its seed; may be negative."""

STEP_PX = 7.0, 90.0  # of a seed, least and most; in the reduced photograph
TILES = 12  # along the picture's longer side: seeds are the two strongest crossings of each
SHOWN = 0.9  # of a lattice's crossings around its seed are seen: what is seen as often anywhere tells nothing
MAX_OBLONG = 2.2  # of a cell's width over its height, or the other way round
MIN_LINE = 14.0  # of a line between two crossings
BETWEEN = (0.2, 0.35, 0.5, 0.65, 0.8)  # where it is looked for
CELLS_AROUND = np.array([(row, col) for row in range(-2, 3) for col in range(-2, 3)], np.float64)
NEAR = 0.16  # of a step: a crossing may be so far from where the fit expects it
# Of the lattice's median, or of a stronger neighbour: thin lines beside thick ones. With 0.2, a bent page
# lacks 4 of its 52 lines down.
MIN_STRENGTH = 0.15
MAX_TRIED = 6  # seeds that are grown: of 51 boards 4 at most were tried before
# Of the crossings that a lattice's lines can have, so many are seen of a board's; of an outermost line, so
# many of those that lines usually show. The moire of a screen beside a board had 0.39; 20 boards on drawn
# pages 0.76 and more; lines of ruled hint cells, which end at the board's, two thirds.
MIN_SEEN = 0.6
# Of the crossings that a lattice can have that has every second line so far, so many are seen, each with half
# the usual strength: 90 in 100 have more than 0.57, half of what noise and digits make has less.
MIN_SKIPPED = 0.75
# Of the largest part of a lattice that hangs together: parts as large belong to it, too, though a shadow or
# thin lines are between. Of eight sheets one loses 4 of its 18 lines each way without that.
LEAST_PART = 0.05


class Seed(NamedTuple):
    """A crossing of a lattice, by its number; how likely it is one; and the steps, (2,), to the next ones."""

    nats: float
    number: int
    right: Points
    below: Points


@dataclass(frozen=True, eq=False)
class Lattice:
    """Crossings of a board's lines, N of them.

    nodes : (N, 2) intp, the row and column of the lines that cross. numbers : (N,) theirs in `Crossings`.
    places : (N, 2) float64, (row, col) in pixels of the reduced photograph.
    """

    nodes: Indices
    places: Points
    numbers: Indices

    @property
    def ends(self) -> tuple[Indices, Indices]:
        """The first and the last (row, column) of its lines."""
        return self.nodes.min(axis=0), self.nodes.max(axis=0)

    @cached_property
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

    @cached_property
    def step(self) -> float:
        """The median distance between neighbouring crossings; NaN if there are none."""
        steps = np.concatenate([np.diff(self.grid, axis=axis).reshape(-1, 2) for axis in (0, 1)])
        lengths = np.hypot(*steps.T)
        lengths = lengths[~np.isnan(lengths)]
        return float(np.median(lengths)) if len(lengths) else float("nan")

    @cached_property
    def fit(self) -> tuple[Fit, float]:
        """As `fitted` returns it."""
        return fitted(self.nodes.astype(np.float64), self.places, self.step)

    def part(self, kept: NDArray[np.bool_]) -> Lattice:
        """The lattice of some of its crossings, (N,)."""
        return Lattice(self.nodes[kept], self.places[kept], self.numbers[kept])


def grow_lattice(found: Crossings) -> Lattice | None:
    """The lattice that covers most of the picture; of two that cover the same, the finer one."""
    lattices: list[Lattice] = []
    covered = np.zeros(len(found.places), bool)
    for seed in find_seeds(found):
        if covered[seed.number]:
            continue
        covered[seed.number] = True
        first = around_seed(found, seed)
        if first is None or 2 * len(first.nodes) < len(CELLS_AROUND):
            continue
        lattice = grown(found, with_skipped(found, grown(found, first)))
        covered[lattice.numbers] = True
        lattices.append(lattice)
        if len(lattices) == MAX_TRIED:
            break
    return max(lattices, key=lambda one: one.area * len(one.nodes) ** 0.25, default=None)


# ---- Seeds


def find_seeds(found: Crossings) -> list[Seed]:
    """The crossings that are likely a lattice's, the likeliest first."""
    order = np.argsort(-found.strengths, kind="stable")
    rows, cols = (found.places[order] // (max(found.across.shape) / TILES)).astype(int).T
    strongest = order[_ranks(rows * (TILES + 1) + cols) < 2]
    return sorted(seeds_among(found, strongest), key=lambda seed: (-seed.nats, seed.number))


def seeds_among(found: Crossings, numbers: Indices) -> list[Seed]:
    """Those of some crossings that are likely a lattice's.

    That is told by how many of 5 x 5 crossings lie in step around each, and how many would by chance.
    """
    here, strengths, slopes = found.places[numbers], found.strengths[numbers], found.slopes[numbers]
    asked, others = found.around_each(here, STEP_PX[1])
    is_strong = found.strengths[others] > MIN_STRENGTH * strengths[asked]
    asked, others = asked[is_strong], others[is_strong]
    density = np.bincount(asked, minlength=len(numbers)) / (2 * STEP_PX[1]) ** 2
    steps = found.places[others] - here[asked]
    ones = np.ones(len(numbers))
    to_right, downwards = np.column_stack([slopes[:, 0], ones]), np.column_stack([ones, slopes[:, 1]])
    across, rights = _lines_ahead(found, here, asked, steps, to_right, found.across)
    down, belows = _lines_ahead(found, here, asked, steps, downwards, found.down)
    first, second = np.nonzero(across[:, None] == down)  # all pairs of steps from one crossing
    asked, rights, belows = across[first], rights[first], belows[second]
    wide, high = np.hypot(*rights.T), np.hypot(*belows.T)
    is_cell = np.maximum(wide / high, high / wide) < MAX_OBLONG
    asked, rights, belows = asked[is_cell], rights[is_cell], belows[is_cell]
    reaches = NEAR * np.minimum(wide, high)[is_cell] + 1
    by_chance = np.minimum(1 - np.exp(-density[asked] * pi * reaches**2), SHOWN)
    places = here[asked, None] + CELLS_AROUND @ np.stack([belows, rights], axis=1)
    at = found.near_each(places, reaches[:, None])
    seen = ((at >= 0) & (found.strengths[at] > MIN_STRENGTH * strengths[asked, None])).sum(axis=1)
    nats = seen * np.log(SHOWN / by_chance)
    nats += (len(CELLS_AROUND) - seen) * np.log((1 - SHOWN) / (1 - by_chance))
    # Seeds of sheets with boards in 28 photographs have 21.7 and more; where crossings are as dense as can
    # be, none has more than 1.4.
    likely = np.flatnonzero(nats > CONCLUSIVE_NATS)
    likely = likely[np.lexsort((-likely, nats[likely].round(9)))]  # of two alike, the smaller steps come last
    best = {int(asked[pair]): pair for pair in likely}  # of each crossing the likeliest
    numbers = numbers[asked]
    return [Seed(float(nats[at]), int(numbers[at]), rights[at], belows[at]) for at in best.values()]


def _lines_ahead(
    found: Crossings, here: Points, asked: Indices, steps: Points, directions: Points, plane: Plane
) -> tuple[Indices, Points]:
    """The shortest four steps from each crossing along its line of one direction to others that are on it."""
    units = (directions / np.hypot(*directions.T)[:, None])[asked]
    along = (steps * units).sum(axis=1)
    beside = np.abs(steps[:, 1] * units[:, 0] - steps[:, 0] * units[:, 1])
    is_ahead = (along > STEP_PX[0]) & (along < STEP_PX[1]) & (beside < 0.1 * along + 0.8)
    asked, steps = asked[is_ahead], steps[is_ahead]
    order = np.lexsort(((steps**2).sum(axis=1), asked))
    asked, steps = asked[order], steps[order]
    shares = np.array(BETWEEN)
    places = here[asked] + np.concatenate([shares, -shares])[:, None, None] * steps  # ahead and back
    rows, cols = (np.clip(places[..., at], 0, plane.shape[at] - 1).astype(np.intp) for at in (0, 1))
    has_line = (plane[rows, cols] > MIN_LINE).all(axis=0)
    asked, steps = asked[has_line], steps[has_line]
    has_one_behind = found.near_each(here[asked] - steps, NEAR * np.hypot(*steps.T)) >= 0
    asked, steps = asked[has_one_behind], steps[has_one_behind]
    is_kept = _ranks(asked) < 4
    return asked[is_kept], steps[is_kept]


def _ranks(groups: Indices) -> Indices:
    """(N,) how many of the same group are before each."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    ranks = np.empty(len(groups), np.intp)
    ranks[order] = np.arange(len(groups)) - np.searchsorted(ordered, ordered)
    return ranks


# ---- Growing


def around_seed(found: Crossings, seed: Seed) -> Lattice | None:
    """The lattice of the 5 x 5 crossings around a seed, as far as they are seen."""
    places = found.places[seed.number] + CELLS_AROUND @ np.array([seed.below, seed.right])
    step = min(np.hypot(*seed.right), np.hypot(*seed.below))
    least = MIN_STRENGTH * found.strengths[seed.number]
    return _seen_among(found, CELLS_AROUND, places, step, least)


def grown(found: Crossings, lattice: Lattice) -> Lattice:
    """The lattice with the crossings further out that are in step with it, as far as lines join them."""
    while True:
        first, last = lattice.ends
        further = np.maximum(1, (last - first) // 3)
        nodes = nodes_between(first - further, last + further).reshape(-1, 2)
        least = MIN_STRENGTH * float(np.median(found.strengths[lattice.numbers]))
        wider = _seen_among(found, nodes, lattice.fit[0].places(nodes), lattice.step, least)
        if wider is None or len(wider.nodes) <= len(lattice.nodes):
            break
        lattice = wider
    return without_stray_lines(lattice)


def with_skipped(found: Crossings, lattice: Lattice) -> Lattice:
    """The lattice with the lines between its own, if it has only every second one, in either direction."""
    least = float(np.median(found.strengths[lattice.numbers])) / 2
    for axis, parts in enumerate(((2, 1), (1, 2))):
        step = lattice.step / 2
        nodes = nodes_between(*np.multiply(lattice.ends, parts)).reshape(-1, 2)
        finer = _seen_among(found, nodes, lattice.fit[0].places(nodes / parts), step, least)
        if step > STEP_PX[0] * 0.7 and finer is not None:
            # Digits may have hidden crossings of its own lines: then strokes between these seem to be many.
            own = max(len(lattice.nodes), int((finer.nodes[:, axis] % 2 == 0).sum()))
            lattice = finer if len(finer.nodes) > 2 * MIN_SKIPPED * own else lattice
    return lattice


def _seen_among(
    found: Crossings, nodes: Points, expected: Points, step: float, least: float
) -> Lattice | None:
    """The lattice of the nodes, (N, 2), at whose expected places crossings are seen; None without any."""
    inside = ((expected >= 0) & (expected < found.across.shape)).all(axis=1)
    numbers = found.near_each(expected[inside], NEAR * step + 0.7)
    is_strong = (numbers >= 0) & (found.strengths[numbers] > least)
    chosen = np.flatnonzero(is_strong)[np.unique(numbers[is_strong], return_index=True)[1]]
    return linked(found, nodes[inside][chosen].astype(np.intp), numbers[chosen])


def linked(found: Crossings, nodes: Indices, numbers: Indices) -> Lattice | None:
    """The lattice of the nodes that a line across and a line down lead to; None if no line is seen.

    All nodes are in step; of those that hang together, parts of `LEAST_PART` of the largest one count.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = len(nodes)
    if not count:
        return None
    links = [_lines_seen(found, nodes, numbers, axis) for axis in (0, 1)]
    live = np.append(np.ones(count, bool), False)  # the last one: where no line leads to
    before = 0
    while live.sum() != before:
        before = live.sum()
        for ahead, back in links:
            live[:-1] &= live[ahead] | live[back]
    starts, ends = np.tile(np.arange(count), 2), np.concatenate([ahead for ahead, _ in links])
    are_joined = live[starts] & live[ends]
    starts, ends = starts[are_joined], ends[are_joined]
    graph = coo_array((np.ones(len(starts), bool), (starts, ends)), shape=(count, count))
    parts = connected_components(graph, directed=False)[1]
    sizes = np.bincount(parts[live[:-1]], minlength=count)
    kept = live[:-1] & (sizes[parts] >= LEAST_PART * sizes.max())
    return Lattice(nodes, found.places[numbers], numbers).part(kept) if kept.any() else None


def _lines_seen(found: Crossings, nodes: Indices, numbers: Indices, axis: int) -> tuple[Indices, Indices]:
    """(N,) the node to which a line leads from each node, past a hidden one, and whence; N for none."""
    count = len(nodes)
    every = np.arange(count)
    rows, cols = (nodes - nodes.min(axis=0)).T
    at = np.full(np.ptp(nodes, axis=0) + 3, count)
    at[rows, cols] = every
    one, other = (at[rows + steps * axis, cols + steps * (1 - axis)] for steps in (1, 2))
    after = np.where(one < count, one, other)
    start = every[after < count]
    ends = numbers[np.stack([start, after[start]])]
    plane, places = found.down if axis else found.across, found.places
    from_, to = places[ends]
    between = (from_ + np.array(BETWEEN)[:, None, None] * (to - from_)).astype(np.intp)
    rows, cols = (np.minimum(between[..., side], plane.shape[side] - 1) for side in (0, 1))
    least = np.maximum(MIN_LINE, MIN_STRENGTH * found.strengths[ends].min(axis=0))
    start = start[(plane[rows, cols] > least).all(axis=0)]
    ahead, back = np.full((2, count), count)
    ahead[start] = after[start]
    back[after[start]] = start
    return ahead, back


def without_stray_lines(lattice: Lattice) -> Lattice:
    """The lattice up to its outermost lines that have about as many crossings as its lines usually have.

    Beyond them strokes of digits may cross in step. Where many are hidden, few tell nothing. Nor do lines
    count that follow only after two without any crossing: another board may be in step.
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
        if usual > MIN_SEEN * len(np.unique(lattice.nodes[kept, 1 - axis])):
            ruled = numbers[counts >= MIN_SEEN * usual]
            kept &= (lines >= ruled[0]) & (lines <= ruled[-1])
    return lattice if kept.all() else lattice.part(kept)
