"""How the lines that cross a board's rows look in each row: they, and what is beside them.

Columns are treated as rows of the picture whose axes are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import Levels
from picrosser.imaging.pixels import RGB

# Of the pitch: stretches of a crossing line that are compared, one by one: it has to go all the way.
STRETCHES = (0.14, 0.38), (0.38, 0.62), (0.62, 0.86)
# Of the pitch, at both sides of a line: no cross reaches so near to it, and a tile ends there
REACH = 0.18


def crossing_pixels(image: RGB, cols: Sequence[int]) -> NDArray[np.intp]:
    """(lines, pixels) the columns of pixels about each of the lines that cross the rows."""
    pitch = (cols[-1] - cols[0]) / (len(cols) - 1)
    beside = max(2, round(REACH * pitch))
    crossing = np.array(cols)[:, None] + np.arange(-beside, beside + 1)
    return np.clip(crossing, cols[0], min(cols[-1], image.shape[1] - 1))  # beyond, hints may have tiles


def profiles_across(image: RGB, rows: Sequence[int], crossing: NDArray[np.intp]) -> Levels:
    """(rows, stretches, lines, pixels, 3) how the crossing lines look in each row."""
    return np.stack(
        [
            np.stack([profile_across(image, top, bottom - top, part, crossing) for part in STRETCHES])
            for top, bottom in pairwise(rows)
        ]
    )


def profile_across(
    image: RGB, start: int, length: int, part: tuple[float, float], crossing: NDArray[np.intp]
) -> Levels:
    """(lines, pixels, 3) the median of a band of the picture across its height."""
    top = start + round(part[0] * length)
    band = image[top : max(top + 1, start + round(part[1] * length))]
    return np.asarray(np.median(band[:, crossing], axis=0), np.float32)
