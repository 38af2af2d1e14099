"""Grow a board's lattice from one crossing of lines to the next.

From a seed (lattice_seeds) each next crossing is expected where the steps of its neighbours say, so that
perspective and bent paper are followed without a model of them. What was grown counts only where lines are
seen between the crossings: in texture and moire crossings are everywhere, but lines between them are not.

Known failure: boards without lines, or with lines between the fives only.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, inf, log

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import joined
from picrosser.reading.photograph.crossings_near import CrossingsNear
from picrosser.reading.photograph.lattice_seeds import (
    BETWEEN,
    MIN_LINE,
    MIN_LINE_SHARE,
    MIN_STEP_PX,
    Step,
    find_seeds,
)

Node = tuple[int, int]
"""(row, column) of a crossing in the lattice, from its seed; may be negative."""
Nodes = dict[Node, int]
"""The crossing, by its number in `Crossings`, of each node."""
Links = NDArray[np.intp]
"""(N,) the number of the node that a line leads to, from each node; N where it leads to none."""

SAME_STEP = 0.25  # the logarithm of the ratio of two steps that are the same
MAX_GROWN = 6  # seeds that are grown
# A lattice is grown further if lines join so many of its first crossings, as many as the smallest board
# shows. Of 74 boards in drawn photographs they join 32 and more; of 110 lattices in photographs without a
# board, which go on to thousands of crossings, 102 have fewer.
PROBED, MIN_LINKED = 60, 20
MAX_PROBED = 15  # seeds that are grown so far: of 51 boards 4 at most were tried before the right one
SAME, MIN_CONFIRMED = (
    0.1,
    150,
)  # two lattices whose numbers of crossings differ by less are the same large one
MAX_NODES = 9_000  # of a lattice: one of 90 x 90 lines has 8,100
MAX_MISSING = 3  # crossings in a row that may be hidden, by paint
REACH = 0.18  # of a step: how far a crossing may be from where it is expected
MIN_STRENGTH = 0.15  # of the lattice's median: thin lines beside thick ones
# Where lines usually show more of their crossings than the first, an outermost one with less than the second
# of what is usual is none. Lines of ruled hint cells, which end at the board's, have two thirds at least.
MOST_SHOWN, MIN_OUTER = 0.6, 0.6
MAX_LINES_APART = 2  # lines of one board: all crossings of one between them may be hidden
MAX_STEPS_LINKED = 2  # of two crossings that a line joins: one between them may be hidden
ALONG: tuple[Node, Node] = ((0, 1), (1, 0))  # the neighbour along a line across, and along a line down
AROUND: tuple[Node, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True, eq=False)
class GrownLattice:
    """A lattice of crossings between which lines are seen.

    places : (row, col) in pixels of the reduced photograph, of each node.
    lines : the nodes after which a line across is seen, and those below which a line down is.
    area : that the cells cover, in reduced pixels.
    """

    places: Mapping[Node, tuple[float, float]]
    lines: tuple[frozenset[Node], frozenset[Node]]
    area: float


def grow_lattice(near: CrossingsNear) -> GrownLattice | None:
    """The lattice that covers most of the picture; of two that cover the same, the finer one."""
    best: GrownLattice | None = None
    grown, probed, covered = 0, 0, set[int]()
    tried: dict[int, float] = {}  # the step with which a lattice was grown over each crossing
    for _, number, steps in find_seeds(near):
        step = min(hypot(*way) for way in steps)
        if number in covered or abs(log(tried.get(number, inf) / step)) < SAME_STEP:
            continue
        every = _grown(near, number, steps)
        tried |= dict.fromkeys(every.values(), step)
        nodes, lattice = linked(near, every)
        covered |= {number, *nodes.values()}
        is_same = best is not None and abs(len(lattice.places) / max(1, len(best.places)) - 1) < SAME
        if best is None or _merit(lattice) > _merit(best):
            best = lattice
        if is_same and len(best.places) > MIN_CONFIRMED:
            break
        grown, probed = grown + (len(nodes) >= MIN_LINKED), probed + 1
        if grown == MAX_GROWN or probed == MAX_PROBED:
            break
    return best


def _merit(lattice: GrownLattice) -> float:
    return float(lattice.area * max(1, len(lattice.places)) ** 0.25)


def _grown(near: CrossingsNear, seed: int, steps: tuple[Step, Step]) -> Nodes:
    """The crossings that are reached in steps from a seed; the first ones if hardly any lines join these."""
    growth = _Growth(near, seed, steps)
    growth.run(PROBED)
    if len(growth.nodes) == PROBED and len(linked(near, growth.nodes)[0]) >= MIN_LINKED:
        growth.run(MAX_NODES)
    return growth.nodes


class _Growth:
    """The front of a growing lattice: what is least uncertain is decided first."""

    def __init__(self, near: CrossingsNear, seed: int, steps: tuple[Step, Step]) -> None:
        self.near = near
        self.nodes: Nodes = {(0, 0): seed}
        self._used = {seed}
        self._places: dict[Node, Step] = {(0, 0): _place(near, seed)}
        self._steps = {(0, 0): steps}
        self._queue: list[tuple[int, int, Node, Node]] = []
        self._pushed = 0
        self._median, self._median_of = near.strengths[seed], 1
        self._push((0, 0), 0)

    def run(self, at_most: int) -> None:
        """Grow until there are so many crossings, or no more are found."""
        height, width = self.near.found.across.shape
        while self._queue and len(self.nodes) < at_most:
            missing, _, node, source = heapq.heappop(self._queue)
            if node in self._places:
                continue
            place, (right, below) = self._expected(node, source)
            shortest = min(hypot(*right), hypot(*below))
            if not (0 <= place[0] < height and 0 <= place[1] < width) or shortest < MIN_STEP_PX * 0.7:
                continue
            number = self.near.near(place[0], place[1], REACH * shortest + 0.7)
            if number is not None and number not in self._used and self._is_strong(number):
                self.nodes[node] = number
                self._used.add(number)
                self._places[node] = _place(self.near, number)
                self._steps[node] = self._learned(node, (right, below))
                self._push(node, 0)
            elif missing < MAX_MISSING:
                self._places[node], self._steps[node] = place, (right, below)
                self._push(node, missing + 1)

    def _push(self, node: Node, missing: int) -> None:
        for down, right in AROUND:
            if (following := (node[0] + down, node[1] + right)) not in self._places:
                self._pushed += 1
                heapq.heappush(self._queue, (missing, self._pushed, following, node))

    def _is_strong(self, number: int) -> bool:
        if len(self.nodes) > 1.5 * self._median_of:
            self._median = float(np.median([self.near.strengths[at] for at in self.nodes.values()]))
            self._median_of = len(self.nodes)
        return self.near.strengths[number] > MIN_STRENGTH * self._median

    def _expected(self, node: Node, source: Node) -> tuple[Step, tuple[Step, Step]]:
        """Where a node should be, by the neighbours that are seen, and the steps there."""
        places, rights, belows = [], [], []
        for down, right in AROUND:
            other = node[0] + down, node[1] + right
            if other in self.nodes or other == source:
                (row, col), (step_right, step_below) = self._places[other], self._steps[other]
                places.append(
                    (
                        row - right * step_right[0] - down * step_below[0],
                        col - right * step_right[1] - down * step_below[1],
                    )
                )
                rights.append(step_right)
                belows.append(step_below)
        return _mean(places), (_mean(rights), _mean(belows))

    def _learned(self, node: Node, steps: tuple[Step, Step]) -> tuple[Step, Step]:
        """The steps at a node: partly those expected, partly those to its neighbours."""
        learned = []
        here = self._places[node]
        for (down, right), step in zip(ALONG, steps, strict=True):
            seen = []
            for way in (1, -1):
                if (other := (node[0] + way * down, node[1] + way * right)) in self.nodes:
                    there = self._places[other]
                    seen.append((way * (there[0] - here[0]), way * (there[1] - here[1])))
            if seen:
                mean = _mean(seen)
                step = 0.6 * step[0] + 0.4 * mean[0], 0.6 * step[1] + 0.4 * mean[1]
            learned.append(step)
        return learned[0], learned[1]


def _place(near: CrossingsNear, number: int) -> Step:
    row, col = near.places[number]
    return row, col


def _mean(steps: list[Step]) -> Step:
    if len(steps) == 1:
        return steps[0]
    rows, cols = zip(*steps, strict=True)
    return sum(rows) / len(rows), sum(cols) / len(cols)


def linked(near: CrossingsNear, nodes: Nodes, least_part: float = 1.0) -> tuple[Nodes, GrownLattice]:
    """The nodes that a line across and a line down lead to, as far as they hang together.

    least_part : of the largest part that hangs together; smaller ones that have so many of its nodes count,
        too, where all nodes are known to be in step.
    """
    if not nodes:
        return {}, GrownLattice({}, (frozenset(), frozenset()), 0.0)
    cells, crossings = np.array(list(nodes)), np.array(list(nodes.values()))
    links = [_lines_seen(near, cells, crossings, axis) for axis in range(len(ALONG))]
    count = len(cells)
    live = np.append(np.ones(count, bool), False)  # the last one: where no line leads to
    before = 0
    while live.sum() != before:
        before = live.sum()
        for ahead, back in links:
            live[:-1] &= live[ahead] | live[back]
    ends = [(np.flatnonzero(live[:-1] & live[ahead]), ahead) for ahead, _ in links]
    some = np.concatenate([starts for starts, _ in ends])
    parts = joined(count, some, np.concatenate([ahead[starts] for starts, ahead in ends]))
    sizes = np.bincount(parts[live[:-1]], minlength=count)
    live[:-1] &= sizes[parts] >= least_part * sizes.max()
    kept = {
        node: at for (node, at), is_live in zip(nodes.items(), live[:-1].tolist(), strict=True) if is_live
    }
    places = {node: _place(near, at) for node, at in kept.items()}
    lines = []
    for step, (starts, ahead) in zip(ALONG, ends, strict=True):
        is_next = live[starts] & (cells[ahead[starts]] - cells[starts] == step).all(axis=1)
        lines.append(frozenset((row, col) for row, col in cells[starts[is_next]].tolist()))
    return kept, GrownLattice(places, (lines[0], lines[1]), _area(places))


def without_stray_lines(lattice: GrownLattice) -> GrownLattice:
    """The lattice up to its outermost lines that have about as many crossings as its lines usually have.

    Beyond them digits may lie in step, whose strokes cross. Where many are hidden, few tell nothing. Nor do
    lines count that follow only after several without any crossing: another board may be in step.
    """
    kept = set(lattice.places)
    for axis in (0, 1):
        numbers = np.unique([node[axis] for node in kept])
        runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > MAX_LINES_APART) + 1)
        if len(runs) > 1:
            parts = [{node for node in kept if run[0] <= node[axis] <= run[-1]} for run in runs]
            kept = max(parts, key=len)
        numbers, counts = np.unique([node[axis] for node in kept], return_counts=True)
        usual = float(np.median(counts)) if len(counts) else 0.0
        if usual > MOST_SHOWN * len({node[1 - axis] for node in kept}):
            ruled = numbers[counts >= MIN_OUTER * usual]
            kept = {node for node in kept if ruled[0] <= node[axis] <= ruled[-1]}
    if len(kept) == len(lattice.places):
        return lattice
    return with_nodes(lattice, kept)


def parts_between_weak_lines(lattice: GrownLattice, axis: int) -> list[set[Node]]:
    """The nodes on lines across (0) or down (1) that follow each other and show many crossings."""
    numbers, counts = np.unique([node[axis] for node in lattice.places], return_counts=True)
    sure = numbers[counts >= MIN_OUTER * np.median(counts)]
    runs = np.split(sure, np.flatnonzero(np.diff(sure) > 1) + 1)
    return [{node for node in lattice.places if run[0] <= node[axis] <= run[-1]} for run in runs]


def with_nodes(lattice: GrownLattice, kept: set[Node]) -> GrownLattice:
    """The lattice of some of its nodes."""
    places = {node: place for node, place in lattice.places.items() if node in kept}
    across, down = (line & kept for line in lattice.lines)
    return GrownLattice(places, (across, down), _area(places))


def _lines_seen(
    near: CrossingsNear, cells: NDArray[np.intp], crossings: NDArray[np.intp], axis: int
) -> tuple[Links, Links]:
    """The next node that a line leads to from each node, and the one from which it comes.

    A crossing that is hidden does not end a line.

    cells : (N, 2) the nodes. crossings : (N,) their numbers in `Crossings`.
    """
    count = len(cells)
    numbers = np.arange(count)
    first = cells.min(axis=0)
    at = np.full(np.ptp(cells, axis=0) + 1 + MAX_STEPS_LINKED, count)
    at[tuple((cells - first).T)] = numbers
    after = np.full(count, count)
    for steps in range(MAX_STEPS_LINKED, 0, -1):
        other = at[tuple((cells - first + np.multiply(steps, ALONG[axis])).T)]
        after = np.where(other < count, other, after)
    start = numbers[after < count]
    ends = crossings[np.stack([start, after[start]])]
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


def on_grid(places: Mapping[Node, tuple[float, float]]) -> NDArray[np.float64]:
    """(R, C, 2) the places of a lattice's nodes from its first row and column on; NaN where none is seen."""
    nodes = np.array(list(places), np.intp).reshape(-1, 2)
    grid = np.full((*(np.ptp(nodes, axis=0) + 1 if places else (0, 0)), 2), np.nan)
    if places:
        grid[tuple((nodes - nodes.min(axis=0)).T)] = list(places.values())
    return grid


def _area(places: Mapping[Node, tuple[float, float]]) -> float:
    """The area of all cells whose four corners are there."""
    grid = on_grid(places)
    one, other = grid[1:, 1:] - grid[:-1, :-1], grid[1:, :-1] - grid[:-1, 1:]
    return float(np.nansum(np.abs(one[..., 0] * other[..., 1] - other[..., 0] * one[..., 1]))) / 2
