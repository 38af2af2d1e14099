"""Turns a picture upright that was rotated a little, or photographed slightly from the side.

A screenshot of a screenshot may be turned by a degree or two, and a photograph of a screen shows it in
perspective. The board's lines are then still straight, but no longer follow the pixel rows, and
`lattice.grid` does not find them. Their slopes (see `measure_tilt`) tell how the picture lies: the lines of
each direction meet in a vanishing point, and the picture is resampled so that both points move to infinity.

A picture of an upright app that shows a turned picture has two sets of slopes. Then the second set is taken,
since the upright lines have been read before.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.errors import GridNotFoundError
from picrosser.imaging.perspective import Homography, as_homography, homography_between, project, resample
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.lattice.edges import CLIP_LEVELS, Luma
from picrosser.reading.lattice.grid import locate_grid

# The rough measurement: the shorter side of the reduced picture, in pixels, in which a board's lines are
# still one pixel wide; the largest slope and the step between slopes, in degrees, so that a line drifts by
# less than a pixel.
ROUGH_PX, ROUGH_REACH, ROUGH_STEP = 270, 5.0, 0.2
FINE_PX, FINE_REACH, FINE_STEP = 540, 0.48, 0.04
# The sharpness at the best slope, as a multiple of the median over all slopes. Real screenshots have 4.5 and
# more, text 3, noise 1.2, and smooth pictures, in which all slopes are about equal, 1.3.
MIN_CONTRAST = 2.0
# Degrees. Up to the first, boards are read as they are; below the second, the rough measurement cannot tell a
# turned picture from an upright one.
UPRIGHT, NEARLY = 0.1, 0.4
# The second set of slopes, of a turned picture in an upright one, has at least this share of the first set's
# sharpness, and is this many times as sharp as the slopes between both.
SECOND_SHARE, SECOND_RISE = 0.35, 1.08
REFINEMENTS = 1
MAX_TRIES = 5  # of `locate_grid`: one of 184 turned boards needed four, all others one or two
MIN_APART = 0.8  # degrees from upright: any closer, the second set merges with the first
MIN_SIDE_PX = 100  # of the shorter side: smaller pictures cannot show a legible board
MAX_ASPECT = 12  # of the longer side to the shorter one: the longest scrolled screenshot has 9, boards 4
MAX_PIXELS = 16_000_000  # of the resampled picture: larger ones show nothing more
Energy = NDArray[np.float32]

# Width of the bands over which differences are summed first: a line of 2 degrees drifts half a pixel in one.
BAND_PX = 16
MAX_FAN = 0.5  # of the slope from the middle to the edge, as a share of the largest slope that is tried
# A peak consists of the entries within PEAK_REACH steps of the highest one that have at least PEAK_SHARE of
# it.
PEAK_REACH, PEAK_SHARE = 6, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A picture turned upright.

    image : (H, W, 3) uint8 sRGB: the whole original, with a plain margin.
    to_picture : maps rows and columns of `image` to those of the original.
    tilt : the slopes that were roughly measured in the original.
    """

    image: RGB
    to_picture: Homography
    tilt: TiltFound

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


def stands_upright(image: RGB, board: Box) -> bool:
    """Whether the lines in a part of the picture (probably a board) follow the pixel rows and columns."""
    grey = Image.fromarray(np.ascontiguousarray(image[board.slices])).convert("L")
    grey = grey.reduce(max(1, round(min(grey.size) / FINE_PX)))
    return small_slopes(grey, Box(0, 0, grey.height, grey.width)).largest < UPRIGHT


def straighten(image: RGB) -> Upright | None:
    """Turn a picture upright; None if it is upright already, or shows no lines.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    """
    if max(image.shape[:2]) > MAX_ASPECT * min(image.shape[:2]):
        return None
    picture = Image.fromarray(np.ascontiguousarray(image))
    grain = max(1, round(min(picture.size) / FINE_PX))
    grey = picture.convert("L").reduce(grain)
    if min(grey.size) < MIN_SIDE_PX:
        return None
    tilt = measure_tilt(
        np.asarray(grey.reduce(max(1, round(min(grey.size) / ROUGH_PX)))), ROUGH_REACH, ROUGH_STEP
    )
    if tilt.contrast < MIN_CONTRAST:
        return None
    turned = _turned(grey, tilt)
    if turned is None:
        return None
    coarser = np.diag([grain, grain, 1.0])
    way, size = framed_whole(coarser @ turned @ np.linalg.inv(coarser), image.shape[:2])
    to_picture = as_homography(way)
    margin = tuple(_margin_tone(channel) for channel in picture.split())
    return Upright(np.asarray(resample(picture, to_picture, size, margin)), to_picture, tilt)


def _turned(grey: Image.Image, tilt: TiltFound) -> NDArray[np.float64] | None:
    """The homography, (3, 3), from an upright picture to the given one; None without tilt or board."""
    whole = Box(0, 0, grey.height, grey.width)
    guesses = _guesses(tilt)
    if not guesses:
        slopes = small_slopes(grey, whole)
        return None if slopes.largest < UPRIGHT else unslanted(whole, slopes)
    tries = [_by_board(grey, unslanted(whole, slopes)) for slopes in guesses]
    cells, way = max(tries, key=lambda found: found[0])
    for _ in range(REFINEMENTS if cells else 0):
        cells, finer = _by_board(grey, way)
        way = finer if cells else way
    return way if cells else None


def _by_board(grey: Image.Image, way: NDArray[np.float64]) -> tuple[int, NDArray[np.float64]]:
    """Turn the picture by a guess and look for a board: its number of cells, 0 without one, and a better
    guess.

    The better guess uses the slopes that are left within the board; the page around it may have others.
    """
    framed, size = framed_whole(way, (grey.height, grey.width))
    upright = resample(grey, as_homography(framed), size, _margin_tone(grey))
    try:
        lattice = locate_grid(np.asarray(upright.convert("RGB")), MAX_TRIES).lattice
    except GridNotFoundError:
        return 0, way
    rest = unslanted(lattice.board, small_slopes(upright, lattice.board))
    return lattice.shape[0] * lattice.shape[1], framed @ rest


def small_slopes(grey: Image.Image, box: Box) -> Slopes:
    """The small slopes that remain in a part of a picture."""
    return measure_tilt(np.asarray(grey)[box.slices], FINE_REACH, FINE_STEP).slopes


def _guesses(tilt: TiltFound) -> list[Slopes]:
    """The slopes that a board may have: the sharpest, and those of a picture turned as a whole."""
    guesses = [tilt.slopes] if tilt.slopes.largest > NEARLY else []
    turned = tilt.across + tilt.down[::-1]
    middle, apart = len(turned) // 2, round(MIN_APART / ROUGH_STEP)
    best = SECOND_SHARE * float(turned.max())
    second: list[Slopes] = []
    for side in (-1, 1):
        steeper = turned[middle::side]  # from upright to the steepest
        at = apart + int(steeper[apart:].argmax())
        if steeper[at] > max(best, SECOND_RISE * float(steeper[:at].min())):
            best = float(steeper[at])
            angle = side * at * ROUGH_STEP
            second = [Slopes(angle, 0.0, -angle, 0.0)]
    return guesses + [slopes for slopes in second if not (guesses and _alike(slopes, guesses[0]))]


def _alike(slopes: Slopes, others: Slopes) -> bool:
    pairs = zip(astuple(slopes), astuple(others), strict=True)
    return all(abs(one - other) < NEARLY for one, other in pairs)


def unslanted(box: Box, slopes: Slopes) -> NDArray[np.float64]:
    """The homography, (3, 3), from the straightened picture to the one in which these slopes were measured.

    Four lines determine it: two across, through the upper and lower end of the middle column, and two down,
    through both ends of the middle row. Their crossings are the corners of a rectangle in the straightened
    picture.

    box : the part of the picture in which the slopes were measured.
    """
    rectangle, crossings = [], []
    for up in (-0.5, 0.5):
        for side in (-0.5, 0.5):
            across = np.tan(np.deg2rad(slopes.across + 2 * up * slopes.across_fan))
            down = np.tan(np.deg2rad(slopes.down + 2 * side * slopes.down_fan))
            row, col = up * box.height, side * box.width
            crossing = (row + across * col) / (1 - across * down)
            rectangle.append((row, col))
            crossings.append((crossing, col + down * crossing))
    middle = np.array([(box.top + box.bottom) / 2, (box.left + box.right) / 2])
    return homography_between(np.array(rectangle) + middle, np.array(crossings) + middle)


def framed_whole(
    way: NDArray[np.float64], shape: tuple[int, int]
) -> tuple[NDArray[np.float64], tuple[int, int]]:
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
    """The commonest tone along the edges, which fills the margin."""
    tones = np.asarray(grey)
    edges = np.concatenate([tones[0], tones[-1], tones[:, 0], tones[:, -1]])
    return int(float(np.median(edges)))


# ---- The slopes of a picture's long lines
#
# The clipped grey differences of `lattice.edges` are summed along slanted lines. At the true slope all
# differences of a line fall into one sum, so the sum of squared sums is largest there. In a photograph's
# perspective the slope changes evenly from one side of the picture to the other; so a slope and its change
# (the "fan") are searched for, separately for horizontal and for vertical lines. A picture without straight
# lines has no clear peak; `TiltFound.contrast` is low then.


@dataclass(frozen=True, slots=True)
class Slopes:
    """The slopes of horizontal and vertical lines, in degrees.

    across : of a horizontal line through the picture's middle; positive when its right end lies lower.
    across_fan : how much larger the slope of a line along the picture's lower edge is.
    down : of a vertical line through the middle; positive when its lower end lies further right.
    down_fan : how much larger the slope of a line along the right edge is.
    """

    across: float
    across_fan: float
    down: float
    down_fan: float

    @property
    def largest(self) -> float:
        """The largest absolute slope anywhere in the picture."""
        return max(abs(self.across) + abs(self.across_fan), abs(self.down) + abs(self.down_fan))


@dataclass(frozen=True, slots=True, eq=False)
class TiltFound:
    """The measured slopes, with the evidence for them.

    slopes : the slopes at which the lines are sharpest.
    angles_deg : (A,) float64, the angles that were tried, ascending, evenly spaced.
    across, down : (A,) float32, the sharpness of horizontal and vertical lines if all had this slope,
        relative to the sharpness of noise.
    contrast : the sharpness at `slopes` over the median of all, the lower one of the two directions.
    """

    slopes: Slopes
    angles_deg: NDArray[np.float64]
    across: NDArray[np.float32]
    down: NDArray[np.float32]
    contrast: float


def measure_tilt(luma: Luma, reach_deg: float, step_deg: float) -> TiltFound:
    """Find the slopes at which the lines of a picture are sharpest.

    Parameters
    ----------
    luma : (H, W) uint8, reduced so far that over one step of slope, a line's end moves about a pixel.
    reach_deg : the largest slope that is tried, either way.
    step_deg : the distance between two slopes that are tried.
    """
    count = round(reach_deg / step_deg)
    angles = np.asarray(step_deg * np.arange(-count, count + 1), np.float64)
    most = round(MAX_FAN * count)
    fans = np.asarray(step_deg * np.arange(-most, most + 1), np.float64)
    energies = [_energy(view, angles) for view in (luma, np.ascontiguousarray(luma.T))]
    tables = [_energy_by_fan(energy, step_deg, fans) for energy in energies]
    (across, across_fan), (down, down_fan) = (_peak(table, angles, fans) for table in tables)
    return TiltFound(
        slopes=Slopes(across, across_fan, down, down_fan),
        angles_deg=angles,
        across=energies[0].sum(axis=1),
        down=energies[1].sum(axis=1),
        contrast=min(float(table.max() / max(float(np.median(table)), 1e-6)) for table in tables),
    )


def _energy(luma: Luma, angles_deg: NDArray[np.float64]) -> Energy:
    """Return the squared sum of differences along lines of each slope: (A, H - 1).

    The second index is the pixel row in which a line crosses the middle of the picture. The sums are relative
    to what they would be if the bands were independent of each other.
    """
    step = np.diff(luma.astype(np.int16), axis=0)
    np.clip(step, -CLIP_LEVELS, CLIP_LEVELS, out=step)
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
    energy *= energy
    return energy / np.float32(max(float((sums * sums).sum()), 1e-6))


def _energy_by_fan(energy: Energy, step_deg: float, fans_deg: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the total energy of lines whose slope is angle A in the middle and changes by fan F: (A, F)."""
    angles, height = energy.shape
    change = np.linspace(-1, 1, height)
    table = np.zeros((angles, len(fans_deg)), np.float32)
    padded = np.pad(energy, ((angles, angles), (0, 0)))
    at = np.arange(angles)[:, None] + angles
    for column, fan in enumerate(fans_deg.tolist()):
        offset = np.rint(fan / step_deg * change).astype(int)
        table[:, column] = padded[at + offset, np.arange(height)].sum(axis=1)
    return table


def _peak(
    table: NDArray[np.float32], angles_deg: NDArray[np.float64], fans_deg: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the angle and the fan of the highest peak in a table: its centroid, between the steps."""
    angle, fan = np.unravel_index(int(table.argmax()), table.shape)
    high = np.maximum(table - PEAK_SHARE * table[angle, fan], 0)
    at = np.array([angle, fan], np.float64)
    for _ in range(4):  # a peak may be flat: its first entry is not its middle
        low, top = (
            np.maximum(np.rint(at).astype(int) - PEAK_REACH, 0),
            np.rint(at).astype(int) + PEAK_REACH + 1,
        )
        weight = high[low[0] : top[0], low[1] : top[1]]
        places = np.indices(weight.shape) + low[:, None, None]
        at = (weight * places).sum(axis=(1, 2)) / max(float(weight.sum()), 1e-6)
    return float(np.interp(at[0], np.arange(len(angles_deg)), angles_deg)), float(
        np.interp(at[1], np.arange(len(fans_deg)), fans_deg)
    )
