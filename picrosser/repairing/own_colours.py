"""Find the colours of a page's digits in all its views together, and weigh the colour of each digit.

The colours by which a view's hints were read may be wrong in a photograph (see `ink_mixture`): so they are
found anew, by the directions of the inks in the first view. A sharpened view, or one in other light, may show
an ink in another direction; what its digits are is known from the first view wherever both show as many
digits in a line, and its own directions are fitted to these.

Satisfied digits may have another direction than others of their ink. Rows and columns state as many cells of
each ink: if they do not of two inks near each other, but do of both together, these may be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence, in_one_colour
from picrosser.puzzles.picture import Colour
from picrosser.repairing.ink_mixture import NATS_ASTRAY, Directions, InksFitted, fitted_inks, fitted_to
from picrosser.repairing.spelling import (
    all_lines,
    cells_per_colour,
    likeliest_digits,
    likely_joins,
    runs_of_lines,
)

# Radians between two inks: what is further apart is not one of which some digits have faded. Of faded red
# digits and others on a dark screen 0.22 (`draw_photographs.py --kind screen --seed 76017`).
MAX_FADED = 0.35

Views = tuple[NonogramEvidence, ...]


def in_own_colours(views: Sequence[NonogramEvidence]) -> Iterator[Views]:
    """The views with the palette of the page's own inks, and each digit's likelihoods of them.

    If the totals say that some of the inks are others that have faded, the views without these follow. None
    come if the inks are not known, as of lines set by hand, or of a single digit.

    views : of one page, with as many rows and columns.
    """
    steps = _steps(views)
    if not steps:
        return
    directions = list(map(_directions, steps))
    first, inks = views[0], _inks_of(views[0], directions[0])
    nats = list(_ink_nats(views, directions, inks))
    tones = list(_tones(first.palette[0], steps[0], nats[0].argmax(axis=1), len(inks.shares)))
    surplus = _surplus(_in_inks(first, (first.palette[0], *tones), nats[0]))
    for way in dict.fromkeys((tuple(range(len(tones))), _with_faded(inks, surplus))):
        names = np.array(way)
        kept = np.unique(names)
        palette = first.palette[0], *(tones[ink] for ink in kept)
        own = [np.stack([one[:, names == ink].max(axis=1) for ink in kept], axis=1) for one in nats]
        yield tuple(
            in_one_colour(view, palette[1]) if len(kept) == 1 else _in_inks(view, palette, one)
            for view, one in zip(views, own, strict=True)
        )


def has_far_inks(view: NonogramEvidence) -> bool:
    """Whether digits that were read in one colour have inks too far apart to be one in uneven light."""
    steps = _steps([view])
    return bool(steps) and float(_inks_of(view, _directions(steps[0])).apart().max()) > MAX_FADED


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


def _surplus(view: NonogramEvidence) -> list[int]:
    """Of each ink, how many more cells the rows state than the columns, if digits are what they look like."""
    stated = runs_of_lines(view, likely_joins(view), likeliest_digits(view))
    over, down = (cells_per_colour(side) for side in (stated[: len(view.rows)], stated[len(view.rows) :]))
    return [over[ink] - down[ink] for ink in range(1, len(view.palette))]


def _with_faded(inks: InksFitted, surplus: Sequence[int]) -> tuple[int, ...]:
    """The ink that each ink may be, in part faded; itself if it is none but its own.

    surplus : of each ink, as `_surplus` tells it.
    """
    names, left, apart = list(range(len(surplus))), list(surplus), inks.apart()
    for one, other in sorted(combinations(names, 2), key=lambda pair: float(apart[pair])):
        if apart[one, other] > MAX_FADED:
            break
        first, second = names[one], names[other]
        both = left[first] + left[second]
        if first != second and abs(both) < max(abs(left[first]), abs(left[second])):
            left[first] = both
            names = [first if name == second else name for name in names]
    return tuple(names)


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
        similar_to=(),
        inks=tuple(map(tuple, (told - told.max(axis=1, keepdims=True)).tolist())),
    )
