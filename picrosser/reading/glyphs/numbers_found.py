"""The numbers of a picture and the possible ways to cut each into glyphs: the input of `digits`.

Digits often touch, so the stages that find ink only propose cuts; `digits` decides by the looks of parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import normalise_all


class Cut(NamedTuple):
    """One way to cut a number into glyphs.

    glyphs : indices of glyphs in NumbersFound, from left to right.
    contact : the length of ink that is cut through, as a share of the number's height; 0 for a single glyph.
    """

    glyphs: tuple[int, ...]
    contact: float


@dataclass(frozen=True, slots=True, eq=False)
class NumbersFound:
    """M numbers, and G glyphs: all parts of all possible cuts of them.

    hints : (M,) the index of the hint that shows the number.
    coverage : (M, L, L) float32, ink coverage 0..1 of the hint's patch.
    boxes : (M,) the number's box in its patch.
    cuts : (M,) the possible cuts of each number, one at least; the most plausible by its ink alone first.
    shapes : (G, ROWS * COLS) float32, each glyph stretched to the templates' size.
    log_aspects : (G,) float32, ln(width / height) of each glyph.
    glyph_boxes : (G,) each glyph's box in its patch.
    owners : (G,) the index of the number that each glyph is a part of.
    foreign : (M,) float32, the share of the hint's zone that is neither ink nor backdrop.
    """

    hints: NDArray[np.intp]
    coverage: NDArray[np.float32]
    boxes: tuple[Box, ...]
    cuts: tuple[tuple[Cut, ...], ...]
    shapes: NDArray[np.float32]
    log_aspects: NDArray[np.float32]
    glyph_boxes: tuple[Box, ...]
    owners: NDArray[np.intp]
    foreign: NDArray[np.float32]


def single_digit_numbers(coverages: Sequence[NDArray[np.float32]]) -> NumbersFound:
    """Each (height, width) ink piece, 0..1, as a number of one digit; there is at least one."""
    count = len(coverages)
    boxes = tuple(Box(0, 0, *coverage.shape) for coverage in coverages)
    return NumbersFound(
        hints=np.arange(count),
        coverage=np.zeros((count, 1, 1), np.float32),
        boxes=boxes,
        cuts=tuple((Cut((at,), 0.0),) for at in range(count)),
        shapes=normalise_all(coverages),
        log_aspects=np.log([box.width / box.height for box in boxes]).astype(np.float32),
        glyph_boxes=boxes,
        owners=np.arange(count),
        foreign=np.zeros(count, np.float32),
    )
