"""Find the colours of a page's digits in all its views together, and weigh the colour of each digit.

In a photograph light changes over the page, blur mixes an ink with what is behind it, and satisfied digits
fade. All three change how far a digit's tone is from its backdrop; none changes much in which direction. So
the digits of one ink are a bundle of directions, and those of a page a mixture of such bundles, fitted by
expectation maximisation (Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM
algorithm", 1977). How many there are is told by the Bayesian information criterion (Schwarz, "Estimating the
dimension of a model", 1978).

The inks are those of the first view. A sharpened view, or one in other light, may show an ink in another
direction; what its digits are is known from the first view wherever both show as many digits in a line, and
its own directions are fitted to these.

Known failure: two inks that differ in lightness only, such as black and grey, have one direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.average_linkage import Linkage
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence, in_one_colour
from picrosser.puzzles.picture import Colour
from picrosser.repairing.spelling import all_lines

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
# Radians between two inks: what is further apart is not one in uneven light. Of faded red digits and others
# on a dark screen 0.22 (`draw_photographs.py --kind screen --seed 76017`).
MAX_FADED = 0.35

Views = tuple[NonogramEvidence, ...]


def in_own_colours(views: Sequence[NonogramEvidence]) -> Views | None:
    """The views with the palette of the page's own inks, and each digit's likelihoods of them.

    None if the inks are not known, as of lines set by hand, or of a single digit.

    views : of one page, with as many rows and columns.
    """
    steps = _steps(views)
    if not steps:
        return None
    directions = list(map(_directions, steps))
    first, inks = views[0], _inks_of(views[0], directions[0])
    nats = list(_ink_nats(views, directions, inks))
    tones = list(_tones(first.palette[0], steps[0], nats[0].argmax(axis=1), len(inks.shares)))
    if len(tones) == 1:
        return tuple(in_one_colour(view, tones[0]) for view in views)
    palette = first.palette[0], *tones
    return tuple(_in_inks(view, palette, own) for view, own in zip(views, nats, strict=True))


def has_far_inks(view: NonogramEvidence) -> bool:
    """Whether digits that were read in one colour have inks too far apart to be one in uneven light."""
    steps = _steps([view])
    if not steps:
        return False
    middles = _inks_of(view, _directions(steps[0])).middles
    return float(_angles(middles, middles).max()) > MAX_FADED


def _steps(views: Sequence[NonogramEvidence]) -> list[NDArray[np.float64]]:
    """Of each view, (N, 3) how its digits differ from what is behind them; empty if any view cannot tell."""
    if any(line.shapes and not line.glyphs for view in views for line in all_lines(view)):
        return []
    steps = [view.steps().astype(np.float64) for view in views if view.steps is not None]
    return steps if len(steps) == len(views) and len(steps[0]) >= 2 else []


def _directions(steps: NDArray[np.float64]) -> Directions:
    return np.asarray(steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1.0))


def _inks_of(view: NonogramEvidence, directions: Directions) -> InksFitted:
    """The inks of a view's digits that some digit has."""
    in_rows = [glyph for line in view.rows for glyph in line.glyphs]
    inks = fitted_inks(directions, np.isin(np.arange(len(directions)), in_rows))
    return inks.some(np.unique(inks.nats(directions).argmax(axis=1)))


def _ink_nats(
    views: Sequence[NonogramEvidence], directions: Sequence[Directions], inks: InksFitted
) -> Iterator[NDArray[np.float64]]:
    """For each view, (N, k) nats of its digits' inks.

    inks : those of the first view.
    """
    of_first = inks.nats(directions[0])
    yield of_first
    ink, count = of_first.argmax(axis=1), len(inks.shares)
    for view, own in zip(views[1:], directions[1:], strict=True):
        known = _known_inks(view, len(own), views[0], ink)
        yield fitted_to(own, known[:, None] == np.arange(count)).nats(own)


def _known_inks(
    view: NonogramEvidence, many: int, first: NonogramEvidence, ink: NDArray[np.intp]
) -> NDArray[np.intp]:
    """(many,) the inks of a view's digits, where the first view shows as many in a line; else -1.

    ink : of each digit in the first view.
    """
    known = np.full(many, -1)
    for line, other in zip((*view.rows, *view.cols), (*first.rows, *first.cols), strict=True):
        if len(line.glyphs) == len(other.glyphs):
            known[list(line.glyphs)] = ink[list(other.glyphs)]
    return known


def _tones(blank: Colour, steps: NDArray[np.float64], ink: NDArray[np.intp], inks: int) -> Iterator[Colour]:
    """The usual tone of each ink, so many.

    blank : the tone of the page. steps, ink : of each digit, how it differs from that, and its ink.
    """
    for at in range(inks):
        tone = np.array(blank) + np.median(steps[ink == at], axis=0)
        red, green, blue = np.clip(tone, 0, 255).astype(int).tolist()
        yield red, green, blue


def _in_inks(
    view: NonogramEvidence, palette: tuple[Colour, ...], nats: NDArray[np.float64]
) -> NonogramEvidence:
    """A view whose digits have the colours of a palette.

    nats : (N, k) of each digit and each ink.
    """
    likeliest = nats.argmax(axis=1) + 1
    told = np.logaddexp(nats, NATS_ASTRAY)  # a digit far from all inks may have any

    def in_inks(line: LineEvidence) -> LineEvidence:
        return replace(line, colours=tuple(likeliest[list(line.glyphs)].tolist()))

    return replace(
        view,
        rows=tuple(map(in_inks, view.rows)),
        cols=tuple(map(in_inks, view.cols)),
        palette=palette,
        single_colour=None,
        shade_of=(),
        inks=tuple(map(tuple, (told - told.max(axis=1, keepdims=True)).tolist())),
    )


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
