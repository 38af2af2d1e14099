"""Image in, evidence of long straight edges out.

The board's lines are faint (9 grey levels in the game, 4 when the screen is dimmed) and dashed, but long.
So the grey differences between neighbouring pixels are clipped, so that a strong edge (a digit, a tool
bar) weighs no more than a faint one, and averaged with their sign along short stretches: a line's
differences agree in sign along it, texture and compression noise cancel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.pixels import RGB

# Grey levels: as large as the fainter lines' contrast, so that stronger edges gain nothing over them.
CLIP_LEVELS = 8


def grey(image: RGB) -> NDArray[np.int16]:
    """Luma (ITU-R 601) of an (H, W, 3) uint8 image: (H, W) int16, 0..255."""
    return np.asarray(Image.fromarray(image).convert("L")).astype(np.int16)


def edges_along_rows(luma: NDArray[np.int16], windows: NDArray[np.intp]) -> NDArray[np.float32]:
    """Horizontal edges: the mean clipped difference between pixel rows, per window of columns.

    Parameters
    ----------
    luma : (H, W) int16. Give the transpose to find vertical edges.
    windows : (N, 2) column ranges, half-open.

    Returns
    -------
    (H, N) float32: at [y, n] the mean over window n of clip(luma[y] - luma[y - 1]); row 0 is 0.
    """
    step = np.diff(luma, axis=0)
    np.clip(step, -CLIP_LEVELS, CLIP_LEVELS, out=step)
    sums = np.zeros((luma.shape[0], luma.shape[1] + 1), np.int32)
    np.cumsum(step, axis=1, out=sums[1:, 1:])
    width = (windows[:, 1] - windows[:, 0]).astype(np.float32)
    return np.asarray((sums[:, windows[:, 1]] - sums[:, windows[:, 0]]) / width, np.float32)


def even_windows(length_px: int, window_px: int) -> NDArray[np.intp]:
    """Cut a length into windows of one width, the rest left out: (N, 2)."""
    starts = np.arange(0, max(1, length_px - window_px + 1), window_px)
    return np.stack([starts, np.minimum(starts + window_px, length_px)], axis=1)


def strength(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much edge there is in each pixel row, whatever its sign: (H, N) to (H,)."""
    return np.asarray(np.abs(edges).mean(axis=1), np.float32)
