"""Inks are told apart by their directions, whatever the light, and each is stated by rows and by columns."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from picrosser.repairing.ink_mixture import Directions, fitted_inks

RED, ORANGE, BLUE, GREY = (230, 20, 30), (240, 120, 10), (20, 40, 220), (-150, -150, -150)
SPREAD = 0.03  # radians


def bundles(
    *tones: tuple[int, ...], each: int = 20
) -> tuple[Directions, NDArray[np.bool_], NDArray[np.intp]]:
    """The directions of some inks' digits, half of them in rows; which are in rows; and the ink of each."""
    rng = np.random.default_rng(4)
    ink = np.repeat(np.arange(len(tones)), each)
    middles = np.array(tones) / np.linalg.norm(tones, axis=1, keepdims=True)
    directions = middles[ink] + SPREAD * rng.normal(size=(len(ink), 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions, np.arange(len(ink)) % 2 == 0, ink


@pytest.mark.parametrize("tones", [(RED,), (RED, BLUE), (RED, ORANGE, BLUE, GREY)])
def test_as_many_inks_are_found_as_there_are(tones: tuple[tuple[int, ...], ...]) -> None:
    directions, is_row, ink = bundles(*tones)
    fitted = fitted_inks(directions, is_row)
    assert len(fitted.shares) == len(tones)
    likeliest = fitted.nats(directions).argmax(axis=1)
    assert len(set(zip(likeliest.tolist(), ink.tolist(), strict=True))) == len(tones)


def test_an_ink_that_only_rows_state_is_none() -> None:
    directions, is_row, ink = bundles(RED, BLUE)
    assert len(fitted_inks(directions, is_row | (ink == 1)).shares) == 1


def test_single_digits_with_a_direction_of_their_own_make_no_ink() -> None:
    directions, is_row, _ = bundles(RED, BLUE)
    directions[0], directions[21] = (0, 1, 0), (0, 0.6, -0.8)
    assert len(fitted_inks(directions, is_row).shares) == 2


def test_few_digits_of_an_ink_are_enough() -> None:
    directions, is_row, ink = bundles(RED, BLUE)
    few = (ink == 0) | (np.arange(len(ink)) >= len(ink) - 3)
    assert len(fitted_inks(directions[few], is_row[few]).shares) == 2
