"""Digits of one picture, compared pixel by pixel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.glyphs import find_font, text_ink
from picrosser.reading.glyphs.digit_likelihoods import DIFFERENT_DIGITS, pixel_distances

TALL, FINE, INK = 12, 8, 0.45  # pixels; parts of a pixel that are drawn; of ink: a digit's edge


def moved(digit: int, off: float) -> NDArray[np.float32]:
    """A digit that lies so far off a pixel's corner, cut to its ink."""
    font = find_font("source-sans-bold")
    assert font is not None
    large = np.pad(text_ink(str(digit), font, TALL * FINE, 1.0), 8 * FINE)
    start, size = round(off * FINE), tuple(side // FINE - 1 for side in large.shape[::-1])
    box = (start, start, start + size[0] * FINE, start + size[1] * FINE)
    shown = np.asarray(Image.fromarray(large).resize(size, Image.Resampling.BOX, box))
    rows, cols = (np.flatnonzero((shown > INK).any(axis=axis)) for axis in (1, 0))
    return np.ascontiguousarray(shown[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1])


def test_equal_digits_are_like_each_other_wherever_they_lie_on_the_pixels() -> None:
    offs = (0.0, 0.25, 0.6)
    for some, _ in enumerate(offs):
        shown = [moved(digit, off) for digit in range(10) for off in offs]
        apart = pixel_distances(shown, np.arange(30) % len(offs) == some)
        others = np.repeat(range(10), len(offs) - 1)
        assert apart.shape == (10, 20)
        assert apart[np.equal.outer(range(10), others)].max() < DIFFERENT_DIGITS
        assert apart.argmin(axis=0).tolist() == others.tolist()
