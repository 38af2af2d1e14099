"""Evenly spaced lines over a whole picture, and where they are seen. A board is a rectangle of such lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.candidates.grid_candidates import fitted_areas

SAME_PX = 3  # pixels: areas whose ends are no further apart are one

Flags = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """Evenly spaced lines over the whole picture.

    rows, cols : (R + 1,), (C + 1,) px, the places of the lines.
    seen : (R + 1, C) along the rows' lines and (C + 1, R) along the columns', per cell's side: 1 if a line is
        seen there, -1 if it is missing, 0 if nothing follows, as between two cells that are painted alike.
    area : the first and the last line of the rows, then of the columns, between which a board may lie.
    """

    rows: NDArray[np.float64]
    cols: NDArray[np.float64]
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]


def rulings_from_lines(image: RGB) -> Iterator[Ruling]:
    """Yield the rulings whose lines a picture shows, square cells first, the likely ones first.

    image : (H, W, 3) uint8 sRGB.
    """
    known: set[tuple[int, ...]] = set()
    for rows, cols, (lying, standing), (top, bottom, left, right) in chain(
        fitted_areas(image), fitted_areas(image, oblong=True)
    ):
        seen = _flags(lying.seen, lying.hidden), _flags(standing.seen, standing.hidden)
        key = (
            *(round(end / SAME_PX) for end in (*rows[[top, bottom]], *cols[[left, right]])),
            bottom - top,
            right - left,
        )
        if key not in known:
            known.add(key)
            yield Ruling(rows, cols, seen, (top, bottom, left, right))


def _flags(seen: NDArray[np.bool_], hidden: NDArray[np.bool_]) -> Flags:
    return np.asarray(seen.astype(np.int8) - (~seen & ~hidden).astype(np.int8), np.int8)
