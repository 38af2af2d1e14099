"""Colours in, one number per pixel out.

numpy reduces over a last axis of length 3 ten times slower than it combines three slices, and most of a
reading's pixels pass through here.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

N = TypeVar("N", np.uint8, np.float32)


def largest(colours: NDArray[N]) -> NDArray[N]:
    """The largest channel: (..., 3) to (...)."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def smallest(colours: NDArray[N]) -> NDArray[N]:
    """The smallest channel: (..., 3) to (...)."""
    return np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])


def mean(colours: NDArray[N]) -> NDArray[np.float32]:
    """The mean of the channels: (..., 3) to (...) float32."""
    total = colours[..., 0].astype(np.float32)
    total += colours[..., 1]
    total += colours[..., 2]
    return total / np.float32(3)


def distance(pixels: NDArray[np.uint8], tones: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The largest difference over the channels: (..., 3) uint8 each, broadcast, to (...) uint8."""
    return largest(np.maximum(pixels, tones) - np.minimum(pixels, tones))


def as_tones(colours: NDArray[np.float32], dimensions: int) -> NDArray[np.uint8]:
    """(N, 3) colours rounded to uint8, to broadcast against (N, ..., 3) pixels of so many dimensions."""
    return np.rint(colours).astype(np.uint8).reshape(len(colours), *[1] * (dimensions - 2), 3)
