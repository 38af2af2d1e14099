"""Find what a page prints in every cell of a grid: one sign, or one of two, whatever they look like.

Some programs print the state of each cell, as a 0 for all that are blank and a 1 for those that are painted.
If these were numbers, they would stand within the board, where a nonogram has none. A table of numbers has
many different ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import normalise_all
from picrosser.reading.page.ink import Ink

# Of signs that are told apart, in the order of the pieces: two photographs of paper show 1,600 and 5,000
MAX_SOUGHT_KINDS = 300
MAX_KINDS = 6  # of signs that are tried, the commonest first
MIN_LINES = 4  # rows, and columns, of the grid: fewer equal digits stand in step by chance
MIN_FILLED = 0.95  # of its cells show the sign: the pointer may lie on one. A table repeats no digit so often
SAME_SHAPE = 0.03  # mean squared difference of coverage: so near are equal digits, blurred or pale ones too
SAME_SIZE = 0.15  # of their height, by which heights and widths differ: a pale one loses its soft edge
SAME_LINE = 0.5  # of the sign's height: middles that are nearer lie in one line
MIN_COMMON = 0.5  # of the signs in the fullest line: one with fewer holds other numbers that look alike
EVEN = 0.1  # of the pitch, by which steps from line to line differ


def repeated_signs(ink: Ink, max_distance: float) -> NDArray[np.bool_]:
    """(N,) the pieces of ink that fill an evenly spaced grid with one sign, or with two.

    max_distance : to the nearest digit; pieces further off are no numbers anyway.
    """
    repeated = np.zeros(len(ink.boxes), bool)
    every = islice(_kinds(ink, np.flatnonzero(ink.distances < max_distance)), MAX_SOUGHT_KINDS)
    kinds = sorted(every, key=len, reverse=True)
    for one, other in combinations_with_replacement(kinds[:MAX_KINDS], 2):
        both = np.flatnonzero(np.bincount(np.concatenate((one, other))))  # `union1d` imports numpy.ma: 20 ms
        repeated[_in_grid(ink.boxes, both)] = True
    return repeated


def _kinds(ink: Ink, which: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """The pieces that look alike, of some."""
    boxes = ink.boxes[which]
    sizes = np.stack((boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]), axis=1)
    shapes = normalise_all([ink.coverages[at] for at in which.tolist()])
    left = np.ones(len(which), bool)
    for first in range(len(which)):
        if not left[first]:
            continue
        reach = SAME_SIZE * sizes[first, 0]
        at = np.flatnonzero(left & (np.abs(sizes - sizes[first]).max(axis=1) <= reach))
        apart = shapes[at] - shapes[first]
        alike = at[np.einsum("ij,ij->i", apart, apart) < SAME_SHAPE * shapes.shape[1]]
        left[alike] = False
        yield which[alike]


def _in_grid(boxes: NDArray[np.int32], which: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some signs that fill an evenly spaced grid; none if they do not.

    which : their numbers.
    """
    nothing = which[:0]
    if len(which) < MIN_LINES**2:
        return nothing
    mine = boxes[which].astype(np.float64)
    reach = SAME_LINE * float(np.median(mine[:, 2] - mine[:, 0]))
    lines = [_lines((mine[:, axis] + mine[:, axis + 2]) / 2, reach) for axis in (0, 1)]
    on_grid = (lines[0] >= 0) & (lines[1] >= 0)
    shown = np.zeros([int(line.max()) + 1 for line in lines], bool)
    shown[lines[0][on_grid], lines[1][on_grid]] = True
    if min(shown.shape) < MIN_LINES or shown.mean() < MIN_FILLED:
        return nothing
    return which[on_grid]


def _lines(middles: NDArray[np.float64], reach: float) -> NDArray[np.intp]:
    """(N,) the line of an even comb in which each sign stands, from 0; -1 for those in none."""
    order = np.argsort(middles, kind="stable")
    number = np.zeros(len(middles), np.intp)
    number[order] = np.cumsum(np.append(False, np.diff(middles[order]) > reach))
    places = np.array([float(np.median(middles[number == at])) for at in range(int(number.max()) + 1)])
    counts = np.bincount(number)
    common = np.flatnonzero(counts > MIN_COMMON * counts.max())
    steps = np.diff(places[common])
    if not len(steps):
        return np.full(len(middles), -1)
    even = np.abs(steps / float(np.median(steps)) - 1) < EVEN
    ends = np.flatnonzero(np.append(~even, True))  # each run of even steps ends with a line
    starts = np.append(0, ends[:-1] + 1)
    longest = int((ends - starts).argmax())
    names = np.full(len(places), -1)
    run = common[starts[longest] : ends[longest] + 1]
    names[run] = np.arange(len(run))
    return names[number]
