"""Digits that touch, stacked or side by side, are cut where they join; bars are not cut."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from drawn.nonograms.writing import dotted
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.glyphs.touching import split_side_by_side, split_stack


def stack(digits: str, face: int) -> np.ndarray:
    shapes = load_templates().shapes[face].reshape(10, ROWS, COLS)
    return np.concatenate([shapes[int(digit)] for digit in digits])


@pytest.mark.parametrize("digits", ["39", "232", "466", "52832", "9876523"])
@pytest.mark.parametrize("face", [0, 3])
def test_touching_digits_are_cut_apart(digits, face):
    found = split_stack(stack(digits, face))
    assert len(found) == len(digits)
    for at, box in enumerate(found):
        assert abs(box.top - at * ROWS) <= 2
        assert abs(box.bottom - (at + 1) * ROWS) <= 2


@pytest.mark.parametrize("digits", ["24", "2432", "13", "31212", "75"])
def test_dotted_digits_are_cut_at_equal_heights(digits):
    found = split_stack(np.concatenate([dotted(digit, 2) for digit in digits]))
    assert [(box.top, box.bottom) for box in found] == [(14 * at, 14 * at + 14) for at in range(len(digits))]


def test_bars_are_no_stacks():
    bar = np.ones((60, 10), np.float32)
    assert split_stack(bar) == []
    assert split_side_by_side(bar.T) == []
    assert split_stack(np.eye(40, 20, dtype=np.float32)) == []


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("height", range(1, 8))
def test_specks_are_no_stacks(height, width):
    """Specks of 1 x 3 and 1 x 4 pixels in a photograph ended in an internal error."""
    for ink in np.random.default_rng(height).random((5, height, width), np.float32):
        assert split_stack(ink) == []


@pytest.mark.parametrize("soft", [0.4, 0.68])
def test_a_line_with_a_soft_edge_is_not_a_stack_of_ones(soft):
    """A frame that is scaled by a third, as the one beside a column of a desktop window."""
    line = np.tile(np.array([1.0, soft], np.float32), (78, 1))
    line[::4, 1] -= 0.06  # compression, or the scaling of other lines that meet it
    assert split_stack(line) == []


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


@pytest.mark.parametrize(("over", "under"), [("13", "3"), ("2", "14")])
def test_a_number_in_a_stack_may_have_two_digits(over, under):
    shapes = load_templates().shapes[0].reshape(10, ROWS, COLS)
    rows = [np.concatenate([shapes[int(digit)] for digit in number], axis=1) for number in (over, under)]
    width = max(row.shape[1] for row in rows)
    both = []
    for row in rows:
        room = width - row.shape[1]
        both.append(np.pad(row, ((0, 0), (room // 2, room - room // 2))))
    found = split_stack(np.concatenate(both))
    assert [box.top < ROWS / 2 for box in found] == [True] * len(over) + [False] * len(under)
    assert [box.left for box in found[: len(over)]] == sorted(box.left for box in found[: len(over)])
