"""Measure how far a picture is turned, or was photographed askew: the slopes of its long lines.

The clipped grey differences of `edges` are summed along slanted lines. At the true slope all differences of a
line fall into one sum, so the sum of squared sums is largest there. In a photograph's perspective the slope
changes evenly from one side of the picture to the other; so a slope and its change (the "fan") are searched
for, separately for horizontal and for vertical lines.

Known failure: a picture without straight lines has no clear peak; `TiltFound.contrast` is low then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.reading.lattice.edges import CLIP_LEVELS

Energy = NDArray[np.float32]

BAND_PX = 16  # differences are first summed over such bands: in one, a line of 2 degrees drifts half a pixel
MAX_FAN = 0.5  # of the slope from the middle to the edge, as a share of the largest slope that is tried
# A peak consists of the entries within so many steps of the highest one that have at least this share of it.
PEAK_REACH, PEAK_SHARE = 6, 0.8


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
    """The slopes, and why we believe them.

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


def measure_tilt(luma: NDArray[np.int16], reach_deg: float, step_deg: float) -> TiltFound:
    """Find the slopes at which the lines of a picture are sharpest.

    Parameters
    ----------
    luma : (H, W) int16, reduced so far that over one step of slope, a line's end moves about a pixel.
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
        contrast=min(float(table.max() / max(median(table), 1e-6)) for table in tables),
    )


def _energy(luma: NDArray[np.int16], angles_deg: NDArray[np.float64]) -> Energy:
    """Return the squared sum of differences along lines of each slope: (A, H - 1).

    The second index is the pixel row in which a line crosses the middle of the picture. The sums are relative
    to what they would be if the bands were independent of each other.
    """
    step = np.diff(luma, axis=0)
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
