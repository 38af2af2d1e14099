"""Score the boards that may lie on a ruling: one sum of nats over lines, cells and numbers.

A board is a rectangle of lines with the numbers of its hints beside it; what speaks for it and against it is
in `Terms`. Each term is a sum over the rectangle's rows plus one over its columns: a running sum at its last
line less the one at its first line. So all rectangles of a ruling are scored at once, for each height of
digits and for each side on which hints may stand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.lattice.combs import Indices
from picrosser.reading.nonogram.boards.digit_lattice import MAX_FIRST_GAP, common_heights
from picrosser.reading.nonogram.boards.rulings import Flags, Ruling
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_OFF, SAME_HEIGHT, STEP
from picrosser.reading.page.numbers import Numbers

CONVINCING = 0.87  # of quality and of share: nine in ten true boards have more of both, false ones less
# A board with less of either is not read: of 250 true ones the lowest have 0.55 and 0.33
MIN_QUALITY, MIN_SHARE = 0.47, 0.25
MIN_HEIGHT = 0.08  # of the pitch: the height of digits; on 89 boards 0.18 to 0.78, on one of 5 x 5 cells 0.11
# Whether the columns' hints stand below the board, and the rows' right of it; the usual ones first
SIDES = (False, False), (False, True), (True, False), (True, True)

MAX_GAP = 1.5  # pitches between two numbers of a hint area
MAX_NUMBER_WIDTH = 1.1  # of the pitch: a wider group over a column is text; numbers have up to 0.8
MAX_HINT_FRACTION = 0.7  # of an area's lines may be those of a gridded hint area
# Sides of cells: one that is missing outweighs so many that are seen; and a line counts in full if so many
# more are seen, or missing
MISSING_PER_SEEN, SEEN_IN_FULL, MISSING_IN_FULL = 12 / 7, 40 / 7, 80 / 7

Counts: TypeAlias = NDArray[np.float64]
Edges: TypeAlias = tuple[int, ...]


class Terms(NamedTuple):
    """What speaks for a board and against it; or the weight of each, in nats.

    seen, missing : its lines that are seen, and those that are missing. A line of which few sides of cells
        are seen, or missing, counts in part.
    crossed : its rows and columns, each by the share of the lines crossing it that are seen there, less the
        share of those that are missing.
    shown, bare : its rows and columns with a number beside them, and those without.
    inside : numbers in its cells; each counts once in its row and once in its column.
    beyond : numbers beside the two lines that would follow at either end.
    astray : numbers in the hint area, but off the middles of all lines.
    going_on : the sides on which no hints stand, each by the share of the lines that go on beyond it.
    far : by how many pitches the hints are too far away.
    fives : of its two numbers of lines, how many are multiples of five.
    """

    seen: float = 0.0
    missing: float = 0.0
    crossed: float = 0.0
    shown: float = 0.0
    bare: float = 0.0
    inside: float = 0.0
    beyond: float = 0.0
    astray: float = 0.0
    going_on: float = 0.0
    far: float = 0.0
    fives: float = 0.0


# Nats, set by hand. Of 229 pictures (144 real ones, plain and damaged, and 85 drawn) the right board is
# proposed on 216, and is first on 212, with a log-likelihood of -17.4 nats. Weights that are fitted to other
# looks (conditional maximum likelihood) put it first on 210, with -21.9 nats.
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


class BoardScored(NamedTuple):
    """A board that may be in a picture.

    nats : how well it explains the lines and numbers. most : nats that it could have, if it explained all.
    lattice : its lines.
    shown : how many of its rows, and of its columns, have a number beside them.
    bare : how many lines have none at its top, bottom, left and right.
    below, beside_right : whether the columns' hints stand below it, the rows' right of it.
    height_px : of the digits.
    hint_lines : the edges of the lines in which its rows' hints stand, and its columns', where these are not
        its own; None where they are.
    """

    nats: float
    most: float
    lattice: Lattice
    shown: tuple[int, int]
    bare: tuple[int, int, int, int]
    below: bool
    beside_right: bool
    height_px: float
    hint_lines: tuple[Edges | None, Edges | None] = (None, None)

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
    def is_convincing(self) -> bool:
        """Whether no other board is likely to be a better one."""
        return min(self.quality, self.share) > CONVINCING

    @property
    def is_possible(self) -> bool:
        """Whether it explains enough to be read."""
        return self.quality > MIN_QUALITY and self.share >= MIN_SHARE

    def is_same(self, other: BoardScored) -> bool:
        """Whether two boards have hints of one height on the same sides, and the same lines."""
        off_height = abs(math.log(self.height_px / other.height_px))
        return off_height <= SAME_HEIGHT and self.lies_as(other)

    def lies_as(self, other: BoardScored) -> bool:
        """Whether both have as many lines, in the same places, and hints on the same sides."""
        has_sides = (self.below, self.beside_right) == (other.below, other.beside_right)
        has_lines = self.lattice.shape == other.lattice.shape
        near_px = MAX_OFF * self.lattice.pitch_px
        return has_sides and has_lines and self.lattice.place_in(other.lattice, near_px) is not None


def score_boards(ruling: Ruling, numbers: Numbers) -> list[BoardScored]:
    """The best boards on a ruling, for each height of digits and each pair of sides that hints may be on."""
    found: list[BoardScored] = []
    for height in digit_heights(ruling, numbers):
        found += _on_sides(ruling, NumbersOnRuling(ruling, numbers, height))
        best = max(found, key=lambda board: board.nats, default=None)
        if best is not None and best.is_convincing and not (best.below or best.beside_right):
            break  # on the other sides the lines may be numbered, and the hints be of another height
    # Plates stand where their digits do, and may be like digits: then the lower ones are read first.
    return sorted(found, key=lambda board: (-board.nats, board.height_px))


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


def _on_sides(ruling: Ruling, page: NumbersOnRuling) -> list[BoardScored]:
    """The best rectangle for each pair of sides with hints; the usual pair if half its lines show some."""
    found: list[BoardScored] = []
    possible = SIDES if ruling.hints_at is None else dict.fromkeys((SIDES[0], ruling.hints_at))
    for below, beside_right in possible:
        best = Rectangles(page, below=below, beside_right=beside_right).best()
        found += [] if best is None else [best]
        if found and found[0].share > 0.5:
            break
    return found


class _Places(NamedTuple):
    """Where numbers lie along one axis, in lines of the ruling.

    lo, hi : their ends. line : which line they are in. off : how far they are off its middle.
    """

    lo: Counts
    hi: Counts
    line: Indices
    off: Counts

    @classmethod
    def on(cls, lines: Counts, lo_px: Counts, hi_px: Counts) -> _Places:
        """Parameters: lines, of the ruling; where the numbers begin and end."""
        lo, hi = ((ends - lines[0]) / (lines[1] - lines[0]) for ends in (lo_px, hi_px))
        line = np.floor((lo + hi) / 2).astype(np.intp)
        return cls(lo, hi, line, np.abs((lo + hi) / 2 - line - 0.5))

    def only(self, which: NDArray[np.bool_]) -> _Places:
        return _Places(self.lo[which], self.hi[which], self.line[which], self.off[which])

    @property
    def mirrored(self) -> _Places:
        return self._replace(lo=-self.hi, hi=-self.lo)


class NumbersOnRuling:
    """Where the numbers of one height stand on a ruling.

    down, along : their places. beside, over : the same, moved onto the middles of the rows, and of the
        columns, whose hints they may be.
    in_cells : (rows, columns) how many stand in each cell.
    """

    def __init__(self, ruling: Ruling, numbers: Numbers, height_px: float) -> None:
        self.ruling, self.height_px = ruling, height_px
        rows, cols = len(ruling.rows) - 1, len(ruling.cols) - 1
        mine = np.abs(np.log(numbers.height / height_px)) < SAME_HEIGHT
        top, bottom, left, right = (
            ends[mine] for ends in (numbers.top, numbers.bottom, numbers.left, numbers.right)
        )
        off_down, off_right = ruling.hints_off_px
        self.down, self.along = _Places.on(ruling.rows, top, bottom), _Places.on(ruling.cols, left, right)
        self.beside = _Places.on(ruling.rows, top - off_down, bottom - off_down)
        self.over = _Places.on(ruling.cols, left - off_right, right - off_right)
        row, col = self.down.line, self.along.line
        inside = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
        inside &= (self.down.off < MAX_OFF) | (self.along.off < MAX_OFF)
        self.in_cells = np.zeros((rows, cols))
        np.add.at(self.in_cells, (row[inside], col[inside]), 1)


class Rectangles:
    """All rectangles of a ruling that may be a board with hints on two given sides.

    lines : the lines at which they may lie: (tops, bottoms, lefts, rights).
    """

    def __init__(self, page: NumbersOnRuling, *, below: bool, beside_right: bool) -> None:
        rows, cols = page.in_cells.shape
        top, bottom, left, right = page.ruling.area
        down = _edges(top, bottom, rows, hints_last=below)
        along = _edges(left, right, cols, hints_last=beside_right)
        narrow = page.along.hi - page.along.lo < MAX_NUMBER_WIDTH
        self._over = _hints(
            page.down.only(narrow), page.over.only(narrow), down[below], cols, (left, right), last=below
        )
        self._beside = _hints(
            page.along, page.beside, along[beside_right], rows, (top, bottom), last=beside_right
        )
        lying, standing = page.ruling.seen
        cells = page.in_cells
        self._parts = (
            *_terms(lying, standing, cells, down, along, self._over, hints_last=below),
            *_terms(standing, lying, cells.T, along, down, self._beside, hints_last=beside_right),
        )
        self.lines = *down, *along
        self._page, self._below, self._beside_right = page, below, beside_right

    def best(self) -> BoardScored | None:
        """The rectangle with the greatest sum of weighed terms; None if all are too small."""
        nats = self.nats(WEIGHTS)
        if not nats.size:  # in an area too small for any
            return None
        at = np.unravel_index(nats.argmax(), nats.shape)
        return self.board(float(nats[at]), np.array(at)) if np.isfinite(nats[at]) else None

    def nats(self, weights: Terms) -> Counts:
        """(tops, bottoms, lefts, rights) each one's sum of weighed terms; -inf if it is too small."""
        at_top, at_bottom, at_left, at_right = (np.tensordot(weights, part, 1) for part in self._parts)
        tops, bottoms, lefts, rights = self.lines
        nats = at_top[:, None] + at_bottom[None]
        nats += at_left.transpose(1, 2, 0)[..., None]
        nats += at_right.transpose(1, 2, 0)[:, :, None]
        rows, cols = bottoms - tops[:, None], rights - lefts[:, None]
        nats += weights.fives * ((rows % 5 == 0)[..., None, None] + (cols % 5 == 0).astype(float))
        nats[rows < FEWEST] = -np.inf
        nats[:, :, cols < FEWEST] = -np.inf
        return nats

    def board(self, nats: float, at: Indices) -> BoardScored:
        """The rectangle at (4,) places of `lines`, which has so many nats."""
        top, bottom, left, right = (int(lines[n]) for lines, n in zip(self.lines, at, strict=True))
        sides = top, bottom, left, right
        beside = self._beside.shown[at[2 + self._beside_right], top:bottom]
        over = self._over.shown[at[int(self._below)], left:right]
        rows, cols = (np.flatnonzero(shown).tolist() for shown in (beside, over))
        ruling = self._page.ruling
        return BoardScored(
            nats=nats,
            most=float(np.dot(WEIGHTS, most_terms(ruling, sides))),
            lattice=ruling.lattice(sides),
            shown=(len(rows), len(cols)),
            bare=(*_bare_ends(rows, bottom - top), *_bare_ends(cols, right - left)),
            below=self._below,
            beside_right=self._beside_right,
            height_px=self._page.height_px,
        )


def _bare_ends(shown: list[int], count: int) -> tuple[int, int]:
    """How many of some lines come before the first and after the last that has a number."""
    return (shown[0], count - 1 - shown[-1]) if shown else (count, 0)


def most_terms(ruling: Ruling, sides: tuple[int, int, int, int]) -> Terms:
    """The terms of a board with a number beside each line, on which all is seen that may be."""
    top, bottom, left, right = sides
    lying = ruling.seen[0][top : bottom + 1, left:right] != 0
    standing = ruling.seen[1][left : right + 1, top:bottom] != 0
    lines = lying.any(axis=1).sum() + standing.any(axis=1).sum()
    crossed = lying.any(axis=0).sum() + standing.any(axis=0).sum()
    shown_rows, shown_cols = bottom - top, right - left
    fives = float(shown_rows % 5 == 0) + float(shown_cols % 5 == 0)
    return Terms(seen=float(lines), crossed=float(crossed), shown=float(shown_rows + shown_cols), fives=fives)


class _Hints(NamedTuple):
    """What stands beside the lines of one axis, for each edge that the board may have on that side.

    shown, astray : (edges, lines) 1 where a number stands beside a line, and how many stand off its middle.
    far : (edges,) by how many pitches the nearest number is too far away.
    """

    shown: Counts
    astray: Counts
    far: Counts


def _terms(
    along: Flags,
    across: Flags,
    in_cells: Counts,
    edges: tuple[Indices, Indices],
    others: tuple[Indices, Indices],
    beside: _Hints,
    *,
    hints_last: bool,
) -> tuple[Counts, Counts]:
    """The terms of rectangles along one axis, with n cells; the other axis has m.

    along : (n + 1, m) what is seen along its lines. across : (m + 1, n) along the lines that cross them.
    in_cells : (n, m) numbers in the cells.
    edges : the lines at which the board may begin, and end. others : the same of the other axis.
    beside : what stands beyond its first edges or, if `hints_last`, beyond its last ones.

    Returns
    -------
    (terms, firsts, low, high) and (terms, lasts, low, high), by the edges of the other axis: each rectangle's
    are the sum of one by its first line and one by its last.
    """
    low, high = others[0][:, None], others[1][None]
    width = np.maximum(high - low, 1)
    sides = along > 0, MISSING_PER_SEEN * (along < 0)
    balance = _between(sides[0] - sides[1], low, high)
    # The outermost lines, which count as missing besides, weigh half: a board may have no frame.
    crossed = (_between(across.T, low, high) + _between(across.T, low + 1, high + 1)) / (2 * width)
    inside = _between(in_cells, low, high)
    seen_on = _between(across.T > 0, low, high + 1) / (width + 1)
    going_on = np.zeros((len(inside) + 2, *width.shape))  # none before the first cell and after the last
    going_on[1:-1] = seen_on * (1 - np.minimum(1, 3 * (inside / width)))
    sides = np.clip(balance / SEEN_IN_FULL, 0, 1), np.clip(-balance / MISSING_IN_FULL, 0, 1)
    seen, missing, crossed, inside = map(_summed, (*sides, crossed, inside))

    def stacked(edges: Indices, sign: int, hints: dict[str, Counts]) -> Counts:
        after = int(sign > 0)
        terms = {
            "seen": sign * seen[edges + after],
            "missing": sign * missing[edges + after],
            "crossed": sign * crossed[edges],
            "inside": sign * inside[edges],
            **(hints or {"going_on": going_on[edges + after]}),
        }
        shape = len(edges), *width.shape
        return np.stack([np.broadcast_to(terms.get(name, 0.0), shape) for name in Terms._fields])

    shown = _between(beside.shown, low, high)
    padded = np.pad(beside.shown, ((0, 0), (2, 2)))
    hints = {
        "shown": shown,
        "bare": width - shown,
        "astray": _between(beside.astray, low, high),
        "beyond": _between(padded, low, low + 2) + _between(padded, high + 2, high + 4),
        "far": beside.far[:, None, None],
    }
    before, beyond = ({}, hints) if hints_last else (hints, {})
    return stacked(edges[0], -1, before), stacked(edges[1], 1, beyond)


def _between(values: NDArray[np.generic], low: Indices, high: Indices) -> Counts:
    """(n, low, high) the sums over (n, m) values from one place to before another."""
    sums = _summed(values.T).T
    return np.asarray(sums[:, high] - sums[:, low])


def _summed(values: NDArray[np.generic]) -> Counts:
    """Running sums along the first axis, with a 0 before the first."""
    sums = np.zeros((len(values) + 1, *values.shape[1:]))
    np.cumsum(values, axis=0, dtype=float, out=sums[1:])
    return sums


def _edges(first: int, last: int, lines: int, *, hints_last: bool) -> tuple[Indices, Indices]:
    """The first and the last lines that a board may have, in an area that may hold its hints, too.

    Most of the area may be a gridded hint area, on the far side up to a dozen lines; and up to four lines
    beyond it may belong to the board.
    """
    deep = int(MAX_HINT_FRACTION * (last - first)) + 1
    before, after = (12, deep) if hints_last else (deep, 12)
    low = range(max(0, first - 4), max(first + 1, min(last - 2, first + before)))
    high = range(max(first + FEWEST, last - after), min(lines, last + 4) + 1)
    return np.array(low, np.intp), np.array(high, np.intp)


def _hints(
    away: _Places, across: _Places, edges: Indices, lines: int, area: tuple[int, int], *, last: bool
) -> _Hints:
    """What stands beside the lines of one axis, for each edge of the board."""
    shown, astray = np.zeros((len(edges), lines)), np.zeros((len(edges), lines))
    far = np.zeros(len(edges))
    ends = -edges if last else edges
    away = away.mirrored if last else away
    possible = (across.line >= max(0, area[0] - 1)) & (across.line <= min(area[1], lines - 1))
    order = np.argsort(-away.hi, kind="stable")
    order = order[possible[order]]
    centred = across.off < MAX_OFF
    for at, edge in enumerate(ends.tolist()):
        mine = order[away.hi[order] < edge + MAX_OFF]
        depth, limit = float(edge), edge - MAX_FIRST_GAP
        for number in mine[centred[mine]].tolist():
            if away.hi[number] < limit:
                break
            if depth == edge:
                far[at] = max(0.0, edge - away.hi[number] - STEP)
            depth = min(depth, float(away.lo[number]))
            limit = depth - MAX_GAP
        area_numbers = mine[away.lo[mine] >= depth]
        shown[at, across.line[area_numbers[centred[area_numbers]]]] = 1
        np.add.at(astray[at], across.line[area_numbers[~centred[area_numbers]]], 1)
    return _Hints(shown, astray, far)
