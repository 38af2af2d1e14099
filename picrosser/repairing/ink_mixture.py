"""The inks of a page's digits: how many there are, and in which direction of colour space each lies.

In a photograph light changes over the page, blur mixes an ink with what is behind it, and satisfied digits
fade. All three change how far a digit's tone is from its backdrop; none changes much in which direction. So
the digits of one ink are a bundle of directions, and those of a page a mixture of such bundles, fitted by
expectation maximisation (Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM
algorithm", 1977). How many there are is told by the Bayesian information criterion (Schwarz, "Estimating the
dimension of a model", 1978).

Known failure: two inks that differ in lightness only, such as black and grey, have one direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.average_linkage import Linkage

Directions = NDArray[np.float64]
"""(N, 3) of length 1, in sRGB."""

MAX_INKS = 8  # more than any puzzle in 40 programs has
# Radians: the spread of one ink's digits, at least. Of 20 inks on drawn screens half have 0.025 to 0.055. At
# 0.025 some of them seem to be two; with 0.04 purple and grey squares, 0.08 apart, seem to be one.
MIN_SPREAD = 0.03
ASTRAY = 0.02  # of the digits: they have any direction, since they are no digits, or covered
NATS_ASTRAY = float(np.log(ASTRAY / (4 * np.pi)))  # the log-density of their directions, by steradian
MIN_STATED = 2  # digits of an ink
MAX_ROUNDS = 60
MIN_GAIN = 1e-4  # nats per digit: a round that gains less is the last


class InksFitted(NamedTuple):
    """The inks of a page.

    middles : (k, 3) their directions. spreads : (k,) radians. shares : (k,) of the digits.
    """

    middles: Directions
    spreads: NDArray[np.float64]
    shares: NDArray[np.float64]

    def nats(self, directions: Directions) -> NDArray[np.float64]:
        """(N, k) the log-densities of directions, by steradian, if they are those of each ink."""
        angles = _angles(directions, self.middles)
        return np.asarray(-(angles**2) / (2 * self.spreads**2) - np.log(2 * np.pi * self.spreads**2))

    def some(self, which: NDArray[np.intp]) -> InksFitted:
        """Only some of the inks."""
        return InksFitted(self.middles[which], self.spreads[which], self.shares[which])

    def apart(self) -> NDArray[np.float64]:
        """(k, k) the angles between inks, in radians."""
        return _angles(self.middles, self.middles)


def _angles(directions: Directions, others: Directions) -> NDArray[np.float64]:
    return np.asarray(np.arccos(np.clip(directions @ others.T, -1, 1)))


def fitted_inks(directions: Directions, is_row: NDArray[np.bool_]) -> InksFitted:
    """The mixture of inks that explains directions best, of which each is stated by rows and columns.

    is_row : (N,) which are of digits of rows.
    """

    def information(inks: InksFitted) -> float:
        likelihood = float(np.logaddexp.reduce(_joint(inks, directions), axis=1).sum())
        parameters = 4 * len(inks.shares) - 1  # two angles, a spread and a share of each
        return -2 * likelihood + parameters * float(np.log(len(directions)))

    return min((_stated(one, directions, is_row) for one in _mixtures(directions)), key=information)


def _stated(inks: InksFitted, directions: Directions, is_row: NDArray[np.bool_]) -> InksFitted:
    """The mixture without inks that are not stated by rows and by columns."""
    while len(inks.shares) > 1:
        is_of = _joint(inks, directions).argmax(axis=1)[:, None] == np.arange(len(inks.shares))
        stated = is_of[is_row].any(axis=0) & is_of[~is_row].any(axis=0) & (is_of.sum(axis=0) >= MIN_STATED)
        if stated.all() or not stated.any():
            break
        nearest = inks.nats(directions)[:, stated].argmax(axis=1)
        inks = fitted_to(directions, nearest[:, None] == np.arange(stated.sum()))
    return inks


def _mixtures(directions: Directions) -> Iterator[InksFitted]:
    """A mixture of each number of inks from one on, begun by average linkage of the directions."""
    # Of directions, which have length 1
    linkage = Linkage(np.sqrt(np.maximum(0, 2 - 2 * directions @ directions.T)))
    for count in range(1, min(MAX_INKS, len(directions)) + 1):
        yield fitted_to(directions, linkage.groups(count)[:, None] == np.arange(count))


def fitted_to(directions: Directions, belongs: NDArray[np.bool_]) -> InksFitted:
    """The mixture that makes directions likeliest, near one to whose inks they belong, (N, k)."""
    weights, before = belongs.astype(np.float64), -np.inf
    for _ in range(MAX_ROUNDS):
        counts = weights.sum(axis=0) + 1e-9
        middles = weights.T @ directions
        middles /= np.maximum(np.linalg.norm(middles, axis=1, keepdims=True), 1e-9)
        angles = _angles(directions, middles)
        spreads = np.sqrt((weights * angles**2).sum(axis=0) / (2 * counts))
        fitted = InksFitted(middles, np.maximum(spreads, MIN_SPREAD), counts / counts.sum())
        joint = _joint(fitted, directions)
        either = np.logaddexp.reduce(joint, axis=1)
        weights = np.exp(joint[:, :-1] - either[:, None])
        if either.mean() - before < MIN_GAIN:
            break
        before = either.mean()
    return fitted


def _joint(inks: InksFitted, directions: Directions) -> NDArray[np.float64]:
    """(N, k + 1) the log-densities of each direction and each ink; and, last, of one that is astray."""
    own = inks.nats(directions) + np.log((1 - ASTRAY) * inks.shares)
    return np.column_stack([own, np.full(len(own), NATS_ASTRAY)])
