"""How far apart two tones are: the few levels by which all stages of nonogram reading tell equal from unlike.

A screenshot shows flat colours, which compression, shades and highlights change. Each kind of change stays
below a level that the next kind exceeds, so that five levels serve all comparisons. All are differences of
one channel, the one that differs most, or of grey.
"""

from __future__ import annotations

from picrosser.puzzles.picture import Colour

MIN_LINE_LEVELS = 1.5  # levels: what differs by less, in the mean along a cell's side, is noise and no line
MAX_EQUAL_LEVELS = 6.0  # levels: tones that are nearer are one tone, rounded or dithered
# Levels: compression changes a flat tone by less, in the mean over a part of a cell; paint, a digit, or the
# gap between two plates differ by more, faded ones too
MAX_COMPRESSED_LEVELS = 14.0
# Levels: shades of one tone differ by less. Apps shade every other box of five by 20, and the cursor's lines
# by less; a tone that has faded is up to 24 from where it would be; crosses and known blanks differ by more
MAX_SHADE_LEVELS = 30.0
# Levels: tones that differ by more are clearly two: ink and its ground, a colour's largest channel and its
# smallest, two inks. Colours nearer to a board's background are not seen on it
MIN_CLEAR_LEVELS = 60.0
MIN_LIGHT_LEVELS = 110.0  # grey levels: black is seen on a tone that is as light, white on a darker one

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def contrasting(background: Colour) -> Colour:
    """Black for a light background, white for a dark one."""
    return BLACK if sum(background) / 3 >= MIN_LIGHT_LEVELS else WHITE
