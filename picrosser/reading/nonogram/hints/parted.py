"""A row's digits in, the same out, marked where something stands between two of them.

On badges, tiles and coloured squares every number has a plate of its own: between two numbers the page shows,
or the plates' border, while between the digits of one number there is nothing but their plate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from picrosser.pixels import RGB
from picrosser.reading.nonogram.ink.piece import Piece

SOFT = 0.1  # of a digit's height, next to it: its soft edge, or its shadow
SHARE = 0.2  # of the digits' contrast: what differs more from their backdrop is no noise
LEAST_LEVELS = 14  # compression noise differs by less, over the height of a digit


def parted(image: RGB, digits: Sequence[Piece]) -> tuple[Piece, ...]:
    """The digits, from left to right, each with whether something parts it from the one before it."""
    if not digits:
        return ()
    others = (replace(other, parted=_stands_between(image, one, other)) for one, other in pairwise(digits))
    return (digits[0], *others)


def _stands_between(image: RGB, one: Piece, other: Piece) -> bool:
    """Whether any upright line of pixels between two digits differs from their backdrops, in its median."""
    if one.plate and other.plate:
        return one.plate != other.plate
    top, bottom = max(one.box.top, other.box.top), min(one.box.bottom, other.box.bottom)
    soft = max(1, round(SOFT * (bottom - top)))
    between = image[top:bottom, one.box.right + soft : max(0, other.box.left - soft)]
    if not between.size:
        return False
    tones = np.median(between, axis=0)
    apart = np.minimum(*(np.abs(tones - piece.backdrop).max(axis=1) for piece in (one, other)))
    return float(apart.max()) > max(LEAST_LEVELS, SHARE * min(one.contrast, other.contrast))
