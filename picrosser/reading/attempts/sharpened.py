"""Undo the blur of a picture that is out of focus.

A blur softens every edge of a picture alike, and screens draw sharp ones. So the softness of its edges tells
how much a picture was blurred. The Gaussian blur is undone by a Wiener filter, as far as the details are
still above the noise (N. Wiener: "Extrapolation, Interpolation, and Smoothing of Stationary Time Series",
1949).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import mean_channel
from picrosser.imaging.pixels import RGB

SAMPLE_STEP = 8  # every 8th row and column is enough to tell how soft the edges are
EDGE_LEVELS = 16  # grey levels from pixel to pixel: compression and shades make fainter steps
LONE_PX = 4  # pixels on both sides of a lone edge in which no other edge begins
# The lower quartile of the sigmas of all edges: 0.4 in sharp pictures, 0.6 in those enlarged by a third, 1.1
# and more in blurred ones, also for the edges of thin lines.
MIN_BLUR_PX = 0.8
EDGE_QUANTILE = 0.25  # of all edges; many are soft in sharp pictures too, as those of shadows are
LONE_EDGE_QUANTILE = 0.1  # of lone edges, which no neighbour makes look sharper than they are
MIN_LONE_EDGES = 8  # with fewer lone edges, all edges are measured instead
NOISE_SHARE = 0.01  # a detail with less than this share of its power left is noise: 8 bits hold no more
MIRROR_SIGMAS = 4.0  # the picture is mirrored this many sigmas beyond its edges

Levels = NDArray[np.float32]


def sharpened(image: RGB) -> RGB:
    """The picture without its blur; the picture itself if its edges are sharp.

    image : (H, W, 3) uint8 sRGB.
    """
    sigma = blur_px(image)
    return image if sigma == 0 else _without_blur(image, sigma)


def blur_px(image: RGB) -> float:
    """The sigma of the blur that all edges of a picture show; 0 where some are sharp, or there are none."""
    steps = [
        np.diff(mean_channel(part.astype(np.float32)), axis=1)
        for part in (image[::SAMPLE_STEP], image[:, ::SAMPLE_STEP].swapaxes(0, 1))
    ]
    steps = [part_steps for part_steps in steps if part_steps.shape[1] > 2 * LONE_PX]
    every = np.concatenate([_sigmas(part_steps, _peaks(part_steps)) for part_steps in steps] or [np.zeros(0)])
    if not len(every) or float(np.quantile(every, EDGE_QUANTILE)) < MIN_BLUR_PX:
        return 0.0
    lone = np.concatenate(
        [_sigmas(part_steps, _peaks(part_steps) & _are_lone(part_steps)) for part_steps in steps]
    )
    return (
        float(np.quantile(lone, LONE_EDGE_QUANTILE))
        if len(lone) >= MIN_LONE_EDGES
        else float(np.quantile(every, EDGE_QUANTILE))
    )


def _peaks(steps: Levels) -> NDArray[np.bool_]:
    """(N, M - 2 LONE_PX) where the middle of an edge is; only places with LONE_PX steps on both sides."""
    sizes = np.abs(steps)
    before, here, after = (_shifted(sizes, by) for by in (-1, 0, 1))
    return np.asarray((here > EDGE_LEVELS) & (here >= before) & (here > after))


def _are_lone(steps: Levels) -> NDArray[np.bool_]:
    """(N, M - 2 LONE_PX) where steps have one sign and decrease towards both sides, within one level."""
    way = np.sign(_shifted(steps, 0))
    lone = np.ones(way.shape, bool)
    for side in (-1, 1):
        for by in range(LONE_PX):
            nearer, further = (way * _shifted(steps, side * at) for at in (by, by + 1))
            lone &= (further >= -1) & (further <= nearer + 1)
    return lone


def _shifted(steps: Levels, by: int) -> Levels:
    """The steps `by` places further on, for all places that have LONE_PX steps on both sides."""
    return steps[:, LONE_PX + by : steps.shape[1] - LONE_PX + by]


def _sigmas(steps: Levels, which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each edge's sigma. The steps of a blurred edge are a Gaussian, whose logarithm is a parabola."""
    before, here, after = (
        np.maximum(np.abs(_shifted(steps, by))[which], 0.5).astype(np.float64) for by in (-1, 0, 1)
    )
    curvature = 2 * np.log(here) - np.log(before) - np.log(after)
    return np.asarray(1 / np.sqrt(np.maximum(curvature, 1e-3)))


def _without_blur(image: RGB, sigma: float) -> RGB:
    """The picture without a Gaussian blur.

    Our own filter: `skimage.restoration.wiener` samples the blur, which is wrong for the finest details, so
    that its results differ by up to 34 levels. Given our transfer function it computes the same, but loading
    it takes 460 more modules and 0.8 s, eight times as long as the filter itself.
    """
    from scipy import fft  # few pictures come here

    rim = int(np.ceil(MIRROR_SIGMAS * sigma))
    height, width = (side + 2 * rim for side in image.shape[:2])
    size = fft.next_fast_len(height, real=True), fft.next_fast_len(width, real=True)
    down, along = np.fft.fftfreq(size[0])[:, None], np.fft.rfftfreq(size[1])
    left = np.exp(-2 * (np.pi * sigma) ** 2 * (down**2 + along**2))  # of each frequency
    gain = ((1 + NOISE_SHARE) * left / (left**2 + NOISE_SHARE)).astype(np.float32)
    del left
    sharp = np.empty_like(image)
    for at in range(3):  # one after the other: spectra of three channels of a photograph take half a gigabyte
        padded = np.pad(image[..., at], rim, "symmetric")
        padded = np.pad(padded, [(0, size[0] - height), (0, size[1] - width)], "edge")
        channel = fft.irfft2(fft.rfft2(padded.astype(np.float32)) * gain, s=size)
        inner = channel[rim:, rim:][: image.shape[0], : image.shape[1]]
        sharp[..., at] = np.clip(np.rint(inner), 0, 255)
    return sharp
