"""Look among the pictures near one, that is, those that differ in a few cells, for any that explain more.

Belief propagation arrives near the picture that explains the hints best, often not quite there: where several
hints are misread in lines that cross, a few cells are left as the misread ones say. And a picture is believed
only if no other one near by explains nearly as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

import numpy as np

from picrosser.repairing.stated_runs import Cells, placed_near, stated_by, stated_in
from picrosser.repairing.weighed_lines import WeighedLines
from picrosser.running.deadline import Deadline

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
Changes: TypeAlias = tuple[Change, ...]
"""Those of several cells, each once, in order."""
LineGain: TypeAlias = tuple[float, int, bool]
"""How many nats more a line explains, which one it is, and whether it is a row."""


Start: TypeAlias = tuple[float, float, Changes]
"""Of a picture from which to go on: less its rank, less what it gains, and its changes."""


class Near(NamedTuple):
    """A picture that differs from another one in some cells.

    rows, cols : how many nats more than there each row and column with such a cell explains.
    gain : how many nats more it explains.
    """

    changes: Changes
    rows: dict[int, float]
    cols: dict[int, float]
    gain: float

    def applied(self, cells: Cells) -> Cells:
        """(rows, cols) the picture itself; cells : the one from which it differs."""
        other = cells.copy()
        for row, col, colour in self.changes:
            other[row, col] = colour
        return other

    def by_gain(self) -> list[LineGain]:
        """Each of these lines, the worst first."""
        rows = [(gain, at, True) for at, gain in self.rows.items()]
        return sorted(rows + [(gain, at, False) for at, gain in self.cols.items()])


class BestNear(NamedTuple):
    """A picture that explains more than those near by.

    cells : (rows, cols) the picture.
    rival : how many nats more that picture near by explains which explains most and states other hints; None
        if each explains less by the margin that was asked for.
    """

    cells: Cells
    rival: float | None


def best_near(
    rows: WeighedLines, cols: WeighedLines, cells: Cells, margin: float, deadline: Deadline
) -> BestNear:
    """The picture reached by going to one near by that explains more, as long as there is any.

    Parameters
    ----------
    rows, cols : what is known of the lines.
    cells : (rows, cols) the picture from which to start.
    margin : in nats; one that explains so much less is no rival.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    sides = _Known(rows), _Known(cols)
    for _ in range(MAX_STEPS):
        deadline.check("looking for a picture that explains more")
        better, rival = _better_or_rival(*sides, cells, margin)
        if better is None:
            return BestNear(cells, rival)
        cells = better.applied(cells)
    return BestNear(cells, 0.0)  # where it did not end, there may be more


def rival_gain(rows: WeighedLines, cols: WeighedLines, cells: Cells, margin: float) -> float | None:
    """How many nats more a picture near by explains: a better one, or else the rival as in `best_near`."""
    better, rival = _better_or_rival(_Known(rows), _Known(cols), cells, margin)
    return rival if better is None else better.gain


def _better_or_rival(
    rows: _Known, cols: _Known, cells: Cells, margin: float
) -> tuple[Near | None, float | None]:
    """The first picture near by that explains more; if there is none, what the best rival gains, if any."""
    rival: float | None = None
    for near in _Around(rows, cols, cells).pictures(-margin):
        if near.gain > MIN_GAIN:
            return near, None
        if (rival is None or near.gain > rival) and _states_otherwise(cells, near):
            rival = near.gain
    return None, rival


class _Known:
    """What is known of lines, whatever the picture: a step to a better one changes few of them.

    weighed : what their digits say.
    singles : by line and its cells, how many nats more it explains after each change of a single cell, in
        the order of the cells and then of the colours.
    as_read : by the same, as `_Side.as_read`.
    """

    def __init__(self, weighed: WeighedLines) -> None:
        self.weighed = weighed
        self.singles: dict[tuple[int, bytes], list[float]] = {}
        self.as_read: dict[tuple[int, bytes], list[list[tuple[int, int]]]] = {}


class _Side:
    """The rows of a picture, or its columns, and what they gain by changed cells.

    known : what is known of the lines. cells : (lines, cells of each).
    axis : which entry of a change is the number of its line: 0 of rows, 1 of columns.
    costs : the nats at which each line is explained as it is.
    """

    def __init__(self, known: _Known, cells: Cells, axis: int) -> None:
        self._known, self.weighed, self.axis = known, known.weighed, axis
        self.costs = [self.weighed.cost(at, stated_by(line)) for at, line in enumerate(cells)]
        self._as_bytes = [line.tobytes() for line in cells]

    def singles(self, at: int) -> list[float]:
        """How many nats more a line explains after each change of a single cell, as in `_Known`."""
        line = self._as_bytes[at]
        found = self._known.singles.get((at, line))
        if found is None:
            colours = range(self.weighed.colours + 1)
            found = self._known.singles[at, line] = [
                self.gain(at, _with_cell(line, cell, colour))
                for cell, own in enumerate(line)
                for colour in colours
                if colour != own
            ]
        return found

    def as_read(self, at: int) -> list[list[tuple[int, int]]]:
        """The ways in which a line, taken for misread, states what its digits look like.

        Returns which cells change, and their new colours.
        """
        line = self._as_bytes[at]
        found = self._known.as_read.get((at, line))
        if found is None:
            found = self._known.as_read[at, line] = []
            read = self.weighed.likeliest(at) if self.costs[at] < MISREAD else stated_in(line)
            for placed in placed_near(line, read, MAX_MOVED) if read != stated_in(line) else ():
                found.append(
                    [(to, new) for to, (new, old) in enumerate(zip(placed, line, strict=True)) if new != old]
                )
        return found

    def line(self, at: int, changes: Changes) -> bytes:
        """The cells of a line after some changes."""
        line = bytearray(self._as_bytes[at])
        for change in changes:
            if change[self.axis] == at:
                line[change[1 - self.axis]] = change[2]
        return bytes(line)

    def gain(self, at: int, line: bytes) -> float:
        """How many nats more a line explains if it has these cells."""
        return self.weighed.cost(at, stated_in(line)) - self.costs[at]

    def gains(self, changes: Changes) -> dict[int, float]:
        """How many nats more each line explains in which some changes change a cell."""
        return {at: self.gain(at, self.line(at, changes)) for at in {change[self.axis] for change in changes}}


class _Around:
    """The pictures near one.

    rows, cols : what is known of the lines. cells : (rows, cols) the picture.
    """

    def __init__(self, rows: _Known, cols: _Known, cells: Cells) -> None:
        self._colours, self._cells = rows.weighed.colours, cells
        self._rows, self._cols = _Side(rows, cells, 0), _Side(cols, cells.T, 1)

    def pictures(self, least: float) -> Iterator[Near]:
        """The pictures near by that explain enough, first those with a single cell changed, the best first.

        Then come those in which a line that is taken for misread states what its digits look like: a picture
        that explains more hardly ever does so without such a line. Where several misread lines cross, only
        two are spoiled at a time; so from these pictures it is gone on as long as all lines may explain
        enough once the two worst are repaired. At last it is gone on from the single cells.

        least : nats; a picture that does not explain so much more than this one is not needed.
        """
        singles = self._singles()
        yield from (self._near_by((change,)) for gain, change in singles if gain > least)
        as_read = list(map(self._near_by, self._lines_as_read()))
        yield from (near for near in as_read if near.gain > least)
        met = {near.changes for near in as_read}
        ranked = ((self._bound(near.gain, near.by_gain()), near) for near in as_read)
        starts = [(-rank, -near.gain, near.changes) for rank, near in ranked if rank > least]
        yield from self._repaired(starts, met, lines=2, least=least, rank=self._bound, least_rank=least)
        starts = [(-gain, -gain, (change,)) for gain, change in singles]
        yield from self._repaired(starts, set(), lines=1, least=least, rank=lambda gain, _: gain)

    def _singles(self) -> list[tuple[float, Change]]:
        """What each change of a single cell gains, the best first."""
        over, down = (
            [side.singles(at) for at in range(len(side.costs))] for side in (self._rows, self._cols)
        )
        found = [
            (over[row][col * self._colours + other] + down[col][row * self._colours + other], change)
            for row, col in np.ndindex(*self._cells.shape)
            for other, change in enumerate(self._changes_of(row, col))
        ]
        return sorted(found, key=lambda one: -one[0])

    def _repaired(
        self,
        open_ones: list[Start],
        met: set[Changes],
        *,
        lines: int,
        least: float,
        rank: Callable[[float, Sequence[LineGain]], float],
        least_rank: float = -np.inf,
    ) -> Iterator[Near]:
        """Pictures in which one of the lines that explain least is repaired by one more change in it, which
        spoils the line that crosses there, and so on.

        Parameters
        ----------
        open_ones : the pictures to begin with; used up. met : those that count as tried already.
        lines : how many of the lines that explain least are repaired, each by itself.
        least : nats; pictures that gain no more are not needed.
        rank : nats, of what a picture gains and its two worst lines; the highest is gone on from first.
        least_rank : pictures of a lower rank are left as they are.
        """
        heapify(open_ones)
        while open_ones and len(met) < MAX_TRIED:
            near = self._near_by(heappop(open_ones)[2])
            for _, at, is_row in near.by_gain()[:lines]:
                for changes, gain, worst in self._with_one_more(near, at, is_row, met):
                    if gain > least:
                        yield self._near_by(changes)
                    if (value := rank(gain, worst)) > least_rank:
                        heappush(open_ones, (-value, -gain, changes))

    def _near_by(self, changes: Changes) -> Near:
        """The picture after some changes."""
        rows, cols = self._rows.gains(changes), self._cols.gains(changes)
        return Near(changes, rows, cols, sum(rows.values()) + sum(cols.values()))

    def _lines_as_read(self) -> Iterator[Changes]:
        """The changes by which one line, taken for misread, states what its digits look like."""
        for side in (self._rows, self._cols):
            for at in range(len(side.costs)):
                for moved in side.as_read(at):
                    yield tuple(((to, at) if side.axis else (at, to)) + (colour,) for to, colour in moved)

    def _bound(self, gain: float, worst: Sequence[LineGain]) -> float:
        """What a picture gains at most once the two lines that explain least are repaired.

        gain : of the picture. worst : its lines, those first.
        """
        for of_line, at, is_row in worst[:2]:
            gain += max(0.0, -(self._rows if is_row else self._cols).costs[at] - of_line)
        return gain

    def _with_one_more(
        self, near: Near, at: int, is_row: bool, met: set[Changes]
    ) -> Iterator[tuple[Changes, float, list[LineGain]]]:
        """Every single further change in a line that leads to a picture which was not met yet, and is now.

        Returns the changes of that picture, what it gains, and its two worst lines.
        """
        if len(near.changes) == MAX_CHANGED:
            return
        own, crossing = (self._rows, self._cols) if is_row else (self._cols, self._rows)
        changed = near.cols if is_row else near.rows  # crossing lines
        have = {change[crossing.axis] for change in near.changes if change[own.axis] == at}
        line = own.line(at, near.changes)
        others = [of for of in near.by_gain() if of[1:] != (at, is_row)]
        rest = sum(gain for gain, *_ in others)
        for other in range(len(line)):
            if other in have:
                continue
            crosses = crossing.line(other, near.changes)
            kept = [of for of in others if of[1:] != (other, not is_row)] if other in changed else others
            kept_gain = rest - changed.get(other, 0.0)
            for change in self._changes_of(*((at, other) if is_row else (other, at))):
                changes = tuple(sorted((*near.changes, change)))
                if changes not in met:
                    met.add(changes)
                    here = own.gain(at, _with_cell(line, other, change[2]))
                    across = crossing.gain(other, _with_cell(crosses, at, change[2]))
                    worst = sorted((*kept[:2], (here, at, is_row), (across, other, not is_row)))
                    yield changes, kept_gain + here + across, worst

    def _changes_of(self, row: int, col: int) -> Iterator[Change]:
        for colour in range(self._colours + 1):
            if colour != self._cells[row, col]:
                yield row, col, colour


def _with_cell(line: bytes, at: int, colour: int) -> bytes:
    """A line of which one cell has another colour."""
    return line[:at] + bytes((colour,)) + line[at + 1 :]


def _states_otherwise(cells: Cells, near: Near) -> bool:
    """Whether a picture near by states other hints; some of those of several solutions state the same."""
    other = near.applied(cells)
    return any(stated_by(other[row]) != stated_by(cells[row]) for row in near.rows) or any(
        stated_by(other[:, col]) != stated_by(cells[:, col]) for col in near.cols
    )
