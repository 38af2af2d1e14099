"""Measure how strong each line is along each cell that it borders, and where tiles have gaps between them.

Also tells a lattice whose lines are not the picture's own: then some of those run through its cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median, quantile
from picrosser.reading.lattice.edges import grey

REACH = 0.1  # of the pitch: a side may lie so far off its place, as in lines and gaps that are wide
MAX_GAP = 0.3  # of the pitch, between tiles
MAX_PLACE_ERROR = 0.02  # of the pitch: a line lies so far off its place, while the comb's pitch is not exact
MIN_GAP_PX = 4  # a narrower one may be a line's width, softened
MIN_SECOND_EDGE = 0.7  # of an edge's strength the edge at the gap's other side has
END_MARGIN = 0.3  # of the pitch, left out at both ends of a side, where other lines cross
MIN_LINES_FOR_PARTS = 9  # lines each way: of fewer, every second one may be hidden by chance
PARTS = 2, 3  # of a pitch are tried
MAX_BETWEEN_STRENGTH = 0.2  # of the true lines' strength at most is between them
UNSEEN_QUANTILE = 0.6  # of the sides between true lines are unseen: marks in cells reach over the others
MIN_HALFWAY_SIDES = 2 / 3  # of the sides half-way between lines are seen if lines are there
# Of the lines' strength is half-way between them: thin lines between thick ones are fainter
MIN_HALFWAY_STRENGTH = 0.5
FAINT_LEVELS = 1.5  # grey levels: below, a side is noise
NO_GAP = 0.0, 0.0  # px, between cells that one line parts

Luma: TypeAlias = NDArray[np.int16]
Places: TypeAlias = NDArray[np.float64]
Strengths: TypeAlias = NDArray[np.float32]

# Whether a lattice's lines are the picture's own:
# Of the pitch, from a line: so near are the edges of tiles and of thick lines; those further off are between.
OWN_REACH, LINE_REACH = 0.2, 0.25
# Of the cells a line goes through, unless between painted ones; crosses stand in fewer. And a line of the
# lattice's own that paint hides in so many still shows in the others.
MIN_CROSSED_CELLS = 0.8
MIN_EDGES = 3  # else there are no inner ones
SEEN_LEVELS = 4  # fainter edges may be a texture's
# Of its strength at most is one of the lattice's own. Paint may have edges between true lines, too.
MAX_HIDDEN_STRENGTH = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The sides along every line of one axis over the whole picture.

    strength : (lines, cells) float32 grey levels.
    offset : (lines, cells) float32 px from the line to the middle of the edges near it.
    """

    strength: Strengths
    offset: NDArray[np.float32]


def steps_along(luma: Luma, across: Places) -> Strengths:
    """(H, cells) how much each pixel row differs from the one above it in the middle part of each cell."""
    pitch = across[1] - across[0]
    first = (across[:-1] + END_MARGIN * pitch).astype(np.intp)
    last = (across[:-1] + (1 - END_MARGIN) * pitch).astype(np.intp) + 1
    ends = np.stack((first, last), axis=1).ravel()
    # Every second sum is one over what is left out between two cells.
    sums = np.add.reduceat(luma[:, : ends[-1]], ends[:-1], axis=1, dtype=np.int32)[:, ::2]
    means = sums / (last - first).astype(np.float32)
    return np.asarray(np.abs(np.diff(means, axis=0, prepend=means[:1])), np.float32)


def gap_edges_px(steps: Strengths, lines: Places) -> tuple[float, float]:
    """The distances, in pixels, from a line to the first and to the last edge near it.

    Gaps between tiles have two edges: lines that follow one of them would miss the first or the last tile.
    NO_GAP where there is but one edge.

    steps : (H, cells) of the cells between the lines.
    """
    pitch = lines[1] - lines[0]
    offsets = np.arange(-round(MAX_GAP * pitch), round(MAX_GAP * pitch) + 1)
    places = np.rint(lines[1:-1]).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    near = _widened(near, max(1, round(MAX_PLACE_ERROR * pitch)))
    # The median: a painted cell's edge is as strong as ten others. And the lower quartile: crosses may be in
    # most cells, and stronger than dark tiles' edges, which are in all.
    strength = (median(near, axis=(0, 2)) + quantile(near, 0.25, axis=(0, 2))) / 2
    one = int(strength.argmax())
    apart = np.abs(offsets - offsets[one])
    far_enough = (apart > max(MIN_GAP_PX, round(REACH * pitch))) & (apart <= MAX_GAP * pitch)
    other = int(np.where(far_enough, strength, 0).argmax())
    if strength[one] < FAINT_LEVELS or strength[other] < MIN_SECOND_EDGE * strength[one]:
        return NO_GAP
    return float(offsets[min(one, other)]), float(offsets[max(one, other)])


def _widened(values: Strengths, reach: int) -> Strengths:
    """The maximum of each value and of those so near it along the second axis."""
    padded = np.pad(values, ((0, 0), (reach, reach), (0, 0)), "edge")
    widened = values
    for start in range(2 * reach + 1):
        widened = np.maximum(widened, padded[:, start : start + values.shape[1]])
    return widened


def measure_sides(steps: Strengths, lines: Places, further_px: float) -> Sides:
    """How strong each line is along each cell that it borders, and how far off its place.

    further_px : half of the gap between tiles.
    """
    pitch = lines[1] - lines[0]
    reach = max(2, round(REACH * pitch)) + round(further_px)
    offsets = np.arange(-reach, reach + 1)
    places = np.rint(lines).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    middle = _mean_offset(near, offsets)
    if further_px:  # a painted tile's edge would outweigh that of an open one at the gap's other side
        ends = near[:, : reach + 1] ** 2, near[:, reach:] ** 2
        both = np.minimum(*(end.max(axis=1) for end in ends)) > FAINT_LEVELS**2
        between = (_mean_offset(ends[0], offsets[: reach + 1]) + _mean_offset(ends[1], offsets[reach:])) / 2
        middle = np.where(both, between, middle)
    return Sides(np.asarray(near.max(axis=1), np.float32), np.asarray(middle, np.float32))


def _mean_offset(strength: Strengths, offsets: NDArray[np.intp]) -> NDArray[np.float64]:
    """(lines, cells) where the edges near each line lie, by their strength at each of the offsets."""
    total = np.maximum(strength.sum(axis=1), 1e-6)
    return np.asarray((strength * offsets[:, None]).sum(axis=1) / total)


def are_between(steps: Strengths, lines: Places, cells: slice) -> bool:
    """Whether lines are seen half-way between most of an area's lines, nearly as strong as these.

    Crosses may be in most of its cells, but are hardly in as many; and hint areas' cells are wider.

    steps : (H, cells) of the cells between the lines that cross them.
    cells : the area's.
    """
    halves = (lines[1:] + lines[:-1]) / 2
    steps = steps[:, cells]
    own, between = (measure_sides(steps, places, 0.0).strength for places in (lines, halves))
    least = max(FAINT_LEVELS, MIN_HALFWAY_STRENGTH * median(own))
    return bool((between > least).mean() >= MIN_HALFWAY_SIDES)


def true_lines(sides: tuple[Strengths, Strengths], area: list[int]) -> list[slice]:
    """Which of an area's lines of rows and of columns are true, if its pitch is a fraction of the true one.

    A half or a third of the pitch fits all lines, and so do parts of these. Where the area is more than the
    board, its first and last lines need be none.

    sides : along the rows' lines and along the columns'.
    area : its first and last line of rows, then of columns.
    """
    top, bottom, left, right = area
    found = [slice(top, bottom + 1, 1), slice(left, right + 1, 1)]
    while True:
        within = sides[0][found[0], left:right], sides[1][found[1], top:bottom]
        times = next((parts for parts in PARTS if _are_parts(within, parts)), None)
        if times is None:
            return found
        found = [
            slice(chosen.start + first * chosen.step, chosen.stop, chosen.step * times)
            for chosen, first in zip(
                found, (_first_seen(strengths, times) for strengths in within), strict=True
            )
        ]


def _are_parts(within: tuple[Strengths, Strengths], times: int) -> bool:
    """Whether both ways one line is seen of so many: their pitch is such a part of the true one.

    Where cells are filled, lines between them are hidden, but hardly ever all of these.
    """
    if min(map(len, within)) < MIN_LINES_FOR_PARTS:
        return False
    ways = [
        (strengths, np.arange(len(strengths)) % times == _first_seen(strengths, times))
        for strengths in within
    ]
    most = max(quantile(strengths[~seen], UNSEEN_QUANTILE) for strengths, seen in ways)
    return most < MAX_BETWEEN_STRENGTH * min(median(strengths[seen]) for strengths, seen in ways)


def _first_seen(lines: Strengths, times: int) -> int:
    """The first line that is seen, if one of so many is."""
    return max(range(times), key=lambda first: median(lines[first::times]))


def has_lines_between(image: RGB, lattice: Lattice) -> bool:
    """Whether a straight line goes through cells from end to end, while none is where the lattice has one."""
    board = lattice.board
    luma = grey(np.ascontiguousarray(image[board.slices]))
    rows = np.array(lattice.row_edges_px, float) - board.top
    cols = np.array(lattice.col_edges_px, float) - board.left
    return _crossed(luma, rows, cols) or _crossed(np.ascontiguousarray(luma.T), cols, rows)


def _crossed(luma: Luma, lines: Places, across: Places) -> bool:
    """Whether others than its own lie between the lines of one axis."""
    if len(lines) < MIN_EDGES:
        return False
    steps = steps_along(luma, across)
    in_most, in_some = (
        quantile(steps, 1 - MIN_CROSSED_CELLS, axis=1),
        quantile(steps, MIN_CROSSED_CELLS, axis=1),
    )
    off = np.abs(np.arange(len(steps))[:, None] - lines[1:-1]).min(axis=1)
    pitch = lines[1] - lines[0]
    inner = slice(round(lines[0] + LINE_REACH * pitch), round(lines[-1] - LINE_REACH * pitch))
    between = float(in_most[inner][off[inner] > LINE_REACH * pitch].max(initial=0))
    reach = max(2, round(OWN_REACH * pitch))
    own = [
        float(in_some[max(0, round(at) - reach) : round(at) + reach + 1].max(initial=0)) for at in lines[1:-1]
    ]
    return between > SEEN_LEVELS and min(own) < MAX_HIDDEN_STRENGTH * between
