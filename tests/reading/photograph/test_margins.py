"""Hints that drift off their rows beside a board on bent paper."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.photograph.margins import Points, margins_by_digits

FIRST, LAST = np.array([0.0, 0.0]), np.array([30.0, 20.0])
MOST_LEFT_OFF = 0.1  # cells


def hints_beside_rows(far: int, drift_at_end: float) -> tuple[Points, Points]:
    """(N, 2) where the hints of 30 rows belong, left of the board, and by how much they lie above that."""
    row, away = np.meshgrid(np.arange(30) + 0.5, np.arange(far) + 0.5, indexing="ij")
    places = np.column_stack([row.ravel(), -away.ravel()])
    share = away.ravel() / far
    return places, drift_at_end * share**2 * (1 - row.ravel() / 30)


@pytest.mark.parametrize("drift_at_end", [0.4, 1.5, -2.0])
def test_hints_that_drift_into_other_rows_are_followed_outwards(drift_at_end: float) -> None:
    belongs, drift = hints_beside_rows(12, drift_at_end)
    noise = np.random.default_rng(3).normal(0, 0.03, len(belongs))
    seen = belongs + np.column_stack([drift + noise, 0 * drift])
    margins = margins_by_digits(seen, FIRST, LAST)
    assert margins is not None
    off = seen[:, 0] - belongs[:, 0] - margins.drift(belongs)[:, 0]
    assert np.quantile(np.abs(off), 0.95) < MOST_LEFT_OFF


def test_within_the_board_nothing_drifts() -> None:
    belongs, drift = hints_beside_rows(12, 1.5)
    margins = margins_by_digits(belongs + np.column_stack([drift, 0 * drift]), FIRST, LAST)
    assert margins is not None
    inside = np.array([(3.0, 4.0), (0.0, 0.0), (30.0, 20.0)])
    assert not margins.drift(inside).any()


def test_hints_in_their_rows_stay_there() -> None:
    belongs, _ = hints_beside_rows(12, 0.0)
    assert margins_by_digits(belongs, FIRST, LAST) is None


def test_a_text_that_stands_in_no_rows_tells_no_drift() -> None:
    places = np.random.default_rng(5).uniform((0, -12), (30, 0), (400, 2))
    assert margins_by_digits(places, FIRST, LAST) is None


def test_too_few_digits_tell_no_drift() -> None:
    belongs, drift = hints_beside_rows(12, 1.5)
    assert margins_by_digits((belongs + np.column_stack([drift, 0 * drift]))[:15], FIRST, LAST) is None
