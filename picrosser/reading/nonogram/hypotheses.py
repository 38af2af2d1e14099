"""Board hypotheses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.edges import grey
from picrosser.reading.nonogram.candidates import grid_candidates as gc
from picrosser.reading.page.ink import Ink

MAX_DIGIT_DISTANCE = 0.13


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Groups of pieces side by side that may be a number: arrays over M."""

    top: NDArray[np.float64]
    bottom: NDArray[np.float64]
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    height: NDArray[np.float64]
    digits: NDArray[np.intp]


def numbers_of(ink: Ink, max_distance: float = MAX_DIGIT_DISTANCE) -> Numbers:
    """Group digit-like pieces that stand side by side."""
    good = np.flatnonzero(ink.distances < max_distance)
    b = ink.boxes[good].astype(float)
    order = np.argsort(b[:, 1])
    b, light = b[order], ink.light[good][order]
    n = len(b)
    if not n:
        z = np.zeros(0)
        return Numbers(z, z, z, z, z, z.astype(np.intp))
    h = b[:, 2] - b[:, 0]
    # neighbour to the right: same height, same rows, gap under a third of the height
    group = np.arange(n)
    mid = (b[:, 0] + b[:, 2]) / 2
    by_y = np.argsort(mid, kind="stable")
    ys = mid[by_y]
    for i in range(n):
        lo, hi = np.searchsorted(ys, [mid[i] - 0.15 * h[i], mid[i] + 0.15 * h[i]])
        c = by_y[lo:hi]
        gap = b[c, 1] - b[i, 3]
        ok = (gap > -0.1 * h[i]) & (gap < 0.35 * h[i]) & (np.abs(h[c] / h[i] - 1) < 0.15) & (light[c] == light[i])
        for j in c[ok]:
            a, z = group[i], group[j]
            if a != z:
                group[group == z] = a
    _, inv = np.unique(group, return_inverse=True)
    m = inv.max() + 1
    top = np.full(m, np.inf); np.minimum.at(top, inv, b[:, 0])
    left = np.full(m, np.inf); np.minimum.at(left, inv, b[:, 1])
    bottom = np.zeros(m); np.maximum.at(bottom, inv, b[:, 2])
    right = np.zeros(m); np.maximum.at(right, inv, b[:, 3])
    height = np.zeros(m); np.maximum.at(height, inv, h)
    return Numbers(top, bottom, left, right, height, np.bincount(inv))


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """Evenly spaced lines over the whole picture, and where they are seen.

    rows, cols : px, places of the lines.
    seen : (rows, cells) and (cols, cells) float, +1 seen, 0 hidden, -1 unseen.
    box : first and last row line, first and last column line of the area that the lines fill.
    """

    rows: NDArray[np.float64]
    cols: NDArray[np.float64]
    seen: tuple[NDArray[np.int8], NDArray[np.int8]]
    box: tuple[int, int, int, int]


def rulings(image: RGB, oblong: bool = False) -> Iterator[Ruling]:
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    known = set()
    for combs in gc._pairs(luma, across, oblong=oblong):
        look = gc._fit_until_settled(luma, across, combs)
        if look is None:
            continue
        r = _everywhere(luma, across, look)
        key = tuple(int(round(v / 3)) for v in (r.rows[0] * 1.0, r.cols[0] * 1.0, (r.rows[1] - r.rows[0]) * 6, (r.cols[1] - r.cols[0]) * 6, *r.box))
        if key in known:
            continue
        known.add(key)
        yield r


def _everywhere(luma, across, look) -> Ruling:
    rows, cols, lines, box = look.everywhere
    seen = tuple((l.seen.astype(np.int8) - (~l.seen & ~l.hidden)).astype(np.int8) for l in lines)
    return Ruling(rows, cols, seen, tuple(box))
