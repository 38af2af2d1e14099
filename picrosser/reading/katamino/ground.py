"""Pieces that lie apart in, out the one that lies on something else than the others: a board not found, say.

The page's tone is measured close to each side of each piece. A page may be lit from one side, so a plane is
laid through most of the tones; a board is a step off that plane, at two sides of a piece or more, while a
streak of a texture is at one. Known weakness: on a coarse texture pieces seem to lie on something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from picrosser.imaging.pixels import Mask
from picrosser.imaging.ranks import median
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound

NEAR, FAR = 0.2, 0.45  # cells from the piece: beyond its outline, before the next piece
STEP = 10.0  # levels off the plane: pale boards differ from their page by 20
LEAST_SIDES = 2  # of a piece on a board border on it, in its corner too
MOST, FITS = 0.67, 3  # of the samples that the plane is laid through, after so many times


def standing_out(apart: Sequence[PieceSeen], found: PiecesFound) -> PieceSeen | None:
    """The piece whose ground is farthest from that of the others; None if all lie on one page."""
    placed = [(seen, *sample) for seen in apart for sample in _samples(seen, found)]
    if not placed:
        return None
    sites = np.array([(row, col, 1.0) for _, row, col, _ in placed])
    tones = np.array([tone for *_, tone in placed])
    off = np.zeros(len(placed))
    for _ in range(FITS):
        kept = off <= np.quantile(off, MOST)
        plane, *_ = np.linalg.lstsq(sites[kept], tones[kept], rcond=None)
        off = np.abs(tones - sites @ plane).max(axis=1)
    owners = np.array([apart.index(seen) for seen, *_ in placed])
    steps = {at: max(_farther(off[owners == at]), _split(tones[owners == at])) for at in set(owners.tolist())}
    worst = max(steps, key=steps.__getitem__)
    return apart[worst] if steps[worst] > STEP else None


def _farther(off: NDArray[np.float64]) -> float:
    """How far at least those of a piece's sides are off that have to be."""
    return float(np.sort(off)[-min(LEAST_SIDES, len(off))])


def _split(tones: NDArray[np.float64]) -> float:
    """How far two of a piece's sides are from the two others: on a slope one is between them."""
    if len(tones) < 2 * LEAST_SIDES:
        return 0.0
    ordered = np.sort(tones, axis=0)
    return float((ordered[-LEAST_SIDES] - ordered[LEAST_SIDES - 1]).max())


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
            tone = median(pixels[rows[side], cols[side]], axis=0)
            yield float(rows[side].mean()), float(cols[side].mean()), tone


def _grown(mask: Mask, by: int) -> Mask:
    return np.asarray(ndimage.maximum_filter(mask, 2 * by + 1))
