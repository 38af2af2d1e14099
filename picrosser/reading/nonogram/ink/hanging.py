"""The strong parts of some ink in, the faint digits that hang on them out.

In a column a satisfied number, being paler, may stand so close to one that is not that their soft edges meet.
By the contrast of the strong one it would be no ink. In a row there is more space between numbers.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import Place, label_pieces
from picrosser.reading.nonogram.ink.piece import SAME_HEIGHT

EDGE_PX = 1  # round a digit: its soft edge


def hanging(apart: NDArray[np.float32], strong: Collection[Place]) -> list[tuple[Place, NDArray[np.float32]]]:
    """Where faint digits lie, and how they stand out there.

    Parameters
    ----------
    apart : (H, W) levels from the backdrop; 0 where there is no ink.
    strong : where its strong parts are.
    """
    tall = max((rows.stop - rows.start for rows, _ in strong), default=0)
    if not tall or len(apart) < (1 + SAME_HEIGHT) * tall:
        return []  # no room for another one
    rest = apart.copy()
    for place in strong:
        rows, cols = (slice(max(0, axis.start - EDGE_PX), axis.stop + EDGE_PX) for axis in place)
        rest[rows, cols] = 0
    labels, places = label_pieces(rest > 0, corners=True)
    return [
        (place, np.where(labels[place] == number, rest[place], 0))
        for number, place in enumerate(places, 1)
        if SAME_HEIGHT * tall <= place[0].stop - place[0].start <= tall / SAME_HEIGHT + 2 * EDGE_PX
        and not any(_beside(place[0], rows) for rows, _ in strong)
    ]


def _beside(one: slice, other: slice) -> bool:
    """Whether two parts share rows, as a digit's soft rim or its shadow and the digit do."""
    return bool(one.start < other.stop and other.start < one.stop)
