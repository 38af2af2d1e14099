"""Group the digits of a page that stand side by side: what may be the numbers of hints.

How digits form numbers is decided later, by whole lines. Here only a number's place matters: hints are
centred over their columns, so of a 12 the middle of both digits counts, not that of the 1.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import AT_A_TIME
from picrosser.reading.page.digit_distance import MAX_ASKEW, MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink

# Of a digit's height: most digits of one number are nearer. Of 149 such gaps one in ten has more than 0.33,
# the widest 0.47; of 2,343 between numbers one in ten has less than 0.48, so that no limit parts them all.
MAX_GAP = 0.35
# Of the same: the boxes of slanted digits overlap by less, and the gap between two numbers is wider by more
# than those between digits of one
SLANT = 0.1

Px = NDArray[np.float64]


class Numbers(NamedTuple):
    """The numbers of a page, M of them, in no particular order. All (M,) float64, in pixels.

    top, bottom, left, right : of all digits together. height : of the tallest.
    """

    top: Px
    bottom: Px
    left: Px
    right: Px
    height: Px

    def are_same(self, other: Numbers) -> bool:
        """Whether both hold the same numbers in the same order."""
        return all(map(np.array_equal, self, other))


def find_numbers(
    ink: Ink,
    max_distance: float = MAX_DIGIT_DISTANCE,
    max_gap: float = MAX_GAP,
    ignored: NDArray[np.bool_] | None = None,
) -> Numbers:
    """Group the pieces that are no further from a digit than this.

    max_distance : mean squared difference of coverage. max_gap : of a digit's height, within a group.
    ignored : (N,) the pieces that are no numbers all the same; None if there are none.
    """
    likely = ink.distances < max_distance
    which = np.flatnonzero(likely if ignored is None else likely & ~ignored)
    boxes, light = ink.boxes[which].astype(np.float64), ink.light[which]
    top, left, bottom, right = boxes.T
    height, middle = bottom - top, (top + bottom) / 2
    order = np.argsort(middle, kind="stable")
    first = np.searchsorted(middle[order], middle - MAX_ASKEW * height)
    last = np.searchsorted(middle[order], middle + MAX_ASKEW * height)
    group = np.arange(len(which))
    for start in range(0, len(which), AT_A_TIME):
        # All pairs of some digits and others with the same middle: one by one takes four times as long.
        some = slice(start, start + AT_A_TIME)
        counts = last[some] - first[some]
        ones = np.repeat(np.arange(len(which))[some], counts)
        ends = np.cumsum(counts)
        others = order[np.repeat(first[some] - (ends - counts), counts) + np.arange(len(ones))]
        gap = (left[others] - right[ones]) / height[ones]
        beside = (gap > -SLANT) & (gap < max_gap) & (light[others] == light[ones])
        beside &= np.abs(height[others] / height[ones] - 1) < MAX_ASKEW
        for one, other in zip(ones[beside].tolist(), others[beside].tolist(), strict=True):
            if group[other] != group[one]:
                group[group == group[other]] = group[one]
    for name in np.flatnonzero(np.bincount(group) > 2).tolist():
        members = np.flatnonzero(group == name)
        members = members[np.argsort(left[members], kind="stable")]
        cuts = np.concatenate(([0], np.cumsum(_are_wider(left[members], right[members], height[members]))))
        group[members] = [members[cuts == cut].min() for cut in cuts.tolist()]
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    least, most = (partial(extreme.reduceat, indices=starts) for extreme in (np.minimum, np.maximum))
    return Numbers(
        least(top[order]), most(bottom[order]), least(left[order]), most(right[order]), most(height[order])
    )


def _are_wider(left: Px, right: Px, height: Px) -> NDArray[np.bool_]:
    """(N - 1,) which gaps from left to right part numbers. Pieces that lie over each other are one digit."""
    gaps = left[1:] - np.maximum.accumulate(right)[:-1]
    apart = gaps[gaps > -SLANT * height[1:]]
    least = float(apart.min()) if len(apart) > 1 else np.inf
    return np.asarray(gaps > least + SLANT * height.max())
