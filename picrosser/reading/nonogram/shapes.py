"""A picture's digits in, how likely each shape is which digit out: what equal and unlike shapes say.

A picture sets its digits in one face. Where it draws equal ones pixel for pixel, those that differ a little
are not equal; and a shape that is far from what is surely a 3 is hardly another 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.digits import SAME_SHAPE, DigitsFound, recognise_digits
from picrosser.reading.segment import NumbersFound, lone_digits

# Mean squared differences of coverage: at most, of equal digits in a picture that draws them pixel for pixel;
# of what is one shape there; and at least, of different digits in any picture.
EXACT, SAME_EXACT, UNLIKE = 0.0005, 0.01, 0.05
SURE = -4.0  # nats: no other digit comes nearer to what a shape surely is
AGAIN = -4.0  # nats: for a digit that another shape, unlike this one, surely is

Nats = tuple[float, ...]
"""(10,) the log-likelihood of every digit, 0 for the best."""


def compare_shapes(coverages: Sequence[NDArray[np.float32]]) -> tuple[DigitsFound, tuple[Nats, ...]]:
    """The groups of equal shapes among digits, and how likely each group is which digit.

    coverages : each (height, width), 0..1, cut to its ink; at least one.
    """
    found = lone_digits(coverages)
    digits = recognise_digits(found, _same_shape(found.shapes))
    return digits, _told_apart(found, digits)


def _same_shape(shapes: NDArray[np.float32]) -> float:
    """The difference within which two digits of a picture are one shape."""
    if len(shapes) < 2:
        return SAME_SHAPE
    squares = (shapes**2).sum(axis=1)
    apart = np.maximum(squares[:, None] + squares - 2 * shapes @ shapes.T, 0) / shapes.shape[1]
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    repeated = nearest[nearest < SAME_SHAPE]
    exact = len(repeated) and float(np.median(repeated)) < EXACT
    return SAME_EXACT if exact else SAME_SHAPE


def _told_apart(found: NumbersFound, digits: DigitsFound) -> tuple[Nats, ...]:
    """Each group's digits, less likely where another group, unlike it, is surely one of them."""
    means = np.stack([found.shapes[list(group.members)].mean(axis=0) for group in digits.groups])
    nats = np.array([group.nats for group in digits.groups])
    sure = np.sort(nats, axis=1)[:, -2] < SURE
    told = nats.copy()
    for at, mean in enumerate(means):
        unlike = ((means - mean) ** 2).mean(axis=1) > UNLIKE
        told[at, np.unique(nats[sure & unlike].argmax(axis=1))] += AGAIN
    told -= told.max(axis=1, keepdims=True)
    return tuple(tuple(group) for group in told.tolist())
