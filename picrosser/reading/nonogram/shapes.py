"""A picture's digits in, how likely each shape is which digit out: what equal and unlike shapes say.

A picture sets its digits in one face, of which a blur may have left little: where not all shapes are sure,
they are compared with blurred templates, too. Where it draws equal digits pixel for pixel, those that differ
a little are not equal; and a shape that is far from what is surely a 3 is hardly another 3. Of two shapes far
from each other of which neither is sure, it can only be said that they are hardly the same digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.digits import (
    MAX_SHAPE_DISTANCE,
    DigitsFound,
    face_costs,
    rank_faces,
    recognise_digits,
)
from picrosser.reading.glyphs.numbers_found import NumbersFound, single_digit_numbers
from picrosser.reading.glyphs.templates import load_templates
from picrosser.reading.nonogram.pixelwise import unlike_each_other
from picrosser.reading.nonogram.softened import softened

# Mean squared differences of coverage: at most, of equal digits in a picture that draws them pixel for pixel;
# of what is one shape there; and at least, of different digits in any picture.
EXACT, SAME_EXACT, UNLIKE = 0.0005, 0.01, 0.05
SURE = -4.0  # nats: no other digit comes nearer to what a shape surely is
SOFTENED = 12  # faces that are blurred: one like the right one is among them, and each takes milliseconds
# Pixel by pixel, of the larger one's ink: so unlike at least are most different digits, while equal ones
# differ by a quarter of it; and how much of it is a nat. Both are fitted by likelihood to drawn pictures.
OTHER, A_NAT = 0.15, 0.05
AGAIN = -4.0  # nats: for a digit that another shape, unlike this one, surely is

Nats = tuple[float, ...]
"""(10,) the log-likelihood of every digit, 0 for the best."""


class ShapesCompared(NamedTuple):
    """What a picture's digits say of each other.

    digits : the groups of equal shapes.
    nats : per group, how likely it is which digit.
    again : per two groups, how likely both are one digit; 0 where nothing is against it but what `nats` say.
    """

    digits: DigitsFound
    nats: tuple[Nats, ...]
    again: tuple[Nats, ...]


def compare_shapes(coverages: Sequence[NDArray[np.float32]]) -> ShapesCompared:
    """The groups of equal shapes among digits, and how likely each group is which digit.

    coverages : each (height, width), 0..1, cut to its ink; at least one.
    """
    found = single_digit_numbers(coverages)
    same = _same_shape(found.shapes)
    costs = face_costs(found, load_templates())
    digits = recognise_digits(found, same, costs)
    if not all(sorted(group.nats)[-2] < SURE for group in digits.groups):
        digit_px = median([len(coverage) for coverage in coverages])
        digits = _as_if_blurred(found, same, rank_faces(found, costs)[:SOFTENED], digit_px)
    nats, again = _told_apart(found, digits)
    return ShapesCompared(digits, _by_sure_ones(coverages, digits, nats), again)


def _as_if_blurred(
    found: NumbersFound, same_shape: float, nearest: NDArray[np.intp], digit_px: float
) -> DigitsFound:
    """The digits, compared with the faces that come nearest, sharp and blurred."""
    blurred = softened(load_templates(), nearest, digit_px)
    digits = recognise_digits(found, same_shape, face_costs(found, blurred))
    faces = dict.fromkeys(int(nearest[face % SOFTENED]) for face in digits.faces)
    return replace(digits, faces=tuple(faces))


def _by_sure_ones(
    coverages: Sequence[NDArray[np.float32]], digits: DigitsFound, nats: tuple[Nats, ...]
) -> tuple[Nats, ...]:
    """The same where a shape that is not sure is likelier what another one, nearly like it, surely is."""
    sure = np.sort(nats, axis=1)[:, -2] < SURE
    if sure.all() or not sure.any():
        return nats
    unlike = unlike_each_other([coverages[group.members[0]] for group in digits.groups])
    nearest = np.full((len(nats), 10), OTHER)
    for at in np.flatnonzero(sure):
        digit = int(np.argmax(nats[at]))
        nearest[:, digit] = np.minimum(nearest[:, digit], unlike[at])
    told = np.where(sure[:, None], nats, nats - nearest / A_NAT)
    told -= told.max(axis=1, keepdims=True)
    return tuple(map(tuple, told.tolist()))


def _same_shape(shapes: NDArray[np.float32]) -> float:
    """The difference within which two digits of a picture are one shape."""
    if len(shapes) < 2:
        return MAX_SHAPE_DISTANCE
    squares = (shapes**2).sum(axis=1)
    apart = np.maximum(squares[:, None] + squares - 2 * shapes @ shapes.T, 0) / shapes.shape[1]
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    repeated = nearest[nearest < MAX_SHAPE_DISTANCE]
    exact = len(repeated) and median(repeated) < EXACT
    return SAME_EXACT if exact else MAX_SHAPE_DISTANCE


def _told_apart(found: NumbersFound, digits: DigitsFound) -> tuple[tuple[Nats, ...], tuple[Nats, ...]]:
    """Each group's digits, less likely where another group, unlike it, is surely one of them; and how likely
    two that are not sure are one digit.
    """
    means = np.stack([found.shapes[list(group.members)].mean(axis=0) for group in digits.groups])
    nats = np.array([group.nats for group in digits.groups])
    sure = np.sort(nats, axis=1)[:, -2] < SURE
    unlike = np.stack([((means - mean) ** 2).mean(axis=1) > UNLIKE for mean in means])
    told = nats.copy()
    for at, others in enumerate(unlike):
        told[at, list(set(nats[sure & others].argmax(axis=1).tolist()))] += AGAIN
    told -= told.max(axis=1, keepdims=True)
    again = np.where(unlike & ~sure & ~sure[:, None], AGAIN, 0.0)
    return tuple(map(tuple, told.tolist())), tuple(map(tuple, again.tolist()))
