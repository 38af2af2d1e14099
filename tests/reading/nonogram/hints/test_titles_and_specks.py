"""Titles, specks and other texts beyond a line's hints are none of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.hints.chains import (
    evenly_stacked,
    find_aligned_chains,
    find_chains,
)
from picrosser.reading.nonogram.hints.piece import Piece

PITCH, EDGE = 28, 120
HINT = 12, 200.0  # height and contrast


def piece(at, size):
    height, contrast = size
    box = Box(at, 50, at + height, 50 + height // 2)
    return Piece(box, np.ones((1, 1), np.float32), np.zeros(3), np.zeros(3), contrast)


def counts(side):
    return [len(line.digits) for line in side]


def stack(*bottoms):
    """A column of digits that end there."""
    (line,) = find_chains([[piece(bottom - HINT[0], HINT) for bottom in bottoms]], EDGE, PITCH, upright=True)
    return line


def test_a_title_over_most_columns_does_not_tell_the_step_between_numbers():
    titled = [stack(112, 95, 66), stack(112, 95, 66), stack(112, 95, 66)]
    assert counts(evenly_stacked([*titled, stack(112), stack(112)])) == [2, 2, 2, 1, 1]
    single = [stack(112, 78), stack(112, 78), stack(112, 78)]
    assert counts(evenly_stacked([*single, stack(112, 96)])) == [1, 1, 1, 2]


def test_specks_above_a_column_do_not_tell_the_step_between_numbers():
    titled = stack(112, 95, 78, 67, 60)
    assert counts(evenly_stacked([titled, stack(112, 95), stack(112, 95)]))[1:] == [2, 2]


def test_equal_steps_are_kept_up_to_the_last_number():
    cols = [stack(112, 95, 78, 61), stack(112, 95), stack(112)]
    assert counts(evenly_stacked(cols)) == [4, 2, 1]


def test_in_few_numbers_a_title_is_what_stands_further_off():
    assert counts(evenly_stacked([stack(112, 95, 68), stack(112), stack(112)])) == [2, 1, 1]
    assert counts(evenly_stacked([stack(112, 95), stack(112), stack(112)])) == [2, 1, 1]


def test_what_stands_beyond_the_card_in_another_ink_is_another_text():
    digit = piece(100, HINT)
    other = np.full(3, 250.0)
    for gap, ink, ground, kept in (
        (14, other, other, 1),
        (14, other, digit.backdrop, 2),
        (6, other, other, 2),
    ):
        far = replace(piece(100 - HINT[0] - gap, HINT), tone=ink, backdrop=ground)
        (line,) = find_chains([[far, digit]], EDGE, PITCH, upright=True)
        assert len(line.digits) == kept


def test_a_speck_over_a_number_does_not_tell_the_step_between_numbers():
    columns = [stack(112, 104), stack(112, 82), stack(112, 82), stack(112, 82)]
    assert counts(evenly_stacked(columns))[1:] == [2, 2, 2]


def test_a_number_a_square_further_is_a_hint_even_of_one_column_only():
    pitch, edge = 60, 400
    strips = [[piece(edge - 35, HINT)], [piece(edge - 35, HINT), piece(edge - 35 - pitch, HINT)]]
    found = find_aligned_chains(strips, edge, pitch, upright=True)
    assert counts(found) == [1, 2]
    off = [[piece(edge - 35, HINT)], [piece(edge - 35, HINT), piece(edge - 38 - pitch, HINT)]]
    assert counts(find_aligned_chains(off, edge, pitch, upright=True)) == [1, 1]
