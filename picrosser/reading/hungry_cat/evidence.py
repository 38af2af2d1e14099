"""All that was seen of the hints in, their evidence out: candidates with log-likelihoods, and what is hidden.

A hint may be hidden when what lies there is neither its ink nor its backdrop: a finger, a notification, a
sticker, a blot. Whether it matters is for the sums to say: a number that adds up was legible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import quantile
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound

# Of a hint's zone: pixels that are neither ink nor backdrop nor between them, beyond what most numbers of the
# picture have. A sticker over a quarter of a number has 0.1 and more, a sharp number none.
FOREIGN = 0.08
USUAL = 0.85  # of the numbers are taken to be free of whatever lies over others
# Of a hint's zone: pixels unlike the backdrop, though there is no ink. A disc's rim has 0.05.
VEILED = 0.15
# A number whose shapes are this much further from all digits than the picture's other numbers are is a blot;
# unless the same shape stands elsewhere too.
ODD = 0.10


def weigh_evidence(
    hints: HintsFound,
    circles: CirclesFound,
    palette: PaletteFound,
    numbers: NumbersFound,
    digits: DigitsFound,
) -> Evidence:
    """State for every hint what it may be, and how likely."""
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
    """(N,) the hints over which something lies."""
    hidden = np.zeros(len(hints.places), bool)
    usual = quantile(numbers.foreign, USUAL) if len(numbers.hints) else 0.0
    hidden[numbers.hints] = (numbers.foreign > 2 * usual + FOREIGN) | _odd(digits)
    veiled = palette.cover > VEILED
    veiled[numbers.hints] = False
    return hidden | veiled


def _odd(digits: DigitsFound) -> NDArray[np.bool_]:
    """(M,) the numbers that have a shape like no digit, which stands nowhere else."""
    distances = np.array([group.distance for group in digits.groups for _ in group.members], np.float32)
    usual = quantile(distances, USUAL) if len(distances) else 0.0
    odd = {
        glyph
        for group in digits.groups
        for glyph in group.members
        if len(group.members) == 1 and group.distance > usual + ODD
    }
    return np.array([any(glyph in odd for glyph in way) for way in digits.glyphs], bool)
