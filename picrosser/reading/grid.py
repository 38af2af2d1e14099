"""Screenshot in, the board's lattice out.

First a rough pass over the whole picture proposes two combs of equally spaced lines (see `edges`, `combs`).
Then each proposed line is looked for in the corners of every cell it passes: lines run through the corners,
digits, discs and marks stand in the middle. A line that is missing in most cells is no line of the board;
so the comb is trimmed where digits or stripes had prolonged it, and grown where a faint line was missed.

Known failure: a board turned by more than about a degree, since its lines leave their pixel rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError
from picrosser.pixels import RGB, Lattice
from picrosser.reading.combs import Comb, best_combs, box_mean, likely_pitches
from picrosser.reading.edges import edge_strength, edges_along_rows, grey, window_columns

Shares = NDArray[np.float32]

# The rough pass averages over this share of the shorter side: about half a cell on a phone, some dashes long.
ROUGH_WINDOW = 1 / 40
# and blurs across lines by this share, so that a line's two edges make one peak in the profile.
ROUGH_BLUR = 1 / 200
# In units of the pitch: a corner window lies between these distances from the crossing line. Lines are up
# to 0.1 wide, digits begin at 0.23, and a window this long holds most of a dash whatever its phase.
CORNER = (0.05, 0.20)
# How far an edge of a line may lie from where the comb has its middle: half of the thickest line, and the
# error of a rough comb that digits had prolonged.
LINE_REACH = 0.12
# A line is seen in a cell when it has this share of the median over all lines and cells. Thick lines and
# stripes are stronger than the median line; noise is weaker by a factor of four even in JPEG of quality 30.
SEEN_SHARE = 0.5
SEEN_LEVELS = 0.45  # and at least this many grey levels: below, an empty page full of noise would do
# A cell speaks for the board when more than this share of its four sides is seen, else against it. Cells in
# the hint areas have one or two sides by chance: a disc's edge, the frame.
BELONGS = 0.78
END_SHARE = 0.6  # of its cells in which an outermost line, mostly the solid frame, is seen
MIN_LINES = 5  # on each axis; the smallest boards, 5 x 5, have six
# Of the picture: a board on a padded tablet has 15 %, chance patterns in a tool bar under 2 %.
MIN_AREA = 0.03
FINE_BELOW_PX = 800  # of the shorter side: smaller pictures are searched pixel by pixel
REFINEMENTS = 10  # each may find two more lines at every end


@dataclass(frozen=True, slots=True)
class GridFound:
    """Where the board lies, and why we believe it.

    lattice : the edges of the cells.
    pitch_px : the mean distance between lines.
    row_shares, col_shares : for each line, top to bottom and left to right, the share of its cells in
        which it was seen, 0..1.
    combs : the rough combs, rows' lines first, before trimming.
    confidence : the smallest share among all lines.
    """

    lattice: Lattice
    pitch_px: float
    row_shares: tuple[float, ...]
    col_shares: tuple[float, ...]
    combs: tuple[Comb, Comb]
    confidence: float


def locate_grid(image: RGB) -> GridFound:
    """Find the largest regular board in a screenshot.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.

    Raises
    ------
    GridNotFoundError : nothing in the picture repeats like the lines of a board.
    """
    height, width = image.shape[:2]
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    for combs in rough_combs(luma, across):
        found = _verify(luma, across, combs, combs)
        if found is not None and _area(found) >= MIN_AREA * width * height:
            return _refined(luma, across, found)
    raise GridNotFoundError(
        f"no board with evenly spaced lines in this picture of {width} x {height} pixels",
        "give an unturned screenshot that shows the whole board with its hints",
    )


def _refined(luma: NDArray[np.int16], across: NDArray[np.int16], found: GridFound) -> GridFound:
    """Look again from the lines themselves: a rough pitch may be 1 % off, and miss lines at the ends."""
    for _ in range(REFINEMENTS):
        combs = _comb_of(found.lattice.row_edges_px), _comb_of(found.lattice.col_edges_px)
        again = _verify(luma, across, combs, found.combs)
        if again is None:
            break
        found, before = again, found
        if found.lattice.shape == before.lattice.shape:
            break
    return found


def rough_combs(luma: NDArray[np.int16], across: NDArray[np.int16]) -> Iterator[tuple[Comb, Comb]]:
    """Pairs of combs (rows' lines, columns' lines) with one pitch, the likely ones first.

    One pitch after the other is looked at finely, since nearly always the first one holds.

    luma : (H, W) int16; across : its transpose.
    """
    shorter = min(luma.shape)
    # A profile twice as coarse is precise enough for a first guess, at a quarter of the time.
    grain = 2 if shorter >= FINE_BELOW_PX else 1
    profiles = tuple(_rough_profile(view, shorter, grain) for view in (luma, across))
    for pitch in likely_pitches(profiles, shorter / MIN_LINES / grain):
        row_combs, col_combs = best_combs(profiles[0], pitch), best_combs(profiles[1], pitch)
        pairs = [(rows, cols) for rows in row_combs for cols in col_combs]
        for rows, cols in sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score):
            yield rows.scaled(grain), cols.scaled(grain)


def _area(found: GridFound) -> int:
    board = found.lattice.board
    return board.width * board.height


def _rough_profile(luma: NDArray[np.int16], shorter: int, grain: int) -> NDArray[np.float32]:
    """Edge strength in every `grain` pixel rows of the picture, on a logarithmic scale over its median."""
    strength = edge_strength(luma, max(8, round(shorter * ROUGH_WINDOW)))
    blurred = box_mean(strength, max(3, round(shorter * ROUGH_BLUR)))[::grain]
    return np.asarray(np.log1p(blurred / max(float(np.median(blurred)), 0.1)), np.float32)


def _verify(
    luma: NDArray[np.int16], across: NDArray[np.int16], combs: tuple[Comb, Comb], rough: tuple[Comb, Comb]
) -> GridFound | None:
    """Check every line of two combs in the corners of its cells; None when they are no board."""
    row_comb, col_comb = combs
    pitch = (row_comb.pitch_px + col_comb.pitch_px) / 2
    rows = _prolonged(row_comb, luma.shape[0])
    cols = _prolonged(col_comb, luma.shape[1])
    row_seen, row_noise = corner_response(luma, rows, cols, pitch)
    col_seen, col_noise = corner_response(across, cols, rows, pitch)
    level = max(SEEN_LEVELS, SEEN_SHARE * min(float(np.median(row_seen)), float(np.median(col_seen))))
    rows_there, cols_there = row_seen - row_noise > level, col_seen - col_noise > level
    span = _trimmed(_settle(rows_there, cols_there), rows_there, cols_there)
    if span is None:
        return None
    top, bottom, left, right = span
    row_lines = _centres(luma, rows[top : bottom + 1], cols[left : right + 1], pitch)
    col_lines = _centres(across, cols[left : right + 1], rows[top : bottom + 1], pitch)
    row_shares = rows_there[top : bottom + 1, left:right].mean(axis=1)
    col_shares = cols_there[left : right + 1, top:bottom].mean(axis=1)
    lattice = Lattice(row_lines, col_lines)
    return GridFound(
        lattice=lattice,
        pitch_px=lattice.pitch_px,
        row_shares=tuple(row_shares.tolist()),
        col_shares=tuple(col_shares.tolist()),
        combs=rough,
        confidence=float(min(row_shares.min(), col_shares.min())),
    )


def _comb_of(lines: tuple[int, ...]) -> Comb:
    """The comb through measured lines."""
    pitch, start = np.polyfit(np.arange(len(lines)), lines, 1)
    return Comb(float(start), float(pitch), len(lines), 0.0)


def _prolonged(comb: Comb, length: int) -> NDArray[np.float64]:
    """The comb's places with two more at each end, as far as they lie in the picture."""
    places = np.asarray(comb.start_px + comb.pitch_px * np.arange(-2, comb.teeth + 2), np.float64)
    return places[(places > -LINE_REACH * comb.pitch_px) & (places < length + LINE_REACH * comb.pitch_px)]


def corner_response(
    luma: NDArray[np.int16], lines: NDArray[np.float64], cells: NDArray[np.float64], pitch: float
) -> tuple[Shares, Shares]:
    """How strongly each line shows in the corners of each cell along it.

    A line is a ridge or a groove: an edge up and an edge down. The stripes of the hint areas meet in a
    single step exactly where a line would run on, and do not count.

    Parameters
    ----------
    luma : (H, W) int16.
    lines : (K,) y of the lines to look for.
    cells : (J + 1,) x of the edges of the cells along them.

    Returns
    -------
    seen, noise : (K, J) grey levels: at the lines, and half a pitch to the quieter side of each, where no
        line should be: a digit or disc answers in both places, a line has empty cells on one side at least.
    """
    near, far = CORNER[0] * pitch, CORNER[1] * pitch
    starts = np.stack([cells[:-1] + near, cells[1:] - far], axis=1).ravel()
    windows = window_columns(starts, far - near, luma.shape[1])
    reach = max(1, round(LINE_REACH * pitch))

    def ridge(places: NDArray[np.float64]) -> Shares:
        rows = np.rint(places).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
        edges = edges_along_rows(luma, rows, windows)
        both_sides = np.minimum(edges.max(axis=1), -edges.min(axis=1))
        return np.asarray(np.maximum(both_sides, 0).reshape(len(places), -1, 2).mean(axis=2))

    noise = np.minimum(ridge(lines - pitch / 2), ridge(lines + pitch / 2))
    return ridge(lines), noise


def _settle(row_seen: NDArray[np.bool_], col_seen: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """The span of lines (top, bottom, left, right; inclusive) that bound one board, or None.

    Each cell votes by how many of its four sides were seen; the rectangle of cells with the largest sum of
    votes is the board (J. Kadane's maximum-sum run over columns, for every pair of rows). A few hidden cells
    inside it are outvoted.

    row_seen : (R, C - 1) row line in column band; col_seen : (C, R - 1) column line in row band.
    """
    sides = row_seen[:-1].astype(np.float64) + row_seen[1:] + col_seen[:-1].T + col_seen[1:].T
    votes = sides / 4 - BELONGS
    sums = np.concatenate([np.zeros((1, votes.shape[1])), np.cumsum(votes, axis=0)])
    best, found = 0.0, None
    for top in range(len(votes)):
        for bottom in range(top + MIN_LINES - 1, len(votes) + 1):
            run, left = 0.0, 0
            for right, vote in enumerate((sums[bottom] - sums[top]).tolist(), 1):
                if run <= 0:
                    run, left = 0.0, right - 1
                run += vote
                if run > best and right - left >= MIN_LINES - 1:
                    best, found = run, (top, bottom, left, right)
    return found


def _trimmed(
    span: tuple[int, int, int, int] | None, row_seen: NDArray[np.bool_], col_seen: NDArray[np.bool_]
) -> tuple[int, int, int, int] | None:
    """A span without outer lines that are seen in few of their cells: three sides of a cell can be chance."""
    while span is not None:
        top, bottom, left, right = span
        ends = [
            row_seen[top, left:right].mean(),
            row_seen[bottom, left:right].mean(),
            col_seen[left, top:bottom].mean(),
            col_seen[right, top:bottom].mean(),
        ]
        worst = int(np.argmin(ends))
        if ends[worst] >= END_SHARE:
            return span
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
        big_enough = min(bottom - top, right - left) >= MIN_LINES - 1
        span = (top, bottom, left, right) if big_enough else None
    return None


def _centres(
    luma: NDArray[np.int16], lines: NDArray[np.float64], cells: NDArray[np.float64], pitch: float
) -> tuple[int, ...]:
    """The middle of each line: the centroid of its edges, kept near the even spacing of all lines."""
    near = CORNER[0] * pitch
    windows = window_columns(cells[:-1] + near, pitch - 2 * near, luma.shape[1])
    reach = max(2, round(LINE_REACH * pitch))
    offsets = np.arange(-reach, reach + 1)
    rows = np.rint(lines).astype(np.intp)[:, None] + offsets
    weight = np.abs(edges_along_rows(luma, rows, windows)).mean(axis=2).astype(np.float64)
    weight = np.maximum(weight - np.median(weight, axis=1, keepdims=True), 0) + 1e-6
    # An edge at y lies between the pixel rows y - 1 and y, so the middle of a line is the mean of its edges.
    centres = np.rint(lines) + (weight * offsets).sum(axis=1) / weight.sum(axis=1)
    number = np.arange(len(lines))
    slope, start = np.polyfit(number, centres, 1)
    even = start + slope * number
    kept = np.where(np.abs(centres - even) < LINE_REACH / 2 * pitch, centres, even)
    return tuple(int(v) for v in np.clip(np.rint(kept), 0, luma.shape[0]))
