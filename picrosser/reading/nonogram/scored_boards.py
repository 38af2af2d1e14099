"""Propose the boards that a page may show, the likeliest first.

The rows and columns in which digits stand propose boards first: that takes hundredths of a second, and needs
no lines. Only if none of these boards is convincing, the picture's lines propose boards as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB
from picrosser.reading.nonogram.board_score import BoardScored, score_boards
from picrosser.reading.nonogram.digit_lattice import digit_lattices
from picrosser.reading.nonogram.digit_rulings import rulings_from_digits
from picrosser.reading.nonogram.rulings import Ruling, rulings_from_lines
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import Numbers, find_numbers
from picrosser.reading.page.repeated import repeated_signs

LOOSE_DISTANCE = 0.18  # to the nearest template: pieces less like digits than those that are read tell places
MAX_RULINGS = 6  # of the picture's lines: the right one is among the first three


def propose_boards(image: RGB, ink: Ink) -> list[BoardScored]:
    """The boards that a page may show, each once, the likeliest first.

    image : (H, W, 3) uint8 sRGB.
    ink : all of its ink.
    """
    found = _scored(image, ink, None)
    if not any(board.is_convincing for board in found):
        repeated = repeated_signs(ink, LOOSE_DISTANCE)
        if repeated.any():
            found += _scored(image, ink, repeated)
    found.sort(key=lambda board: -board.nats)
    distinct: list[BoardScored] = []
    for board in found:
        if not any(board.is_same(other) for other in distinct):
            distinct.append(board)
    return distinct


def _scored(image: RGB, ink: Ink, ignored: NDArray[np.bool_] | None) -> list[BoardScored]:
    """The boards that a page may show, if some of its ink is ignored."""
    numbers = find_numbers(ink, ignored=ignored)
    found: list[BoardScored] = []
    for ruling in _rulings(image, find_numbers(ink, LOOSE_DISTANCE, ignored)):
        found += score_boards(ruling, numbers)
        if any(board.is_convincing for board in found):
            break
    return found


def _rulings(image: RGB, numbers: Numbers) -> Iterator[Ruling]:
    yield from rulings_from_digits(image, digit_lattices(numbers))
    yield from islice(rulings_from_lines(image), MAX_RULINGS)
