"""The parts of some ink in, those put together again that a stroke of a fainter tone parts.

Some programs strike satisfied numbers through. The stroke lies over the digits and is paler than they are, so
that of a digit an upper and a lower part are left, which share their columns.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

MOST_PARTS = 40  # more of them are texture
ACROSS = 0.5  # of the narrower part's columns both have
WIDEST = 0.25  # of the digit's height lies between its parts
FLATTEST = 1.1  # of its width: a digit's height


def rejoin(parts: NDArray[np.int32], inked: NDArray[np.bool_]) -> None:
    """Give the parts of one digit one number, in place.

    Parameters
    ----------
    parts : (H, W) numbered from 1, 0 between them.
    inked : (H, W) there is ink, a stroke's too.
    """
    places = ndimage.find_objects(parts)
    if len(places) > MOST_PARTS:
        return
    name = np.arange(len(places) + 1)
    ordered = sorted(enumerate(places, 1), key=lambda item: item[1][0].start)
    for (one, (rows, cols)), (other, (lower, its_cols)) in combinations(ordered, 2):
        left, right = max(cols.start, its_cols.start), min(cols.stop, its_cols.stop)
        if right - left < ACROSS * min(cols.stop - cols.start, its_cols.stop - its_cols.start):
            continue
        height = lower.stop - rows.start
        width = max(cols.stop, its_cols.stop) - min(cols.start, its_cols.start)
        if lower.stop <= rows.stop or height < FLATTEST * width:
            continue
        if abs(lower.start - rows.stop) > WIDEST * height:
            continue
        if inked[rows.stop : lower.start, left:right].any(axis=1).all():
            parts[parts == name[other]] = name[one]
            name[name == name[other]] = name[one]
