"""Measure the noise of a picture, of a sensor or of a transmission, and remove it where it is strong.

The noise is measured by the differences of neighbouring pixels. Most pixels of a screenshot lie on flat
colour, so the median difference is made by noise alone; edges and text are outliers to it.

It is removed by J. S. Lee's adaptive filter ("Digital image enhancement and noise filtering by use of local
statistics", 1980): each pixel moves towards the mean of its 3 x 3 neighbours, all the way where these vary no
more than noise does, and hardly at all on an edge.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB

SAMPLED_SIDE = 512  # pixels of each row and column whose differences are measured, evenly spread
# The median of the absolute difference of two samples of normal noise, in units of its sigma.
MEDIAN_DIFFERENCE = 0.6745 * 2**0.5
# Levels of sigma. With 4, real Hungry Cat screenshots are still read without the filter, with 9 none of them;
# screenshots without noise have 0.4 at most, also as JPEG of quality 30.
MIN_SIGMA = 2.5
# Levels of sigma, of a sensor's noise or of what compression left of it: screenshots have 0.4 at most, also
# as JPEG of quality 30; photographs seldom less.
MIN_NOISE_OF_PHOTOGRAPH = 0.42
# Of the noise's variance: neighbours that vary less are flat. The variance of 9 samples scatters by a half.
# Of 18 real Hungry Cat screenshots with a sigma of 11, 17 are read with 1.8 squared, 10 of 12 with 1.5.
FLAT_VARIANCE = 1.8**2
CALM = 2.0  # levels: of white noise, so much is left by the smoothing that `calming_px` states
NEIGHBOURS = 3  # pixels: the side of the filter's window; thin strokes do not survive larger ones
STRIP_PX = 1_000_000  # pixels that are filtered at a time, so that large pictures need little memory


def noise_sigma(levels: NDArray[np.uint8]) -> float:
    """Measure the standard deviation of a picture's noise, (H, W) or (H, W, 3), in levels."""
    every_row, every_col = (max(1, side // SAMPLED_SIDE) for side in levels.shape[:2])
    before, after = levels[::every_row, :-1], levels[::every_row, 1:]
    # Of whole rows and all channels: numpy takes longer for a few of them, which do not lie together.
    steps = (np.maximum(before, after) - np.minimum(before, after))[:, ::every_col]
    if not steps.size:
        return 0.0
    # Levels are whole numbers; a difference of d counts as evenly spread from d - 1/2 to d + 1/2.
    flat = 1 - np.count_nonzero(steps) / steps.size
    if flat >= 0.5:  # as most screenshots, whose other differences need not be counted
        return float(0.5 / flat * 0.5) / MEDIAN_DIFFERENCE
    counts = np.zeros(256, np.intp)
    for channel in (steps,) if steps.ndim == 2 else np.moveaxis(steps, 2, 0):
        # Pillow counts levels in a fifth of the time of `np.bincount`, which makes 8 bytes of each first.
        counts += Image.fromarray(channel).histogram()
    until = np.cumsum(counts) / counts.sum()
    ends = np.arange(len(counts)) + 0.5
    middle = np.interp(0.5, np.concatenate([[0.0], until]), np.concatenate([[0.0], ends]))
    return float(middle) / MEDIAN_DIFFERENCE


def calming_px(sigma: float) -> float:
    """The sigma, in pixels, of a Gaussian that leaves little of a noise of `sigma` levels."""
    return float(sigma / (2 * np.pi**0.5 * CALM))  # smoothing by s pixels divides white noise by 2 s sqrt(pi)


def without_noise(image: RGB, sigma: float | None = None) -> RGB:
    """The picture without its noise; the picture itself if it has little.

    sigma : what `noise_sigma` says of it; None to measure it.
    """
    sigma = noise_sigma(image) if sigma is None else sigma
    if sigma < MIN_SIGMA:
        return image
    rows = max(1, STRIP_PX // image.shape[1])
    strips = [_calmed(image, top, top + rows, sigma) for top in range(0, len(image), rows)]
    return np.concatenate(strips)


def _calmed(image: RGB, top: int, bottom: int, sigma: float) -> RGB:
    """Filter the pixel rows from `top` up to `bottom`."""
    from scipy import ndimage  # 0.2 s, and few pictures have noise

    rim = NEIGHBOURS // 2
    first = max(0, top - rim)
    strip = image[first : bottom + rim].astype(np.float32)
    window = (NEIGHBOURS, NEIGHBOURS, 1)
    mean = ndimage.uniform_filter(strip, window, mode="nearest")
    variance = ndimage.uniform_filter(strip * strip, window, mode="nearest") - mean * mean
    kept = np.maximum(1 - FLAT_VARIANCE * sigma**2 / np.maximum(variance, 1), 0)
    calm = np.clip(np.rint(mean + kept * (strip - mean)), 0, 255).astype(np.uint8)
    return np.asarray(calm[top - first :][: min(bottom, len(image)) - top])
