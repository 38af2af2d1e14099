"""Look among the pictures near one, that is, those that differ in a few cells, for any that explain more.

Belief propagation arrives near the picture that explains the hints best, often not quite there: where several
hints are misread in lines that cross, a few cells are left as the misread ones say. And a picture is believed
only if no other one near by explains nearly as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import TypeAlias

import numpy as np

from picrosser.deadline import Deadline
from picrosser.frozen import NamedTuple
from picrosser.repairing.stated_runs import Cells, placed_near, stated_by, stated_in
from picrosser.repairing.weighed_lines import WeighedLines

MAX_CHANGED = 8  # cells in which a picture near by differs
# Pictures near by, from misread lines on and again from single cells on. Of 14 that explain more, on six
# boards of up to 45 x 45 cells, all but one are met in so many.
MAX_TRIED = 5_000
MIN_GAIN = 0.01  # nats: two pictures that differ by less explain as much as each other
MISREAD = -0.5  # nats: a picture that explains a line worse takes some of its digits for others
MAX_MOVED = 6  # cells in which a line differs that states what its digits look like
# Of steps to a better picture; of 22 boards of photographs in doubt none takes more than 9. Belief
# propagation arrives at 10 of them wrongly, and three of these are set right, in one step or three.
MAX_STEPS = 20

Change: TypeAlias = tuple[int, int, int]
"""The row, the column and the new colour of a cell."""
Line: TypeAlias = tuple[int, bytes]
"""Which row or column, and its cells."""


class Near(NamedTuple):
    """A picture that differs from another one in some cells.

    changes : these cells, each once.
    rows, cols : how many nats more than there each row and column with such a cell explains.
    gain : how many nats more it explains.
    """

    changes: frozenset[Change]
    rows: dict[int, float]
    cols: dict[int, float]
    gain: float

    def applied(self, cells: Cells) -> Cells:
        """(rows, cols) the picture itself; cells : the one from which it differs."""
        other = cells.copy()
        for row, col, colour in self.changes:
            other[row, col] = colour
        return other

    def by_gain(self) -> list[tuple[float, int, bool]]:
        """Each of these lines: its gain, which one it is, and whether it is a row; the worst first."""
        rows = [(gain, at, True) for at, gain in self.rows.items()]
        return sorted(rows + [(gain, at, False) for at, gain in self.cols.items()])


NOTHING_CHANGED = Near(frozenset(), {}, {}, 0.0)


def best_near(rows: WeighedLines, cols: WeighedLines, cells: Cells, deadline: Deadline) -> Cells:
    """(rows, cols) the picture reached by going to one near by that explains more, as long as there is any.

    rows, cols : what is known of the lines. cells : (rows, cols) the picture from which to start.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    for _ in range(MAX_STEPS):
        deadline.check("looking for a picture that explains more")
        around = _Around(rows, cols, cells)
        better = next((near for near in around.pictures(MIN_GAIN) if near.gain > MIN_GAIN), None)
        if better is None:
            break
        cells = better.applied(cells)
    return cells


def has_rival(rows: WeighedLines, cols: WeighedLines, cells: Cells, margin: float) -> bool:
    """Whether a picture near by explains nearly as much, or more, and states other hints.

    margin : in nats; one that explains so much less is no rival.
    """
    near_by = _Around(rows, cols, cells).pictures(-margin)
    return any(near.gain > -margin and _states_otherwise(cells, near) for near in near_by)


class _Side:
    """The rows of a picture, or its columns, and what they gain by changed cells.

    weighed : what is known of the lines. cells : (lines, cells of each).
    axis : which entry of a change is the number of its line: 0 of rows, 1 of columns.
    costs : the nats at which each line is explained as it is.
    gains : how many nats more lines with other cells explain, as far as they were weighed. On a board of
        45 x 45 cells, more than half of those that are asked for were.
    """

    def __init__(self, weighed: WeighedLines, cells: Cells, axis: int) -> None:
        self.weighed, self.cells, self.axis = weighed, cells, axis
        self.costs = weighed.costs(enumerate(map(stated_by, cells)))
        self.gains: dict[Line, float] = {}
        self._as_bytes = [line.tobytes() for line in cells]

    def line(self, at: int, changes: Iterable[Change]) -> bytes:
        """The cells of a line after some changes."""
        line = bytearray(self._as_bytes[at])
        for change in changes:
            if change[self.axis] == at:
                line[change[1 - self.axis]] = change[2]
        return bytes(line)

    def changed(self, changes: Sequence[Change]) -> list[Line]:
        """The lines in which some changes change a cell."""
        return [(at, self.line(at, changes)) for at in {change[self.axis] for change in changes}]

    def weigh(self, lines: Iterable[Line]) -> None:
        """Find what lines gain that have other cells, all at once."""
        new = {line: (line[0], stated_in(line[1])) for line in lines if line not in self.gains}
        for line, cost in zip(new, self.weighed.costs(new.values()), strict=True) if new else ():
            self.gains[line] = cost - self.costs[line[0]]


class _Around:
    """The pictures near one.

    rows, cols : what is known of the lines. cells : (rows, cols) the picture.
    """

    def __init__(self, rows: WeighedLines, cols: WeighedLines, cells: Cells) -> None:
        self._colours, self._cells = rows.colours, cells
        self._rows, self._cols = _Side(rows, cells, 0), _Side(cols, cells.T, 1)

    def pictures(self, least: float) -> Iterator[Near]:
        """The pictures near by, first each with a single cell changed, that which explains most first.

        Then come those in which a line that is taken for misread states what its digits look like: a picture
        that explains more hardly ever does so without such a line. Where several misread lines cross, only
        two are spoiled at a time; so from these pictures it is gone on as long as all lines may explain
        enough once the two worst are repaired. At last it is gone on from the single cells.

        least : nats; a picture that does not explain so much more than this one is not needed.
        """
        singles = list(self._with_changes([[change] for change in self._changes()]))
        yield from sorted(singles, key=lambda near: -near.gain)
        as_read = list(self._with_changes(list(self._lines_as_read())))
        yield from as_read
        met = {near.changes for near in as_read}
        yield from self._repaired(as_read, met, lines=2, rank=self._bound, least=least)
        yield from self._repaired(singles, set(), lines=1, rank=lambda near: near.gain)

    def _repaired(
        self,
        starts: Sequence[Near],
        met: set[frozenset[Change]],
        *,
        lines: int,
        rank: Callable[[Near], float],
        least: float = -np.inf,
    ) -> Iterator[Near]:
        """Pictures in which one of the lines that explain least is repaired by one more change in it, which
        spoils the line that crosses there, and so on.

        Parameters
        ----------
        starts : the pictures to begin with. met : those that count as tried already.
        lines : how many of the lines that explain least are repaired, each by itself.
        rank : nats; the picture with the highest is gone on from first.
        least : pictures of a lower rank are left as they are.
        """
        open_ones = [
            (-value, -near.gain, sorted(near.changes), near)
            for near in starts
            if (value := rank(near)) > least
        ]
        heapify(open_ones)
        while open_ones and len(met) < MAX_TRIED:
            *_, near = heappop(open_ones)
            for _, at, is_row in near.by_gain()[:lines]:
                for further in self._with_one_more(near, at, is_row, met):
                    met.add(further.changes)
                    yield further
                    if (value := rank(further)) > least:
                        heappush(open_ones, (-value, -further.gain, sorted(further.changes), further))

    def _lines_as_read(self) -> Iterator[list[Change]]:
        """The changes by which one line, taken for misread, states what its digits look like."""
        for side in (self._rows, self._cols):
            for at, (line, cost) in enumerate(zip(side.cells, side.costs, strict=True)):
                read = side.weighed.likeliest(at) if cost < MISREAD else stated_by(line)
                for placed in placed_near(line, read, MAX_MOVED) if read != stated_by(line) else ():
                    moved = np.flatnonzero(placed != line).tolist()
                    yield [((to, at) if side.axis else (at, to)) + (int(placed[to]),) for to in moved]

    def _bound(self, near: Near) -> float:
        """What a picture gains at most once the two lines that explain least are repaired."""
        nats = near.gain
        for gain, at, is_row in near.by_gain()[:2]:
            nats += max(0.0, -(self._rows if is_row else self._cols).costs[at] - gain)
        return nats

    def _changes(self) -> Iterator[Change]:
        for cell in np.ndindex(*self._cells.shape):
            yield from self._changes_of(*cell)

    def _changes_of(self, row: int, col: int) -> Iterator[Change]:
        for colour in range(self._colours + 1):
            if colour != self._cells[row, col]:
                yield row, col, colour

    def _with_changes(self, ways: Sequence[Sequence[Change]]) -> Iterator[Near]:
        """The picture with cells changed in each of some ways."""
        rows, cols = ([side.changed(changes) for changes in ways] for side in (self._rows, self._cols))
        yield from self._weighed(NOTHING_CHANGED, list(map(frozenset, ways)), rows, cols)

    def _with_one_more(
        self, near: Near, at: int, is_row: bool, met: set[frozenset[Change]]
    ) -> Iterator[Near]:
        """A picture near by with every single further change in a line that leads to one not met yet."""
        if len(near.changes) == MAX_CHANGED:
            return
        own, crossing = (self._rows, self._cols) if is_row else (self._cols, self._rows)
        have = {change[crossing.axis] for change in near.changes if change[own.axis] == at}
        line, ways, own_lines, crossing_lines = own.line(at, near.changes), [], [], []
        for other in range(len(line)):
            cell = (at, other) if is_row else (other, at)
            crosses = b"" if other in have else crossing.line(other, near.changes)
            for change in () if other in have else self._changes_of(*cell):
                changes = near.changes | {change}
                if changes not in met:
                    colour = bytes(change[2:])
                    ways.append(changes)
                    own_lines.append([(at, line[:other] + colour + line[other + 1 :])])
                    crossing_lines.append([(other, crosses[:at] + colour + crosses[at + 1 :])])
        rows, cols = (own_lines, crossing_lines) if is_row else (crossing_lines, own_lines)
        yield from self._weighed(near, ways, rows, cols)

    def _weighed(
        self,
        near: Near,
        ways: Sequence[frozenset[Change]],
        rows: Sequence[Sequence[Line]],
        cols: Sequence[Sequence[Line]],
    ) -> Iterator[Near]:
        """The pictures with cells changed in each of some ways.

        near : the picture near by from which they differ in some rows and cols, which are given for each.
        """
        self._rows.weigh(chain.from_iterable(rows))
        self._cols.weigh(chain.from_iterable(cols))
        for changes, new_rows, new_cols in zip(ways, rows, cols, strict=True):
            over = near.rows | {line[0]: self._rows.gains[line] for line in new_rows}
            down = near.cols | {line[0]: self._cols.gains[line] for line in new_cols}
            yield Near(changes, over, down, sum(over.values()) + sum(down.values()))


def _states_otherwise(cells: Cells, near: Near) -> bool:
    """Whether a picture near by states other hints; some of those of several solutions state the same."""
    other = near.applied(cells)
    return any(stated_by(other[row]) != stated_by(cells[row]) for row in near.rows) or any(
        stated_by(other[:, col]) != stated_by(cells[:, col]) for col in near.cols
    )
