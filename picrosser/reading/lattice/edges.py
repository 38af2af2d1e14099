"""Measure long straight edges, however faint.

The board's lines are faint (9 grey levels in the game, 4 when the screen is dimmed) and dashed, but long. So
the grey differences between neighbouring pixels are clipped, which makes a strong edge (a digit, a tool bar)
weigh no more than a faint one, and averaged with their sign over short windows: along a line they have the
same sign, while texture and compression noise cancel.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH, noise_sigma
from picrosser.imaging.pixels import sums_of_rows

Luma: TypeAlias = NDArray[np.uint8]
"""(H, W) luma of a picture, 0..255. Differences of it need more bits."""
Lumas: TypeAlias = tuple[Luma, Luma]
"""Of a picture, for horizontal lines; and its transpose, for vertical ones."""

# Grey levels: about the contrast of the fainter lines, 9 in the game: stronger edges gain nothing over them
CLIP_LEVELS = 8
# The sigma of a blur, in pixels per grey level of noise: of 9 levels `without_noise` leaves 1.4.
BLUR_PER_LEVEL = 0.86
SAMPLING = 2  # `edge_strength` uses every second pixel along a line: dashes are at least 10 pixels long


def calm_both_ways(luma: Luma) -> Lumas:
    """A luma blurred as much as its noise demands: a long line loses less by a blur than noise does."""
    noise = noise_sigma(luma)
    if noise >= MIN_NOISE_OF_PHOTOGRAPH:
        from PIL import ImageFilter  # few screenshots have noise

        luma = np.asarray(Image.fromarray(luma).filter(ImageFilter.GaussianBlur(BLUR_PER_LEVEL * noise)))
    return luma, np.ascontiguousarray(luma.T)


def edges_along_rows(luma: Luma, rows: NDArray[np.intp], windows: NDArray[np.intp]) -> NDArray[np.float32]:
    """(..., N) float32, horizontal edges in some pixel rows: the mean clipped difference to the row above.

    luma : (H, W) uint8. Pass the transpose to measure vertical edges.
    rows : (...) indices of pixel rows; rows outside the picture have no edge.
    windows : (N, width) indices of the pixel columns of each window, inside the picture.
    """
    inside = (rows > 0) & (rows < luma.shape[0])
    at = np.where(inside, rows, 1)
    step = luma[at].astype(np.int16) - luma[at - 1]
    np.clip(step, -CLIP_LEVELS, CLIP_LEVELS, out=step)
    means = sums_of_rows(step[..., windows]) / np.float32(windows.shape[1])
    return np.where(inside[..., None], means, 0).astype(np.float32)


def edge_strength(luma: Luma, window_px: int) -> NDArray[np.float32]:
    """(H,) float32, how strong the horizontal edges in each pixel row are, whatever their sign.

    Differences are averaged with their sign in windows of `window_px`, then these means' absolute values.
    """
    thin = luma[:, ::SAMPLING].astype(np.int16)
    step = np.diff(thin, axis=0)
    np.clip(step, -CLIP_LEVELS, CLIP_LEVELS, out=step)
    width = max(2, window_px // SAMPLING)
    count = max(1, step.shape[1] // width)
    width = min(width, step.shape[1])
    sums = sums_of_rows(step[:, : count * width].reshape(len(step), count, width))
    strength = np.zeros(len(luma), np.float32)
    strength[1:] = np.abs(sums).mean(axis=1, dtype=np.float64) / width
    return strength


def window_columns(starts: NDArray[np.float64], length_px: float, limit_px: int) -> NDArray[np.intp]:
    """Return the pixel columns of windows of equal length, clipped to the picture: (N, width)."""
    width = max(1, round(length_px))
    return np.asarray(np.clip(np.rint(starts).astype(np.intp)[:, None] + np.arange(width), 0, limit_px - 1))
