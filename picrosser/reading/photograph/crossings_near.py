"""Look crossings up by place, one by one or many at once.

Stands in for `scipy.spatial.cKDTree`, whose import takes longer than all questions about one photograph.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.line_crossings import Crossings

BUCKET_PX = 16  # crossings are looked up in squares of this side
FAR = 0.7  # of a crossing's strength: what it counts less at the edge of where it is looked for
RIVALS = 4  # crossings in that reach, the nearest first, of which the strongest of many at once is taken
AT_ONCE = 8_000  # places that are looked up at once: where crossings are dense, each has a hundred nearby

Points = NDArray[np.float64]


class CrossingsNear:
    """Looks up crossings by place."""

    def __init__(self, found: Crossings) -> None:
        self.found = found
        self._points: Points = found.places.reshape(-1, 2)
        self.places: list[list[float]] = found.places.tolist()
        self.strengths: list[float] = found.strengths.tolist()
        # Of each crossing its place, its strength and its number.
        self._buckets: dict[tuple[int, int], list[tuple[float, float, float, int]]] = {}
        buckets = (found.places // BUCKET_PX).astype(int).tolist()
        for number, ((row, col), strength) in enumerate(zip(self.places, self.strengths, strict=True)):
            self._buckets.setdefault(tuple(buckets[number]), []).append((row, col, strength, number))

    def near(self, row: float, col: float, reach: float) -> int | None:
        """The crossing that is strongest and nearest, within a radius; None if there is none."""
        best, most, square = None, 0.0, reach**2
        cols = range(int((col - reach) // BUCKET_PX), int((col + reach) // BUCKET_PX) + 1)
        for down in range(int((row - reach) // BUCKET_PX), int((row + reach) // BUCKET_PX) + 1):
            for right in cols:
                for at_row, at_col, strength, number in self._buckets.get((down, right), ()):
                    away = ((at_row - row) ** 2 + (at_col - col) ** 2) / square
                    if away <= 1 and (weight := strength * (1 - FAR * away)) > most:
                        best, most = number, weight
        return best

    def near_each(self, places: Points, reach: float | NDArray[np.float64]) -> NDArray[np.intp]:
        """As `near`, for each of (N, 2) places: (N,), -1 for none. reach : of all, or (N,) of each."""
        reaches = np.broadcast_to(np.asarray(reach, np.float64), len(places))
        best = np.full(len(places), -1)
        by_reach = np.argsort(reaches, kind="stable")
        for start in range(0, len(places), AT_ONCE):
            part = by_reach[start : start + AT_ONCE]
            asked, number, away = self._pairs(places[part], float(reaches[part[-1]]))
            share = away / reaches[part[asked]]
            is_near = share < 1
            order = np.lexsort((share[is_near], asked[is_near]))
            asked, number, share = asked[is_near][order], number[is_near][order], share[is_near][order]
            is_rival = np.arange(len(asked)) - np.searchsorted(asked, asked) < RIVALS
            asked, number, share = asked[is_rival], number[is_rival], share[is_rival]
            weight = self.found.strengths[number] * (1 - FAR * share**2)
            order = np.lexsort((share, -weight, asked))  # of those with the same weight, the nearest
            order = order[weight[order] > 0]
            first, at = np.unique(asked[order], return_index=True)
            best[part[first]] = number[order[at]]
        return best

    def around_each(self, places: Points, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """All crossings in a square around each of (N, 2) places, from whose middle it reaches so far.

        Returns the numbers of the places, ascending, and those of the crossings.
        """
        asked, number = self._may_be_near(places, reach)
        is_within = (np.abs(self._points[number] - places[asked]) <= reach).all(axis=1)
        asked, number = asked[is_within], number[is_within]
        order = np.lexsort((number, asked))
        return asked[order], number[order]

    def _pairs(self, places: Points, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp], Points]:
        """All pairs of a place and a crossing that may be near each other, and how far it is."""
        asked, number = self._may_be_near(places, reach)
        return asked, number, np.hypot(*(self._points[number] - places[asked]).T)

    def _may_be_near(self, places: Points, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """All pairs of a place and a crossing that may be less than `reach` away: their numbers.

        Crossings are put in order by squares whose side is the reach, row by row. So those that may be near
        are in three runs: of three squares above, beside and below.
        """
        squares, around = (np.floor(points / reach).astype(np.intp) for points in (self._points, places))
        low = np.minimum(squares.min(axis=0, initial=0), around.min(axis=0, initial=0)) - 1
        squares, around = squares - low, around - low
        stride = int(max(squares.max(initial=0), around.max(initial=0))) + 2
        keys = squares[:, 0] * stride + squares[:, 1]
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        middle = ((around[:, 0] + np.arange(-1, 2)[:, None]) * stride + around[:, 1]).ravel()
        starts, ends = np.searchsorted(keys, middle - 1, "left"), np.searchsorted(keys, middle + 1, "right")
        counts = ends - starts
        asked = np.repeat(np.tile(np.arange(len(places)), 3), counts)
        runs = np.arange(counts.sum()) + np.repeat(starts - (np.cumsum(counts) - counts), counts)
        return asked, order[runs]
