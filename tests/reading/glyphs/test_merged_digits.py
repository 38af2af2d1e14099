"""Two digits that blur has merged into one shape."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from picrosser.puzzles.nonogram_evidence import TWO_DIGITS
from picrosser.reading.glyphs import merged_digits
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.glyphs.merged_digits import MOST_NATS
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates

FACE, HEIGHT_PX, BLUR_PX = 3, 20, 1.2
OWN = (1, 2, 3, 5, 8)  # the digits that the page shows by themselves


def blurred(*digits: int) -> NDArray[np.float32]:
    """One or two digits of a face, a pixel apart, out of focus and cut to their ink."""
    templates = load_templates()
    parts = []
    for digit in digits:
        width = round(HEIGHT_PX * float(np.exp(templates.log_aspects[FACE, digit])))
        rows, cols = np.arange(HEIGHT_PX) * ROWS // HEIGHT_PX, np.arange(width) * COLS // width
        parts += [templates.shapes[FACE, digit].reshape(ROWS, COLS)[np.ix_(rows, cols)], np.zeros((20, 1))]
    shape = gaussian_filter(np.pad(np.hstack(parts[:-1]), 4), BLUR_PX)
    inked = shape > 0.3 * shape.max()
    rows, cols = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    cut = shape[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] / shape.max()
    return np.ascontiguousarray(cut, np.float32)


@pytest.mark.parametrize("number", [12, 13, 15, 21, 28, 33])
def test_a_number_is_told_by_the_page_s_own_digits(number: int) -> None:
    page = [blurred(digit) for digit in OWN] * 3
    found = compare_shapes([*page, blurred(number // 10, number % 10)])
    mine = next(at for at, group in enumerate(found.digits.groups) if len(page) in group.members)
    assert TWO_DIGITS[int(np.argmax(found.merged[mine]))] == number
    assert 0 < max(found.merged[mine]) <= MOST_NATS


def test_a_single_digit_is_hardly_two() -> None:
    page = [blurred(digit) for digit in OWN] * 3
    found = compare_shapes([*page, blurred(1, 2)])
    for group, merged in zip(found.digits.groups, found.merged, strict=True):
        assert len(page) in group.members or max(merged, default=-MOST_NATS) < -2


def test_numbers_are_composed_when_asked_for_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[object] = []
    weigh = merged_digits.merged_nats
    monkeypatch.setattr(merged_digits, "merged_nats", lambda *seen: composed.append(seen) or weigh(*seen))
    found = compare_shapes([*(blurred(digit) for digit in OWN), blurred(1, 2)])
    assert len(found.merged) == len(found.digits.groups)
    assert not composed
    assert found.merged[0] == found.merged[:1][0]
    assert len(composed) == 1
