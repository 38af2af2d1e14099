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
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.nonogram.rulings import Ruling
from picrosser.reading.page.numbers import Numbers

# Nats. Of 250 boards (48 real, 202 drawn) nearly all true ones have 0.6 to 1.0 of the most that they can.
SEEN, MISSING = 0.35, -0.6  # a side of a cell on a line of the board
MAX_LINE, MIN_LINE = 2.0, -4.0  # a whole line, however long
CROSSED = (
    2.0  # a row or column, if all lines that cross it are seen there; as much against it if all are missing
)
SHOWN, BARE = 3.0, -2.5  # a row or column with a number beside it, and one without
INSIDE = -2.0  # a number in the middle of a cell of the board
BEYOND = -2.0  # a number beside a line that would follow on the board
ASTRAY = -0.5  # a number in the hint area, but off the middle of every line
GOES_ON = -4.0  # all lines of the board go on beyond it, and no hints stand there
FAR = -4.0  # each pitch by which the hints are too far from the board

CONVINCING_QUALITY, CONVINCING_SHARE = 0.85, 0.9  # nine in ten true boards have more, false ones less
SAME_HEIGHT = 0.2  # of the logarithm: hints of one board differ by less
CENTRED = 0.25  # of the pitch: a number is no further off the middle of its line
MAX_GAP, MAX_FIRST_GAP = (
    1.5,
    4.0,
)  # pitches between two numbers of a hint area, and from the board to the first
FREE_GAP = 1.0  # pitches from the board to the nearest number that do not count against it
OVERLAP = 0.25  # of the pitch, by which hints may reach over the board's edge
MIN_HEIGHT, MAX_HEIGHT = 0.12, 0.98  # of the pitch: the height of digits
MAX_NUMBER_WIDTH = 1.1  # of the pitch: a wider group over a column is text
MIN_OF_A_HEIGHT = 4  # numbers: of fewer, their height is not tried
MAX_HEIGHTS = 5  # of digits that are tried on a ruling
MIN_LINES = 3  # rows, and columns, of a board
MARGIN = 4  # lines beyond a ruling's area that may belong to the board
MAX_HINT_FRACTION = 0.7  # of an area's lines may be those of a gridded hint area
MAX_HINT_LINES = 12  # lines of a gridded hint area, on the far side
USUAL_SIDES = 0.5  # of the lines: if more show hints left and above, other sides are not tried

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BoardScored:
    """A board that may be in a picture.

    nats : how well it explains the lines and numbers. most : nats that it could have, if it explained all.
    lattice : its lines.
    shown : how many of its rows, and of its columns, have a number beside them.
    below, beside_right : whether the columns' hints stand below it, the rows' right of it.
    height_px : of the digits.
    """

    nats: float
    most: float
    lattice: Lattice
    shown: tuple[int, int]
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
    def is_convincing(self) -> bool:
        """Whether no other board is likely to be a better one."""
        return self.quality > CONVINCING_QUALITY and self.share > CONVINCING_SHARE

    def is_same(self, other: BoardScored) -> bool:
        """Whether two boards have hints on the same sides, and lines less than a quarter pitch apart."""
        if self.lattice.shape != other.lattice.shape or self._sides != other._sides:
            return False
        edges, others = (
            (*board.lattice.row_edges_px, *board.lattice.col_edges_px) for board in (self, other)
        )
        near = self.lattice.pitch_px / 4
        return all(abs(edge - at) < near for edge, at in zip(edges, others, strict=True))

    @property
    def _sides(self) -> tuple[bool, bool]:
        return self.below, self.beside_right


def score_boards(ruling: Ruling, numbers: Numbers) -> list[BoardScored]:
    """The best boards on a ruling, for each height of digits and each pair of sides that hints may be on."""
    found: list[BoardScored] = []
    for height in _heights(ruling, numbers):
        found += _Rectangles(ruling, numbers, height).best()
        if found and max(found, key=lambda board: board.nats).is_convincing:
            break
    return sorted(found, key=lambda board: -board.nats)


def _heights(ruling: Ruling, numbers: Numbers) -> Iterator[float]:
    """The heights that many numbers beside an area share, the commonest first."""
    pitches = _pitches(ruling)
    top, bottom, left, right = ruling.area
    down = (numbers.top + numbers.bottom) / 2
    along = (numbers.left + numbers.right) / 2
    beside = (down > ruling.rows[top] - pitches[0]) & (down < ruling.rows[bottom] + pitches[0])
    above = (along > ruling.cols[left] - pitches[1]) & (along < ruling.cols[right] + pitches[1])
    possible = (numbers.height > MIN_HEIGHT * min(pitches)) & (numbers.height < MAX_HEIGHT * min(pitches))
    logs = np.log(numbers.height[(beside | above) & possible])
    left_over = logs
    for _ in range(MAX_HEIGHTS):
        if not len(left_over):
            return
        near = np.abs(logs[:, None] - left_over) < SAME_HEIGHT / 2
        commonest = logs[int(near.sum(axis=1).argmax())]
        mine = np.abs(left_over - commonest) < SAME_HEIGHT / 2
        if mine.sum() < MIN_OF_A_HEIGHT:
            return
        yield float(np.exp(np.median(left_over[mine])))
        left_over = left_over[~mine]


def _pitches(ruling: Ruling) -> tuple[float, float]:
    return float(ruling.rows[1] - ruling.rows[0]), float(ruling.cols[1] - ruling.cols[0])


class _Places(NamedTuple):
    """Where numbers of one height lie along one axis, in lines of the ruling.

    lo, hi : their ends. line : which line their middle is in. off : how far it is off the line's middle.
    """

    lo: Counts
    hi: Counts
    line: NDArray[np.intp]
    off: Counts

    @classmethod
    def on(cls, lo: Counts, hi: Counts) -> _Places:
        middle = (lo + hi) / 2
        line = np.floor(middle).astype(np.intp)
        return cls(lo, hi, line, np.abs(middle - line - 0.5))

    @property
    def mirrored(self) -> _Places:
        return _Places(-self.hi, -self.lo, self.line, self.off)


class _Hints(NamedTuple):
    """What stands beside the lines of one axis, for each edge that the board may have on that side.

    shown : (edges, lines) whether a number does. nats : (edges, lines + 1) the sum of what the lines before
    each one count. far : (edges,) by how many pitches the nearest number is too far away.
    """

    shown: Counts
    nats: Counts
    far: Counts


class _Sides(NamedTuple):
    """The edges that a board may have: its first and last line of each axis."""

    tops: NDArray[np.intp]
    bottoms: NDArray[np.intp]
    lefts: NDArray[np.intp]
    rights: NDArray[np.intp]


class _Rectangles:
    """All rectangles of a ruling that may be a board, for digits of one height."""

    def __init__(self, ruling: Ruling, numbers: Numbers, height_px: float) -> None:
        self._ruling, self._height_px = ruling, height_px
        self._shape = len(ruling.rows) - 1, len(ruling.cols) - 1
        down, along = _pitches(ruling)
        ends = [
            (lines - start) / pitch
            for lines, start, pitch in (
                (numbers.top, ruling.rows[0], down),
                (numbers.bottom, ruling.rows[0], down),
                (numbers.left, ruling.cols[0], along),
                (numbers.right, ruling.cols[0], along),
            )
        ]
        rows, cols = self._shape
        middles = (ends[0] + ends[1]) / 2, (ends[2] + ends[3]) / 2
        mine = np.abs(np.log(numbers.height / height_px)) < SAME_HEIGHT
        mine &= (middles[0] >= 0) & (middles[0] < rows) & (middles[1] >= 0) & (middles[1] < cols)
        top, bottom, left, right = (end[mine] for end in ends)
        self._down, self._along = _Places.on(top, bottom), _Places.on(left, right)
        lying, standing = ruling.seen
        self._lying = _summed(SEEN * (lying > 0) + MISSING * (lying < 0), 1)
        self._standing = _summed(SEEN * (standing > 0) + MISSING * (standing < 0), 1)
        self._crossing_rows = _summed(standing.astype(float), 0)  # columns' lines summed up, in each row
        self._crossing_cols = _summed(_summed(lying.astype(float), 0), 1)
        # One more row or column on each side: nothing is seen beyond the picture
        self._seen_beside = _summed(np.pad((lying > 0).astype(float), ((0, 0), (1, 1))), 0)
        self._seen_above = _summed(np.pad((standing > 0).astype(float), ((0, 0), (1, 1))), 0)

    @cached_property
    def _in_cells(self) -> Counts:
        """(rows, columns) how many numbers stand in the middle of each cell."""
        counts = np.zeros(self._shape)
        both = (self._down.off < CENTRED) & (self._along.off < CENTRED)
        np.add.at(counts, (self._down.line[both], self._along.line[both]), 1)
        return counts

    def best(self) -> list[BoardScored]:
        """The best rectangle for each pair of sides that hints may be on; only the usual ones if they fit."""
        found: list[BoardScored] = []
        for below, beside_right in ((False, False), (False, True), (True, False), (True, True)):
            board = self._best_with(below, beside_right)
            if board is not None:
                found.append(board)
            if found and found[0].share > USUAL_SIDES:
                break
        return found

    def _best_with(self, below: bool, beside_right: bool) -> BoardScored | None:
        top, bottom, left, right = self._ruling.area
        rows, cols = self._shape
        tops, bottoms = _edges(top, bottom, rows, hints_last=below)
        lefts, rights = _edges(left, right, cols, hints_last=beside_right)
        sides = _Sides(tops, bottoms, lefts, rights)
        narrow = self._along.hi - self._along.lo < MAX_NUMBER_WIDTH
        over = _hints(self._down, self._along, bottoms if below else tops, cols, narrow, (left, right), below)
        every = np.ones(len(narrow), bool)
        ends = rights if beside_right else lefts
        beside = _hints(self._along, self._down, ends, rows, every, (top, bottom), beside_right)
        best, at = -np.inf, (0, 0, 0, 0)
        for i, first in enumerate(lefts.tolist()):
            for j, last in enumerate(rights.tolist()):
                if last - first < MIN_LINES:
                    continue
                nats = self._nats(sides, first, last)
                nats += _as_side(over.nats[:, last] - over.nats[:, first] + FAR * over.far, below)
                nats += _as_side(_next_to(over.shown, first, last), below)
                edge = j if beside_right else i
                nats += beside.nats[edge][bottoms] - beside.nats[edge][tops][:, None] + FAR * beside.far[edge]
                nats += _next_to_all(beside.shown[edge], tops, bottoms)
                nats[bottoms - tops[:, None] < MIN_LINES] = -np.inf
                most = int(nats.argmax())
                if nats.flat[most] > best:
                    best = float(nats.flat[most])
                    at = (most // len(bottoms), most % len(bottoms), i, j)
        if best == -np.inf:
            return None
        place = [int(edges[number]) for edges, number in zip(sides, at, strict=True)]
        shown_rows = beside.shown[at[3] if beside_right else at[2], place[0] : place[1]].sum()
        shown_cols = over.shown[at[1] if below else at[0], place[2] : place[3]].sum()
        lines = self._ruling.rows[place[0] : place[1] + 1], self._ruling.cols[place[2] : place[3] + 1]
        row_edges, col_edges = (tuple(round(float(line)) for line in axis) for axis in lines)
        return BoardScored(
            nats=best,
            most=self._most(*place),
            lattice=Lattice(row_edges, col_edges),
            shown=(int(shown_rows), int(shown_cols)),
            below=below,
            beside_right=beside_right,
            height_px=self._height_px,
        )

    def _most(self, top: int, bottom: int, left: int, right: int) -> float:
        """The nats of a board with a number beside each line, on which all is seen that may be."""
        lying = self._ruling.seen[0][top : bottom + 1, left:right] != 0
        standing = self._ruling.seen[1][left : right + 1, top:bottom] != 0
        lines = lying.any(axis=1).sum() + standing.any(axis=1).sum()
        crossed = lying.any(axis=0).sum() + standing.any(axis=0).sum()
        return float(SHOWN * (bottom - top + right - left) + MAX_LINE * lines + CROSSED * crossed)

    def _nats(self, sides: _Sides, left: int, right: int) -> Counts:
        """(tops, bottoms) what lines and cells count, for all rectangles between two columns' lines."""
        tops, bottoms = sides.tops[:, None], sides.bottoms
        heights = np.maximum(bottoms - tops, 1)
        lying = np.append(
            0, np.cumsum(np.clip(self._lying[:, right] - self._lying[:, left], MIN_LINE, MAX_LINE))
        )
        nats = lying[bottoms + 1] - lying[tops]
        standing = self._standing[left : right + 1]
        along = standing[:, None, :][:, :, sides.bottoms] - standing[:, :, None][:, sides.tops]
        nats = nats + np.clip(along, MIN_LINE, MAX_LINE).sum(axis=0)
        crossed = (self._crossing_rows[right + 1] - self._crossing_rows[left]) / (right + 1 - left)
        crossed = np.append(0, np.cumsum(crossed))
        nats += CROSSED * (crossed[bottoms] - crossed[tops])
        crossed = self._crossing_cols[:, right] - self._crossing_cols[:, left]
        nats += CROSSED * (crossed[bottoms + 1] - crossed[tops]) / (heights + 1)
        inside = np.append(0, np.cumsum(self._in_cells[:, left:right].sum(axis=1)))
        nats += INSIDE * (inside[bottoms] - inside[tops])
        return np.asarray(nats + GOES_ON * self._going_on(sides, left, right))

    def _going_on(self, sides: _Sides, left: int, right: int) -> Counts:
        """(tops, bottoms) the shares of lines that go on beyond the sides where no hints stand."""
        share = (self._seen_above[right + 1] - self._seen_above[left]) / (right + 1 - left)
        rows = np.pad(self._in_cells[:, left:right].sum(axis=1) / (right - left), 1)
        free = share * _without_hints(rows)
        going = free[sides.tops][:, None] + free[sides.bottoms + 1]
        heights = np.maximum(sides.bottoms - sides.tops[:, None], 1)
        for beyond in (left, right + 1):  # the cells left of the board, and right of it, in padded columns
            seen = self._seen_beside[:, beyond]
            share = (seen[sides.bottoms + 1] - seen[sides.tops][:, None]) / (heights + 1)
            column = beyond - 1
            if 0 <= column < self._shape[1]:
                count = np.append(0, np.cumsum(self._in_cells[:, column]))
                share = share * _without_hints((count[sides.bottoms] - count[sides.tops][:, None]) / heights)
            going = going + share
        return np.asarray(going)


def _without_hints(per_cell: Counts) -> Counts:
    """How little cells in a row look like hints: 1 if none holds a number, 0 if a third of them do."""
    return 1 - np.minimum(1, 3 * per_cell)


def _edges(
    first: int, last: int, lines: int, *, hints_last: bool
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and the last lines that a board may have, in an area that may hold its hints, too.

    hints_last : they stand after the board, else before it.
    """
    deep = int(MAX_HINT_FRACTION * (last - first)) + 1
    if hints_last:
        low = range(max(0, first - MARGIN), max(first + 1, min(last - 2, first + MAX_HINT_LINES)))
        high = range(min(last, max(first + MIN_LINES, last - deep)), min(lines, last + MARGIN) + 1)
    else:
        low = range(max(0, first - MARGIN), max(first + 1, min(last - 2, first + deep)))
        high = range(max(first + MIN_LINES, last - MAX_HINT_LINES), min(lines, last + MARGIN) + 1)
    return np.array(low, np.intp), np.array(high, np.intp)


def _hints(
    away: _Places,
    across: _Places,
    edges: NDArray[np.intp],
    lines: int,
    possible: NDArray[np.bool_],
    area: tuple[int, int],
    last: bool,
) -> _Hints:
    """What stands beside the lines of one axis, for each edge of the board.

    away : where numbers lie, measured away from the board. across : measured from line to line.
    possible : which numbers may be hints.
    area : the lines between which numbers tell how deep the hint area is.
    last : the hints stand after the board.
    """
    shown, astray = np.zeros((len(edges), lines)), np.zeros((len(edges), lines))
    far = np.zeros(len(edges))
    ends = -edges if last else edges
    away = away.mirrored if last else away
    possible = possible & (across.line >= area[0] - 1) & (across.line <= area[1])
    order = np.argsort(-away.hi, kind="stable")
    order = order[possible[order]]
    centred = across.off < CENTRED
    for at, edge in enumerate(ends.tolist()):
        mine = order[away.hi[order] < edge + OVERLAP]
        depth, limit = float(edge), edge - MAX_FIRST_GAP
        for number in mine[centred[mine]].tolist():
            if away.hi[number] < limit:
                break
            if depth == edge:
                far[at] = max(0.0, edge - away.hi[number] - FREE_GAP)
            depth = min(depth, float(away.lo[number]))
            limit = depth - MAX_GAP
        area_numbers = mine[away.lo[mine] >= depth]
        shown[at, across.line[area_numbers[centred[area_numbers]]]] = 1
        np.add.at(astray[at], across.line[area_numbers[~centred[area_numbers]]], 1)
    return _Hints(shown, _summed(SHOWN * shown + BARE * (1 - shown) + ASTRAY * astray, 1), far)


def _next_to(shown: Counts, first: int, last: int) -> Counts:
    """(edges,) what numbers beside the two lines before the first and the two after the last count."""
    padded = np.pad(shown, ((0, 0), (2, 2)))
    before, after = padded[:, first : first + 2], padded[:, last + 2 : last + 4]
    return np.asarray(BEYOND * (before.sum(axis=1) + after.sum(axis=1)))


def _next_to_all(shown: Counts, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> Counts:
    """(firsts, lasts) what such numbers count, for all pairs of first and last lines."""
    padded = np.pad(shown, 2)
    return BEYOND * ((padded[firsts] + padded[firsts + 1])[:, None] + padded[lasts + 2] + padded[lasts + 3])


def _as_side(values: Counts, below: bool) -> Counts:
    """Values of the bottom edges as a row, or those of the top edges as a column."""
    return values[None, :] if below else values[:, None]


def _summed(values: Counts, axis: int) -> Counts:
    """Running sums with a 0 before the first."""
    pad = [(0, 0)] * values.ndim
    pad[axis] = (1, 0)
    return np.pad(np.cumsum(values, axis), pad)
