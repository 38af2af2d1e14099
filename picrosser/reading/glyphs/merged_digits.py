"""Weigh whether a wide shape is two digits that touch, and which ones.

On a photograph of small cells the lens blurs the digits of a number into one piece, in which no cut shows two
digits. But what such a piece would look like is known: the page's own digits, set side by side. So each
number from 10 to 99 is composed of them and compared with the piece, as each single digit is.

Known failure: a number whose digits the page shows nowhere else; those of the nearest face are sharper.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram_evidence import TWO_DIGITS
from picrosser.reading.glyphs.digits import DIGIT_ROOM, DIGIT_SCALE, DigitsFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, stretch_all

MIN_ASPECT = 0.6  # width over height of two digits that touch; of narrow faces they have 0.7
WIDE_COLS = 24  # columns at which shapes are compared: each digit has as many as a template
GAPS = -2, -1, 0, 1, 2, 3  # columns between two digits, or that both cover; a digit is `ROWS` tall
BRIDGE = 0.35  # of the ink beside it, what blur leaves between two digits
# Of ln(width / height), by which a digit is wider than its face's: two that touch, taken for one, have 0.5
MAX_WIDER = 0.25
ASPECT_WEIGHT = 0.15  # of the squared difference of ln(width / height)
# Nats: the page's own 3 is the mean of the shapes that are surely a 3; if it shows none, of the likely ones
OWN_LEADS = 4.0, 2.0
# A difference of cost becomes nats as in `digits`, but at least so much of it is one: of 86 merged numbers on
# photographed pages, 70 are nearest to what they are, and all but one within 2 nats. Of 6,390 single digits
# there, eight are nearer to two.
MIN_PER_NAT = 0.012
MOST_NATS = 8.0  # by which a shape is likelier two digits than one, or one than two

Shape = NDArray[np.float32]


class MergedNats(Sequence[tuple[float, ...]]):
    """How likely each group of equal shapes is two digits that touch, as `merged_nats` returns it.

    It is computed when it is first looked at: composing all numbers takes 10 ms, and only photographs that
    leave doubts are weighed so closely.

    The parameters are those of `merged_nats`.
    """

    def __init__(
        self, coverages: Sequence[Shape], digits: DigitsFound, nats: Sequence[Sequence[float]]
    ) -> None:
        self._coverages, self._digits, self._nats = coverages, digits, nats

    @cached_property
    def _merged(self) -> tuple[tuple[float, ...], ...]:
        return merged_nats(self._coverages, self._digits, self._nats)

    def __len__(self) -> int:
        return len(self._digits.groups)

    @overload
    def __getitem__(self, at: int) -> tuple[float, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[tuple[float, ...]]: ...
    def __getitem__(self, at: int | slice) -> tuple[float, ...] | Sequence[tuple[float, ...]]:
        return self._merged[at]


def merged_nats(
    coverages: Sequence[Shape], digits: DigitsFound, nats: Sequence[Sequence[float]]
) -> tuple[tuple[float, ...], ...]:
    """How likely each group of equal shapes is two digits that touch.

    Parameters
    ----------
    coverages : each (height, width), 0..1, cut to its ink.
    digits : the groups of equal shapes among them.
    nats : (groups, 10) how likely each is which digit, if it is a single one.

    Returns
    -------
    Per group, the log-likelihood of each of `TWO_DIGITS`, against its likeliest digit; empty for a shape too
    narrow for two.
    """
    log_aspects = np.array(
        [np.mean([_log_aspect(coverages[member]) for member in group.members]) for group in digits.groups]
    )
    found: list[tuple[float, ...]] = [()] * len(digits.groups)
    wide = np.flatnonzero(log_aspects > np.log(MIN_ASPECT)).tolist()
    if not wide:
        return tuple(found)
    composed, aspects = _composed(_own_digits(coverages, digits, np.array(nats), log_aspects))
    for at in wide:
        members = digits.groups[at].members
        shape = stretch_all([coverages[member] for member in members], (ROWS, WIDE_COLS)).mean(axis=0)
        costs = ((composed - shape.ravel()) ** 2).mean(axis=2)
        costs = (costs + ASPECT_WEIGHT * (aspects - log_aspects[at]) ** 2).min(axis=1)
        one, two = costs[:10], costs[10:]
        per_nat = max(MIN_PER_NAT, DIGIT_SCALE * (DIGIT_ROOM + float(costs.min())))
        lead = float(np.clip((one.min() - two.min()) / per_nat, -MOST_NATS, MOST_NATS))
        found[at] = tuple((lead + (two.min() - two) / per_nat).tolist())
    return tuple(found)


def _own_digits(
    coverages: Sequence[Shape],
    digits: DigitsFound,
    nats: NDArray[np.float64],
    log_aspects: NDArray[np.float64],
) -> list[Shape]:
    """(10,) the page's own digits, each (ROWS, its width); for those that it does not show, its face's.

    nats : (groups, 10). log_aspects : (groups,).
    """
    templates, face = load_templates(), digits.faces[0]
    likeliest, leads = nats.argmax(axis=1), -np.sort(nats, axis=1)[:, -2]
    off = log_aspects - templates.log_aspects[face][likeliest]
    counts = [len(group.members) for group in digits.groups]
    usual = (
        float(np.median(np.repeat(off, counts * (leads > OWN_LEADS[0]))))
        if (leads > OWN_LEADS[0]).any()
        else 0.0
    )
    own = []
    for digit in range(10):
        ours = (likeliest == digit) & (off - usual < MAX_WIDER)
        clear = next((leads > least for least in OWN_LEADS if (ours & (leads > least)).any()), False)
        groups = np.flatnonzero(ours & clear).tolist()
        shapes = [coverages[member] for at in groups for member in digits.groups[at].members]
        if shapes:
            aspect = float(np.mean([_log_aspect(shape) for shape in shapes]))
        else:
            shapes = [templates.shapes[face, digit].reshape(ROWS, COLS)]
            aspect = float(templates.log_aspects[face, digit]) + usual
        width = max(1 - GAPS[0], round(float(np.exp(aspect)) * ROWS))
        own.append(stretch_all(shapes, (ROWS, width)).mean(axis=0))
    return own


def _composed(own: Sequence[Shape]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The digits, then `TWO_DIGITS`: (100, gaps, pixels) their shapes, (100, gaps) ln(width / height)."""
    looks = [[digit] * len(GAPS) for digit in own]
    looks += [
        [_side_by_side(own[number // 10], own[number % 10], gap) for gap in GAPS] for number in TWO_DIGITS
    ]
    shapes = stretch_all([look for each in looks for look in each], (ROWS, WIDE_COLS))
    log_aspects = np.array([[_log_aspect(look) for look in each] for each in looks])
    return shapes.reshape(*log_aspects.shape, ROWS * WIDE_COLS), log_aspects


def _side_by_side(left: Shape, right: Shape, gap: int) -> Shape:
    """Two digits with so many columns between them, which the blur of both fills in part, or in common."""
    if gap < 0:
        both = np.minimum(left[:, gap:] + right[:, :-gap], 1)
        return np.concatenate([left[:, :gap], both, right[:, -gap:]], axis=1)
    shares = (np.arange(gap, dtype=np.float32) + 1) / (gap + 1)
    between = BRIDGE * np.maximum(left[:, -1:] * shares[::-1], right[:, :1] * shares)
    return np.concatenate([left, between, right], axis=1)


def _log_aspect(shape: Shape) -> float:
    """ln(width / height)."""
    return float(np.log(shape.shape[1] / shape.shape[0]))
