"""Of pieces of ink that lie over each other one is kept: a whole digit rather than part of another piece."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.beside import _Glyph, _without_overlaps


def glyph(box: Box, distance: float, *, is_part: bool = False) -> _Glyph:
    return _Glyph(box, np.ones((box.height, box.width), np.float32), 1, distance, False, is_part)


def test_a_digit_is_kept_though_a_stroke_cut_off_another_piece_is_more_like_a_one():
    one, rim, stem = (Box(0, 7, 10, 12), Box(0, 7, 10, 10), Box(0, 10, 10, 12))
    pieces = [glyph(one, 0.04), glyph(rim, 0.08, is_part=True), glyph(stem, 0.01, is_part=True)]
    assert [piece.box for piece in _without_overlaps(pieces, 10.0)] == [one]


def test_digits_that_touch_are_kept_rather_than_what_is_no_digit_of_both():
    both, parts = Box(0, 0, 10, 12), (Box(0, 0, 10, 6), Box(0, 6, 10, 12))
    pieces = [glyph(both, 0.2), *(glyph(box, 0.03, is_part=True) for box in parts)]
    assert sorted(piece.box.left for piece in _without_overlaps(pieces, 10.0)) == [0, 6]
