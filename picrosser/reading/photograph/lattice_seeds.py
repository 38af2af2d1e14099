"""Find the seeds of a board's lattice: crossings from which lines lead on, with others in step around them.

All crossings that may be seeds are looked at together, one question after the other: which crossings a line
leads to, which of these have one on the other side, too, and how many of 5 x 5 crossings lie in step then.
"""

from __future__ import annotations

from math import pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.line_crossings import Crossings, CrossingsNear, Plane, Points

Indices = NDArray[np.intp]

MIN_STEP_PX, MAX_STEP_PX = 7.0, 90.0  # of a seed; in the reduced photograph
TILES, PER_TILE = 12, 2  # seeds are the strongest crossings of each tile of the picture
WAYS = 4  # steps along a line that are kept, the shortest
# Of a lattice's crossings where its seed is, so many are seen. By chance there is a crossing near a place at
# most so often: a step with which that happens more often tells nothing.
SHOWN, MAX_BY_CHANCE = 0.9, 0.85
# Nats by which what lies around a seed has to be likelier in a lattice than by chance. Seeds of sheets with
# boards in 28 photographs have 21.7 and more; where crossings are as dense as can be, no seed has more than
# 1.4, and hundreds of them were compared and grown.
MIN_SEED_NATS = 8.0
MAX_OBLONG = 2.2  # of a cell's width over its height, or the other way round
SEED_REACH = 0.14  # of a step: how far a crossing may be from where it is expected
MIN_LINE, MIN_LINE_SHARE = 14.0, 0.3  # of a line between two crossings; the second of the weaker of these
BETWEEN = (0.2, 0.35, 0.5, 0.65, 0.8)  # where it is looked for
CELLS_AROUND = np.array([(row, col) for row in range(-2, 3) for col in range(-2, 3)], np.float64)


class Seed(NamedTuple):
    """A crossing of a lattice, by its number, and the lattice's steps there.

    nats : how likely it is one. right, below : (2,) to the next crossings.
    """

    nats: float
    number: int
    right: Points
    below: Points


class _Ways(NamedTuple):
    """Steps that a line leads along, from some crossings.

    asked : (N,) from which of the crossings, ascending. steps : (N, 2).
    """

    asked: Indices
    steps: Points


def find_seeds(near: CrossingsNear) -> list[Seed]:
    """The crossings that are likely a lattice's, the likeliest first."""
    seeds = seeds_among(near, _strongest(near.found))
    return sorted(seeds, key=lambda seed: (-seed.nats, seed.number))


def _strongest(found: Crossings) -> Indices:
    """The strongest crossings of each tile, the strongest first."""
    order = np.argsort(-found.strengths, kind="stable")
    rows, cols = (found.places[order] // (max(found.across.shape) / TILES)).astype(int).T
    return order[_ranks(rows * (TILES + 1) + cols) < PER_TILE]


def seeds_among(near: CrossingsNear, numbers: Indices) -> list[Seed]:
    """Those of some crossings that are likely a lattice's.

    That is told by how many of 5 x 5 crossings lie in step around it, and how many would by chance: where
    crossings are dense, some lie near any place.
    """
    found = near.found
    here, strengths, slopes = found.places[numbers], found.strengths[numbers], found.slopes[numbers]
    asked, others = near.around_each(here, MAX_STEP_PX)
    is_strong = found.strengths[others] > MIN_LINE_SHARE * strengths[asked]
    asked, others = asked[is_strong], others[is_strong]
    density = np.bincount(asked, minlength=len(numbers)) / (2 * MAX_STEP_PX) ** 2
    close = _Ways(asked, found.places[others] - here[asked])
    ones = np.ones(len(numbers))
    across = _lines_ahead(near, here, close, np.column_stack([slopes[:, 0], ones]), found.across)
    down = _lines_ahead(near, here, close, np.column_stack([ones, slopes[:, 1]]), found.down)
    asked, rights, belows = _pairs(across, down, len(numbers))
    wide, high = np.hypot(*rights.T), np.hypot(*belows.T)
    is_cell = np.maximum(wide / high, high / wide) < MAX_OBLONG
    asked, rights, belows = asked[is_cell], rights[is_cell], belows[is_cell]
    reaches = SEED_REACH * np.minimum(wide, high)[is_cell] + 1
    by_chance = np.minimum(1 - np.exp(-density[asked] * pi * reaches**2), MAX_BY_CHANCE)
    steps = CELLS_AROUND[:, :1] * belows[:, None] + CELLS_AROUND[:, 1:] * rights[:, None]
    places = here[asked, None] + steps
    at = near.near_each(places.reshape(-1, 2), np.repeat(reaches, len(CELLS_AROUND)))
    at = at.reshape(-1, len(CELLS_AROUND))
    is_seen = (at >= 0) & (found.strengths[at] > 0.25 * strengths[asked, None])
    seen = is_seen.sum(axis=1)
    nats = seen * np.log(SHOWN / by_chance)
    nats += (len(CELLS_AROUND) - seen) * np.log((1 - SHOWN) / (1 - by_chance))
    likely = np.flatnonzero(nats > MIN_SEED_NATS)
    likely = likely[np.lexsort((-likely, nats[likely].round(9)))]  # of two alike, the smaller steps come last
    best = {int(asked[pair]): pair for pair in likely}  # of each crossing the likeliest
    return [
        Seed(float(nats[pair]), int(numbers[crossing]), rights[pair], belows[pair])
        for crossing, pair in best.items()
    ]


def _lines_ahead(near: CrossingsNear, here: Points, close: _Ways, directions: Points, plane: Plane) -> _Ways:
    """The steps from some crossings along their lines of one direction to others that are on them.

    here : (N, 2) the places of the crossings. close : the steps to others around. directions : (N, 2) of
    the lines. plane : that shows them.
    """
    units = (directions / np.hypot(*directions.T)[:, None])[close.asked]
    along = (close.steps * units).sum(axis=1)
    beside = np.abs(close.steps[:, 1] * units[:, 0] - close.steps[:, 0] * units[:, 1])
    is_ahead = (along > MIN_STEP_PX) & (along < MAX_STEP_PX) & (beside < 0.1 * along + 0.8)
    asked, steps = close.asked[is_ahead], close.steps[is_ahead]
    order = np.lexsort(((steps**2).sum(axis=1), asked))
    order = order[_have_line(plane, here[asked[order]], steps[order])]
    asked, steps = asked[order], steps[order]
    has_one_behind = near.near_each(here[asked] - steps, 0.12 * np.hypot(*steps.T) + 1) >= 0
    asked, steps = asked[has_one_behind], steps[has_one_behind]
    is_kept = _ranks(asked) < WAYS
    return _Ways(asked[is_kept], steps[is_kept])


def _pairs(across: _Ways, down: _Ways, count: int) -> tuple[Indices, Points, Points]:
    """Every pair of a step across and one down from the same crossing: its number, and both steps.

    count : of the crossings.
    """
    counts = np.bincount(down.asked, minlength=count)
    times = counts[across.asked]
    first = np.repeat(np.arange(len(times)), times)
    place = np.arange(len(first)) - np.repeat(np.cumsum(times) - times, times)
    asked = across.asked[first]
    second = (np.cumsum(counts) - counts)[asked] + place
    return asked, across.steps[first], down.steps[second]


def _ranks(groups: Indices) -> Indices:
    """(N,) how many of the same group are before each."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    ranks = np.empty(len(groups), np.intp)
    ranks[order] = np.arange(len(groups)) - np.searchsorted(ordered, ordered)
    return ranks


def _have_line(plane: Plane, here: Points, steps: Points) -> NDArray[np.bool_]:
    """(N,) along which of (N, 2) steps a line is seen from (N, 2) crossings on, ahead and back."""
    shares = np.array(BETWEEN)
    places = here + np.concatenate([shares, -shares])[:, None, None] * steps
    rows, cols = (np.clip(places[..., at], 0, plane.shape[at] - 1).astype(np.intp) for at in (0, 1))
    return np.asarray((plane[rows, cols] > MIN_LINE).all(axis=0))
