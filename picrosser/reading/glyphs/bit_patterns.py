"""Compare glyphs of a few whole pixels with digits drawn in as many pixels.

What is drawn pixel by pixel is a pattern of bits. So each template is drawn in as many pixels as a glyph has,
and both are the same or differ in some pixels. Equal patterns are one digit, and other patterns are others:
no blur, no shift and no scaling makes two of one.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, stretch

MAX_HEIGHT_PX = 16  # of a pattern: taller digits are drawn with curves, as the templates are
# By which a template may be narrower or wider than the glyph that it is drawn as: pixels, and of its width.
# With the second one 59 of the 60 digits of six pixel fonts are likeliest what they are, without it 55; of
# random patterns 6 % are like digits then, and 4 % without it.
SPARE_PX, SPARE_WIDTH = 0.75, 0.35
NATS_PER_PIXEL = 2.0  # less likely, for each pixel in which a glyph differs from a digit of a face

Pattern = NDArray[np.bool_]


def are_patterns(coverages: Sequence[NDArray[np.float32]]) -> bool:
    """Whether all glyphs, (height, width) 0..1, are drawn pixel by pixel."""
    return all(len(each) <= MAX_HEIGHT_PX and bool(((each == 0) | (each == 1)).all()) for each in coverages)


@cache
def _drawn(height: int, width: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(F * 10, pixels) the templates in so many pixels; and (F * 10,) which have such proportions."""
    templates = load_templates()
    shapes = templates.shapes.reshape(-1, ROWS, COLS)
    bits = stretch(shapes, (height, width)).reshape(len(shapes), -1) > 0.5
    off = np.abs(templates.log_aspects.ravel() - np.log(width / height))
    return bits, off < np.log(1 + max(SPARE_PX / width, SPARE_WIDTH))


def _differing(pattern: Pattern) -> NDArray[np.float32]:
    """(F, 10) in how many pixels each face's digits differ; infinite for other proportions."""
    bits, alike = _drawn(*pattern.shape)
    differing = np.where(alike, np.count_nonzero(bits != pattern.ravel(), axis=1), np.inf)
    return differing.reshape(-1, 10).astype(np.float32)


def pattern_distance(pattern: Pattern) -> float:
    """The share of pixels in which a pattern differs from the nearest digit; infinite if it is too wide."""
    return float(_differing(pattern).min()) / pattern.size


def pattern_nats(pattern: Pattern) -> tuple[float, ...]:
    """(10,) the log-likelihood of each digit, 0 for the best: how many faces draw it like this."""
    likely = np.exp(-NATS_PER_PIXEL * _differing(pattern)).mean(axis=0)
    nats = np.log(np.maximum(likely, np.exp(-NATS_PER_PIXEL * pattern.size)))
    return tuple((nats - nats.max()).tolist())
