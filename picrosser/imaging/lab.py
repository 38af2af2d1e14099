"""Colours in, their places in CIE Lab out, where distances are about as far as they look to people.

`skimage.color.rgb2lab` finds the same ones, but to load it takes half as long as to read a usual screenshot.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# IEC 61966-2-1: sRGB's curve, and how linear red, green and blue make X, Y and Z.
STRAIGHT, SLOPE, OFFSET, GAMMA = 0.04045, 12.92, 0.055, 2.4
TO_XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
D65_WHITE = (0.95047, 1.0, 1.08883)
# CIE 15: up to (6 / 29)^3 of the white's, the cube root is replaced by a straight line.
DARK = 0.008856
DARK_SLOPE, DARK_OFFSET = 7.787, 16 / 116


def lab(tones: NDArray[np.float32]) -> NDArray[np.float64]:
    """(N, 3) sRGB, 0..255, to (N, 3) L, a and b, by the 2 degree observer in daylight (D65)."""
    coded = tones.astype(np.float64) / 255
    linear = np.where(coded > STRAIGHT, ((coded + OFFSET) / (1 + OFFSET)) ** GAMMA, coded / SLOPE)
    share = linear @ np.array(TO_XYZ).T / D65_WHITE
    x, y, z = np.where(share > DARK, np.cbrt(share), DARK_SLOPE * share + DARK_OFFSET).T
    return np.column_stack([116 * y - 16, 500 * (x - y), 200 * (y - z)])
