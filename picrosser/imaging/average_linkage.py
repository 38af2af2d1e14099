"""Group points step by step: the two groups that are nearest on average become one, until one is left.

Follows chains of nearest neighbours (F. Murtagh: "A survey of recent advances in hierarchical clustering
algorithms", 1983): two groups that are each other's nearest are merged at once, since groups that merge
elsewhere never come between them. This stands in for `scipy.cluster.hierarchy`: that groups a thousand points
in 20 ms, which take 120 here, but its import takes 350 ms.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Merge: TypeAlias = tuple[float, int, int]
"""How far two groups are apart, on average, and a point of each."""


class Linkage:
    """The order in which points are grouped.

    apart : (N, N), how far each two points are apart; N is at least one.
    sizes : (N,), how many equal points each of them stands for; one if it is None.
    """

    def __init__(self, apart: NDArray[np.float64], sizes: NDArray[np.integer[Any]] | None = None) -> None:
        self._count = len(apart)
        sizes = np.ones(len(apart), int) if sizes is None else sizes
        self._merges = sorted(_merges(np.array(apart, np.float64), np.array(sizes, np.float64)))

    def groups(self, count: int) -> NDArray[np.intp]:
        """(N,) the number of each point's group, from 0, if there are so many groups, or one per point."""
        return self._grouped(self._merges[: max(0, self._count - count)])

    def groups_apart(self, distance: float) -> NDArray[np.intp]:
        """(N,) the number of each point's group, from 0, if groups that are nearer are merged."""
        return self._grouped([merge for merge in self._merges if merge[0] <= distance])

    def _grouped(self, merges: list[Merge]) -> NDArray[np.intp]:
        group = np.arange(self._count)
        for _, one, other in merges:
            group[group == group[other]] = group[one]
        return np.asarray(np.unique(group, return_inverse=True)[1], np.intp)


def _merges(apart: NDArray[np.float64], sizes: NDArray[np.float64]) -> list[Merge]:
    """The groups that are merged, in any order; the arguments, as in `Linkage`, are used up."""
    np.fill_diagonal(apart, np.inf)
    found: list[Merge] = []
    chain: list[int] = []  # each group is the nearest one of the group before it
    left = set(range(len(apart)))  # each group is known by one of its points
    while len(left) > 1:
        chain = chain or [min(left)]
        at = chain[-1]
        near = int(apart[at].argmin())
        if len(chain) == 1 or apart[at, chain[-2]] > apart[at, near]:
            chain.append(near)
            continue
        near = chain[-2]
        del chain[-2:]
        found.append((float(apart[at, near]), at, near))
        both = sizes[at] + sizes[near]
        mean = (sizes[at] * apart[at] + sizes[near] * apart[near]) / both
        mean[near] = np.inf
        apart[near], apart[:, near] = mean, mean
        apart[at], apart[:, at] = np.inf, np.inf
        sizes[near] = both
        left.remove(at)
    return found
