"""A picture in, the picture that is framed in it out: its edges are stronger than a board's lines."""

from __future__ import annotations

import numpy as np

from picrosser.pixels import RGB, Box

PLAIN_LEVELS = 8  # from the corner's tone: compression changes it by less
FRAMED = 0.9  # of a framed picture's side differs from the margin; of a page's text, less


def within_margin(image: RGB) -> Box:
    """The part of a picture that a plain margin frames; the whole picture without one."""
    tone = image[0, 0]
    differs = np.maximum(image, tone) - np.minimum(image, tone) > PLAIN_LEVELS  # by channel, which is quick
    down, along = np.flatnonzero(differs.any(axis=(1, 2))), np.flatnonzero(differs.any(axis=0).any(axis=1))
    whole = 0, 0, *image.shape[:2]
    if not len(down):
        return Box(*whole)
    (top, bottom), (left, right) = ((int(its[0]), int(its[-1]) + 1) for its in (down, along))
    within = differs[top:bottom, left:right]
    sides = within[0], within[:, 0], within[-1], within[:, -1]
    framed = [side.any(axis=1).mean() >= FRAMED for side in sides]
    return Box(*np.where(framed, (top, left, bottom, right), whole).tolist())
