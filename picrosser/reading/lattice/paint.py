"""Cells of a lattice in, those that are paint all over out.

Paint is one tone, or a slight gradient, from one side of a cell to the other, and unlike both tones of the
stripes, between which lie the page and the empty cells. A digit on its disc is of two tones, a tool bar ends
in the middle of a cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB

# In units of the pitch: paint is looked for in a cross of two bars through the middle of a cell. An inset
# leaves 0.14 bare, and round corners lie outside the cross.
LONG, SHORT = (0.17, 0.83), (0.38, 0.62)
SAMPLES = 9, 5  # along and across a bar
# Grey levels, the largest channel: paint differs this much from the stripes' tones, and so much of what they
# differ from each other. The page and empty cells lie between the stripes' tones, or have one of them.
UNLIKE_LEVELS, UNLIKE_STEPS, BETWEEN_LEVELS = 4.0, 0.8, 2.0
FLAT_LEVELS = 8.0  # across a bar: JPEG of quality 30 has 5, a gradient runs along one of the bars
MOST_UNLIKE, MOST_FLAT = 0.9, 0.85  # of the samples


def looks_painted(
    image: RGB,
    rows: NDArray[np.float64],
    cols: NDArray[np.float64],
    dark: NDArray[np.float32],
    light: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """(R, C) bool: which cells are paint.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    rows, cols : (R + 1,) y and (C + 1,) x of the lattice's lines.
    dark, light : (3,) the tones of the stripes.
    """
    upright = _bars(image, rows, cols)
    flat = _bars(image.transpose(1, 0, 2), cols, rows).transpose(1, 0, 2, 3, 4)
    step = float(np.abs(light - dark).max())
    unlike, even = np.zeros(upright.shape[:2], np.float32), np.zeros(upright.shape[:2], np.float32)
    for bars in (upright, flat):
        away = np.minimum(max_channel(np.abs(bars - dark)), max_channel(np.abs(bars - light)))
        low, high = np.minimum(dark, light) - BETWEEN_LEVELS, np.maximum(dark, light) + BETWEEN_LEVELS
        between = max_channel(np.maximum(low - bars, bars - high)) <= 0
        is_unlike = (away > max(UNLIKE_LEVELS, UNLIKE_STEPS * step)) & ~between
        unlike += is_unlike.mean(axis=(2, 3), dtype=np.float32) / 2
        off = max_channel(np.abs(bars - bars[..., SAMPLES[1] // 2, None, :]))
        even += (off < FLAT_LEVELS).mean(axis=(2, 3), dtype=np.float32) / 2
    return np.asarray((unlike >= MOST_UNLIKE) & (even >= MOST_FLAT))


def _bars(image: RGB, rows: NDArray[np.float64], cols: NDArray[np.float64]) -> NDArray[np.float32]:
    """(R, C, along, across, 3) samples of the bar down the middle of each cell."""
    along, across = (np.linspace(*span, count) for span, count in zip((LONG, SHORT), SAMPLES, strict=True))
    ys = rows[:-1, None] + along * np.diff(rows).mean()
    xs = cols[:-1, None] + across * np.diff(cols).mean()
    ys_px = np.clip(np.rint(ys), 0, image.shape[0] - 1).astype(np.intp)
    xs_px = np.clip(np.rint(xs), 0, image.shape[1] - 1).astype(np.intp)
    return np.asarray(image[ys_px[:, None, :, None], xs_px[None, :, None, :]], np.float32)
