"""Group points step by step: the two groups that are nearest on average become one, until one is left.

Follows chains of nearest neighbours (F. Murtagh: "A survey of recent advances in hierarchical clustering
algorithms", 1983): two groups that are each other's nearest are merged at once, since groups that merge
elsewhere never come between them. This stands in for `scipy.cluster.hierarchy`: that groups a thousand points
in 20 ms, which take 120 here, but its import takes 350 ms.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Merge: TypeAlias = tuple[float, int, int]
"""How far two groups are apart, on average, and a point of each."""


class Linkage:
    """The order in which points are grouped.

    points : (N, D), at least one.
    """

    def __init__(self, points: NDArray[np.float64]) -> None:
        self._count = len(points)
        squares = np.einsum("nd,nd->n", points, points)
        apart = np.sqrt(np.maximum(squares[:, None] + squares - 2 * points @ points.T, 0))
        self._merges = sorted(_merges(apart))

    def groups(self, count: int) -> NDArray[np.intp]:
        """(N,) the number of each point's group, from 0, if there are so many groups, or one per point."""
        group = np.arange(self._count)
        for _, one, other in self._merges[: max(0, self._count - count)]:
            group[group == group[other]] = group[one]
        return np.asarray(np.unique(group, return_inverse=True)[1], np.intp)


def _merges(apart: NDArray[np.float64]) -> list[Merge]:
    """The groups that are merged, in any order.

    apart : (N, N) how far each two points are apart; used up.
    """
    np.fill_diagonal(apart, np.inf)
    sizes = np.ones(len(apart))
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
