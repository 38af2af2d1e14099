"""Page backgrounds: plain, a gradient, or a faint pattern as games use."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from drawn.canvas import Pixels, new_canvas
from drawn.nonograms.layout import Layout
from drawn.nonograms.shapes import mix

STRENGTH = 0.10  # how much of the accent a pattern lays over the page


def backdrop(layout: Layout, rng: np.random.Generator) -> Pixels:
    """A canvas of the screen's size with the background on it."""
    spec, scheme = layout.spec, layout.spec.scheme
    pixels = new_canvas(layout.width, layout.height, scheme.page)
    if spec.backdrop == "flat":
        return pixels
    cover = _pattern(layout, rng)
    accent = np.array(mix(scheme.page, scheme.accent, 2 * STRENGTH), np.float32)
    return pixels + (accent - pixels) * cover[..., None].astype(np.float32)


def _pattern(layout: Layout, rng: np.random.Generator) -> np.ndarray:
    """(H, W) the strength of a pattern, 0..1."""
    y, x = np.mgrid[: layout.height, : layout.width].astype(np.float32)
    scale = max(layout.width, layout.height) / 24
    match layout.spec.backdrop:
        case "gradient":
            return (y / layout.height + 0.4 * x / layout.width) / 1.4
        case "checks":
            return ((x // scale + y // scale) % 2) * 0.6
        case "dots":
            return np.asarray(np.hypot(x % scale - scale / 2, y % scale - scale / 2) < scale / 5)
        case "weave":
            return 0.5 + 0.25 * (np.sin(x / scale * 3) + np.sin((x + 2 * y) / scale * 2))
        case _:
            small = ndimage.gaussian_filter(rng.random((24, 24)), 2.0, mode="wrap")
            zoom = layout.height / 24, layout.width / 24
            field = ndimage.zoom(small, zoom, order=1)[: layout.height, : layout.width]
            return (field - field.min()) / np.ptp(field)
