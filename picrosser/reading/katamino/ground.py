"""Pieces that lie apart in, out the one that lies on something else than the others: a board not found, say.

The page's tone is measured close to each side of each piece. A page may be lit from one side, so a plane is
laid through the tones; the edge of a board is a step that no plane has. Known weakness: on a coarse texture
pieces seem to lie on something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from picrosser.pixels import Mask
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound

NEAR, FAR = 0.2, 0.45  # cells from the piece: beyond its outline, before the next piece
STEP = 10.0  # levels off the plane: pale boards differ from their page by 20, half of it at either side


def standing_out(apart: Sequence[PieceSeen], found: PiecesFound) -> PieceSeen | None:
    """The piece whose ground is farthest from that of the others; None if all lie on one page."""
    placed = [(seen, *sample) for seen in apart for sample in _samples(seen, found)]
    if not placed:
        return None
    sites = np.array([(row, col, 1.0) for _, row, col, _ in placed])
    tones = np.array([tone for *_, tone in placed])
    plane, *_ = np.linalg.lstsq(sites, tones, rcond=None)
    off = np.abs(tones - sites @ plane).max(axis=1)
    worst = int(off.argmax())
    return placed[worst][0] if off[worst] > STEP else None


def _samples(seen: PieceSeen, found: PiecesFound) -> Iterator[tuple[float, float, NDArray[np.float64]]]:
    """For each side of a piece: row, column and colour of the ground beside it."""
    near, far = (max(1, round(part * min(found.unit_px))) for part in (NEAR, FAR))
    box, pixels = seen.area.box, found.areas.pixels
    mask = np.pad(np.asarray(ndimage.binary_fill_holes(seen.area.mask)), far)
    rows, cols = np.nonzero(_grown(mask, far) & ~_grown(mask, near))
    rows, cols = rows + box.top - far, cols + box.left - far
    inside = (rows >= 0) & (cols >= 0) & (rows < pixels.shape[0]) & (cols < pixels.shape[1])
    rows, cols = rows[inside], cols[inside]
    for side in (rows < box.top, rows >= box.bottom, cols < box.left, cols >= box.right):
        if side.any():
            tone = np.median(pixels[rows[side], cols[side]], axis=0)
            yield float(rows[side].mean()), float(cols[side].mean()), tone


def _grown(mask: Mask, by: int) -> Mask:
    return np.asarray(ndimage.maximum_filter(mask, 2 * by + 1))
