"""A mask in, the pieces that hang together out: by their runs, row by row.

`scipy.ndimage.label` finds the same ones, but to load it takes longer than to read a usual screenshot.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Labels: TypeAlias = NDArray[np.intp]
"""(H, W) the number, from 1, of the piece that each pixel belongs to; 0 for none."""

Place: TypeAlias = tuple[slice, slice]
"""Rows and columns."""


def labelled(mask: NDArray[np.bool_], *, corners: bool) -> tuple[Labels, list[Place]]:
    """Number a mask's pieces, from 1, by their first pixels; and where they are.

    Parameters
    ----------
    mask : (H, W).
    corners : pixels that touch only at a corner hang together, too.
    """
    labels = np.zeros(mask.shape, np.intp)
    wide = mask.shape[1] + 2  # so that no run reaches from one row to the next, nor touches it
    starts, ends = _runs(mask, wide)
    reach = int(corners)
    lows = np.searchsorted(ends, starts + wide - reach, "right")  # of the runs below that each one touches
    highs = np.searchsorted(starts, ends + wide + reach, "left")
    touching = highs - lows
    above = np.repeat(np.arange(len(starts)), touching)
    below = np.arange(len(above)) - np.repeat(np.cumsum(touching) - touching, touching) + lows[above]
    roots = _roots(len(starts), above, below)
    is_first = roots == np.arange(len(roots))
    first, piece = np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[roots]
    labels[mask] = np.repeat(piece + 1, ends - starts)
    rows, lefts, rights = starts // wide, starts % wide - 1, (ends - 1) % wide
    bottoms, left, right = np.zeros((3, len(first)), np.intp)
    left += mask.shape[1]
    np.maximum.at(bottoms, piece, rows + 1)
    np.minimum.at(left, piece, lefts)
    np.maximum.at(right, piece, rights)
    sides = (axis.tolist() for axis in (rows[first], bottoms, left, right))
    return labels, [(slice(a, b), slice(c, d)) for a, b, c, d in zip(*sides, strict=True)]


def within(outer: Place, inner: Place) -> Place:
    """Where a place within another one lies in the whole."""
    rows, cols = (slice(a.start + b.start, a.start + b.stop) for a, b in zip(outer, inner, strict=True))
    return rows, cols


def _runs(mask: NDArray[np.bool_], wide: int) -> tuple[Labels, Labels]:
    """Where a mask's runs start and end, counted through all rows, each of them padded at both sides."""
    padded = np.zeros((mask.shape[0], wide), bool)
    padded[:, 1:-1] = mask
    changes = np.flatnonzero(np.diff(padded.ravel())) + 1
    return changes[::2], changes[1::2]


def _roots(count: int, some: Labels, others: Labels) -> Labels:
    """The first of all the runs that each one hangs together with."""
    roots = np.arange(count)
    while len(some):
        one, other = roots[some], roots[others]
        np.minimum.at(roots, np.maximum(one, other), np.minimum(one, other))
        while (further := roots[roots] != roots).any():
            roots[further] = roots[roots[further]]
        apart = roots[some] != roots[others]
        some, others = some[apart], others[apart]
    return roots
