"""A picture in, the picture that is framed in it out: its edges are stronger than a board's lines."""

from __future__ import annotations

import numpy as np

from picrosser.pixels import RGB, Box

PLAIN_LEVELS = 8  # from the corner's tone: compression changes it by less
FRAMED = 0.97  # of a framed picture's side differs from the margin; of texts, hints or a row of tiles, less


def within_margin(image: RGB) -> Box:
    """The part of a picture that a plain margin frames; the whole picture without one."""
    tone = image[0, 0]
    differs = np.maximum(image, tone) - np.minimum(image, tone) > PLAIN_LEVELS  # by channel, which is quick
    down, along = np.flatnonzero(differs.any(axis=(1, 2))), np.flatnonzero(differs.any(axis=0).any(axis=1))
    height, width = image.shape[:2]
    whole = Box(0, 0, height, width)
    if not len(down):
        return whole
    (top, bottom), (left, right) = ((int(its[0]), int(its[-1]) + 1) for its in (down, along))
    within = differs[top:bottom, left:right].any(axis=2)
    sides = (
        (top, within[0]),
        (left, within[:, 0]),
        (height - bottom, within[-1]),
        (width - right, within[:, -1]),
    )
    if any(margin_px and side.mean() < FRAMED for margin_px, side in sides):
        return whole
    return Box(top, left, bottom, right)
