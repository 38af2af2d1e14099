"""Find lines whose digits were read in one colour, but are of two hues, as on a photographed screen.

Rows and columns lie in different light there, so that an ink may look like another one, and two inks be taken
for one. Within a line the light hardly changes. Paint tells nothing: a satisfied digit fades, but keeps its
hue.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import hue_direction
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.nonogram import NonogramSolved
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import StatedRuns

# Between the directions of two tones away from grey, of length 1. In 20 drawn photographs of screens with
# coloured hints, digits of one ink in a line differ by up to 0.58; red and olive that were once taken for one
# ink, by 0.79 and 0.83.
MIN_HUE_DIFFERENCE = 0.7
MIN_COLOURED_LEVELS = 20  # between a tone's channels: of greyer ones blur and noise make any hue
INK_PART = 0.75  # of a digit's box is paler than its strokes
RING_PX = 2  # the width of what is looked at round a digit, as its backdrop


def lines_of_two_hues(solved: NonogramSolved, fixes: Mapping[HintPlace, StatedRuns]) -> tuple[Doubt, ...]:
    """A doubt for each line that states one colour, but has digits of two hues.

    solved : a nonogram of several colours. fixes : what was set by hand is in no doubt.
    """
    puzzle, image = solved.puzzle, solved.image
    places = [HintPlace("row", at) for at in range(len(puzzle.rows))]
    places += [HintPlace("column", at) for at in range(len(puzzle.cols))]
    digit_boxes = solved.reading.digit_boxes or ((),) * len(places)
    lines = zip(places, (*puzzle.rows, *puzzle.cols), digit_boxes, strict=True)
    return tuple(
        Doubt(place, None, (), "its digits seem to have two colours, and were read as one")
        for place, runs, boxes in lines
        if len({run.colour for run in runs or ()}) == 1 and place not in fixes and _have_two(image, boxes)
    )


def _have_two(image: RGB, boxes: tuple[Box, ...]) -> bool:
    """Whether any two digits clearly differ in hue."""
    tones = [_ink_tone(image, box) for box in boxes]
    hues = [hue_direction(tone) for tone in tones if np.ptp(tone) >= MIN_COLOURED_LEVELS]
    return any(np.linalg.norm(one - other) > MIN_HUE_DIFFERENCE for one, other in combinations(hues, 2))


def _ink_tone(image: RGB, box: Box) -> NDArray[np.float64]:
    """(3,) sRGB, the median tone of a digit's strokes: of what differs most from what surrounds it."""
    top, left = max(0, box.top - RING_PX), max(0, box.left - RING_PX)
    around = image[top : box.bottom + RING_PX, left : box.right + RING_PX].astype(np.float64)
    is_ring = np.ones(around.shape[:2], bool)
    is_ring[box.top - top : box.bottom - top, box.left - left : box.right - left] = False
    inside = around[~is_ring]
    off = np.abs(inside - np.median(around[is_ring], axis=0)).max(axis=1)
    return np.asarray(np.median(inside[off >= np.quantile(off, INK_PART)], axis=0))
