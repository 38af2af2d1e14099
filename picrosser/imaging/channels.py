"""Arithmetic on colours: maximum, minimum and mean of the channels, luma, distances, CIE Lab, and light.

numpy reduces over a last axis of length 3 far more slowly than it combines three slices: for a photograph of
1.5 million pixels `image.max(axis=-1)` takes 27 times as long as `max_channel`, `image.mean(axis=-1)` 4 times
as long as `mean_channel`. Most of the pixels that are looked at in a reading pass through here.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

N = TypeVar("N", np.uint8, np.float32)
F = TypeVar("F", np.float32, np.float64)

# IEC 61966-2-1: sRGB's transfer curve, and the matrix from linear red, green and blue to X, Y and Z.
STRAIGHT, SLOPE, OFFSET, GAMMA = 0.04045, 12.92, 0.055, 2.4
TO_XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
D65_WHITE = (0.95047, 1.0, 1.08883)
# CIE 15: below (6 / 29)^3 of the white point, a straight line replaces the cube root.
LAB_DARK, LAB_SLOPE, LAB_OFFSET = 0.008856, 7.787, 16 / 116

# Levels of one channel, the one that differs most. Compression and shades change a flat tone by less than the
# first, in the mean over a part of a cell; tones that differ by more than the second are clearly two, even in
# a photograph: ink and its ground, paint and a blank cell, a colour's largest channel and its smallest
COMPRESSED_LEVELS, CLEAR_LEVELS = 14.0, 60.0
DARK = 4  # levels, added before tones are divided, or their logarithm is taken: black has no contrast
MAX_FACTOR = 4.0  # by which a place is made lighter or darker


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


def hue_direction(tone: NDArray[F]) -> NDArray[F]:
    """(3,) the direction of a tone away from grey, of length 1; a grey has none."""
    off_grey = tone - tone.mean()
    return np.asarray(off_grey / np.linalg.norm(off_grey))


def luma_of(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The luma (ITU-R 601) of a picture: (H, W, 3) sRGB to (H, W)."""
    return np.asarray(Image.fromarray(image).convert("L"))


def channel_distance(pixels: NDArray[np.uint8], tones: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The largest difference in any channel: two (..., 3) uint8 arrays that broadcast, to (...) uint8.

    Channel by channel, since numpy takes 3 to 8 times as long to repeat a tone for thousands of pixels.
    """
    red, green, blue = (
        np.maximum(pixels[..., channel], tones[..., channel])
        - np.minimum(pixels[..., channel], tones[..., channel])
        for channel in range(3)
    )
    return np.asarray(np.maximum(np.maximum(red, green), blue))


def broadcastable_tones(colours: NDArray[np.float32], dimensions: int) -> NDArray[np.uint8]:
    """Round (N, 3) colours to uint8, shaped to broadcast with (N, ..., 3) pixels of `dimensions` axes."""
    return np.rint(colours).astype(np.uint8).reshape(len(colours), *[1] * (dimensions - 2), 3)


def srgb_to_lab(tones: NDArray[np.float32]) -> NDArray[np.float64]:
    """Convert (N, 3) sRGB colours, 0..255, to (N, 3) CIE L, a and b (2 degree observer, D65 white).

    Distances in Lab are roughly as large as they look to people. Agrees with `skimage.color.rgb2lab` to 0.01,
    whose import takes 0.25 s, as long as reading a usual screenshot.
    """
    coded = tones.astype(np.float64) / 255
    linear = np.where(coded > STRAIGHT, ((coded + OFFSET) / (1 + OFFSET)) ** GAMMA, coded / SLOPE)
    share = linear @ np.array(TO_XYZ).T / D65_WHITE
    x, y, z = np.where(share > LAB_DARK, np.cbrt(share), LAB_SLOPE * share + LAB_OFFSET).T
    return np.column_stack([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def relight(image: NDArray[np.uint8], factor: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """The picture, (H, W, 3) uint8 sRGB, with `factor` (H, W) times as much light on each pixel."""
    lit = np.empty_like(image)
    for channel in range(3):  # one by one in half of the time
        levels = image[..., channel].astype(np.float32)  # bytes would overflow
        levels = (levels + DARK) * factor - DARK
        lit[..., channel] = np.clip(np.rint(levels, out=levels), 0, 255, out=levels)
    return lit
