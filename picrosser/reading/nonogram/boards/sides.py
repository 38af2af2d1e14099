"""Measure how strong each line is along each cell that it borders, and where tiles have gaps between them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.tolerances import MIN_LINE_LEVELS

REACH = 0.1  # of the pitch: a side may lie so far off its place, as in lines and gaps that are wide
# Of the pitch: the widest gap between tiles; and what is left out at both ends of a side, where others cross
MAX_GAP = 0.3
MAX_PLACE_ERROR = 0.02  # of the pitch: a line lies so far off its place, while the comb's pitch is not exact
MIN_GAP_PX = 4  # a narrower one may be a line's width, softened
MIN_SECOND_EDGE = 0.7  # of an edge's strength the edge at the gap's other side has
NO_GAP = 0.0, 0.0  # px, between cells that one line parts

Places: TypeAlias = NDArray[np.float64]
Strengths: TypeAlias = NDArray[np.float32]


class Sides(NamedTuple):
    """The sides along every line of one axis over the whole picture.

    strength : (lines, cells) float32 grey levels.
    offset : (lines, cells) float32 px from the line to the middle of the edges near it.
    """

    strength: Strengths
    offset: NDArray[np.float32]


def sums_along(luma: Luma) -> NDArray[np.int32]:
    """(H, W + 1) the sums of each pixel row up to each of its pixels: from these, any part of it is known."""
    sums = np.zeros((luma.shape[0], luma.shape[1] + 1), np.int32)
    luma.cumsum(axis=1, dtype=np.int32, out=sums[:, 1:])
    return sums


def steps_along(sums: NDArray[np.int32], across: Places) -> Strengths:
    """(H, cells) how much each pixel row differs from the one above it in the middle part of each cell."""
    pitch = across[1] - across[0]
    first = (across[:-1] + MAX_GAP * pitch).astype(np.intp)
    last = (across[:-1] + (1 - MAX_GAP) * pitch).astype(np.intp) + 1
    inside = sums[:, np.minimum(last, sums.shape[1] - 1)] - sums[:, first]
    means = inside / (last - first).astype(np.float32)
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
    strength = (np.median(near, axis=(0, 2)) + np.quantile(near, 0.25, axis=(0, 2))) / 2
    one = int(strength.argmax())
    apart = np.abs(offsets - offsets[one])
    far_enough = (apart > max(MIN_GAP_PX, round(REACH * pitch))) & (apart <= MAX_GAP * pitch)
    other = int(np.where(far_enough, strength, 0).argmax())
    if strength[one] < MIN_LINE_LEVELS or strength[other] < MIN_SECOND_EDGE * strength[one]:
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
        both = np.minimum(*(end.max(axis=1) for end in ends)) > MIN_LINE_LEVELS**2
        between = (_mean_offset(ends[0], offsets[: reach + 1]) + _mean_offset(ends[1], offsets[reach:])) / 2
        middle = np.where(both, between, middle)
    return Sides(np.asarray(near.max(axis=1), np.float32), np.asarray(middle, np.float32))


def _mean_offset(strength: Strengths, offsets: NDArray[np.intp]) -> NDArray[np.float64]:
    """(lines, cells) where the edges near each line lie, by their strength at each of the offsets."""
    total = np.maximum(strength.sum(axis=1), 1e-6)
    return np.asarray((strength * offsets[:, None]).sum(axis=1) / total)
