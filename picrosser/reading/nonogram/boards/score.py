"""Score the boards that may lie on a ruling: one sum of nats over lines, cells and numbers.

A board is a rectangle of lines with the numbers of its hints beside it. Each of its lines counts by how much
of it is seen, each row and column by whether a number stands beside it and by the lines that cross it there.
Against it count numbers of the hints' height within it, or beside it but not in the middle of a line; numbers
beside the line that would follow; lines that go on beyond it where no hints stand; and hints that are far
away.

All rectangles of a ruling are scored at once, from sums over lines and cells, for each height of digits and
for each side on which hints may stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from picrosser.imaging.pixels import Lattice
from picrosser.reading.nonogram.boards.digit_lattice import common_heights
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.sides import REACH
from picrosser.reading.nonogram.boards.terms import (
    NumbersOnRuling,
    Rectangles,
    Terms,
    most_terms,
)
from picrosser.reading.nonogram.tolerances import MAX_OFF
from picrosser.reading.page.numbers import Numbers

# Nats, set by hand. Of 229 pictures (144 real ones, plain and damaged, and 85 drawn) the right board is
# proposed on 216, and is first on 212, with a log-likelihood of -17.4 nats. Weights that are fitted to other
# looks put it first on 210, with -21.9 nats: `scripts/ablate.py board-score --drawn 85 --seed 43`.
WEIGHTS = Terms(
    seen=2.0,
    missing=-4.0,
    crossed=2.0,
    shown=3.0,
    bare=-2.5,
    inside=-1.0,
    beyond=-2.0,
    astray=-0.5,
    going_on=-4.0,
    far=-4.0,
    fives=2.0,
)
CONVINCING = 0.87  # of quality and of share: nine in ten true boards have more of both, false ones less
MIN_HEIGHT = 0.12  # of the pitch: the height of digits; on 89 boards 0.18 to 0.78
# Whether the columns' hints stand below the board, and the rows' right of it; the usual ones first
SIDES = (False, False), (False, True), (True, False), (True, True)
USUAL_SIDES = 0.5  # of the lines: if more show hints left and above, other sides are not tried


class BoardScored(NamedTuple):
    """A board that may be in a picture.

    nats : how well it explains the lines and numbers. most : nats that it could have, if it explained all.
    lattice : its lines. hint_places : in whose middles the numbers of its rows, and of its columns, stand.
    shown : how many of its rows, and of its columns, have a number beside them.
    bare : how many lines have none at its top, bottom, left and right.
    below, beside_right : whether the columns' hints stand below it, the rows' right of it.
    height_px : of the digits.
    """

    nats: float
    most: float
    lattice: Lattice
    hint_places: Lattice
    shown: tuple[int, int]
    bare: tuple[int, int, int, int]
    below: bool
    beside_right: bool
    height_px: float

    @property
    def quality(self) -> float:
        """The score, of the most that this board can have: lines that do not show tell nothing."""
        return self.nats / self.most

    @property
    def share(self) -> float:
        """The share of the rows, or of the columns if it is smaller, that have a number beside them."""
        return min(shown / lines for shown, lines in zip(self.shown, self.lattice.shape, strict=True))

    @property
    def is_clear(self) -> bool:
        """Whether it hardly lacks anything, so that only its digits may be in doubt."""
        return self.quality > CONVINCING

    @property
    def is_like_plot(self) -> bool:
        """Whether its numbers stand on lines, as those of a plot's axes do, and it lacks lines or numbers."""
        off = (
            np.mean(np.subtract(places, lines)) / pitch
            for places, lines, pitch in (
                (self.hint_places.row_edges_px, self.lattice.row_edges_px, self.lattice.pitches_px[0]),
                (self.hint_places.col_edges_px, self.lattice.col_edges_px, self.lattice.pitches_px[1]),
            )
        )
        return not self.is_clear and any(abs(abs(part) - 0.5) < REACH for part in off)

    @property
    def is_convincing(self) -> bool:
        """Whether no other board is likely to be a better one."""
        return min(self.quality, self.share) > CONVINCING

    def is_same(self, other: BoardScored) -> bool:
        """Whether two boards have hints on the same sides, and the same lines."""
        if self.lattice.shape != other.lattice.shape:
            return False
        if (self.below, self.beside_right) != (other.below, other.beside_right):
            return False
        edges, others = (
            (*board.lattice.row_edges_px, *board.lattice.col_edges_px) for board in (self, other)
        )
        near = MAX_OFF * self.lattice.pitch_px
        return all(abs(edge - at) < near for edge, at in zip(edges, others, strict=True))


def score_boards(ruling: Ruling, numbers: Numbers) -> list[BoardScored]:
    """The best boards on a ruling, for each height of digits and each pair of sides that hints may be on."""
    found: list[BoardScored] = []
    for height in digit_heights(ruling, numbers):
        found += _on_sides(ruling, NumbersOnRuling(ruling, numbers, height), height)
        if found and max(found, key=lambda board: board.nats).is_convincing:
            break
    return sorted(found, key=lambda board: -board.nats)


def digit_heights(ruling: Ruling, numbers: Numbers) -> Iterator[float]:
    """The heights that many numbers beside an area share, the commonest first."""
    pitches = [float(lines[1] - lines[0]) for lines in (ruling.rows, ruling.cols)]
    top, bottom, left, right = ruling.area
    down = (numbers.top + numbers.bottom) / 2
    along = (numbers.left + numbers.right) / 2
    beside = (down > ruling.rows[top] - pitches[0]) & (down < ruling.rows[bottom] + pitches[0])
    above = (along > ruling.cols[left] - pitches[1]) & (along < ruling.cols[right] + pitches[1])
    possible = (numbers.height > MIN_HEIGHT * min(pitches)) & (numbers.height < min(pitches))
    return common_heights(numbers.height[(beside | above) & possible])


def _on_sides(ruling: Ruling, page: NumbersOnRuling, height_px: float) -> list[BoardScored]:
    """The best rectangle for each pair of sides that hints may be on; only the usual ones if they fit."""
    found: list[BoardScored] = []
    possible = SIDES if ruling.hints_at is None else dict.fromkeys((SIDES[0], ruling.hints_at))
    for below, beside_right in possible:
        for best in Rectangles(page, below=below, beside_right=beside_right).best(WEIGHTS, 1):
            found.append(
                BoardScored(
                    nats=best.nats,
                    most=float(np.dot(WEIGHTS, most_terms(ruling, best.sides))),
                    lattice=ruling.lattice(best.sides),
                    hint_places=ruling.hint_places(best.sides),
                    shown=best.shown,
                    bare=best.bare,
                    below=below,
                    beside_right=beside_right,
                    height_px=height_px,
                )
            )
        if found and found[0].share > USUAL_SIDES:
            break
    return found
