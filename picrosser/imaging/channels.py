"""Reductions over the colour channels of an image: maximum, minimum, mean, and the distance of two colours.

numpy reduces over a last axis of length 3 far more slowly than it combines three slices: for a photograph of
1.5 million pixels `image.max(axis=-1)` takes 27 times as long as `max_channel`, `image.mean(axis=-1)` 4 times
as long as `mean_channel`. Most of the pixels that are looked at in a reading pass through here.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

N = TypeVar("N", np.uint8, np.float32)


def max_channel(colours: NDArray[N]) -> NDArray[N]:
    """The largest channel of each colour: (..., 3) to (...)."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def min_channel(colours: NDArray[N]) -> NDArray[N]:
    """The smallest channel of each colour: (..., 3) to (...)."""
    return np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])


def mean_channel(colours: NDArray[N]) -> NDArray[np.float32]:
    """The mean of each colour's channels: (..., 3) to (...) float32."""
    total = colours[..., 0].astype(np.float32)
    total += colours[..., 1]
    total += colours[..., 2]
    return total / np.float32(3)


def channel_distance(pixels: NDArray[np.uint8], tones: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The largest difference in any channel: two (..., 3) uint8 arrays that broadcast, to (...) uint8."""
    return max_channel(np.maximum(pixels, tones) - np.minimum(pixels, tones))


def broadcastable_tones(colours: NDArray[np.float32], dimensions: int) -> NDArray[np.uint8]:
    """Round (N, 3) colours to uint8, shaped to broadcast with (N, ..., 3) pixels of `dimensions` axes."""
    return np.rint(colours).astype(np.uint8).reshape(len(colours), *[1] * (dimensions - 2), 3)
