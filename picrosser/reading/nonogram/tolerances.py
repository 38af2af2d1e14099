"""How far apart things may be that are the same, and how many have to agree: what all stages here measure by.

A screenshot shows flat colours, which compression, shades and highlights change. Each kind of change stays
below a level that the next kind exceeds, so that five levels serve all comparisons of tones: the three below
and the two in `imaging.channels`, which all families share. All levels are differences of one channel, the
one that differs most, or of grey.
"""

from __future__ import annotations

import math

MIN_LINE_LEVELS = 1.5  # levels: what differs by less, in the mean along a cell's side, is noise and no line
MAX_EQUAL_LEVELS = 6.0  # levels: tones that are nearer are one tone, rounded or dithered
# Levels: shades of one tone differ by less. Apps shade every other box of five by 20, and the cursor's lines
# by less; a tone that has faded is up to 24 from where it would be; crosses and known blanks differ by more
MAX_SHADE_LEVELS = 30.0

# Of the natural logarithm: 7,210 digits of 89 boards differ by up to 0.17 from the usual height of theirs
SAME_HEIGHT = 0.2
SAME_LINE_HEIGHT = 0.25  # the same, of the digits of one line: what is left of one is lower, a bracket taller
# Of the pitch, by which a line or a number may lie off its place. Lines found by numbers lie within 0.11 of
# the true ones in nine of ten boards, within 0.25 in all of 77; numbers are up to 0.11 off the middles of
# their rows, 0.16 off those of their columns
MAX_OFF = 0.25
# Of the pitch, by which what belongs to a cell may reach over its edges, and what bounds it may lie off them:
# a lattice is not exact. All 7,210 digits of 89 boards stay 0.05 within, and rings in cells reach nearly as
# far
NEAR_EDGE = 0.1
# Of the pitch, the bare space from a number to the next: on tiles they stand a pitch apart; of 4,706 gaps the
# widest has 0.97. From the board to the nearest number nine lines in ten have up to 0.6
STEP = 1.0
# Lines, steps or marks that agree on something: any two do by chance. So no board has fewer rows or columns
FEWEST = 3
MOST = 0.8  # of lines, pairs or cells: if so many agree, the others may be lost, misread or covered


def have_same_height(one_px: float, other_px: float) -> bool:
    """Whether digits of a line are about as tall as each other."""
    return abs(math.log(one_px / other_px)) < SAME_LINE_HEIGHT
