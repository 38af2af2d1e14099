"""Propose the boards that a page may show, the likeliest first.

The rows and columns in which digits stand propose them, in hundredths of a second; lines are part of a
board's score, and propose boards themselves where digits do not convince. Some programs print the state of
each cell, as a 0 or a 1. So a sign that fills an evenly spaced grid, or two that do, may be no number at all;
a table of numbers has many different ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.glyphs.digits import MAX_SHAPE_DISTANCE
from picrosser.reading.glyphs.templates import normalise_all
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.digit_lattice import digit_lattices
from picrosser.reading.nonogram.boards.hint_lines import with_hint_lines
from picrosser.reading.nonogram.boards.rulings import (
    Ruling,
    fitted_lattices,
    rulings_from_digits,
    rulings_from_lines,
)
from picrosser.reading.nonogram.boards.score import BoardScored, score_boards
from picrosser.reading.nonogram.boards.text_screen import rulings_in_text, text_screens
from picrosser.reading.nonogram.tolerances import FEWEST, NEAR_EDGE
from picrosser.reading.page.digit_distance import MAX_ASKEW, MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import MAX_GAP, Numbers, find_numbers

LOOSE_DISTANCE = 0.18  # to the nearest template: pieces less like digits than those that are read tell places
PIXEL_GAP = 0.22  # of a digit's height: a pixel parts those of a number, of digits of five pixels
# Of a digit's height: the gaps between a column's numbers that stand side by side, with a comma between them,
# or with a comma and a space. The numbers of neighbouring columns may be nearer than the second.
SIDE_BY_SIDE_GAPS = 0.6, 1.2
MAX_READ_BOARDS = 3  # whose hints are read: the right one is nearly always the first
MAX_NUMBERS = 1_500  # on a page: boards of 50 x 50 cells have 1,000, and a page full of text 2,300
# Of signs that are told apart, in the order of the pieces: two photographs of paper show 1,600 and 5,000
MAX_SOUGHT_KINDS = 300
MIN_LINES = FEWEST + 1  # rows, and columns, of the grid: fewer equal digits stand in step by chance
MIN_FILLED = 0.95  # of its cells show the sign: the pointer may lie on one. A table repeats no digit so often


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
    return _likeliest(score_boards(ruling, numbers) for ruling, numbers in _rulings(luma, ink))


def boards_on_lines(luma: Luma, ink: Ink) -> list[BoardScored]:
    """The boards on evenly spaced lines of a page, each once, the likeliest first.

    luma, ink : as for `propose_boards`.
    """
    max_gap, ignored = next(_groupings(ink))
    numbers = find_numbers(ink, MAX_DIGIT_DISTANCE, max_gap, ignored)
    boards = _likeliest(
        chain.from_iterable(score_boards(ruling, numbers) for ruling in rulings)
        for rulings in rulings_from_lines(luma)
    )
    boards = _likeliest([[with_hint_lines(board, numbers) for board in boards]])
    fitted = fitted_lattices(luma, (board.lattice for board in boards[:MAX_READ_BOARDS]))
    return [board._replace(lattice=lattice) for board, lattice in zip(boards, fitted, strict=False)]


def boards_in_text(luma: Luma, ink: Ink) -> list[BoardScored]:
    """The boards of a text screen, each once, the likeliest first; none if the page is not one.

    luma, ink : as for `propose_boards`.
    """
    rulings = (rulings_in_text(screen, luma.shape) for screen in text_screens(ink))
    return _likeliest(score_boards(ruling, numbers) for ruling, numbers in chain.from_iterable(rulings))


def boards_on(ruling: Ruling, ink: Ink) -> list[BoardScored]:
    """The boards on lines that are known, each once, the likeliest first."""
    return _likeliest(
        score_boards(ruling, find_numbers(ink, MAX_DIGIT_DISTANCE, max_gap, ignored))
        for max_gap, ignored in _groupings(ink)
    )


def _rulings(luma: Luma, ink: Ink) -> Iterator[tuple[Ruling, Numbers]]:
    """The rulings on which boards may lie, each with its numbers."""
    tried: list[tuple[Numbers, Numbers]] = []
    for max_gap, ignored in _groupings(ink):
        if max_gap > MAX_GAP and len(tried[0][1].top) > MAX_NUMBERS:
            break  # some numbers of a page full of text are in step by chance in any way of looking
        numbers, loose = (
            find_numbers(ink, distance, max_gap, ignored) for distance in (MAX_DIGIT_DISTANCE, LOOSE_DISTANCE)
        )
        if any(numbers.are_same(strict) and loose.are_same(other) for strict, other in tried):
            continue
        tried.append((numbers, loose))
        for ruling in rulings_from_digits(luma, digit_lattices(loose)):
            yield ruling, numbers


def _groupings(ink: Ink) -> Iterator[tuple[float, NDArray[np.bool_] | None]]:
    """How digits may be grouped to numbers: the gap within one, and the pieces that are none all the same."""
    if ink.is_exact:
        yield PIXEL_GAP, None
    yield MAX_GAP, None
    if ink.is_texture:
        return

    repeated = repeated_signs(ink)
    if repeated.any():
        yield MAX_GAP, repeated
    for gap in SIDE_BY_SIDE_GAPS:
        yield gap, None


def _likeliest(proposals: Iterable[Iterable[BoardScored]]) -> list[BoardScored]:
    """The boards of all proposals up to one that convinces, each once, the likeliest first."""
    found: list[BoardScored] = []
    for boards in proposals:
        found += boards
        if any(board.is_convincing for board in found):
            break
    found.sort(key=lambda board: (not board.is_convincing, not board.is_possible, -board.nats))
    distinct: list[BoardScored] = []
    of_size: dict[tuple[int, int], list[BoardScored]] = {}  # few of a thousand boards have the same one
    for board in found:
        alike = of_size.setdefault(board.lattice.shape, [])
        if not any(board.is_same(other) for other in alike):
            alike.append(board)
            distinct.append(board)
    return distinct


def repeated_signs(ink: Ink) -> NDArray[np.bool_]:
    """(N,) the pieces of ink, a little like digits, that fill an evenly spaced grid with one sign, or two."""
    repeated = np.zeros(len(ink.boxes), bool)
    every = islice(_kinds(ink, np.flatnonzero(ink.distances < LOOSE_DISTANCE)), MAX_SOUGHT_KINDS)
    commonest = sorted(every, key=len, reverse=True)[:6]
    for one, other in combinations_with_replacement(commonest, 2):
        both = np.flatnonzero(np.bincount(np.concatenate((one, other))))  # `union1d` imports numpy.ma: 20 ms
        repeated[_in_grid(ink.boxes, both)] = True
    return repeated


def _kinds(ink: Ink, which: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """Each subset of some pieces that look alike."""
    boxes = ink.boxes[which]
    sizes = np.stack((boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]), axis=1)
    shapes = normalise_all([ink.coverages[at] for at in which.tolist()])
    left = np.ones(len(which), bool)
    for first in range(len(which)):
        if not left[first]:
            continue
        reach = MAX_ASKEW * sizes[first, 0]  # a pale one loses its soft edge
        at = np.flatnonzero(left & (np.abs(sizes - sizes[first]).max(axis=1) <= reach))
        apart = shapes[at] - shapes[first]
        alike = at[np.einsum("ij,ij->i", apart, apart) < MAX_SHAPE_DISTANCE * shapes.shape[1]]
        left[alike] = False
        yield which[alike]


def _in_grid(boxes: NDArray[np.int32], which: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some signs that fill an evenly spaced grid; none if they do not."""
    nothing = which[:0]
    if len(which) < MIN_LINES**2:
        return nothing
    mine = boxes[which].astype(np.float64)
    reach = float(np.median(mine[:, 2] - mine[:, 0])) / 2
    lines = [_lines((mine[:, axis] + mine[:, axis + 2]) / 2, reach) for axis in (0, 1)]
    on_grid = (lines[0] >= 0) & (lines[1] >= 0)
    shown = np.zeros([int(line.max()) + 1 for line in lines], bool)
    shown[lines[0][on_grid], lines[1][on_grid]] = True
    if min(shown.shape) < MIN_LINES or shown.mean() < MIN_FILLED:
        return nothing
    return which[on_grid]


def _lines(middles: NDArray[np.float64], reach: float) -> NDArray[np.intp]:
    """(N,) the line of an even comb in which each sign stands, from 0; -1 for those in none."""
    order = np.argsort(middles, kind="stable")
    number = np.zeros(len(middles), np.intp)
    number[order] = np.cumsum(np.append(False, np.diff(middles[order]) > reach))
    places = np.array([float(np.median(middles[number == at])) for at in range(int(number.max()) + 1)])
    counts = np.bincount(number)
    common = np.flatnonzero(counts > counts.max() / 2)  # others hold numbers that look alike
    steps = np.diff(places[common])
    if not len(steps):
        return np.full(len(middles), -1)
    even = np.abs(steps / float(np.median(steps)) - 1) < NEAR_EDGE
    ends = np.flatnonzero(np.append(~even, True))  # each run of even steps ends with a line
    starts = np.append(0, ends[:-1] + 1)
    longest = int((ends - starts).argmax())
    names = np.full(len(places), -1)
    run = common[starts[longest] : ends[longest] + 1]
    names[run] = np.arange(len(run))
    return names[number]
