"""Propose the boards that a page may show, the likeliest first.

The rows and columns in which digits stand propose them, in hundredths of a second. Lines are not needed for
that, but are part of a board's score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.digit_lattice import OBLONG_CELLS, digit_lattices
from picrosser.reading.nonogram.boards.rulings import Ruling, rulings_from_digits
from picrosser.reading.nonogram.boards.score import BoardScored, score_boards
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import MAX_GAP, Numbers, find_numbers

LOOSE_DISTANCE = 0.18  # to the nearest template: pieces less like digits than those that are read tell places
# Of a digit's height: the gaps between a column's numbers that stand side by side, with a comma between them,
# or with a comma and a space. The numbers of neighbouring columns may be nearer than the second.
SIDE_BY_SIDE_GAPS = 0.6, 1.2
# By so much a board with oblong cells, or with lines at another pitch than its numbers, has to be better: the
# three of 97 pictures that show one are better by 9 and more; a drawn one of 3 x 7 cells has as many nats on
# both rulings, and only the usual one's lines lie right
UNUSUAL_NATS = 4.0
# Numbers of a page on which oblong cells and numbers side by side are looked for, too: boards of 50 x 50
# cells have 1,000, and a page full of text 2,300
MAX_NUMBERS = 1_500
MAX_UNUSUAL = 2  # lattices for which these are looked for, in hundredths of a second each


class BoardConsidered(NamedTuple):
    """A place where the board might be.

    lattice : its lines, in the picture that was looked at.
    score : 0..1, how much of the page the board explains, of what it could.
    rejected_because : a clause; empty for the likeliest board, unless that is too unlikely, too.
    """

    lattice: Lattice
    score: float
    rejected_because: str = ""


@dataclass(frozen=True, slots=True)
class BoardsConsidered:
    """All boards that one look at a picture proposes, the likeliest first; empty if there were none."""

    candidates: tuple[BoardConsidered, ...]


def propose_boards(luma: Luma, ink: Ink) -> list[BoardScored]:
    """The boards that a page may show, each once, the likeliest first.

    luma : (H, W) of the picture, as `luma_of` returns it.
    ink : all of its ink.
    """
    found: list[BoardScored] = []
    for ruling, numbers, cost in _rulings(luma, ink):
        boards = score_boards(ruling, numbers)
        found += [board._replace(nats=board.nats - cost) for board in boards] if cost else boards
        if any(board.is_convincing for board in found):
            break
    return _distinct(found)


def boards_on(ruling: Ruling, ink: Ink) -> list[BoardScored]:
    """The boards on lines that are known, each once, the likeliest first."""
    found: list[BoardScored] = []
    for max_gap, ignored in _groupings(ink):
        found += score_boards(ruling, find_numbers(ink, MAX_DIGIT_DISTANCE, max_gap, ignored))
        if any(board.is_convincing for board in found):
            break
    return _distinct(found)


def _rulings(luma: Luma, ink: Ink) -> Iterator[tuple[Ruling, Numbers, float]]:
    """The rulings on which boards may lie, each with its numbers, and by how many nats it is less likely.

    Of texture and of a page full of text only the usual ones: some of their numbers are in step by chance in
    any way of looking.

    Parameters as those of `propose_boards`.
    """
    tried: list[tuple[Numbers, Numbers]] = []
    for max_gap, ignored in _groupings(ink):
        if max_gap != MAX_GAP and len(tried[0][1].top) > MAX_NUMBERS:
            break
        numbers, loose = (
            find_numbers(ink, distance, max_gap, ignored) for distance in (MAX_DIGIT_DISTANCE, LOOSE_DISTANCE)
        )
        if any(numbers.are_same(strict) and loose.are_same(other) for strict, other in tried):
            continue
        tried.append((numbers, loose))
        lattices = digit_lattices(loose)
        if lattices:
            for ruling in rulings_from_digits(luma, lattices):
                yield ruling, numbers, 0.0
    numbers, loose = tried[0]
    if ink.is_texture or len(loose.top) > MAX_NUMBERS:
        return
    lattices = digit_lattices(loose, OBLONG_CELLS, MAX_UNUSUAL)
    if lattices:
        for ruling in rulings_from_digits(luma, lattices, anywhere=True):
            yield ruling, numbers, UNUSUAL_NATS


def _groupings(ink: Ink) -> Iterator[tuple[float, NDArray[np.bool_] | None]]:
    """How digits may be grouped to numbers: the gap within one, and the pieces that are none all the same."""
    yield MAX_GAP, None
    if ink.is_texture:
        return
    from picrosser.reading.page.repeated import repeated_signs  # most boards are found before

    repeated = repeated_signs(ink, LOOSE_DISTANCE)
    if repeated.any():
        yield MAX_GAP, repeated
    for gap in SIDE_BY_SIDE_GAPS:
        yield gap, None


def _distinct(found: list[BoardScored]) -> list[BoardScored]:
    """The boards, each once, the likeliest first."""
    found.sort(key=lambda board: (not board.is_convincing, -board.nats))
    distinct: list[BoardScored] = []
    of_size: dict[tuple[int, int], list[BoardScored]] = {}  # few of a thousand boards have the same one
    for board in found:
        alike = of_size.setdefault(board.lattice.shape, [])
        if not any(board.is_same(other) for other in alike):
            alike.append(board)
            distinct.append(board)
    return distinct
