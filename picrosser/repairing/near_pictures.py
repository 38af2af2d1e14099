"""Look among the pictures near one, that is, those that differ in a few cells, for any that explain more.

Belief propagation arrives near the picture that explains the hints best, often not quite there: where several
hints are misread in lines that cross, a few cells are left as the misread ones say. And a picture is believed
only if no other one near by explains nearly as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.deadline import Deadline
from picrosser.frozen import NamedTuple
from picrosser.repairing.weighed_lines import WeighedLines

MAX_FLIPPED = 8  # cells in which a picture near by differs
MAX_TRIED = 10_000  # pictures near by, beyond those in which a single cell differs
MIN_GAIN = 0.01  # nats: two pictures that differ by less explain as much as each other
# Of steps to a better picture; of 22 boards of photographs in doubt none takes more than 9. Belief
# propagation arrives at 10 of them wrongly, and three of these are set right, in one step or three.
MAX_STEPS = 20

Cell: TypeAlias = tuple[int, int]


class Near(NamedTuple):
    """A picture that differs from another one in some cells.

    rows, cols : how many nats more than there each row and column with such a cell explains.
    """

    flips: frozenset[Cell]
    rows: dict[int, float]
    cols: dict[int, float]

    @property
    def gain(self) -> float:
        return sum(self.rows.values()) + sum(self.cols.values())

    def applied(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(rows, cols) the picture itself; cells : the one from which it differs."""
        other = cells.copy()
        other[tuple(zip(*self.flips, strict=True))] ^= True
        return other

    def worst_line(self) -> tuple[int, bool]:
        """The line that explains least, and whether it is a row."""
        return min(
            [(gain, at, True) for at, gain in self.rows.items()]
            + [(gain, at, False) for at, gain in self.cols.items()]
        )[1:]


def best_near(
    rows: WeighedLines, cols: WeighedLines, cells: NDArray[np.bool_], deadline: Deadline
) -> NDArray[np.bool_]:
    """(rows, cols) the picture reached by going to one near by that explains more, as long as there is any.

    rows, cols : what is known of the lines. cells : (rows, cols) the picture from which to start.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    for _ in range(MAX_STEPS):
        deadline.check("looking for a picture that explains more")
        better = next((near for near in _near(rows, cols, cells) if near.gain > MIN_GAIN), None)
        if better is None:
            break
        cells = better.applied(cells)
    return cells


def has_rival(rows: WeighedLines, cols: WeighedLines, cells: NDArray[np.bool_], margin: float) -> bool:
    """Whether a picture near by explains nearly as much, or more, and states other hints.

    margin : in nats; one that explains so much less is no rival.
    """
    return any(near.gain > -margin and _states_otherwise(cells, near) for near in _near(rows, cols, cells))


def lengths(cells: NDArray[np.bool_]) -> tuple[int, ...]:
    """The lengths of a line's runs."""
    return tuple(map(len, cells.tobytes().replace(b"\0", b" ").split()))


def _near(rows: WeighedLines, cols: WeighedLines, cells: NDArray[np.bool_]) -> Iterator[Near]:
    """The pictures near by: first each with a single cell flipped, that which explains most first.

    Then, best first, the line that explains least is repaired by one more flip in it, which spoils the line
    that crosses there, and so on.
    """

    def flipped(near: Near, cell: Cell) -> Near:
        flips = near.flips | {cell}
        row, col = cell
        over, down = cells[row].copy(), cells[:, col].copy()
        over[[x for y, x in flips if y == row]] ^= True
        down[[y for y, x in flips if x == col]] ^= True
        more_row = rows.cost(row, lengths(over)) - rows.cost(row, lengths(cells[row]))
        more_col = cols.cost(col, lengths(down)) - cols.cost(col, lengths(cells[:, col]))
        return Near(flips, {**near.rows, row: more_row}, {**near.cols, col: more_col})

    start = Near(frozenset(), {}, {})
    singles = [flipped(start, cell) for cell in np.ndindex(*cells.shape)]
    open_ones = [(-near.gain, sorted(near.flips), near) for near in singles]
    heapify(open_ones)
    yield from sorted(singles, key=lambda near: -near.gain)
    seen: set[frozenset[Cell]] = set()
    while open_ones and len(seen) < MAX_TRIED:
        _, _, near = heappop(open_ones)
        at, is_row = near.worst_line()
        for other in range(cells.shape[1 if is_row else 0]):
            cell = (at, other) if is_row else (other, at)
            flips = near.flips | {cell}
            if cell in near.flips or flips in seen or len(flips) > MAX_FLIPPED:
                continue
            seen.add(flips)
            further = flipped(near, cell)
            yield further
            heappush(open_ones, (-further.gain, sorted(flips), further))


def _states_otherwise(cells: NDArray[np.bool_], near: Near) -> bool:
    """Whether a picture near by states other hints; some of those of several solutions state the same."""
    other = near.applied(cells)
    return any(lengths(other[row]) != lengths(cells[row]) for row in near.rows) or any(
        lengths(other[:, col]) != lengths(cells[:, col]) for col in near.cols
    )
