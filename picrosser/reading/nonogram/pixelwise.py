"""Digits of one picture in, how unlike each other they are out: pixel by pixel, as they stand.

Templates are compared after a stretch to one size. Where a picture is scaled, equal digits lie on its pixels
in different ways, and one that is cut a pixel narrower comes out quite unlike the others. Unstretched, and
laid over each other as well as they can be, they are nearly the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PIL import Image

FINE = 3  # parts of a pixel by which digits are moved
MOVED = 4  # parts by which they are moved at most, each way: a bit more than a pixel


def unlike_each_other(coverages: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(N, N) squared differences of coverage between digits, of the larger one's ink.

    coverages : each (height, width), 0..1, cut to its ink.
    """
    height, width = (FINE * max(its.shape[axis] for its in coverages) + 2 * MOVED for axis in (0, 1))
    laid = np.zeros((len(coverages), height, width), np.float32)
    for field, coverage in zip(laid, coverages, strict=True):
        rows, cols = (FINE * size for size in coverage.shape)
        top, left = (height - rows) // 2, (width - cols) // 2
        fine = Image.fromarray(coverage).resize((cols, rows), Image.Resampling.BILINEAR)
        field[top : top + rows, left : left + cols] = np.asarray(fine)
    still = laid.reshape(len(laid), -1)
    squares = (still**2).sum(axis=1)
    shared = np.zeros((len(laid), len(laid)), np.float32)
    for shift in product(range(-MOVED, MOVED + 1), repeat=2):
        moved = np.roll(laid, shift, axis=(1, 2)).reshape(still.shape)
        np.maximum(shared, still @ moved.T, out=shared)
    apart = np.maximum(squares[:, None] + squares - 2 * shared, 0)
    return np.asarray(apart / np.maximum(squares[:, None], squares), np.float32)
