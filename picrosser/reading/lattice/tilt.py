"""Image in, the slopes of its long lines out: how far a picture is turned, or was photographed askew.

The clipped grey differences of `edges` are summed along slanted lines. At the slope that the lines have,
each line's differences come together in one sum; the squares of the sums are largest there. Lines that meet
far away (a photograph's perspective) change their slope evenly from one side of the picture to the other,
so a slope and its change are looked for, for the lines across and for the lines down by themselves.

Known failure: a picture without straight lines has no peak worth the name, and the contrast says so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.reading.lattice.edges import CLIP_LEVELS

Energy = NDArray[np.float32]

BAND_PX = 16  # differences are added up in bands this wide first: a line of 2 degrees drifts half a pixel
FAN_REACH = 0.5  # the slope's change from the middle to the edge, as a share of the slopes that are tried
# A summit is the places within this many steps of the highest that reach this share of it.
SUMMIT, SUMMIT_SHARE = 6, 0.8


@dataclass(frozen=True, slots=True)
class Slopes:
    """The slopes of lines across and lines down, in degrees.

    across : of a line across through the picture's middle; positive when its right end lies lower.
    across_fan : how much more the slope of the line along the picture's lower edge is.
    down : of a line down through the middle; positive when its lower end lies further right.
    down_fan : how much more the slope of the line along the right edge is.
    """

    across: float
    across_fan: float
    down: float
    down_fan: float

    @property
    def largest(self) -> float:
        """The largest slope anywhere in the picture, either way."""
        return max(abs(self.across) + abs(self.across_fan), abs(self.down) + abs(self.down_fan))


@dataclass(frozen=True, slots=True, eq=False)
class TiltFound:
    """The slopes, and why we believe them.

    slopes : where the lines are sharpest.
    angles_deg : (A,) float64, the angles that were tried, ascending and even.
    across, down : (A,) float32, how sharp the lines would be if all had this slope, over the sharpness that
        they have without any order.
    contrast : the sharpness at `slopes` over the median of all, the smaller one of lines across and down.
    """

    slopes: Slopes
    angles_deg: NDArray[np.float64]
    across: NDArray[np.float32]
    down: NDArray[np.float32]
    contrast: float


def measure_tilt(luma: NDArray[np.int16], reach_deg: float, step_deg: float) -> TiltFound:
    """Find the slopes at which a picture's lines are sharpest.

    Parameters
    ----------
    luma : (H, W) int16, reduced so far that a line's drift over one step is about a pixel.
    reach_deg : how large a slope may be.
    step_deg : how finely it is looked for.
    """
    count = round(reach_deg / step_deg)
    angles = np.asarray(step_deg * np.arange(-count, count + 1), np.float64)
    most = round(FAN_REACH * count)
    fans = np.asarray(step_deg * np.arange(-most, most + 1), np.float64)
    energies = [_energy(view, angles) for view in (luma, np.ascontiguousarray(luma.T))]
    tables = [_fanned(energy, step_deg, fans) for energy in energies]
    (across, across_fan), (down, down_fan) = (_summit(table, angles, fans) for table in tables)
    return TiltFound(
        slopes=Slopes(across, across_fan, down, down_fan),
        angles_deg=angles,
        across=energies[0].sum(axis=1),
        down=energies[1].sum(axis=1),
        contrast=min(float(table.max() / max(median(table), 1e-6)) for table in tables),
    )


def _energy(luma: NDArray[np.int16], angles_deg: NDArray[np.float64]) -> Energy:
    """(A, H - 1) the squared sum of differences along the line of each slope through each pixel row of the
    middle, as a share of what it would be without any order among the bands.
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


def _fanned(energy: Energy, step_deg: float, fans_deg: NDArray[np.float64]) -> NDArray[np.float32]:
    """(A, F) the whole energy for lines whose slope at the middle is angle A and changes by fan F."""
    angles, height = energy.shape
    change = np.linspace(-1, 1, height)
    table = np.zeros((angles, len(fans_deg)), np.float32)
    padded = np.pad(energy, ((angles, angles), (0, 0)))
    at = np.arange(angles)[:, None] + angles
    for column, fan in enumerate(fans_deg.tolist()):
        offset = np.rint(fan / step_deg * change).astype(int)
        table[:, column] = padded[at + offset, np.arange(height)].sum(axis=1)
    return table


def _summit(
    table: NDArray[np.float32], angles_deg: NDArray[np.float64], fans_deg: NDArray[np.float64]
) -> tuple[float, float]:
    """The angle and the fan of the highest place in a table, between the steps: the middle of the summit."""
    angle, fan = np.unravel_index(int(table.argmax()), table.shape)
    high = np.maximum(table - SUMMIT_SHARE * table[angle, fan], 0)
    at = np.array([angle, fan], np.float64)
    for _ in range(4):  # a summit may be flat: its first place is not its middle
        low, top = np.maximum(np.rint(at).astype(int) - SUMMIT, 0), np.rint(at).astype(int) + SUMMIT + 1
        weight = high[low[0] : top[0], low[1] : top[1]]
        places = np.indices(weight.shape) + low[:, None, None]
        at = (weight * places).sum(axis=(1, 2)) / max(float(weight.sum()), 1e-6)
    return float(np.interp(at[0], np.arange(len(angles_deg)), angles_deg)), float(
        np.interp(at[1], np.arange(len(fans_deg)), fans_deg)
    )
