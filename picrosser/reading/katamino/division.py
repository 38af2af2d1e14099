"""How covered cells of a board are divided into different pentominoes, as the lines between them tell.

All pieces that may lie on the cells are listed once, with what the lines say against each. Then the cells are
covered, each time the one with the fewest pieces left for it, by the likeliest of these first. What will have
to speak against a way in any case is summed over its cells that are left, and ends most branches at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.katamino import piece_of
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import PENTOMINO, Shape, moved_to_corner

SURE = 6.0  # nats: a line or a hue that says so much is not overruled
MIN_MARGIN = 3.0  # nats by which the best way to divide the cells has to be better than the next
# Of the nats of all lines: so much may speak against a way, half of what speaks for it. On drawn tables up to
# 0.27 does. Lines that all look alike, or of which each looks different, may be divided best in one way, too.
MAX_AGAINST = 1 / 3
# If lines looked like either kind at random, half of all nats would speak against a way, give or take half
# the root of the sum of their squares. The best of hundreds of ways has less against it, by a multiple of
# this spread: by 3.0 of it in a nonogram of 3 x 7 cells that was once taken for a full board of 4 x 5; by 5.1
# to 7.0 in a full board of one wood, whichever of its lines are taken for those between pieces.
BY_CHANCE = 4.0
MAX_STEPS = 400  # of the search for both: boards on drawn tables take up to 32

NOT_TOLD = "the pieces on it cannot be told apart"
TWO_WAYS = "the pieces on it can be told apart in two ways"

Edge: TypeAlias = tuple[Cell, Cell]
Way: TypeAlias = frozenset[int]
"""Which of the listed pieces."""


def divided(
    covered: Sequence[Cell], joins: Mapping[Edge, float], *, only_lines: bool = False
) -> tuple[tuple[Shape, ...], str]:
    """The pieces that covered cells form, and why that is not certain.

    joins : how likely neighbours belong to one piece: nats, at most `SURE` either way.
    only_lines : nothing but the lines between cells tells, so they have to tell more than by chance.
    """
    if not covered:
        return (), ""
    if len(covered) % PENTOMINO:
        return (), f"{len(covered)} of its cells are covered, which is no number of whole pieces"
    pieces = list(_pieces(covered, joins))
    if not pieces:
        return (), NOT_TOLD
    ways = _Ways(covered, joins, pieces)
    nats = np.abs(np.array(list(joins.values())))
    most = MAX_AGAINST * float(nats.sum())
    if only_lines:
        most = min(most, float(nats.sum() - BY_CHANCE * np.sqrt((nats**2).sum())) / 2)
    best = ways.best(most)
    if best is None or ways.is_spent:
        return (), NOT_TOLD
    # A line that is contradicted counts twice: it is for the one way, and against the other.
    has_rival = ways.has_other(best, ways.against(best) + MIN_MARGIN / 2)
    if has_rival or ways.is_spent:
        return (), TWO_WAYS if has_rival else NOT_TOLD
    return tuple(pieces[number] for number in sorted(best)), ""


def _pieces(covered: Sequence[Cell], joins: Mapping[Edge, float]) -> Iterator[Shape]:
    """All sets of five connected cells against which no sure line speaks.

    Meanwhile sets of cells are bits of an integer. Each set is met from the first of its cells.
    """
    bits = {cell: 1 << at for at, cell in enumerate(covered)}
    near, apart = dict.fromkeys(bits.values(), 0), dict.fromkeys(bits.values(), 0)
    joined = {bit: bit for bit in bits.values()}
    for (one, other), nats in joins.items():
        first, second = bits[one], bits[other]
        beside = apart if nats <= -SURE else near
        beside[first] |= second
        beside[second] |= first
        if nats >= SURE:
            both = joined[first] | joined[second]
            joined.update((bit, both) for bit in _bits_of(both))
    for first in bits.values():
        todo, met = [joined[first]], {joined[first]}
        while todo:
            cells = todo.pop()
            own = _bits_of(cells)
            if own[0] < first or len(own) > PENTOMINO or any(apart[bit] & cells for bit in own):
                continue
            if len(own) == PENTOMINO:
                yield tuple(covered[bit.bit_length() - 1] for bit in own)
                continue
            grown = {cells | joined[other] for bit in own for other in _bits_of(near[bit] & ~cells)} - met
            met |= grown
            todo += grown


def _bits_of(cells: int) -> list[int]:
    """The bits of a set, the lowest first."""
    own = []
    while cells:
        own.append(cells & -cells)
        cells &= cells - 1
    return own


class _Ways:
    """The ways to divide cells into different pieces.

    covered : the cells. joins : as in `divided`. pieces : those that may lie there.
    """

    def __init__(self, covered: Sequence[Cell], joins: Mapping[Edge, float], pieces: Sequence[Shape]) -> None:
        self.steps = 0
        at = {cell: number for number, cell in enumerate(covered)}
        self._on = np.zeros((len(pieces), len(covered)), bool)
        for number, piece in enumerate(pieces):
            self._on[number, [at[cell] for cell in piece]] = True
        ends = np.array([(at[one], at[other]) for one, other in joins], np.intp).reshape(-1, 2)
        nats = np.array(list(joins.values()), np.float64)
        one, other = self._on[:, ends[:, 0]], self._on[:, ends[:, 1]]
        # A line between two pieces is the matter of both, half of each.
        self._against = (one & other) @ np.maximum(-nats, 0) + (one ^ other) @ np.maximum(nats, 0) / 2
        self._each = np.where(self._on, self._against[:, None] / PENTOMINO, np.inf)
        shapes = [moved_to_corner(piece) for piece in pieces]
        numbers = {shape: piece_of(shape).number for shape in set(shapes)}
        self._number = np.array([numbers[shape] for shape in shapes])

    @property
    def is_spent(self) -> bool:
        """Whether the search was given up."""
        return self.steps > MAX_STEPS

    def against(self, way: Way) -> float:
        """Nats of the lines that speak against a way."""
        return float(self._against[list(way)].sum())

    def best(self, below: float) -> Way | None:
        """The way against which the lines say least, and less than so many nats; None if there is none."""
        best, self._below = None, below
        for best in self._found():
            self._below = self.against(best)
        return best

    def has_other(self, than: Way, below: float) -> bool:
        """Whether there is another way against which the lines say less than so many nats."""
        self._below = below
        return any(way != than for way in self._found())

    def _found(self) -> Iterator[Way]:
        """Ways with less against them than may be at that time; all of them unless the search is given up."""
        open_ = np.ones(self._on.shape[1], bool)
        yield from self._completed(frozenset(), np.argsort(self._against, kind="stable"), open_)

    def _completed(self, way: Way, left: NDArray[np.intp], open_: NDArray[np.bool_]) -> Iterator[Way]:
        """The ways of which some pieces are known.

        left : the pieces that may be added, the likeliest first. open_ : which cells are not covered yet.
        """
        self.steps += 1
        if self.is_spent:
            return
        cells = np.flatnonzero(open_)
        least = self._each[left][:, cells].min(axis=0, initial=np.inf).sum()  # infinite without any piece
        if self.against(way) + least >= self._below:
            return
        if not len(cells):
            yield way
            return
        cell = cells[self._on[left][:, cells].sum(axis=0).argmin()]
        for piece in left[self._on[left, cell]].tolist():
            own = self._on[piece]
            fit = (self._number[left] != self._number[piece]) & ~self._on[left][:, own].any(axis=1)
            yield from self._completed(way | {piece}, left[fit], open_ & ~own)
