"""Measure how much each pixel stands out of what surrounds it, as dark ink and as light ink.

The backdrop of a stroke is what a morphological closing (for dark ink) or opening (for light ink) leaves of
the picture: it fills whatever is narrower than its window (J. Serra: "Image Analysis and Mathematical
Morphology", 1982). So digits stand out of a page, a plate, a gradient or a painted cell alike.

A running maximum over a window is computed by doubling: the maximum over 2w neighbours is that of two maxima
over w. On uint8 this takes a tenth of the time of `scipy.ndimage.grey_closing`, and needs no import of SciPy.
"""

from __future__ import annotations

from itertools import permutations
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import CLEAR_LEVELS, luma_of
from picrosser.imaging.pixels import RGB

Plane: TypeAlias = NDArray[np.uint8]
"""(H, W) levels."""
N = TypeVar("N", np.uint8, np.bool_)

# Pixels: wider than the strokes of digits 44 pixels tall, which take a quarter of their height
WINDOW_PX = 13
COLOURED_LEVELS = 24  # between a pixel's channels: less is a grey with compression noise
MIN_COLOURED = 0.002  # of the pixels: fewer coloured ones are specks
MIN_BY_HUE = 0.0005  # of the pixels: fewer that differ by hue alone from their neighbours are no digits


def planes_of(image: RGB) -> tuple[Plane, ...]:
    """The planes in which ink is looked for: the smallest and the largest channel of each pixel.

    Yellow on white differs in the smallest channel only, red on black in the largest only. Blue on yellow
    differs in neither, and cyan on red hardly in one, so the luma is a third plane where colours meet that
    differ more in it. A picture without colours is looked at in one plane only.

    image : (H, W, 3) uint8 sRGB.
    """
    # Apart from each other, the channels are compared in a third of the time.
    red, green, blue = (np.ascontiguousarray(image[..., channel]) for channel in range(3))
    low, high = np.minimum(np.minimum(red, green), blue), np.maximum(np.maximum(red, green), blue)
    coloured = (high[::2, ::2] - low[::2, ::2]) > COLOURED_LEVELS
    if float(coloured.mean()) <= MIN_COLOURED:
        return (low,)
    fourth = slice(None, None, 4)  # of the rows: digits are taller
    differ = [_steps(rows) for rows in (low[fourth], high[fourth], luma_of(image[fourth]))]
    most = np.maximum(*differ[:2]).astype(np.uint16)  # the luma has to differ by half as much again
    by_hue = (differ[2] >= CLEAR_LEVELS) & (3 * most < 2 * differ[2].astype(np.uint16))
    return (low, high, luma_of(image)) if float(by_hue.mean()) > MIN_BY_HUE else (low, high)


def _steps(rows: Plane) -> Plane:
    """How much pixels differ from the next but one in their row: an edge may be a pixel wide."""
    one, other = rows[:, 2:], rows[:, :-2]
    return np.maximum(one, other) - np.minimum(one, other)


def halved(plane: Plane) -> Plane:
    """A plane at half the size: each pixel is the mean of four, rounded."""
    height, width = (side // 2 * 2 for side in plane.shape)
    return np.asarray(Image.fromarray(plane[:height, :width]).reduce(2))  # in a quarter of numpy's time


def contrasts(planes: tuple[Plane, ...]) -> tuple[Plane, Plane]:
    """(H, W) each, by how many levels each pixel is darker than what surrounds it, and lighter, in any plane.

    Green on dark grey is lighter in the largest channel, and darker in the smallest one; the spaces within
    and between its digits are the opposite. So what a pixel is in one plane does not count if it is more of
    the opposite in the other plane.
    """
    dark = [extremes_around(plane, WINDOW_PX, np.maximum, np.minimum) - plane for plane in planes]
    light = [plane - extremes_around(plane, WINDOW_PX, np.minimum, np.maximum) for plane in planes]
    if len(planes) == 1:
        return dark[0], light[0]
    return _outweighing(dark, light), _outweighing(light, dark)


def _outweighing(one_way: list[Plane], opposite: list[Plane]) -> Plane:
    """The largest of all planes' contrasts, each where another plane's opposite does not outweigh it.

    It does with half as much again: within green digits on dark grey it has twice as much. At equal weights
    soft edges of dark digits on coloured plates fray.
    """
    kept = [plane.copy() for plane in one_way]
    for at, other in permutations(range(len(kept)), 2):
        own, mine, against = kept[at], one_way[other], opposite[other]
        # Few pixels are of both, as a stroke's soft edge: to weigh these only takes a third of the time.
        both = np.flatnonzero((against > mine) & (own > 0))
        less = (against.ravel()[both] - mine.ravel()[both]).astype(np.uint16)
        own.ravel()[both[3 * own.ravel()[both].astype(np.uint16) < 2 * less]] = 0
    return np.asarray(np.maximum.reduce(kept))


def extremes_around(plane: NDArray[N], size: int, *extremes: np.ufunc) -> NDArray[N]:
    """(H, W) one extreme after the other over the square of `size` pixels, an odd number, round each pixel.

    Beyond the picture its sides are repeated.
    """
    for extreme in extremes:
        wide = np.pad(plane, size // 2, mode="edge")
        plane = running_extreme(running_extreme(wide, size, extreme, 0), size, extreme, 1)
    return plane


def noise_sigma(plane: Plane) -> float:
    """The standard deviation of a plane's noise, in levels; 0 where most of it is flat.

    It follows from the median of the absolute second differences in both directions, which is 0 on flat
    ground and hardly depends on lines and digits. If the noise of pixels is independent, these differences
    have 6 times its standard deviation (J. Immerkaer: "Fast Noise Variance Estimation", 1996, whose mask this
    is). The median of absolute values is 0.6745 standard deviations of a normal distribution.
    """
    if min(plane.shape) < 3:
        return 0.0
    above, own, below = (plane[at : len(plane) - 2 + at : 3].astype(np.int16) for at in range(3))
    rows = above - 2 * own + below
    both = rows[:, :-2] - 2 * rows[:, 1:-1] + rows[:, 2:]
    if 2 * np.count_nonzero(both) < both.size - 1:
        return 0.0  # as most screenshots, without a look for the median
    return float(np.median(np.abs(both))) / 0.6745 / 6


def running_extreme(plane: NDArray[N], size: int, extreme: np.ufunc, axis: int) -> NDArray[N]:
    """Running extreme over `size` pixels along an axis (valid part only), computed by doubling."""
    run = 1
    while run < size:
        step = min(run, size - run)
        plane = (
            extreme(plane[:-step], plane[step:]) if axis == 0 else extreme(plane[:, :-step], plane[:, step:])
        )
        run += step
    return plane
