"""Find the plain margin round what a picture shows, such as that of a figure in a page."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import RGB, Box

PLAIN_LEVELS = 8  # from the corner's tone: compression changes it by less
# So much of each side of a framed picture differs from the margin; of texts, hints or tiles, less does
MIN_FRAMED = 0.97


def box_within_margin(image: RGB) -> Box:
    """The part of a picture inside a plain margin; the whole picture if it has none."""
    height, width = image.shape[:2]
    # Whole rows of channels: by pixel, numpy takes ten times as long.
    flat, plain = image.reshape(height, -1), np.tile(image[0, 0], width)
    differs = np.maximum(flat, plain) - np.minimum(flat, plain) > PLAIN_LEVELS
    down = np.flatnonzero(differs.any(axis=1))
    along = np.flatnonzero(differs.any(axis=0).reshape(width, -1).any(axis=1))
    whole = Box(0, 0, height, width)
    if not len(down):
        return whole
    (top, bottom), (left, right) = (
        (int(differing[0]), int(differing[-1]) + 1) for differing in (down, along)
    )
    pixels = differs.reshape(image.shape)[top:bottom, left:right]
    sides = (
        (top, pixels[0]),
        (left, pixels[:, 0]),
        (height - bottom, pixels[-1]),
        (width - right, pixels[:, -1]),
    )
    if any(margin_px and side.any(axis=1).mean() < MIN_FRAMED for margin_px, side in sides):
        return whole
    return Box(top, left, bottom, right)
