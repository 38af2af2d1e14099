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

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.corners import LINE_REACH, MIN_LINES
from picrosser.reading.lattice.looks import Flags, Looked, Luma, Places, View, fit_lines, look
from picrosser.reading.lattice.spans import Span, best_span
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
