"""Locate a board whose cells may be painted.

On a painted board the lines do not show as in `line_evidence`: paint may cover them, meet without any line,
or leave a wide gap; and a group of painted cells looks more like a board than the whole board does. So here

- every edge at a line counts, even a single step, and a cell that is painted all over needs no lines;
- the stripes of the hint areas, where nobody paints, must end at the left and upper side of the board and
  show in every line: they say which phase of a comb is right, and where the board begins.

This is slower than looking for lines alone, so `grid` uses it only where the lines do not settle it.

Known failure: paint in the tone of the stripes, over the lines, along a whole side of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.cell_appearance import (
    CellAppearance,
    Flags,
    Places,
    View,
    fit_lines,
    look_at_cells,
)
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.lattice.line_evidence import LINE_REACH, MIN_END_SHARE, MIN_LINES, MIN_SIDES
from picrosser.reading.lattice.stripes import (
    FEW_SAMPLES,
    SAMPLES,
    StripesFound,
    edge_tones,
    find_stripes,
    is_striped,
)

# `BoardRegion.quality`: real and drawn boards have 0.8 to 1 on the right lattice; a piece of a board, or a
# lattice of another pitch, under 0.4. From the second value on, no other comb is looked at.
MIN_QUALITY, SURE_QUALITY = 0.5, 0.75
MIN_VOTES_TO_FIT = 0.6  # with fewer votes, fitting the lines would not make it a board
# Two combs whose phases differ by less than this share of the pitch may be the two edges of the paint: then
# the line is in the middle between them.
MAX_PAINT_GAP = 0.35
MAX_PHASES = 2  # phases of each axis that are examined in full
MAX_ROUNDS = 3  # of fitting the lines and looking again
MAX_CELLS = 4_000  # in the whole picture: a finer lattice cannot be a board with hints
# Striped cells in a row, down the picture and across it, without which it has no hint areas: of five cells
# the inner three have neighbours on both sides. Of 124 drawn boards with all kinds of damage 123 have them,
# and the other one is not found either; of 38 tables, diagrams, photographs and boards of other games, 13.
MIN_STRIPES = 3
# The weight of a stripe that ends at the side of the board, relative to the vote of a cell. Without it, a
# board of few colours would be prolonged over its hints.
STRIPE_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class BoardRegion:
    """A rectangle of a lattice's cells, judged as a board: its first and last line on each axis, inclusive.

    score : the higher, the more like a board; comparable on one lattice.
    votes : the mean vote of the cells, 1 when all of them belong to a board.
    support : the share of inner lines whose stripe ends at the side of the board; of the two axes, the lower.
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


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A region of a lattice that may be the board, what its cells look like, and the combs it came from."""

    region: BoardRegion
    cells: CellAppearance
    combs: tuple[Comb, Comb]


@dataclass(frozen=True, slots=True)
class PaintedBoard:
    """A painted board.

    lattice : where its cells lie.
    row_shares, col_shares : for each line the share of its cells in which it was seen or lies under paint.
    combs : the combs that led to it, of the horizontal and of the vertical lines.
    """

    lattice: Lattice
    row_shares: tuple[float, ...]
    col_shares: tuple[float, ...]
    combs: tuple[Comb, Comb]


def locate_painted_board(
    image: RGB, luma: Luma, transposed: Luma, by_pitch: Iterable[tuple[Sequence[Comb], Sequence[Comb]]]
) -> PaintedBoard | None:
    """Find the board; None if no comb fits the stripes of hint areas.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    luma, transposed : its luma, (H, W) uint8, and the transpose.
    by_pitch : the combs of horizontal and of vertical lines for each likely pitch, the likely ones first.
    """
    view = View(image, luma, transposed)
    best: Candidate | None = None
    for row_combs, col_combs in by_pitch:
        if not shows_stripes(luma, transposed, [(row_combs, col_combs)]):
            continue
        for combs in _likely_phases(image, row_combs, col_combs):
            found = _candidate_on(view, combs)
            if found is None:
                continue
            if best is None or found.region.quality > best.region.quality:
                best = found
            if found.region.quality >= SURE_QUALITY:
                return _as_board(view, found)
    return None if best is None or best.region.quality < MIN_QUALITY else _as_board(view, best)


def shows_stripes(
    luma: Luma, transposed: Luma, by_pitch: Iterable[tuple[Sequence[Comb], Sequence[Comb]]]
) -> bool:
    """Whether stripes of hint areas may run across the picture and down it; without them, no board is found.

    The arguments are those of `locate_painted_board`; this takes a small part of its time.
    """
    views = [view[..., None] for view in (luma, transposed)]
    return any(
        all(
            any(_has_stripes_in_a_row(view, comb) for comb in _with_middles(combs))
            for view, combs in zip(views, pair, strict=True)
        )
        for pair in by_pitch
    )


def _has_stripes_in_a_row(image: NDArray[np.uint8], comb: Comb) -> bool:
    """Whether in some upright band of the picture as many neighbouring cells are striped as in hint areas."""
    return bool(_in_a_row(_striped_cells(image, comb, FEW_SAMPLES)).any())


def _in_a_row(striped: Flags) -> Flags:
    """(R - 2, C) from (R, C): whether a cell and the next ones below it are striped."""
    count = max(0, len(striped) - MIN_STRIPES + 1)
    return np.asarray(np.logical_and.reduce([striped[at : at + count] for at in range(MIN_STRIPES)]))


def _may_meet_at_corner(stripes: StripesFound) -> bool:
    """Whether some stripes of rows lie below and left of stripes of columns, as they do in hint areas."""
    of_rows, of_cols = _in_a_row(stripes.of_rows), _in_a_row(stripes.of_cols.T).T
    if not (of_rows.any() and of_cols.any()):
        return False
    furthest = np.where(of_cols, np.arange(of_cols.shape[1]), -1).max(axis=1)
    furthest_above = np.maximum.accumulate(furthest)
    rows, cols = np.nonzero(of_rows[1:])
    return bool((furthest_above[rows] > cols).any())


def _candidate_on(view: View, combs: tuple[Comb, Comb]) -> Candidate | None:
    """Return the board on the lattice of two combs; None if nothing there looks like one."""
    rows, cols = (_places(comb, length) for comb, length in zip(combs, view.luma.shape, strict=True))
    best: Candidate | None = None
    for _ in range(MAX_ROUNDS):
        if min(len(rows), len(cols)) <= MIN_LINES or len(rows) * len(cols) > MAX_CELLS:
            break
        stripes = find_stripes(view.image, rows, cols)
        if not _may_meet_at_corner(stripes):
            break
        cells = look_at_cells(view, rows, cols, stripes)
        region = best_region(cells)
        if region is None or region.votes < MIN_VOTES_TO_FIT:
            break
        settled = best is not None and region.shape == best.region.shape
        if best is None or settled or region.quality > best.region.quality:
            best = Candidate(region, cells, combs)
        if settled:
            break
        rows, cols = (
            _places(comb, length)
            for comb, length in zip(_fitted_combs(view, region, cells), view.luma.shape, strict=True)
        )
    return best


def best_region(cells: CellAppearance) -> BoardRegion | None:
    """Return the rectangle of cells that looks most like a board with hints left of it and above it."""
    row_seen, col_seen = cells.row_seen, cells.col_seen
    sides = row_seen[:-1].astype(np.float64) + row_seen[1:] + col_seen[:-1].T + col_seen[1:].T
    votes = _running_sum(_running_sum(np.where(cells.painted, 1 - MIN_SIDES, sides / 4 - MIN_SIDES), 0), 1)
    # A stripe ends at the left side of a cell when the cell left of it is striped and it is not.
    ends_left = _running_sum(_stripe_ends(cells.stripes.of_rows.T).T, 0)
    ends_top = _running_sum(_stripe_ends(cells.stripes.of_cols), 1)
    row_sums, col_sums = _running_sum(row_seen, 1), _running_sum(col_seen, 1).T
    width = cells.painted.shape[1]
    left, right = np.triu_indices(width + 1, MIN_LINES - 1)
    left, right = left[left > 0], right[left > 0]
    best: BoardRegion | None = None
    tops, bottoms = _possible_ends(row_sums)
    for top in tops:
        for bottom in bottoms:
            if bottom < top + MIN_LINES - 1:
                continue
            tall = col_sums[bottom] - col_sums[top] >= MIN_END_SHARE * (bottom - top)
            wide = MIN_END_SHARE * (right - left)
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
                area = (bottom - top) * (last - first)
                support = min(beside[first] / (bottom - top - 2), above[at] / (last - first - 2))
                mean = float(belongs[at]) / area / (1 - MIN_SIDES)
                best = BoardRegion(top, bottom, first, last, float(score[at]), mean, float(support))
    return best


def _possible_ends(row_sums: NDArray[np.float64]) -> tuple[list[int], list[int]]:
    """Return the horizontal lines that may be a board's first, and those that may be its last."""
    least, width = MIN_LINES - 1, row_sums.shape[1] - 1
    seen = np.zeros(len(row_sums), bool)
    for length in range(least, min(2 * least, width + 1)):
        seen |= (row_sums[:, length:] - row_sums[:, :-length] >= MIN_END_SHARE * length).any(axis=1)
    lines = np.flatnonzero(seen).tolist()
    last = len(row_sums) - 1
    return [at for at in lines if 1 <= at <= last - least], [at for at in lines if at > least]


def _running_sum(values: NDArray[np.generic], axis: int) -> NDArray[np.float64]:
    """Return the running sums along an axis, with a zero before the first."""
    pad = [(0, 0), (0, 0)]
    pad[axis] = (1, 0)
    return np.asarray(np.pad(np.cumsum(values, axis=axis, dtype=np.float64), pad))


def _stripe_ends(on_stripe: Flags) -> NDArray[np.float64]:
    """Return 1 where a stripe ends above a cell, -1 where one begins, else 0: (R, C)."""
    ends = np.zeros(on_stripe.shape, np.float64)
    ends[1:] = on_stripe[:-1].astype(np.float64) - on_stripe[1:]
    return ends


def _likely_phases(
    image: RGB, row_combs: Sequence[Comb], col_combs: Sequence[Comb]
) -> list[tuple[Comb, Comb]]:
    """Return the pairs of combs, or of combs in the middle between two, that meet most stripes."""
    transposed = image.transpose(1, 0, 2)
    kept = [
        sorted(_with_middles(combs), key=lambda comb: -_count_stripes(picture, comb))[:MAX_PHASES]
        for picture, combs in ((image, row_combs), (transposed, col_combs))
    ]
    return [(rows, cols) for rows in kept[0] for cols in kept[1]]


def _with_middles(combs: Sequence[Comb]) -> list[Comb]:
    """Add the combs in the middle between two whose phases are close, see `MAX_PAINT_GAP`."""
    middles = []
    for one, other in combinations(combs, 2):
        pitch = one.pitch_px
        apart = (other.start_px - one.start_px + pitch / 2) % pitch - pitch / 2
        if abs(apart) < MAX_PAINT_GAP * pitch:
            middles.append(one._replace(start_px=one.start_px + apart / 2))
    return [*combs, *middles]


def _count_stripes(image: RGB, comb: Comb) -> int:
    """Count the striped cells in the upright band of the picture that has most, for horizontal lines."""
    return int(_striped_cells(image, comb, SAMPLES).sum(axis=0).max(initial=0))


def _striped_cells(image: NDArray[np.uint8], comb: Comb, samples: int) -> Flags:
    """(R, C) which cells are striped, for horizontal lines, in bands that start half a cell apart."""
    rows = _places(comb, image.shape[0])
    starts = np.arange(0, image.shape[1] - comb.pitch_px, comb.pitch_px / 2)
    if len(rows) <= MIN_LINES or len(rows) * len(starts) > 2 * MAX_CELLS:
        return np.zeros((0, 0), bool)
    return is_striped(edge_tones(image, rows, starts, comb.pitch_px, samples))


def _places(comb: Comb, length: int) -> Places:
    """Return the places of the comb's teeth, prolonged over the whole picture."""
    first = np.ceil((-LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    last = np.floor((length + LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    return np.asarray(comb.start_px + comb.pitch_px * np.arange(first, last + 1), np.float64)


def _as_board(view: View, found: Candidate) -> PaintedBoard:
    region, cells = found.region, found.cells
    height, width = view.luma.shape
    row_lines, col_lines = (region.top, region.bottom), (region.left, region.right)
    rows, cols = _fitted_combs(view, region, cells)
    return PaintedBoard(
        lattice=Lattice(_whole_px(rows, height), _whole_px(cols, width)),
        row_shares=_line_shares(cells.row_seen, cells.painted, row_lines, col_lines),
        col_shares=_line_shares(cells.col_seen, cells.painted.T, col_lines, row_lines),
        combs=found.combs,
    )


def _whole_px(comb: Comb, length: int) -> tuple[int, ...]:
    """Return the places of the teeth, rounded to pixels inside the picture."""
    places = comb.start_px + comb.pitch_px * np.arange(comb.teeth)
    return tuple(int(place) for place in np.clip(np.rint(places), 0, length))


def _fitted_combs(view: View, region: BoardRegion, cells: CellAppearance) -> tuple[Comb, Comb]:
    """Fit the region's lines to the edges seen around them."""
    rows, cols = cells.rows, cells.cols
    return (
        fit_lines(view.luma, rows[region.top : region.bottom + 1], cols[region.left - 1 : region.right + 1]),
        fit_lines(
            view.transposed, cols[region.left : region.right + 1], rows[region.top - 1 : region.bottom + 1]
        ),
    )


def _line_shares(
    seen: Flags, painted: Flags, lines: tuple[int, int], cells: tuple[int, int]
) -> tuple[float, ...]:
    """Return for each line the share of its cells in which it was seen, or has paint on both sides."""
    first, last = lines
    hidden = np.zeros_like(seen)
    hidden[1:-1] = painted[:-1] & painted[1:]
    shown = (seen | hidden)[first : last + 1, cells[0] : cells[1]]
    return tuple(shown.mean(axis=1).tolist())
