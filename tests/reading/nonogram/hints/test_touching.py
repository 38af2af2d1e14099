"""Digits that touch are cut where they join; bars are not cut."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.nonogram.hints.beside import split_side_by_side


@pytest.mark.parametrize("digits", ["20", "10", "14", "36", "58"])
@pytest.mark.parametrize("face", [0, 3])
def test_the_digits_of_a_narrow_number_are_cut_apart(digits, face):
    shapes = load_templates().shapes[face].reshape(10, ROWS, COLS)
    widths = [4 if digit == "1" else COLS for digit in digits]
    sides = [
        np.asarray(Image.fromarray(shapes[int(digit)]).resize((width, ROWS)), np.float32)
        for digit, width in zip(digits, widths, strict=True)
    ]
    found = split_side_by_side(np.concatenate(sides, axis=1))
    assert len(found) == 2
    assert abs(found[0].right - widths[0]) <= 1
    assert abs(found[1].left - widths[0]) <= 1


def test_bars_are_not_cut():
    assert split_side_by_side(np.ones((10, 60), np.float32)) == []
