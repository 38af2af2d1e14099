"""A row's digits in, the same out, marked where something stands between two of them.

On badges, tiles and coloured squares every number has a plate of its own: between two numbers the page shows,
or the plates' border, while between the digits of one number there is nothing but their plate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.pieces import OVERSHOOT

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
    """Whether any upright line of pixels between two digits differs from their backdrops, in its median, and
    by more than what is between it and either digit: else it is where their blurred edges meet.
    """
    if one.plate and other.plate:
        return one.plate != other.plate
    top, bottom = max(one.box.top, other.box.top), min(one.box.bottom, other.box.bottom)
    soft = max(1, round(SOFT * (bottom - top)))
    between = image[top:bottom, one.box.right : other.box.left]
    if between.shape[0] == 0 or between.shape[1] <= 2 * soft:
        return False
    tones = median(between, axis=0)
    apart = np.minimum(*(_apart(tones, piece) for piece in (one, other)))
    before, after = np.minimum.accumulate(apart), np.minimum.accumulate(apart[::-1])[::-1]
    return float((apart - np.maximum(before, after))[soft:-soft].max()) > 1


def _apart(tones: NDArray[np.float64], piece: Piece) -> NDArray[np.float64]:
    """(N,) how far tones are off a digit's backdrop; up to 1 it is noise, or what its edges make of it."""
    steps = tones - piece.backdrop
    # What differs the other way may be where both digits' edges, sharpened, overshoot.
    shares = np.where(steps @ (piece.tone - piece.backdrop) < 0, OVERSHOOT, SHARE)
    return np.asarray(np.abs(steps).max(axis=1) / np.maximum(LEAST_LEVELS, shares * piece.contrast))
