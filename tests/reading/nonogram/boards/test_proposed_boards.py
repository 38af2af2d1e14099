"""A page full of text is looked at in fewer ways than a page with a board, so that it is refused quickly."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.nonogram.boards import propose
from picrosser.reading.nonogram.boards.digit_lattice import DigitLattice
from picrosser.reading.nonogram.boards.propose import MAX_NUMBERS, propose_boards
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import Numbers


def pairs_of_digits(count: int) -> Ink:
    """So many digits 10 pixels tall, in pairs: one number, unless the gap within a number has to be small."""
    places = np.arange(count) // 2
    tops = 20 * (places // 50)
    lefts = 60 * (places % 50) + 15 * (np.arange(count) % 2)
    shapes = np.random.default_rng(7).random((count, 10, 6), np.float32)
    return Ink(
        boxes=np.stack([tops, lefts, tops + 10, lefts + 6], axis=1).astype(np.int32),
        scales=np.ones(count, np.int8),
        light=np.zeros(count, bool),
        contrasts=np.full(count, 200, np.float32),
        coverages=tuple(shapes),
        distances=np.full(count, 0.01, np.float32),
        of_colours=False,
    )


@pytest.mark.parametrize("is_full", [False, True], ids=["a board's numbers", "a page of text"])
def test_a_page_with_more_numbers_than_a_board_is_looked_at_in_the_usual_way_only(is_full, monkeypatch):
    looked: list[Numbers] = []

    def none_found(numbers: Numbers, *_: object) -> list[DigitLattice]:
        looked.append(numbers)
        return []

    monkeypatch.setattr(propose, "digit_lattices", none_found)
    ink = pairs_of_digits(2 * MAX_NUMBERS + 100 if is_full else MAX_NUMBERS // 2)
    assert propose_boards(np.zeros((100, 100), np.uint8), ink) == []
    assert (len(looked[0].top) > MAX_NUMBERS) == is_full
    assert (len(looked) == 1) == is_full
