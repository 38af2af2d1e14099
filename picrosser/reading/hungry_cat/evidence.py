"""Gather the evidence of all hints: the candidates for each with log-likelihoods, and what may be hidden.

A hint may be hidden when what lies there is neither its ink nor its backdrop: a finger, a notification, a
sticker, a blot. The sums decide whether that matters: a number that adds up was legible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound

# Share of a hint's zone that is neither ink nor backdrop nor between them, beyond what most numbers of the
# picture have. A sticker over a quarter of a number has 0.1 and more, a sharp number none.
MIN_FOREIGN = 0.08
USUAL_FRACTION = 0.85  # the share of numbers that are assumed to be uncovered
# Share of a hint's zone that differs from the backdrop though there is no ink. A disc's rim has 0.05.
MIN_COVER = 0.15
# A shape whose distance to all digits exceeds that of most others by this is a blot, unless it occurs twice.
MIN_EXCESS_DISTANCE = 0.10


def weigh_evidence(
    hints: HintsFound,
    circles: CirclesFound,
    palette: PaletteFound,
    numbers: NumbersFound,
    digits: DigitsFound,
) -> Evidence:
    """Return for every hint what it may be, and how likely."""
    hidden = _hidden(hints, palette, numbers, digits)
    spellings = dict(zip(numbers.hints.tolist(), digits.spellings, strict=True))
    return Evidence(
        rows=hints.rows,
        cols=hints.cols,
        colours=hints.colours,
        hints=tuple(
            HintEvidence(
                place=place,
                spellings=spellings.get(index, ()),
                circled=circles.log_odds[index],
                hidden=bool(hidden[index]),
            )
            for index, place in enumerate(hints.places)
        ),
        shapes=tuple(group.nats for group in digits.groups),
    )


def _hidden(
    hints: HintsFound, palette: PaletteFound, numbers: NumbersFound, digits: DigitsFound
) -> NDArray[np.bool_]:
    """Return the hints that something seems to cover: (N,) bool."""
    hidden = np.zeros(len(hints.places), bool)
    usual = float(np.quantile(numbers.foreign, USUAL_FRACTION)) if len(numbers.hints) else 0.0
    hidden[numbers.hints] = (numbers.foreign > 2 * usual + MIN_FOREIGN) | _has_blot(digits)
    covered = palette.cover > MIN_COVER
    covered[numbers.hints] = False
    return hidden | covered


def _has_blot(digits: DigitsFound) -> NDArray[np.bool_]:
    """Return the numbers with a shape that resembles no digit and occurs nowhere else: (M,) bool."""
    distances = np.array([group.distance for group in digits.groups for _ in group.members], np.float32)
    usual = float(np.quantile(distances, USUAL_FRACTION)) if len(distances) else 0.0
    blots = {
        glyph
        for group in digits.groups
        for glyph in group.members
        if len(group.members) == 1 and group.distance > usual + MIN_EXCESS_DISTANCE
    }
    return np.array([any(glyph in blots for glyph in glyphs) for glyphs in digits.glyphs], bool)
