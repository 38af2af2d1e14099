"""What a player has painted so far. No pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """The state of a board.

    cells : (rows, columns) int8; UNKNOWN (-1) untouched, EMPTY (0) crossed or marked, else the slot, from 1,
        of the colour that it is painted in.
    confidence : (rows, columns) float32, 0 for a cell that may be anything, 1 for a certain one.
    """

    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]
