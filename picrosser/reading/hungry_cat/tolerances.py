"""How far apart things may be that are the same, and how small is what does not count: for all stages here.

Levels are differences of one channel, the one that differs most, or of grey. Lengths are in cell pitches.
"""

NOISE_LEVELS = 4  # differences below are noise of a JPEG of quality 30
# Levels within which two tones are one flat colour: JPEG of quality 30 scatters it by 8 around the digits.
# Ink differs from its backdrop by 25 at least, and by 11 when dimmed; discs then from their stripes by 10.
SAME_LEVELS = 10
# A tone that differs by more from those around it is something that covers them: the stripes of one axis
# differ by 20 at most, by 2 from the next but one
FOREIGN_LEVELS = 24
# How far the channels may differ in the opacity of a shadow or of another translucent black
MAX_BLACK_SPREAD = 0.08

# Of a disc, of a digit with its outline, or of a line. With 0.05 two of 95 drawn boards are not read
SOFT_EDGE = 0.04
FINEST = 0.02  # a run of pixels with less ink is no part of a number; coverage is averaged this far
INSIDE = 0.8  # of a line's width: between its lines, where hints and marks stand
# From a place to what belongs there; between the board and the picture's edge, if it has a margin. With 0.25
# a slot that is cut in half counts as one
MAX_OFF = 0.3

CHANCE = 0.03  # of a hint's pixels: a thin "1" covers 0.06, compression noise less than 0.01
# Of a number: less ink apart from the rest is not a digit, and so much that is neither ink nor backdrop
# covers it. A sticker over a quarter of a number has 0.1 and more, a sharp number none.
MAX_STRAY = 0.08
USUAL = 0.85  # of the numbers or the cells of a picture: so many are as they should be
