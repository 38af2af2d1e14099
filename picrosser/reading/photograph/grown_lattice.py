"""Grow a board's lattice from one crossing of lines to the next.

A seed is a crossing from which lines lead on in both directions, and around which 5 x 5 others lie in step.
From there each next crossing is expected where the steps of its neighbours say, so that perspective and bent
paper are followed without a model of them. What was grown counts only where lines are seen between the
crossings: in texture and moire crossings are everywhere, but lines between them are not.

Known failure: boards without lines, or with lines between the fives only.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from math import exp, hypot, inf, log, pi

import numpy as np
from numpy.typing import NDArray

from picrosser.frozen import dataclass
from picrosser.reading.photograph.crossings_near import CrossingsNear
from picrosser.reading.photograph.line_crossings import Crossings, Plane

Node = tuple[int, int]
"""(row, column) of a crossing in the lattice, from its seed; may be negative."""
Nodes = dict[Node, int]
"""The crossing, by its number in `Crossings`, of each node."""
Links = dict[Node, Node]
"""The node that a line leads to, from each node."""
Vector = NDArray[np.float64]
Step = tuple[float, float]
"""(rows, columns) of pixels: in loops over thousands of crossings a tenth of the time of small arrays."""

MIN_STEP_PX, MAX_STEP_PX = 7.0, 90.0  # of a seed; in the reduced photograph
TILES, PER_TILE = 14, 3  # seeds are the strongest crossings of each tile of the picture
MIN_AROUND = 17  # of the 25 crossings around a seed: below that, texture has seeds, too
# Of a lattice's crossings where its seed is, so many are seen. By chance there is a crossing near a place at
# most so often: a step with which that happens more often tells nothing.
SHOWN, MAX_BY_CHANCE = 0.9, 0.85
# Nats by which what lies around a seed has to be likelier in a lattice than by chance. Seeds of sheets with
# boards in 28 photographs have 21.7 and more; where crossings are as dense as can be, no seed has more than
# 1.4, and hundreds of them were compared and grown.
MIN_SEED_NATS = 8.0
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
SEED_REACH, REACH = 0.14, 0.18  # of a step: how far a crossing may be from where it is expected
MIN_STRENGTH = 0.15  # of the lattice's median: thin lines beside thick ones
MIN_LINE, MIN_LINE_SHARE = 14.0, 0.3  # of a line between two crossings; the second of the weaker of these
# Where lines usually show more of their crossings than the first, an outermost one with less than the second
# of what is usual is none. Lines of ruled hint cells, which end at the board's, have two thirds at least.
MOST_SHOWN, MIN_OUTER = 0.6, 0.6
MAX_LINES_APART = 2  # lines of one board: all crossings of one between them may be hidden
MAX_STEPS_LINKED = 2  # of two crossings that a line joins: one between them may be hidden
BETWEEN = (0.2, 0.35, 0.5, 0.65, 0.8)  # where it is looked for
ALONG: tuple[Node, Node] = ((0, 1), (1, 0))  # the neighbour along a line across, and along a line down
AROUND: tuple[Node, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
CELLS_AROUND: tuple[Node, ...] = tuple((row, col) for row in range(-2, 3) for col in range(-2, 3))


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
    seeds = []
    for number in _likely_seeds(near.found):
        nats, steps = _seed_steps(near, number)
        if steps is not None:
            seeds.append((-nats, number, steps))
    best: GrownLattice | None = None
    grown, probed, covered = 0, 0, set[int]()
    tried: dict[int, float] = {}  # the step with which a lattice was grown over each crossing
    for _, number, steps in sorted(seeds, key=lambda seed: seed[:2]):
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


def _likely_seeds(found: Crossings) -> list[int]:
    """The strongest crossings of each tile, the strongest first."""
    order = np.argsort(-found.strengths, kind="stable")
    tiles = (found.places[order] // (max(found.across.shape) / TILES)).astype(int).tolist()
    counts: dict[tuple[int, int], int] = {}
    chosen = []
    for number, (row, col) in zip(order.tolist(), tiles, strict=True):
        counts[row, col] = counts.get((row, col), 0) + 1
        if counts[row, col] <= PER_TILE:
            chosen.append(number)
    return chosen


def _seed_steps(near: CrossingsNear, number: int) -> tuple[float, tuple[Step, Step] | None]:
    """How likely a crossing is one of a lattice's, in nats, and the lattice's steps across and down.

    That is told by how many of 5 x 5 crossings lie in step around it, and how many would by chance: where
    crossings are dense, some lie near any place. It is 0 without steps if these are fewer than a seed's.
    """
    found = near.found
    here, strength = found.places[number], found.strengths[number]
    close = near.within(here, MAX_STEP_PX)
    away = found.places[close[found.strengths[close] > MIN_LINE_SHARE * strength]] - here
    density = len(away) / (2 * MAX_STEP_PX) ** 2
    across, down = found.slopes[number]
    ways: list[list[Step]] = []
    for direction in (np.array([across, 1.0]), np.array([1.0, down])):
        unit = direction / np.hypot(*direction)
        along, beside = away @ unit, np.abs(away @ (-unit[1], unit[0]))
        ahead = away[(along > MIN_STEP_PX) & (along < MAX_STEP_PX) & (beside < 0.1 * along + 0.8)]
        ordered = ahead[np.argsort((ahead**2).sum(axis=1))][:6]
        plane = found.across if len(ways) == 0 else found.down
        both = [
            (step[0], step[1])
            for step in ordered[_have_line(plane, here, ordered)].tolist()
            if near.near(here[0] - step[0], here[1] - step[1], 0.12 * hypot(*step) + 1) is not None
        ]
        if not both:
            return 0.0, None
        ways.append(both[:4])
    best: tuple[float, tuple[Step, Step] | None] = (MIN_SEED_NATS, None)
    top, left = near.places[number]
    for right in ways[0]:
        for below in ways[1]:
            lengths = hypot(*right), hypot(*below)
            if not 0.45 < lengths[0] / lengths[1] < 2.2:
                continue
            reach = SEED_REACH * min(lengths) + 1
            by_chance = min(1 - exp(-density * pi * reach**2), MAX_BY_CHANCE)
            hit = log(SHOWN / by_chance)
            miss = hit - log((1 - SHOWN) / (1 - by_chance))  # by so much less a hidden crossing counts
            most = len(CELLS_AROUND) * hit
            if most <= best[0]:
                continue
            may_miss = min(len(CELLS_AROUND) - MIN_AROUND, int((most - best[0]) / miss))
            missed = 0
            for row, col in CELLS_AROUND:
                at = near.near(
                    top + row * below[0] + col * right[0], left + row * below[1] + col * right[1], reach
                )
                missed += at is None or near.strengths[at] <= 0.25 * strength
                if missed > may_miss:
                    break
            else:
                best = most - missed * miss, (right, below)
    return best


def _have_line(plane: Plane, here: Vector, steps: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(N,) along which of (N, 2) steps a line is seen from a crossing on, ahead and back."""
    shares = np.array(BETWEEN)
    places = here + np.concatenate([shares, -shares])[:, None, None] * steps
    rows, cols = (np.clip(places[..., at], 0, plane.shape[at] - 1).astype(np.intp) for at in (0, 1))
    return np.asarray((plane[rows, cols] > MIN_LINE).all(axis=0))


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
    ways = [way for axis in range(len(ALONG)) for way in _lines_seen(near, nodes, axis)]
    live = set(nodes)
    todo = deque(nodes)
    while todo:
        node = todo.popleft()
        if node in live and not all(_is_led_to(live, ways[at : at + 2], node) for at in (0, 2)):
            live.discard(node)
            todo += [way[node] for way in ways if way.get(node) in live]
    parts = list(_components(live, ways))
    most = max(map(len, parts), default=0)
    live = set[Node]().union(*(part for part in parts if len(part) >= least_part * most))
    places = {node: (near.places[nodes[node]][0], near.places[nodes[node]][1]) for node in live}
    lines = tuple(
        frozenset(node for node in live if ways[2 * axis].get(node) == _next(node, axis) in live)
        for axis in (0, 1)
    )
    return {node: nodes[node] for node in live}, GrownLattice(places, (lines[0], lines[1]), _area(places))


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


def _next(node: Node, axis: int, steps: int = 1) -> Node:
    return node[0] + steps * ALONG[axis][0], node[1] + steps * ALONG[axis][1]


def _lines_seen(near: CrossingsNear, nodes: Nodes, axis: int) -> tuple[Links, Links]:
    """The next node that a line leads to from each node, and the one from which it comes.

    A crossing that is hidden does not end a line.
    """
    pairs = []
    for node in nodes:
        after = (_next(node, axis, steps) for steps in range(1, MAX_STEPS_LINKED + 1))
        other = next((other for other in after if other in nodes), None)
        if other is not None:
            pairs.append((node, other))
    if not pairs:
        return {}, {}
    ends = np.array([(nodes[node], nodes[other]) for node, other in pairs])
    plane = near.found.down if axis else near.found.across
    start, stop = near.found.places[ends[:, 0]], near.found.places[ends[:, 1]]
    between = (start[:, None] + np.array(BETWEEN)[:, None] * (stop - start)[:, None]).astype(np.intp)
    rows, cols = (np.minimum(between[..., at], plane.shape[at] - 1) for at in (0, 1))
    least = np.maximum(MIN_LINE, MIN_LINE_SHARE * near.found.strengths[ends].min(axis=1))
    is_seen = (plane[rows, cols] > least[:, None]).all(axis=1)
    ahead = dict(pair for pair, seen in zip(pairs, is_seen.tolist(), strict=True) if seen)
    return ahead, {other: node for node, other in ahead.items()}


def _is_led_to(live: set[Node], ways: Sequence[Links], node: Node) -> bool:
    return any(way.get(node) in live for way in ways)


def _components(live: set[Node], ways: Sequence[Links]) -> Iterator[set[Node]]:
    """The sets of nodes that lines join."""
    left = set(live)
    while left:
        reached = {left.pop()}
        todo = list(reached)
        while todo:
            node = todo.pop()
            for way in ways:
                other = way.get(node)
                if other in left:
                    left.discard(other)
                    reached.add(other)
                    todo.append(other)
        yield reached


def _area(places: Mapping[Node, tuple[float, float]]) -> float:
    """The area of all cells whose four corners are there."""
    total = 0.0
    for row, col in places:
        corners = (row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)
        if all(corner in places for corner in corners):
            (a, b), (c, d), (e, f), (g, h) = (places[corner] for corner in corners)
            total += abs((e - a) * (h - d) - (g - c) * (f - b)) / 2
    return total
