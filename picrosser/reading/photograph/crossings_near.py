"""Look crossings up by place, one by one or many at once.

Stands in for `scipy.spatial.cKDTree`, whose import takes longer than all questions about one photograph.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.photograph.line_crossings import Crossings

BUCKET_PX = 16  # crossings are looked up in squares of this side
FAR = 0.7  # of a crossing's strength: what it counts less at the edge of where it is looked for
RIVALS = 4  # crossings in that reach, the nearest first, of which the strongest is taken

Points = NDArray[np.float64]


class CrossingsNear:
    """Looks up crossings by place."""

    def __init__(self, found: Crossings) -> None:
        self.found = found
        self._points: Points = found.places.reshape(-1, 2)
        self._downwards = np.argsort(self._points[:, 0], kind="stable")
        self._rows = self._points[self._downwards, 0]
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

    def near_each(self, places: Points, reach: float) -> NDArray[np.intp]:
        """As `near`, for each of (N, 2) places: (N,), -1 for none."""
        best = np.full(len(places), -1)
        asked, number, away = self._pairs(places, reach)
        order = np.lexsort((away, asked))
        asked, number, away = asked[order], number[order], away[order]
        rank = np.arange(len(asked)) - np.searchsorted(asked, asked)
        weight = self.found.strengths[number] * (1 - FAR * (away / reach) ** 2)
        may_be = (rank < RIVALS) & (weight > 0)
        asked, number, weight, rank = asked[may_be], number[may_be], weight[may_be], rank[may_be]
        order = np.lexsort((rank, -weight, asked))  # of those with the same weight, the nearest
        first, at = np.unique(asked[order], return_index=True)
        best[first] = number[order][at]
        return best

    def _pairs(self, places: Points, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp], Points]:
        """All pairs of a place and a crossing less than `reach` away: their numbers, and how far it is.

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
        number = order[runs]
        away = np.hypot(*(self._points[number] - places[asked]).T)
        is_near = away < reach
        return asked[is_near], number[is_near], away[is_near]

    def within(self, place: Points, reach: float) -> NDArray[np.intp]:
        """The numbers of all crossings in a square around a place, from whose middle it reaches so far."""
        first = np.searchsorted(self._rows, place[0] - reach, "left")
        last = np.searchsorted(self._rows, place[0] + reach, "right")
        level = self._downwards[first:last]
        return np.sort(level[np.abs(self._points[level, 1] - place[1]) <= reach])
