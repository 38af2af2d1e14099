"""Measure the noise of a picture, of a sensor or of a transmission, and remove it where it is strong.

The noise is measured by the differences of neighbouring pixels. Most pixels of a screenshot lie on flat
colour, so the median difference is made by noise alone; edges and text are outliers to it.

It is removed by J. S. Lee's adaptive filter ("Digital image enhancement and noise filtering by use of local
statistics", 1980): each pixel moves towards the mean of its 3 x 3 neighbours, all the way where these vary no
more than noise does, and hardly at all on an edge.

Moire, the waves that a screen's pixels leave in a photograph of it, is removed by spectra: a wave is a single
peak in the spectrum of a part of the picture, and the same peak in the parts beside it. Digits have no peaks,
and lines have ridges. So the spectra of overlapping blocks are compared: what most blocks of a region have in
common, and what stands far out of all ridges through it, is subtracted from each. Known failure: waves longer
than LONGEST_PX, which the eye sees as bands.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import mean_channel
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


# ---- Moire

BLOCK_PX = 64  # a block's side; blocks overlap by half
HALF_PX = BLOCK_PX // 2
REGION = 6  # blocks, either way, over which waves are alike
# Of a wave: the pixels of a screen and of a sensor make few longer ones, and lines repeat from here on
LONGEST_PX = 12.0
RIDGE = 9  # frequencies along which a ridge goes on
# How far a wave stands out of the ridges through it, and how much of it is subtracted: it is stronger in one
# block than in the next.
MIN_PEAK, SUBTRACTED = 3.0, 2.0

Spectra = NDArray[np.complex64]
"""(C, BLOCK_PX, BLOCK_PX / 2 + 1), the spectra of a row of C blocks."""
Strengths = NDArray[np.float32]


def without_moire(image: RGB) -> RGB:
    """The picture without the waves of a photographed screen; the picture itself if it has none.

    image : (H, W, 3) uint8 sRGB.
    """
    waves = _common_waves(np.stack([np.abs(spectra) for spectra in _spectra_of_rows(mean_channel(image))]))
    if not waves.any():
        return image
    return np.stack([_subtracted(image[..., channel], waves) for channel in range(3)], axis=2)


def _window() -> NDArray[np.float32]:
    """By which blocks are weighed before and after: the squares of overlapping ones add up to 1."""
    rise = np.sin(np.pi * (np.arange(BLOCK_PX) + 0.5) / BLOCK_PX).astype(np.float32)
    return np.asarray(rise[:, None] * rise)


def _spectra_of_rows(plane: NDArray[np.float32]) -> Iterator[Spectra]:
    """The spectra of one row of blocks after the other: all of them do not fit into a processor's cache."""
    from scipy import fft  # 0.1 s: only photographs come here

    padded = np.pad(plane, [(HALF_PX, HALF_PX + -length % HALF_PX) for length in plane.shape], mode="reflect")
    for top in range(0, len(padded) - HALF_PX, HALF_PX):
        row = np.lib.stride_tricks.sliding_window_view(padded[top : top + BLOCK_PX], BLOCK_PX, axis=1)
        yield np.asarray(fft.rfft2(row[:, ::HALF_PX].swapaxes(0, 1) * _window()), np.complex64)


def _common_waves(strengths: Strengths) -> Strengths:
    """How strong the waves of each block's region are, at each frequency: 0 where there is none."""
    waves = np.zeros_like(strengths)
    for top in range(0, strengths.shape[0], REGION):
        for left in range(0, strengths.shape[1], REGION):
            region = slice(top, top + REGION), slice(left, left + REGION)
            blocks = np.sort(strengths[region].reshape(-1, *strengths.shape[2:]), axis=0)
            waves[region] = _peaks(blocks[len(blocks) // 2])
    return waves


def _peaks(usual: Strengths) -> Strengths:
    """What stands out of a spectrum, (BLOCK_PX, BLOCK_PX / 2 + 1), as single peaks."""
    from scipy import ndimage

    # With the other half, which mirrors the first, neighbours are neighbours at both ends.
    whole = np.concatenate([usual, np.roll(usual[::-1], 1, axis=0)[:, -2:0:-1]], axis=1)
    ways = np.ones((RIDGE, 1)), np.ones((1, RIDGE)), np.eye(RIDGE), np.eye(RIDGE)[::-1]
    ridges = np.max([ndimage.median_filter(whole, footprint=way, mode="wrap") for way in ways], axis=0)
    is_near_peak = ndimage.maximum_filter(whole > MIN_PEAK * ridges, 3, mode="wrap")
    above = np.where(is_near_peak, np.maximum(whole - ridges, 0), 0)[:, : usual.shape[1]]
    per_px = np.hypot(np.fft.fftfreq(BLOCK_PX)[:, None], np.fft.rfftfreq(BLOCK_PX))
    return np.asarray(np.where(per_px > 1 / LONGEST_PX, above, 0), np.float32)


def _subtracted(channel: NDArray[np.uint8], waves: Strengths) -> NDArray[np.uint8]:
    """A channel, (H, W), without waves."""
    from scipy import fft

    width = channel.shape[1]
    calm = np.zeros_like(channel)
    above = np.zeros((waves.shape[1], HALF_PX, BLOCK_PX), np.float32)  # lower halves of the blocks
    rows = zip(_spectra_of_rows(channel.astype(np.float32)), waves, strict=True)
    for row, (spectra, wave) in enumerate(rows):
        spectra *= 1 - np.minimum(1, SUBTRACTED * wave / np.maximum(np.abs(spectra), 1e-6))
        blocks = fft.irfft2(spectra, s=(BLOCK_PX, BLOCK_PX)) * _window()
        strip = np.zeros((HALF_PX, len(blocks) + 1, HALF_PX), np.float32)
        for halves in (blocks[:, :HALF_PX], above):
            for along in (0, 1):
                part = halves[:, :, along * HALF_PX :][:, :, :HALF_PX]
                strip[:, along : along + len(blocks)] += part.swapaxes(0, 1)
        above = blocks[:, HALF_PX:]
        shown = calm[max(0, row - 1) * HALF_PX : row * HALF_PX]
        tones = strip.reshape(HALF_PX, -1)[: len(shown), HALF_PX:][:, :width]
        np.clip(np.rint(tones), 0, 255, out=shown, casting="unsafe")
    return calm
