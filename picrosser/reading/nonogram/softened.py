"""Template faces in, the same out as a picture shows them that is scaled, compressed or out of focus.

Such a picture's digits have rounder corners and paler holes, and their thin strokes are hardly ink any more.
So those faces that come nearest are blurred as much, cut to their ink, and measured by it as the digits were.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import COLS, ROWS, Templates, count_holes, normalise
from picrosser.reading.nonogram.ink.separate import OWN

# Pixels, standard deviations of a blur: what any scaling leaves, or compression of small digits; what both
# leave; and what makes digits of a dozen pixels hard to read for a person, too.
BLURS = 0.5, 1.0, 1.6
LEAST = 0.03  # of a digit's height: less of a blur leaves its shape as it is
STEP = 0.01  # of the same: blurs are rounded to it
TALL = 24  # pixels: the height of a digit that is blurred
REACH = 3.0  # standard deviations: beyond it there is nothing left
DARK = 0.75  # of the ink is paler than what counts as covered


def softened(templates: Templates, faces: NDArray[np.intp], digit_px: float) -> Templates:
    """Some of the templates' faces: sharp, and then by each blur that changes digits so tall."""
    shares = [blur / digit_px for blur in BLURS if blur >= LEAST * digit_px]
    blurred = [
        _soft(shape, float(aspect), share)
        for share in dict.fromkeys(STEP * round(share / STEP) for share in shares)
        for face in faces.tolist()
        for shape, aspect in zip(templates.shapes[face], templates.log_aspects[face], strict=True)
    ]
    size = ROWS * COLS
    soft = np.array([shape for shape, _ in blurred], np.float32).reshape(-1, 10, size)
    aspects = np.array([aspect for _, aspect in blurred], np.float32).reshape(-1, 10)
    shapes = np.concatenate([templates.shapes[faces], soft])
    return Templates(
        shapes=shapes,
        squares=(shapes.reshape(-1, size) ** 2).sum(axis=1),
        log_aspects=np.concatenate([templates.log_aspects[faces], aspects]),
        holes=np.concatenate([templates.holes[faces], count_holes(soft)]),
    )


def _soft(shape: NDArray[np.float32], log_aspect: float, blur: float) -> tuple[NDArray[np.float32], float]:
    """A digit's shape after a blur of so much of its height, and the logarithm of its proportion."""
    width = max(2, round(TALL * float(np.exp(log_aspect))))
    down, across = _blurring(ROWS, TALL, blur), _blurring(COLS, width, blur)
    shown = down @ shape.reshape(ROWS, COLS) @ across.T
    ink = shown > OWN * shown.max()
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    cut = shown[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    inked = shown[ink]
    coverage = np.minimum(cut / np.partition(inked, int(DARK * len(inked)))[int(DARK * len(inked))], 1)
    return normalise(coverage.astype(np.float32)), float(np.log(cut.shape[1] / cut.shape[0]))


@cache
def _blurring(cells: int, pixels: int, blur: float) -> NDArray[np.float32]:
    """(pixels and margins, cells) what a blurred pixel shows of each of a shape's cells, along one axis."""
    sigma = blur * TALL
    margin = int(np.ceil(REACH * sigma))
    at = np.arange(-margin, pixels + margin)[:, None] + 0.5
    source = np.arange(pixels) + 0.5
    kernel = np.exp(-((at - source) ** 2) / (2 * sigma**2))
    kernel /= np.exp(-((np.arange(-margin, margin + 1)) ** 2) / (2 * sigma**2)).sum()
    place = np.clip(source * cells / pixels - 0.5, 0, cells - 1)
    nearest = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(cells)))
    return np.asarray(kernel @ nearest, np.float32)
