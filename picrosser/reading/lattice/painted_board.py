"""Combs in, the lattice of a board whose cells may be painted out.

On a painted board the lines do not show as in `corners`: paint may cover them, meet without any line, or
leave a wide gap; and a number of painted cells looks more like a board than the whole of it. So here

- every edge at a line counts, a single step too, and a cell that is paint all over needs no lines;
- the stripes of the hint areas, where nobody paints, must end at the board's left and upper side, and show
  in every line: they say which phase of a comb is right, and where the board begins.

Slower than the lines alone; asked only where these do not settle it.

Known failure: paint in the tone of the stripes, over the lines, along a whole side of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.cell_appearance import Flags, Looked, Luma, Places, View, fit_lines, look
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.line_evidence import BELONGS, END_SHARE, LINE_REACH, MIN_LINES
from picrosser.reading.lattice.stripes import edge_tones, striped

# Of a board's inner lines, the share whose stripe ends at its side; of its cells, the mean vote. Real and
# drawn boards have 0.8 to 1 of both on the right lattice; a piece of a board, or a lattice of another pitch,
# under 0.4 of one. With the second, no other comb is looked at.
LEAST, SURE = 0.5, 0.75
WORTH_A_FIT = 0.6  # with fewer votes, better places for the lines would not make it a board
# Combs whose phases differ by less than this share of the pitch may be the two edges of the paint: the line
# is in the middle between them.
SAME_GAP = 0.35
PHASES = 2  # of each axis that are looked at in full
ROUNDS = 3  # of fitting the lines and looking again
MOST_CELLS = 4_000  # in the whole picture: a finer lattice is no board with hints


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A board on a lattice, and the combs that led there."""

    span: Span
    looked: Looked
    combs: tuple[Comb, Comb]


@dataclass(frozen=True, slots=True)
class PaintedBoard:
    """The board's lattice, the share of each line's cells in which it was seen or lay under paint, and the
    combs that led there.
    """

    lattice: Lattice
    row_shares: tuple[float, ...]
    col_shares: tuple[float, ...]
    combs: tuple[Comb, Comb]


def locate_painted(
    image: RGB, luma: Luma, across: Luma, by_pitch: Iterable[tuple[Sequence[Comb], Sequence[Comb]]]
) -> PaintedBoard | None:
    """Find the board; None if no comb fits the stripes of hint areas.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    luma, across : (H, W) int16, its luma, and the transpose.
    by_pitch : the rows' and the columns' combs for each likely pitch, the likely ones first.
    """
    view = View(image, luma, across)
    best: Seen | None = None
    for row_combs, col_combs in by_pitch:
        for combs in _likely_phases(image, row_combs, col_combs):
            seen = _seen_on(view, combs)
            if seen is None:
                continue
            if best is None or seen.span.quality > best.span.quality:
                best = seen
            if seen.span.quality >= SURE:
                return _board(view, seen)
    return None if best is None or best.span.quality < LEAST else _board(view, best)


def _seen_on(view: View, combs: tuple[Comb, Comb]) -> Seen | None:
    """The board on the lattice of two combs; None if it does not look like one.

    The lines are fitted to what is seen of them, and looked at again while that changes the board.
    """
    rows, cols = (_places(comb, length) for comb, length in zip(combs, view.luma.shape, strict=True))
    best: Seen | None = None
    for _ in range(ROUNDS):
        if min(len(rows), len(cols)) <= MIN_LINES or len(rows) * len(cols) > MOST_CELLS:
            break
        looked = look(view, rows, cols)
        span = best_span(looked)
        if span is None or span.votes < WORTH_A_FIT:
            break
        same = best is not None and span.shape == best.span.shape
        if best is None or same or span.quality > best.span.quality:
            best = Seen(span, looked, combs)
        if same:
            break
        rows, cols = (
            _places(comb, length)
            for comb, length in zip(_fitted(view, span, looked), view.luma.shape, strict=True)
        )
    return best


def _likely_phases(
    image: RGB, row_combs: Sequence[Comb], col_combs: Sequence[Comb]
) -> list[tuple[Comb, Comb]]:
    """The pairs of combs, and of combs in the middle between two, that meet most stripes."""
    turned = image.transpose(1, 0, 2)
    kept = [
        sorted(_with_middles(combs), key=lambda comb: -_stripes_met(picture, comb))[:PHASES]
        for picture, combs in ((image, row_combs), (turned, col_combs))
    ]
    return [(rows, cols) for rows in kept[0] for cols in kept[1]]


def _with_middles(combs: Sequence[Comb]) -> list[Comb]:
    middles = []
    for one, other in combinations(combs, 2):
        pitch = one.pitch_px
        apart = (other.start_px - one.start_px + pitch / 2) % pitch - pitch / 2
        if abs(apart) < SAME_GAP * pitch:
            middles.append(replace(one, start_px=one.start_px + apart / 2))
    return [*combs, *middles]


def _stripes_met(image: RGB, comb: Comb) -> int:
    """The number of striped cells in the fullest band down the picture, for lines across."""
    rows = _places(comb, image.shape[0])
    if len(rows) <= MIN_LINES:
        return 0
    starts = np.arange(0, image.shape[1] - comb.pitch_px, comb.pitch_px / 2)
    if len(rows) * len(starts) > 2 * MOST_CELLS or not len(starts):
        return 0
    return int(striped(edge_tones(image, rows, starts, comb.pitch_px)).sum(axis=0).max())


def _places(comb: Comb, length: int) -> Places:
    """The comb's places in the whole picture."""
    first = np.ceil((-LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    last = np.floor((length + LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    return np.asarray(comb.start_px + comb.pitch_px * np.arange(first, last + 1), np.float64)


def _board(view: View, seen: Seen) -> PaintedBoard:
    span, looked = seen.span, seen.looked
    height, width = view.luma.shape
    down, across = (span.top, span.bottom), (span.left, span.right)
    rows, cols = _fitted(view, span, looked)
    return PaintedBoard(
        lattice=Lattice(_whole(rows, height), _whole(cols, width)),
        row_shares=_shares(looked.row_seen, looked.painted, down, across),
        col_shares=_shares(looked.col_seen, looked.painted.T, across, down),
        combs=seen.combs,
    )


def _whole(comb: Comb, length: int) -> tuple[int, ...]:
    places = comb.start_px + comb.pitch_px * np.arange(comb.teeth)
    return tuple(int(place) for place in np.clip(np.rint(places), 0, length))


def _fitted(view: View, span: Span, looked: Looked) -> tuple[Comb, Comb]:
    rows, cols = looked.rows, looked.cols
    return (
        fit_lines(view.luma, rows[span.top : span.bottom + 1], cols[span.left - 1 : span.right + 1]),
        fit_lines(view.across, cols[span.left : span.right + 1], rows[span.top - 1 : span.bottom + 1]),
    )


def _shares(seen: Flags, painted: Flags, span: tuple[int, int], cells: tuple[int, int]) -> tuple[float, ...]:
    """For each line of the span the share of its cells in which it was seen, or has paint on both sides."""
    first, last = span
    hidden = np.zeros_like(seen)
    hidden[1:-1] = painted[:-1] & painted[1:]
    shown = (seen | hidden)[first : last + 1, cells[0] : cells[1]]
    return tuple(shown.mean(axis=1).tolist())


# A stripe that ends at the board's side weighs as much as half a cell with all of its sides seen... twice
# over: without it, a board of few colours would be prolonged over its hints.
STRIPE_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """A rectangle of a lattice's cells as the board: first and last line of each axis, inclusive.

    score : the larger the better, on one lattice.
    votes : the mean of what its cells say, 1 when all of them belong to a board.
    support : the share of its inner lines whose stripe ends at its side, of the axis that has fewer.
    """

    top: int
    bottom: int
    left: int
    right: int
    score: float
    votes: float
    support: float

    @property
    def quality(self) -> float:
        """How much this is a board with hints, 1 at best; comparable between lattices."""
        return min(self.votes, self.support)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.bottom - self.top, self.right - self.left


def best_span(looked: Looked) -> Span | None:
    """The rectangle of cells that is most like a board with hints left of it and above it."""
    row_seen, col_seen = looked.row_seen, looked.col_seen
    sides = row_seen[:-1].astype(np.float64) + row_seen[1:] + col_seen[:-1].T + col_seen[1:].T
    votes = _summed(_summed(np.where(looked.painted, 1 - BELONGS, sides / 4 - BELONGS), 0), 1)
    # A stripe ends at a cell's left side: the cell left of it is striped, and it is not.
    ends_left = _summed(_ends(looked.stripes.of_rows.T).T, 0)
    ends_top = _summed(_ends(looked.stripes.of_cols), 1)
    row_sums, col_sums = _summed(row_seen, 1), _summed(col_seen, 1).T
    height, width = looked.painted.shape
    left, right = np.triu_indices(width + 1, MIN_LINES - 1)
    left, right = left[left > 0], right[left > 0]
    best: Span | None = None
    for top in range(1, height - MIN_LINES + 2):
        for bottom in range(top + MIN_LINES - 1, height + 1):
            tall = col_sums[bottom] - col_sums[top] >= END_SHARE * (bottom - top)
            wide = END_SHARE * (right - left)
            shown = tall[left] & tall[right]
            for line in (top, bottom):
                shown &= row_sums[line, right] - row_sums[line, left] >= wide
            if not shown.any():
                continue
            some_left, some_right = left[shown], right[shown]
            strip = votes[bottom] - votes[top]
            belongs = strip[some_right] - strip[some_left]
            beside = ends_left[bottom - 1] - ends_left[top + 1]
            above = ends_top[top, some_right - 1] - ends_top[top, some_left + 1]
            score = belongs + STRIPE_WEIGHT * (beside[some_left] + above)
            at = int(np.argmax(score))
            if best is None or score[at] > best.score:
                first, last = int(some_left[at]), int(some_right[at])
                cells = (bottom - top) * (last - first)
                support = min(beside[first] / (bottom - top - 2), above[at] / (last - first - 2))
                mean = float(belongs[at]) / cells / (1 - BELONGS)
                best = Span(top, bottom, first, last, float(score[at]), mean, float(support))
    return best


def _summed(values: NDArray[np.generic], axis: int) -> NDArray[np.float64]:
    """Running sums along an axis, with a zero before the first."""
    pad = [(0, 0), (0, 0)]
    pad[axis] = (1, 0)
    return np.asarray(np.pad(np.cumsum(values, axis=axis, dtype=np.float64), pad))


def _ends(on_stripe: Flags) -> NDArray[np.float64]:
    """(R, C) 1 where a stripe ends above a cell, -1 where one begins.

    on_stripe : (R, C), of stripes that run down.
    """
    below = np.zeros(on_stripe.shape, np.float64)
    below[1:] = on_stripe[:-1].astype(np.float64) - on_stripe[1:]
    return below
