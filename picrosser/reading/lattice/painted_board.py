"""Locate a board whose cells may be painted.

Paint may cover a board's lines, meet without any line, or leave a wide gap; and a group of painted cells
looks more like a board than the whole board does. So every edge at a line counts, even a single step; a cell
that is painted all over needs no lines; and the stripes of the hint areas, where nobody paints, must end at
the left and upper side of the board and show in every line. `grid` uses this where lines do not settle it.

Known failure: paint in the tone of the stripes, over the lines, along a whole side of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import pixels_at
from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.combs import MAX_PHASES, TOOTH_REACH, Comb
from picrosser.reading.lattice.edges import Luma, Lumas, edges_along_rows, window_columns
from picrosser.reading.lattice.line_evidence import (
    CORNER,
    LINE_REACH,
    MIN_END_SHARE,
    MIN_LINES,
    MIN_SEEN_LEVELS,
    MIN_SIDES,
    SURE,
    GridFound,
    corner_response,
    shares_seen,
)
from picrosser.reading.lattice.stripes import StripesFound, edge_tones, find_stripes, is_striped

PAINT_REACH = CORNER[1]  # how far an edge of paint may lie from its line
MAX_CELLS = 4_000  # in the whole picture: a finer lattice cannot be a board with hints
# Striped cells in a row, down the picture and across it, without which it has no hint areas: of five cells
# the inner three have neighbours on both sides. Of 124 drawn boards with all kinds of damage 123 have them,
# and the other one is not found either; of 38 tables, diagrams, photographs and boards of other games, 13.
MIN_STRIPES = 3
# The weight of a stripe that ends at the side of the board, relative to the vote of a cell. Without it, a
# board of few colours would be prolonged over its hints.
STRIPE_WEIGHT = 0.5

Places = NDArray[np.float64]
Flags = NDArray[np.bool_]

# An edge is seen when it has this share of the median step between stripes: dashes of a line have a half and
# more, also in blurred or dimmed pictures; noise and background a tenth.
MIN_EDGE_SHARE = 0.3

# In units of the pitch: paint is looked for in a cross of two bars through the middle of a cell. An inset
# leaves 0.14 bare, and round corners lie outside the cross.
BAR_LENGTH, BAR_WIDTH = (0.17, 0.83), (0.38, 0.62)
BAR_SAMPLES = 9, 5  # along and across a bar
# Grey levels (largest channel): paint differs by more from both tones of the stripes, and by more than these
# from each other. Half of it is the tolerance of a tone between them; across a bar tones differ by less than
# twice as much: JPEG of quality 30 has 5, and a gradient runs along one of the two bars.
MIN_PAINT_LEVELS = 4.0
MIN_SAMPLES = 0.85  # of the samples must look like that


class BoardRegion(NamedTuple):
    """A rectangle of a lattice's cells, judged as a board: its first and last line on each axis, inclusive.

    score : the higher, the more like a board; comparable on one lattice.
    votes : the mean vote of the cells, 1 when all of them belong to a board.
    quality : how much this is a board with hints, 1 at best; comparable between lattices: `votes`, or the
        share of inner lines whose stripe ends at the side of the board, if that is less on an axis.
    """

    top: int
    bottom: int
    left: int
    right: int
    score: float
    votes: float
    quality: float


Candidate: TypeAlias = tuple[BoardRegion, "CellAppearance"]
"""A region of a lattice that may be the board, and what its cells look like."""


def locate_painted_board(
    image: RGB, lumas: Lumas, by_pitch: Iterable[tuple[Sequence[Comb], Sequence[Comb]]]
) -> GridFound | None:
    """Find the board; None if no comb fits the stripes of hint areas.

    A line that lies under paint counts as seen there.

    image : (H, W, 3) uint8 sRGB.
    by_pitch : the combs of horizontal and of vertical lines for each likely pitch, the likely ones first.
    """
    for row_combs, col_combs in by_pitch:
        if not shows_stripes(lumas, [(row_combs, col_combs)]):
            continue
        for combs in _likely_phases(image, row_combs, col_combs):
            found = _candidate_on(image, lumas, combs)
            if found is not None and found[0].quality >= SURE:
                return _as_board(lumas, *found)
    return None


def shows_stripes(lumas: Lumas, by_pitch: Iterable[tuple[Sequence[Comb], Sequence[Comb]]]) -> bool:
    """Whether stripes of hint areas may run across the picture and down it; without them, no board is found.

    Parameters as those of `locate_painted_board`, of whose time this takes a small part.
    """
    views = [luma[..., None] for luma in lumas]
    return any(
        all(
            any(_in_a_row(_striped_cells(view, comb)).any() for comb in _with_middles(combs))
            for view, combs in zip(views, pair, strict=True)
        )
        for pair in by_pitch
    )


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


def _candidate_on(image: RGB, lumas: Lumas, combs: tuple[Comb, Comb]) -> Candidate | None:
    """The board on the lattice of two combs, fitted to what shows of its lines; None if none is there."""
    best: Candidate | None = None
    while True:
        rows, cols = (_places(comb, length) for comb, length in zip(combs, image.shape[:2], strict=True))
        if min(len(rows), len(cols)) <= MIN_LINES or len(rows) * len(cols) > MAX_CELLS:
            return best
        stripes = find_stripes(image, rows, cols)
        if not _may_meet_at_corner(stripes):
            return best
        cells = look_at_cells(image, lumas, rows, cols, stripes)
        region = best_region(cells)
        if region is None or region.votes < SURE or (best is not None and region.quality <= best[0].quality):
            return best
        best = region, cells
        combs = _fitted_combs(lumas, region, cells)


def best_region(cells: CellAppearance) -> BoardRegion | None:
    """The rectangle of cells that looks most like a board with hints left of it and above it."""
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
                best = BoardRegion(
                    top, bottom, first, last, float(score[at]), mean, min(mean, float(support))
                )
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
    """The running sums along an axis, with a zero before the first."""
    pad = [(0, 0), (0, 0)]
    pad[axis] = (1, 0)
    return np.asarray(np.pad(np.cumsum(values, axis=axis, dtype=np.float64), pad))


def _stripe_ends(on_stripe: Flags) -> NDArray[np.float64]:
    """1 where a stripe ends above a cell, -1 where one begins, else 0: (R, C)."""
    return -np.diff(on_stripe.astype(np.float64), axis=0, prepend=on_stripe[:1])


def _likely_phases(
    image: RGB, row_combs: Sequence[Comb], col_combs: Sequence[Comb]
) -> Iterator[tuple[Comb, Comb]]:
    """The pairs of combs, or of combs in the middle between two, that meet most stripes."""
    kept: list[list[Comb]] = []
    for picture, combs in ((image, row_combs), (image.transpose(1, 0, 2), col_combs)):
        every = _with_middles(combs)
        most = {comb: _striped_cells(picture, comb).sum(axis=0).max(initial=0) for comb in every}
        kept.append(sorted(most, key=lambda comb: -most[comb])[:MAX_PHASES])
    return product(kept[0], kept[1])


def _with_middles(combs: Sequence[Comb]) -> list[Comb]:
    """Add the combs in the middle between two whose phases are close: these may be the edges of paint."""
    middles = []
    for one, other in combinations(combs, 2):
        pitch = one.pitch_px
        apart = (other.start_px - one.start_px + pitch / 2) % pitch - pitch / 2
        if abs(apart) < 2 * PAINT_REACH * pitch:
            middles.append(one._replace(start_px=one.start_px + apart / 2))
    return [*combs, *middles]


def _striped_cells(image: NDArray[np.uint8], comb: Comb) -> Flags:
    """(R, C) which cells are striped, for horizontal lines, in bands that start half a cell apart."""
    rows = _places(comb, image.shape[0])
    starts = np.arange(0, image.shape[1] - comb.pitch_px, comb.pitch_px / 2)
    if len(rows) <= MIN_LINES or len(rows) * len(starts) > 2 * MAX_CELLS:
        return np.zeros((0, 0), bool)
    return is_striped(edge_tones(image, rows, starts, comb.pitch_px))


def _places(comb: Comb, length: int) -> Places:
    """The places of the comb's teeth, prolonged over the whole picture."""
    first = np.ceil((-LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    last = np.floor((length + LINE_REACH * comb.pitch_px - comb.start_px) / comb.pitch_px)
    return np.asarray(comb.start_px + comb.pitch_px * np.arange(first, last + 1), np.float64)


def _as_board(lumas: Lumas, region: BoardRegion, cells: CellAppearance) -> GridFound:
    rows, cols = map(_whole_px, _fitted_combs(lumas, region, cells), lumas[0].shape)
    seen = _or_hidden(cells.row_seen, cells.painted), _or_hidden(cells.col_seen, cells.painted.T)
    board = region.top, region.bottom, region.left, region.right
    return GridFound(Lattice(rows, cols), *shares_seen(board, *seen))


def _whole_px(comb: Comb, length: int) -> tuple[int, ...]:
    places = comb.start_px + comb.pitch_px * np.arange(comb.teeth)
    return tuple(int(place) for place in np.clip(np.rint(places), 0, length))


def _fitted_combs(lumas: Lumas, region: BoardRegion, cells: CellAppearance) -> tuple[Comb, Comb]:
    """Fit the region's lines to the edges seen around them."""
    rows = cells.rows[region.top - 1 : region.bottom + 1]  # with a line of the hints before the region's
    cols = cells.cols[region.left - 1 : region.right + 1]
    return fit_lines(lumas[0], rows[1:], cols), fit_lines(lumas[1], cols[1:], rows)


def _or_hidden(seen: Flags, painted: Flags) -> Flags:
    """Where a line was seen, or has paint on both sides."""
    shown = seen.copy()
    shown[1:-1] |= painted[:-1] & painted[1:]
    return shown


class CellAppearance(NamedTuple):
    """What was seen on a lattice over the whole picture, of R x C cells.

    rows, cols : (R + 1,) y of the horizontal lines, (C + 1,) x of the vertical ones.
    row_seen : (R + 1, C) bool, an edge along each horizontal line in each column of cells.
    col_seen : (C + 1, R) bool, an edge along each vertical line in each row of cells.
    stripes : which cells lie on stripes.
    painted : (R, C) bool, cells that are painted all over.
    """

    rows: Places
    cols: Places
    row_seen: Flags
    col_seen: Flags
    stripes: StripesFound
    painted: Flags


def look_at_cells(
    image: RGB, lumas: Lumas, rows: Places, cols: Places, stripes: StripesFound
) -> CellAppearance:
    """Measure edges and paint for all cells of a lattice, as `find_stripes` takes it."""
    pitch = float(np.diff(rows).mean() + np.diff(cols).mean()) / 2
    row_edges, row_noise = corner_response(lumas[0], rows, cols, pitch, single_steps=True)
    col_edges, col_noise = corner_response(lumas[1], cols, rows, pitch, single_steps=True)
    on_stripe = stripes.of_rows[:-1] | stripes.of_rows[1:]
    steps = row_edges[1:-1][on_stripe]
    level = max(MIN_SEEN_LEVELS, MIN_EDGE_SHARE * float(np.median(steps)) if len(steps) else 0.0)
    return CellAppearance(
        rows,
        cols,
        row_edges - row_noise > level,
        col_edges - col_noise > level,
        stripes,
        find_painted_cells(image, rows, cols, stripes.dark, stripes.light),
    )


def fit_lines(luma: Luma, lines: Places, cells: Places) -> Comb:
    """Fit evenly spaced lines to the edges seen around the given ones.

    In each cell the middle of the edges counts, on each line the median over its cells: paint on one side
    only pulls the middle towards it, but both sides have as much of it.

    luma : (H, W) uint8. lines : (K,) y of the lines, off by less than `PAINT_REACH`.
    cells : (J + 1,) x of the edges of the cells along them; the first lies in the hints.
    """
    pitch = float(np.diff(lines).mean())
    near = CORNER[0] * pitch
    windows = window_columns(cells[:-1] + near, pitch - 2 * near, luma.shape[1])
    reach = max(2, round(PAINT_REACH * pitch))
    offsets = np.arange(-reach, reach + 1)
    rows = np.rint(lines).astype(np.intp)[:, None] + offsets
    edges = np.abs(edges_along_rows(luma, rows, windows)).astype(np.float64)
    edges = np.maximum(edges - np.median(edges, axis=1, keepdims=True), 0)
    weight = edges.sum(axis=1)
    middle = (edges * offsets[:, None]).sum(axis=1) / np.maximum(weight, 1e-6)
    seen = np.where(weight > MIN_SEEN_LEVELS, middle, np.nan)
    number = np.arange(len(lines))
    found = [float(np.nanmedian(line)) if np.isfinite(line).any() else 0.0 for line in seen]
    places = np.rint(lines) + found
    kept = np.ones(len(lines), bool)
    for _ in range(3):
        slope, start = np.polyfit(number[kept], places[kept], 1)
        residual = np.abs(places - start - slope * number)
        kept = residual <= max(TOOTH_REACH * pitch, float(np.median(residual)))
    return Comb(float(start), float(slope), len(lines), 0.0)


def find_painted_cells(
    image: RGB, rows: Places, cols: Places, dark: NDArray[np.float32], light: NDArray[np.float32]
) -> Flags:
    """(R, C) bool, which cells are painted all over.

    rows, cols : (R + 1,) y and (C + 1,) x of the lattice's lines. dark, light : (3,) the stripes' tones.
    """
    upright = _bar_samples(image, rows, cols)
    level = _bar_samples(image.transpose(1, 0, 2), cols, rows).transpose(1, 0, 2, 3, 4)
    step = float(np.abs(light - dark).max())
    low, high = np.minimum(dark, light) - MIN_PAINT_LEVELS / 2, np.maximum(dark, light) + MIN_PAINT_LEVELS / 2
    differing, flat = np.zeros(upright.shape[:2], np.float32), np.zeros(upright.shape[:2], np.float32)
    for bars in (upright, level):
        away = np.minimum(max_channel(np.abs(bars - dark)), max_channel(np.abs(bars - light)))
        between = max_channel(np.maximum(low - bars, bars - high)) <= 0
        differs = (away > max(MIN_PAINT_LEVELS, step)) & ~between
        differing += differs.mean(axis=(2, 3), dtype=np.float32) / 2
        off = max_channel(np.abs(bars - bars[..., BAR_SAMPLES[1] // 2, None, :]))
        flat += (off < 2 * MIN_PAINT_LEVELS).mean(axis=(2, 3), dtype=np.float32) / 2
    return np.asarray((differing >= MIN_SAMPLES) & (flat >= MIN_SAMPLES))


def _bar_samples(image: RGB, rows: Places, cols: Places) -> NDArray[np.float32]:
    """Sample the upright bar through the middle of each cell: (R, C, along, across, 3) float32."""
    along, across = (
        np.linspace(*part, count) for part, count in zip((BAR_LENGTH, BAR_WIDTH), BAR_SAMPLES, strict=True)
    )
    ys = rows[:-1, None] + along * np.diff(rows).mean()
    xs = cols[:-1, None] + across * np.diff(cols).mean()
    return pixels_at(image, np.rint(ys), np.rint(xs)).astype(np.float32)
