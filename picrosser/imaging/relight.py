"""Multiply a picture by a light map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB

DARK = 4  # levels, added before tones are divided, or their logarithm is taken: black has no contrast
MAX_FACTOR = 4.0  # by which a place is made lighter or darker


def relight(image: RGB, factor: NDArray[np.floating[Any]]) -> RGB:
    """The picture with so many times as much light on each pixel.

    image : (H, W, 3) uint8 sRGB. factor : (H, W).
    """
    lit = np.empty_like(image)
    for channel in range(3):  # one by one in half of the time
        levels = image[..., channel].astype(np.float32)  # bytes would overflow
        levels = (levels + DARK) * factor - DARK
        lit[..., channel] = np.clip(np.rint(levels, out=levels), 0, 255, out=levels)
    return lit
