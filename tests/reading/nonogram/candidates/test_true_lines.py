"""Where a pitch is a part of the true one, the lines that are seen tell which part."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.nonogram.candidates.sides import true_lines

CELLS = 5


def sides(times, faint=0.0, *, outer=0):
    """Of a board of so many cells each way, on lines so many times as dense, within other lines."""
    count = times * CELLS + 1
    strength = np.full((count, count - 1), faint, np.float32)
    strength[::times] = 50.0
    strength = np.pad(strength, outer, constant_values=50.0)
    return (strength, strength), [outer, outer + count - 1] * 2


@pytest.mark.parametrize("times", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("outer", [0, 3])
def test_a_part_of_the_pitch_is_told(times, outer):
    strength, area = sides(times, outer=outer)
    assert true_lines(strength, area) == [slice(area[0], area[1] + 1, times)] * 2


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("more", [1, 2])
def test_an_area_may_begin_and_end_between_true_lines(times, more):
    strength, (_, last, *_) = sides(times)
    strength = tuple(np.pad(sides, ((more, more), (more, more))) for sides in strength)
    lines, cols = true_lines(strength, [0, last + 2 * more] * 2)
    assert lines == cols
    assert set(range(more, more + last + 1, times)) <= set(range(last + 1 + 2 * more)[lines])
    assert lines.step == times


@pytest.mark.parametrize("times", [2, 3])
def test_thin_lines_between_thick_ones_are_lines(times):
    strength, area = sides(times, 15.0)
    assert true_lines(strength, area) == [slice(area[0], area[1] + 1, 1)] * 2
