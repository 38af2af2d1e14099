"""Propose the boards that a page may show, the likeliest first.

The rows and columns in which digits stand propose them, in hundredths of a second. Lines are not needed for
that, but are part of a board's score.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.board_score import BoardScored, score_boards
from picrosser.reading.nonogram.digit_lattice import digit_lattices
from picrosser.reading.nonogram.rulings import rulings_from_digits
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import find_numbers
from picrosser.reading.page.repeated import repeated_signs

LOOSE_DISTANCE = 0.18  # to the nearest template: pieces less like digits than those that are read tell places


@dataclass(frozen=True, slots=True)
class BoardConsidered:
    """A place where the board might be.

    lattice : its lines, in the whole picture; the chosen board's as they are in the end.
    score : 0..1, how much of the page the board explains, of what it could.
    rejected_because : a clause; empty for the chosen board.
    """

    lattice: Lattice
    score: float
    rejected_because: str = ""


@dataclass(frozen=True, slots=True)
class BoardsConsidered:
    """All candidates of one search, in the order in which they were looked at; empty if there were none."""

    candidates: tuple[BoardConsidered, ...]


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
    lattices = digit_lattices(find_numbers(ink, LOOSE_DISTANCE, ignored=ignored))
    for ruling in rulings_from_digits(image, lattices):
        found += score_boards(ruling, numbers)
        if any(board.is_convincing for board in found):
            break
    return found
