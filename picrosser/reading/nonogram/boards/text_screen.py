"""Find the boards of a text screen, such as a terminal's, where all signs stand in one grid of characters.

Numbers of two digits are set flush there, not centred, and those of neighbouring columns may touch. So the
last digit of each number tells where its line is, and lines are whole characters apart.

Known failures: columns of one character, whose hints have no spaces between them; and signs in the cells that
look like digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

import numpy as np

from picrosser.puzzles.doubt import CONCLUSIVE_NATS
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.nonogram.boards.digit_lattice import DigitComb, common_heights, digit_lattices
from picrosser.reading.nonogram.boards.rulings import Ruling, prolonged_comb
from picrosser.reading.nonogram.tolerances import MOST, SAME_HEIGHT
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import Numbers, Px

# Of the digits' places, as the length of their mean phase: 13 of 14 programs have 0.95 and more, one 0.84
MIN_COHERENCE = 0.9


class Characters(NamedTuple):
    """The middle of the first character or text line, and from one to the next, in pixels."""

    start_px: float
    pitch_px: float

    def at_px(self, number: Px) -> Px:
        """Where the middles of characters are, which are numbered from 0; halves lie between two."""
        return self.start_px + number * self.pitch_px


class TextScreen(NamedTuple):
    """The grid of characters of a page.

    lines, columns : of characters.
    digits : the line and the column of each digit. height_px : of the digits.
    """

    lines: Characters
    columns: Characters
    digits: frozenset[tuple[int, int]]
    height_px: float

    def numbers(self, places: Iterable[tuple[int, float]], width: float = 1.0) -> Numbers:
        """Numbers whose middles are in these lines and columns, so many characters wide."""
        line, column = np.array(sorted(places), np.float64).reshape(-1, 2).T
        down, along = self.lines.at_px(line), self.columns.at_px(column)
        up_px, left_px = self.height_px / 2, width * self.columns.pitch_px / 2
        height = np.full(len(line), self.height_px)
        return Numbers(down - up_px, down + up_px, along - left_px, along + left_px, height)


def text_screens(ink: Ink) -> Iterator[TextScreen]:
    """Yield the grids of characters in which all digits of one height stand, the commonest height first."""
    boxes = ink.boxes[ink.distances < MAX_DIGIT_DISTANCE].astype(np.float64)
    heights = boxes[:, 2] - boxes[:, 0]
    for height in common_heights(heights):
        _, left, bottom, right = boxes[np.abs(np.log(heights / height)) < SAME_HEIGHT].T
        middles = bottom - height / 2, (left + right) / 2  # all stand on one line, and some are cut shorter
        # Of 14 programs lines are 1.4 to 1.9 times as high as digits, and characters 0.75 to 0.93 as wide.
        lines, columns = _characters(middles[0], height, 1.3, 2.6), _characters(middles[1], height, 0.65, 1.0)
        if lines is not None and columns is not None:
            numbers = (
                np.rint((places - characters.start_px) / characters.pitch_px).astype(int).tolist()
                for places, characters in zip(middles, (lines, columns), strict=True)
            )
            yield TextScreen(lines, columns, frozenset(zip(*numbers, strict=True)), height)


def _characters(places: Px, height_px: float, least: float, most: float) -> Characters | None:
    """The characters in whose middles nearly all places lie; None if they are not in step.

    least, most : their pitch may be so many times the height.
    """
    step = 0.001  # a tenth of a character over a hundred
    pitches = height_px * np.exp(np.arange(np.log(least), np.log(most), step))
    phases = np.exp(2j * np.pi * places[:, None] / pitches).mean(axis=0)
    best = int(np.abs(phases).argmax())
    coherence = float(np.abs(phases[best]))
    # Of places that lie anywhere, so high a coherence has the probability exp(-nats) (Rayleigh's test).
    nats = len(places) * coherence**2 - np.log(len(pitches))
    if coherence < MIN_COHERENCE or nats < CONCLUSIVE_NATS:
        return None
    return Characters(float(np.angle(phases[best]) / (2 * np.pi) * pitches[best]), float(pitches[best]))


def rulings_in_text(screen: TextScreen, shape_px: tuple[int, int]) -> Iterator[tuple[Ruling, Numbers]]:
    """Yield the rulings on which boards may lie in a text screen, each with its numbers, the likeliest first.

    shape_px : (H, W) of the picture.
    """
    digits = screen.digits
    lasts = [(line, column) for line, column in digits if (line, column + 1) not in digits]
    for lattice in digit_lattices(screen.numbers(lasts)):
        rows, cols = _Lines.of(lattice.rows, screen.lines), _Lines.of(lattice.cols, screen.columns)
        if cols.step == 2 and _have_two_digits(screen, rows, cols):
            cols = cols._replace(first=cols.first - 0.5)
        down, ends_down = prolonged_comb(rows.edges_px(screen.lines), shape_px[0])
        along, ends_along = prolonged_comb(cols.edges_px(screen.columns), shape_px[1])
        seen = [np.zeros((len(one), len(other) - 1), np.int8) for one, other in permutations((down, along))]
        sides = lattice.below, lattice.beside_right
        ruling = Ruling(down, along, (seen[0], seen[1]), (*ends_down, *ends_along), shape_px, sides)
        edge = cols.first + cols.step * (cols.lines * lattice.beside_right - 0.5)
        hints = digits - set(_other_text(digits, edge, beside_right=lattice.beside_right))
        middles = {(line, cols.middle(column)) for line, column in hints}
        yield ruling, screen.numbers(middles, cols.step)


class _Lines(NamedTuple):
    """A board's rows or columns, in characters.

    first : the middle of the first. step : from one to the next. lines : how many there are.
    """

    first: float
    step: int
    lines: int

    @classmethod
    def of(cls, comb: DigitComb, characters: Characters) -> _Lines:
        first = (comb.start_px + comb.pitch_px / 2 - characters.start_px) / characters.pitch_px
        return cls(round(first), max(1, round(comb.pitch_px / characters.pitch_px)), comb.count)

    def middle(self, place: float) -> float:
        """The middle of the line in which a character stands."""
        return float(self.first + self.step * np.floor((place - self.first) / self.step + 0.5))

    def edges_px(self, characters: Characters) -> Comb:
        """The lines' edges in the picture, of no score."""
        start_px = characters.start_px + (self.first - self.step / 2) * characters.pitch_px
        return Comb(start_px, self.step * characters.pitch_px, self.lines + 1, 0.0)


def _other_text(
    digits: Iterable[tuple[int, int]], edge: float, *, beside_right: bool
) -> Iterator[tuple[int, int]]:
    """Yield the digits beside the rows that are not theirs, if nearly all lines have one in the same column.

    edge : of the board, next to them.
    """
    beside = [(line, column) for line, column in digits if (column > edge) == beside_right]
    nearest = dict(sorted(beside, key=lambda digit: -digit[1] if beside_right else digit[1]))
    for usual, lines in Counter(nearest.values()).most_common(1):
        if lines >= MOST * len(nearest):
            yield from (digit for digit in beside if nearest[digit[0]] != usual)


def _have_two_digits(screen: TextScreen, rows: _Lines, cols: _Lines) -> bool:
    """Whether hints of columns that are two characters wide have two digits, so that they fill these."""
    return any(
        not 0 <= line - rows.first < rows.lines * rows.step
        and 0 <= column - cols.first < cols.lines * cols.step
        and cols.middle(column) == column
        and (line, column - 1) in screen.digits
        for line, column in screen.digits
    )
