"""Numbers and the ways to cut them into digits: what `digits` decides between, wherever the ink is from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import normalise


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to see a number.

    glyphs : indices into NumbersFound, from left to right.
    contact : the ink that the cut goes through, as a share of the number's height; 0 for a single digit.
    """

    glyphs: tuple[int, ...]
    contact: float


@dataclass(frozen=True, slots=True, eq=False)
class NumbersFound:
    """The numbers of all occupied hints, and the ways to cut them.

    hints : (M,) the index of each number's hint.
    coverage : (M, L, L) float32, ink coverage 0..1.
    boxes : (M,) the number's box in its patch.
    cuts : (M,) the ways to cut each number, at least one.
    shapes : (G, ROWS * COLS) float32, all glyphs of all ways, stretched to the common size.
    log_aspects : (G,) float32, the natural logarithm of a glyph's width over its height.
    glyph_boxes : (G,) the glyph's box in its patch.
    owners : (G,) the number each glyph belongs to.
    shaded : (M,) bool, the number's ink looked like its shadow, which was taken off.
    shadow_px : the shadow's step (down, right), if any number was shaded, else None.
    odd_height : (M,) bool, the number is taller or shorter than the others.
    foreign : (M,) float32, the share of each hint's zone that is neither ink nor backdrop.
    """

    hints: NDArray[np.intp]
    coverage: NDArray[np.float32]
    boxes: tuple[Box, ...]
    cuts: tuple[tuple[Cut, ...], ...]
    shapes: NDArray[np.float32]
    log_aspects: NDArray[np.float32]
    glyph_boxes: tuple[Box, ...]
    owners: NDArray[np.intp]
    shaded: NDArray[np.bool_]
    shadow_px: tuple[int, int] | None
    odd_height: NDArray[np.bool_]
    foreign: NDArray[np.float32]


def single_digit_numbers(coverages: Sequence[NDArray[np.float32]]) -> NumbersFound:
    """Ink that hangs together, each as a number of one digit, where other stages make numbers of them.

    coverages : each (height, width), 0..1, cut to its ink; at least one.
    """
    count = len(coverages)
    boxes = tuple(Box(0, 0, *coverage.shape) for coverage in coverages)
    return NumbersFound(
        hints=np.arange(count),
        coverage=np.zeros((count, 1, 1), np.float32),
        boxes=boxes,
        cuts=tuple((Cut((at,), 0.0),) for at in range(count)),
        shapes=np.stack([normalise(coverage) for coverage in coverages]),
        log_aspects=np.log([box.width / box.height for box in boxes]).astype(np.float32),
        glyph_boxes=boxes,
        owners=np.arange(count),
        shaded=np.zeros(count, bool),
        shadow_px=None,
        odd_height=np.zeros(count, bool),
        foreign=np.zeros(count, np.float32),
    )
