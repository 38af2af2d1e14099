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

from picrosser.deadline import Deadline
from picrosser.frozen import NamedTuple
from picrosser.repairing.stated_runs import Cells, stated_by
from picrosser.repairing.weighed_lines import WeighedLines

MAX_CHANGED = 8  # cells in which a picture near by differs
MAX_TRIED = 10_000  # pictures near by, beyond those in which a single cell differs
MIN_GAIN = 0.01  # nats: two pictures that differ by less explain as much as each other
# Of steps to a better picture; of 22 boards of photographs in doubt none takes more than 9. Belief
# propagation arrives at 10 of them wrongly, and three of these are set right, in one step or three.
MAX_STEPS = 20

Change: TypeAlias = tuple[int, int, int]
"""The row, the column and the new colour of a cell."""


class Near(NamedTuple):
    """A picture that differs from another one in some cells.

    changes : these cells, each once.
    rows, cols : how many nats more than there each row and column with such a cell explains.
    """

    changes: frozenset[Change]
    rows: dict[int, float]
    cols: dict[int, float]

    @property
    def gain(self) -> float:
        return sum(self.rows.values()) + sum(self.cols.values())

    def applied(self, cells: Cells) -> Cells:
        """(rows, cols) the picture itself; cells : the one from which it differs."""
        other = cells.copy()
        for row, col, colour in self.changes:
            other[row, col] = colour
        return other

    def worst_line(self) -> tuple[int, bool]:
        """The line that explains least, and whether it is a row."""
        return min(
            [(gain, at, True) for at, gain in self.rows.items()]
            + [(gain, at, False) for at, gain in self.cols.items()]
        )[1:]


def best_near(rows: WeighedLines, cols: WeighedLines, cells: Cells, deadline: Deadline) -> Cells:
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


def has_rival(rows: WeighedLines, cols: WeighedLines, cells: Cells, margin: float) -> bool:
    """Whether a picture near by explains nearly as much, or more, and states other hints.

    margin : in nats; one that explains so much less is no rival.
    """
    return any(near.gain > -margin and _states_otherwise(cells, near) for near in _near(rows, cols, cells))


def _near(rows: WeighedLines, cols: WeighedLines, cells: Cells) -> Iterator[Near]:
    """The pictures near by: first each with a single cell changed, that which explains most first.

    Then, best first, the line that explains least is repaired by one more change in it, which spoils the line
    that crosses there, and so on.
    """
    over = [rows.cost(row, stated_by(line)) for row, line in enumerate(cells)]
    down = [cols.cost(col, stated_by(line)) for col, line in enumerate(cells.T)]

    def changed(near: Near, change: Change) -> Near:
        changes = near.changes | {change}
        row, col, _ = change
        line, crossing = cells[row].copy(), cells[:, col].copy()
        for y, x, colour in changes:
            if y == row:
                line[x] = colour
            if x == col:
                crossing[y] = colour
        more_row = rows.cost(row, stated_by(line)) - over[row]
        more_col = cols.cost(col, stated_by(crossing)) - down[col]
        return Near(changes, {**near.rows, row: more_row}, {**near.cols, col: more_col})

    def changes_of(row: int, col: int) -> Iterator[Change]:
        for colour in range(rows.colours + 1):
            if colour != cells[row, col]:
                yield row, col, colour

    start = Near(frozenset(), {}, {})
    singles = [changed(start, change) for cell in np.ndindex(*cells.shape) for change in changes_of(*cell)]
    open_ones = [(-near.gain, sorted(near.changes), near) for near in singles]
    heapify(open_ones)
    yield from sorted(singles, key=lambda near: -near.gain)
    seen: set[frozenset[Change]] = set()
    while open_ones and len(seen) < MAX_TRIED:
        _, _, near = heappop(open_ones)
        at, is_row = near.worst_line()
        have = {change[:2] for change in near.changes}
        for other in range(cells.shape[1 if is_row else 0]):
            cell = (at, other) if is_row else (other, at)
            for change in changes_of(*cell) if cell not in have else ():
                changes = near.changes | {change}
                if changes in seen or len(changes) > MAX_CHANGED:
                    continue
                seen.add(changes)
                further = changed(near, change)
                yield further
                heappush(open_ones, (-further.gain, sorted(further.changes), further))


def _states_otherwise(cells: Cells, near: Near) -> bool:
    """Whether a picture near by states other hints; some of those of several solutions state the same."""
    other = near.applied(cells)
    return any(stated_by(other[row]) != stated_by(cells[row]) for row in near.rows) or any(
        stated_by(other[:, col]) != stated_by(cells[:, col]) for col in near.cols
    )
