"""A picture in, the picture that is framed in it out: its edges are stronger than a board's lines."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import RGB, Box

PLAIN_LEVELS = 8  # from the corner's tone: compression changes it by less
FRAMED = 0.97  # of a framed picture's side differs from the margin; of texts, hints or a row of tiles, less


def within_margin(image: RGB) -> Box:
    """The part of a picture that a plain margin frames; the whole picture without one."""
    height, width = image.shape[:2]
    # Whole rows of channels: by pixel, numpy takes ten times as long.
    flat, plain = image.reshape(height, -1), np.tile(image[0, 0], width)
    differs = np.maximum(flat, plain) - np.minimum(flat, plain) > PLAIN_LEVELS
    down = np.flatnonzero(differs.any(axis=1))
    along = np.flatnonzero(differs.any(axis=0).reshape(width, -1).any(axis=1))
    whole = Box(0, 0, height, width)
    if not len(down):
        return whole
    (top, bottom), (left, right) = ((int(its[0]), int(its[-1]) + 1) for its in (down, along))
    pixels = differs.reshape(image.shape)[top:bottom, left:right]
    sides = (
        (top, pixels[0]),
        (left, pixels[:, 0]),
        (height - bottom, pixels[-1]),
        (width - right, pixels[:, -1]),
    )
    if any(margin_px and side.any(axis=1).mean() < FRAMED for margin_px, side in sides):
        return whole
    return Box(top, left, bottom, right)
