"""Turns a picture upright that was rotated a little, or photographed slightly from the side.

A board's lines are then straight, but do not follow the pixel rows, and `lattice.grid` does not find them.
How they slope is measured in a small picture, then finely in the picture turned by that; in perspective the
lines of each direction meet in a vanishing point, which is moved to infinity.

Known failure: an upright app that shows a turned picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, homography_between, project, resample
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.lattice.edges import CLIP_LEVELS, Luma

# The shorter side of the reduced picture, in pixels; the largest slope and the step between slopes, in
# degrees, so that the end of a line moves by about a pixel in one step: first roughly, then finely.
ROUGH, FINE = (270, 5.0, 0.2), (540, 0.48, 0.04)
# The sharpness at the best slope, as a multiple of the median over all slopes. Real screenshots have 4.5 and
# more, text 3, noise 1.2, and smooth pictures, in which all slopes are about equal, 1.3.
MIN_CONTRAST = 2.0
UPRIGHT_DEG = 0.1  # boards that are turned by less are read as they are
REFINEMENTS = 2
MIN_SIDE_PX = 100  # of the shorter side: smaller pictures cannot show a legible board
MAX_ASPECT = 12  # of the longer side to the shorter one: the longest scrolled screenshot has 9, boards 4
MAX_PIXELS = 16_000_000  # of the resampled picture: larger ones show nothing more
BAND_PX = 16  # over which differences are summed first: a line of 2 degrees drifts half a pixel in one
MAX_FAN = 0.5  # of the slope from the middle to the edge, as a share of the largest slope that is tried
# A peak consists of the entries within PEAK_REACH steps of the highest one that have at least PEAK_SHARE of
# it.
PEAK_REACH, PEAK_SHARE = 6, 0.8

Floats = NDArray[np.float64]
Energy = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A picture turned upright.

    image : (H, W, 3) uint8 sRGB: the whole original, with a plain margin.
    to_picture : maps rows and columns of `image` to those of the original.
    """

    image: RGB
    to_picture: Homography

    def in_original(self, lattice: Lattice) -> Lattice:
        """A lattice that was found in the upright image, with the way back to the original."""
        return replace(lattice, to_picture=self.to_picture)

    @property
    def turned_deg(self) -> float:
        """The angle by which the middle of the original is turned, positive when its right side is lower."""
        height, width = self.image.shape[:2]
        ends = project(self.to_picture, np.array([(height / 2, width / 4), (height / 2, 3 * width / 4)]))
        down, right = ends[1] - ends[0]
        return float(np.rad2deg(np.arctan2(down, right)))


@dataclass(frozen=True, slots=True)
class Slopes:
    """The slopes of horizontal and vertical lines, in degrees.

    across : of a horizontal line through the picture's middle; positive when its right end lies lower.
    across_fan : how much larger the slope of a line along the picture's lower edge is.
    down : of a vertical line through the middle; positive when its lower end lies further right.
    down_fan : how much larger the slope of a line along the right edge is.
    contrast : the sharpness at these slopes over the median of all, the lower one of the two directions.
    """

    across: float
    across_fan: float
    down: float
    down_fan: float
    contrast: float

    @property
    def largest(self) -> float:
        """The largest absolute slope anywhere in the picture."""
        return max(abs(self.across) + abs(self.across_fan), abs(self.down) + abs(self.down_fan))


def stands_upright(image: RGB, board: Box) -> bool:
    """Whether the lines in a part of the picture (probably a board) follow the pixel rows and columns."""
    grey = Image.fromarray(np.ascontiguousarray(image[board.slices])).convert("L")
    return measured(grey, *FINE).largest < UPRIGHT_DEG


def straighten(image: RGB) -> Upright | None:
    """Turn a picture upright; None if it is upright already, or shows no lines.

    image : (H, W, 3) uint8 sRGB.
    """
    picture = Image.fromarray(np.ascontiguousarray(image))
    grain = max(1, round(min(picture.size) / FINE[0]))
    grey = picture.convert("L").reduce(grain)
    if max(picture.size) > MAX_ASPECT * min(picture.size) or min(grey.size) < MIN_SIDE_PX:
        return None
    slopes = measured(grey, *ROUGH)
    if slopes.contrast < MIN_CONTRAST:
        return None
    if slopes.largest < FINE[1]:
        slopes = measured(grey, *FINE)
    if slopes.largest < UPRIGHT_DEG:
        return None
    way = unslanted(grey.size, slopes)
    for _ in range(REFINEMENTS):
        way, size = framed_whole(way, (grey.height, grey.width))
        rest = measured(resample(grey, as_homography(way), size, _margin_tone(grey)), *FINE)
        way = way @ unslanted(size[::-1], rest)
    coarser = np.diag([grain, grain, 1.0])
    way, size = framed_whole(coarser @ way @ np.linalg.inv(coarser), image.shape[:2])
    margin = tuple(_margin_tone(channel) for channel in picture.split())
    return Upright(np.asarray(resample(picture, as_homography(way), size, margin)), as_homography(way))


def unslanted(size: tuple[int, int], slopes: Slopes) -> Floats:
    """The homography, (3, 3), from the straightened picture to the one in which these slopes were measured.

    Four lines determine it: two across, through the upper and lower end of the middle column, and two down,
    through both ends of the middle row. Their crossings are the corners of a rectangle in the straightened
    picture.

    size : (width, height).
    """
    rectangle, crossings = [], []
    for up in (-0.5, 0.5):
        for side in (-0.5, 0.5):
            across = np.tan(np.deg2rad(slopes.across + 2 * up * slopes.across_fan))
            down = np.tan(np.deg2rad(slopes.down + 2 * side * slopes.down_fan))
            row, col = up * size[1], side * size[0]
            crossing = (row + across * col) / (1 - across * down)
            rectangle.append((row, col))
            crossings.append((crossing, col + down * crossing))
    middle = np.array(size[::-1]) / 2
    return homography_between(np.array(rectangle) + middle, np.array(crossings) + middle)


def framed_whole(way: Floats, shape: tuple[int, int]) -> tuple[Floats, tuple[int, int]]:
    """Shift and scale a homography so that its image starts at (0, 0) and holds the whole original.

    Returns the homography and the (height, width) of that image.
    """
    height, width = shape
    corners = np.array([(0, 0), (0, width), (height, 0), (height, width)], np.float64)
    upright = project(as_homography(np.asarray(np.linalg.inv(way), np.float64)), corners)
    first, size = upright.min(axis=0), np.ptp(upright, axis=0)
    grain = max(1.0, float(np.sqrt(size.prod() / MAX_PIXELS)))
    moved = np.array([(grain, 0, first[0]), (0, grain, first[1]), (0, 0, 1)])
    rows, cols = (int(np.ceil(side / grain)) for side in size)
    return way @ moved, (rows, cols)


def _margin_tone(grey: Image.Image) -> int:
    """The median tone along the edges, which fills the margin."""
    tones = np.asarray(grey)
    return int(np.median(np.concatenate([tones[0], tones[-1], tones[:, 0], tones[:, -1]])))


# ---- The slopes of a picture's long lines
#
# The clipped grey differences of `lattice.edges` are summed along slanted lines. At the true slope all
# differences of a line fall into one sum, so the sum of squared sums is largest there. In a photograph's
# perspective the slope changes evenly from one side of the picture to the other; so a slope and its change
# (the "fan") are searched for, separately for horizontal and for vertical lines.


def measured(grey: Image.Image, side_px: int, reach_deg: float, step_deg: float) -> Slopes:
    """Find the slopes at which the lines of a picture are sharpest.

    side_px : of the shorter side of the reduced picture that is looked at.
    reach_deg, step_deg : the largest slope that is tried, either way, and the distance between two slopes.
    """
    luma: Luma = np.asarray(grey.reduce(max(1, round(min(grey.size) / side_px))))
    count = round(reach_deg / step_deg)
    most = round(MAX_FAN * count)
    angles, fans = (step_deg * np.arange(-n, n + 1.0) for n in (count, most))
    tables = [
        _energy_by_fan(_energy(view, angles), step_deg, fans) for view in (luma, np.ascontiguousarray(luma.T))
    ]
    (across, across_fan), (down, down_fan) = (step_deg * (_peak(table) - (count, most)) for table in tables)
    contrast = min(float(table.max() / max(float(np.median(table)), 1e-6)) for table in tables)
    return Slopes(float(across), float(across_fan), float(down), float(down_fan), contrast)


def _energy(luma: Luma, angles_deg: Floats) -> Energy:
    """(A, H - 1) the squared sums of differences along lines of each slope, relative to independent ones."""
    step = np.clip(np.diff(luma.astype(np.int16), axis=0), -CLIP_LEVELS, CLIP_LEVELS)
    bands = step.shape[1] // BAND_PX
    sums = step[:, : bands * BAND_PX].reshape(len(step), bands, BAND_PX).sum(axis=2, dtype=np.float32)
    x = BAND_PX * (np.arange(bands) - (bands - 1) / 2)
    shifts = np.rint(np.tan(np.deg2rad(angles_deg))[:, None] * x).astype(int)
    reach = int(np.abs(shifts).max(initial=0))
    padded = np.ascontiguousarray(np.pad(sums, ((reach, reach), (0, 0))).T)
    energy = np.zeros((len(angles_deg), len(step)), np.float32)
    for along, offsets in zip(energy, (shifts + reach).tolist(), strict=True):
        for band, offset in zip(padded, offsets, strict=True):
            along += band[offset : offset + len(step)]
    return energy**2 / np.float32(max(float((sums * sums).sum()), 1e-6))


def _energy_by_fan(energy: Energy, step_deg: float, fans_deg: Floats) -> Energy:
    """The total energy of lines whose slope is angle A in the middle and changes by fan F: (A, F)."""
    angles, height = energy.shape
    change = np.linspace(-1, 1, height)
    table = np.zeros((angles, len(fans_deg)), np.float32)
    padded = np.pad(energy, ((angles, angles), (0, 0)))
    at = np.arange(angles)[:, None] + angles
    for column, fan in enumerate(fans_deg.tolist()):
        offset = np.rint(fan / step_deg * change).astype(int)
        table[:, column] = padded[at + offset, np.arange(height)].sum(axis=1)
    return table


def _peak(table: Energy) -> Floats:
    """The centroid of the highest peak in a table: (row, col), between the entries."""
    at = np.array(np.unravel_index(int(table.argmax()), table.shape), np.float64)
    high = np.maximum(table - PEAK_SHARE * table.max(), 0)
    for _ in range(4):  # a peak may be flat: its first entry is not its middle
        low = np.maximum(np.rint(at).astype(int) - PEAK_REACH, 0)
        top = np.rint(at).astype(int) + PEAK_REACH + 1
        weight = high[low[0] : top[0], low[1] : top[1]]
        places = np.indices(weight.shape) + low[:, None, None]
        at = (weight * places).sum(axis=(1, 2)) / max(float(weight.sum()), 1e-6)
    return at
