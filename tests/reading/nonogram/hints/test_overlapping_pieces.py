"""Of pieces of ink that lie over each other one is kept: a whole digit rather than part of another piece."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.nonogram.hints.beside import Axis, _Glyph, _glyphs_beside, _without_overlaps
from picrosser.reading.nonogram.hints.chains import MAX_STRANGE_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink


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


def drawn(digit: int) -> NDArray[np.float32]:
    """A narrow digit, 18 pixels tall and 10 wide."""
    shape = load_templates().shapes[3, digit].reshape(ROWS, COLS)
    return shape[np.ix_(np.arange(18) * ROWS // 18, np.arange(10) * COLS // 10)]


@pytest.mark.parametrize("shown", ["pair", "blot"])
def test_narrow_digits_that_touch_are_cut_though_they_are_like_no_digit_together(shown: str) -> None:
    pair = np.ascontiguousarray(np.hstack([drawn(2), drawn(0)]))
    coverage = pair if shown == "pair" else np.ones_like(pair)
    ink = Ink(
        boxes=np.array([(5, 5, 23, 25)], np.int32),
        scales=np.ones(1, np.int8),
        light=np.zeros(1, bool),
        contrasts=np.full(1, 200, np.float32),
        coverages=(coverage,),
        distances=np.full(1, MAX_STRANGE_DIGIT_DISTANCE, np.float32),
        of_colours=False,
    )
    columns = Axis(edges=(0, 30), others=(30, 60), pitches=(30, 30), last=False, upright=True)
    (found,) = _glyphs_beside(ink, columns, 19.0)
    assert [(one.box.left, one.is_part) for one in found] == (
        [(5, True), (15, True)] if shown == "pair" else [(5, False)]
    )
