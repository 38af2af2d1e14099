"""A piece in, the colours that it lies on out, side by side: the page all round, or a board at one side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import ndimage

from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound

NEAR, FAR = 0.2, 0.45  # cells from the piece: beyond its outline, before the next piece
MOSTLY = 0.7  # of a side's pixels: less is a texture, or something small that stands there


def grounds_of(seen: PieceSeen, found: PiecesFound) -> Iterator[int]:
    """For each side of a piece the colour that is beside it, where that is one colour."""
    near, far = (max(1, round(part * min(found.unit_px))) for part in (NEAR, FAR))
    box, classes = seen.area.box, found.areas.classes
    mask = np.pad(np.asarray(ndimage.binary_fill_holes(seen.area.mask)), far)
    rows, cols = np.nonzero(_grown(mask, far) & ~_grown(mask, near))
    rows, cols = rows + box.top - far, cols + box.left - far
    inside = (rows >= 0) & (cols >= 0) & (rows < classes.shape[0]) & (cols < classes.shape[1])
    rows, cols = rows[inside], cols[inside]
    for side in (rows < box.top, rows >= box.bottom, cols < box.left, cols >= box.right):
        colours = classes[rows[side], cols[side]]
        if len(colours):
            values, counts = np.unique(colours, return_counts=True)
            most = int(counts.argmax())
            if values[most] >= 0 and counts[most] > MOSTLY * len(colours):
                yield int(values[most])


def _grown(mask: np.typing.NDArray[np.bool_], by: int) -> np.typing.NDArray[np.bool_]:
    return np.asarray(ndimage.maximum_filter(mask, 2 * by + 1))
