"""Digits that are struck through in their own ink are read; a digit with a bar of its own keeps it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.digit_likelihoods import pairwise_distances
from picrosser.reading.nonogram.ink.piece import MAX_DIGIT_DISTANCE, with_template_distances
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces
from picrosser.reading.nonogram.ink.strokes import without_strokes

PITCH, SIZE = 48, 34
PAGE, INK = 250, 60


def drawn(numbers, stroke, size=SIZE):
    """The pieces of numbers a pitch apart, each struck all across; the stroke by shares of its height."""
    image = Image.new("L", (PITCH * len(numbers), PITCH), PAGE)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    for at, number in enumerate(numbers):
        left, top, right, bottom = pen.textbbox((at * PITCH + 8, 6), number, font=font)
        pen.text((at * PITCH + 8, 6), number, fill=INK, font=font)
        if stroke:
            rows = [top + share * (bottom - top) for share in stroke]
            pen.rectangle((left - 3, rows[0], right + 2, rows[1]), fill=INK)
    pixels = np.asarray(image.convert("RGB"))
    return with_template_distances([find_ink_pieces(pixels, Box(0, 0, *pixels.shape[:2]), upright=False)])


def test_struck_digits_are_what_they_are_without_the_stroke():
    digits = "1234567"
    (plain,) = drawn(digits, None)
    (struck,) = drawn(digits, (0.5, 0.6))
    (bared,) = without_strokes([struck])
    assert len(bared) == len(plain)
    assert max(piece.template_distance for piece in bared) < MAX_DIGIT_DISTANCE
    assert sum(piece.template_distance for piece in bared) < 0.5 * sum(
        piece.template_distance for piece in struck
    )
    unlike = pairwise_distances([piece.coverage for piece in (*plain, *bared)])[len(plain) :, : len(plain)]
    assert unlike.argmin(axis=1).tolist() == list(range(len(digits)))


@pytest.mark.parametrize("numbers", ["12345", "44444", "+1+"])
def test_bars_of_their_own_are_kept(numbers):
    strips = drawn(numbers, None)
    assert without_strokes(strips) == strips


def test_bars_at_different_heights_are_no_strokes():
    strips = [*drawn("172", (0.43, 0.51)), *drawn("1", (0.59, 0.67))]
    assert without_strokes(strips) == strips
    even = [*drawn("172", (0.43, 0.51)), *drawn("1", (0.43, 0.51))]
    assert without_strokes(even) != even


def test_two_digits_that_are_set_smaller_may_be_struck_lower():
    strips = [*drawn("1235", (0.5, 0.6)), *drawn(["12"], (0.6, 0.72), size=26)]
    assert [len(strip) for strip in strips] == [4, 1]
    single, both = without_strokes(strips)
    assert len(single) == 4
    assert [piece.template_distance < MAX_DIGIT_DISTANCE for piece in both] == [True, True]
    _, alone = without_strokes([[], strips[1]])
    assert alone == strips[1]


def test_a_dash_beside_struck_digits_is_no_digit_with_a_stroke():
    struck, (one, *_) = drawn("12345", (0.5, 0.6))[0], drawn("1", None)[0]
    dash = replace(one, box=Box(20, 8, 21, 28), coverage=np.ones((1, 20), np.float32), template_distance=1.0)
    bared, others = without_strokes([struck, [dash]])
    assert len(bared) == len(struck)
    assert others == [dash]


def test_a_struck_two_has_a_stroke_and_a_foot():
    """Both go all across it, and the stroke a pixel further."""
    two = drawn("2", None)[0][0]
    coverage = np.pad(two.coverage, ((0, 0), (1, 1)))
    coverage[-3:, 1:-1] = 1
    middle = len(coverage) // 2
    coverage[middle : middle + 3] = 1
    box = Box(two.box.top, two.box.left - 1, two.box.bottom, two.box.right + 1)
    struck = with_template_distances([[replace(two, box=box, coverage=coverage)] * 4])
    (bared,) = without_strokes(struck)
    assert max(piece.template_distance for piece in bared) < struck[0][0].template_distance
