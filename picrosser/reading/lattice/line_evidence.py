"""Proposed lines in, what is seen of them out: in which cells, which ones bound one board, and where exactly.

Lines run through the corners of cells; digits, discs and marks stand in the middle. So a line is looked for
in the corners of every cell that it passes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.edges import edges_along_rows, window_columns

Shares = NDArray[np.float32]

# In units of the pitch: a corner window lies between these distances from the crossing line. Lines are up
# to 0.1 wide, digits begin at 0.23, and a window this long holds most of a dash whatever its phase.
CORNER = (0.05, 0.20)
# How far an edge of a line may lie from where the comb has its middle: half of the thickest line, and the
# error of a rough comb that digits had prolonged.
LINE_REACH = 0.12
# A cell speaks for the board when more than this share of its four sides is seen, else against it. Cells in
# the hint areas have one or two sides by chance: a disc's edge, the frame.
BELONGS = 0.78
END_SHARE = 0.6  # of its cells in which an outermost line, mostly the solid frame, is seen
MIN_LINES = 5  # on each axis; the smallest boards, 5 x 5, have six


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


def settle(row_seen: NDArray[np.bool_], col_seen: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
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


def trimmed(
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


def line_centres(
    luma: NDArray[np.int16], lines: NDArray[np.float64], cells: NDArray[np.float64], pitch: float
) -> tuple[int, ...]:
    """The middle of each line: the centroid of its edges, kept near the even spacing of all lines."""
    near = CORNER[0] * pitch
    windows = window_columns(cells[:-1] + near, pitch - 2 * near, luma.shape[1])
    reach = max(2, round(LINE_REACH * pitch))
    offsets = np.arange(-reach, reach + 1)
    rows = np.rint(lines).astype(np.intp)[:, None] + offsets
    weight = np.abs(edges_along_rows(luma, rows, windows)).mean(axis=2).astype(np.float64)
    weight = np.maximum(weight - median(weight, axis=1, keepdims=True), 0) + 1e-6
    # An edge at y lies between the pixel rows y - 1 and y, so the middle of a line is the mean of its edges.
    centres = np.rint(lines) + (weight * offsets).sum(axis=1) / weight.sum(axis=1)
    number = np.arange(len(lines))
    slope, start = np.polyfit(number, centres, 1)
    even = start + slope * number
    kept = np.where(np.abs(centres - even) < LINE_REACH / 2 * pitch, centres, even)
    return tuple(int(v) for v in np.clip(np.rint(kept), 0, luma.shape[0]))


# In units of the pitch: lines are looked for in windows at both ends of a stretch beyond the board. Shorter
# than LEAST, the windows would reach back over the board's last line.
NEAR_HALF, FAR_HALF, LEAST = (0.0, 0.5), (0.5, 1.0), 0.25
# A line goes on with this share of its strength in the last cells (dashes fall into the windows or not), and
# the board when this share of its inner lines does. Whole boards have 0.0, cut ones 0.5 and more.
STILL_SEEN, GOES_ON = 0.4, 0.3
FAINTEST_LEVELS = 0.45
# Of the pitch. The picture's edge is the board's last line if it is this far from where that line would be:
# someone has cropped the picture along the frame, and half of the line is gone.
LAST_LINE = 0.1
MOST_BEYOND = 10  # lines that are added at an end: too faint to be seen, or covered in most cells
HINTS = 4.0  # of the pitch, left of a board and above it: no room for another board there
OTHER_ROOM = 0.25  # of the picture: with less room beside a board, no other one is looked for


def share_beyond(
    luma: NDArray[np.int16],
    lines: Sequence[int],
    cells: Sequence[int],
    pitch_px: float,
    stretch: tuple[float, float] = NEAR_HALF,
) -> float:
    """The share of a board's inner lines across that are still seen right of the board.

    Parameters
    ----------
    luma : (H, W) int16. Give the transpose to look at the lines down, below the board.
    lines, cells : the y of the lattice's lines across, the x of those down.
    stretch : where to look, in units of the pitch from the last line; as far as it lies in the picture.
    """
    start = cells[-1] + stretch[0] * pitch_px
    end = min(cells[-1] + stretch[1] * pitch_px, luma.shape[1])
    if end - start < LEAST * pitch_px:
        return 0.0
    stretches = np.array([*cells[-3:], *([start] if stretch[0] else []), end], np.float64)
    seen, noise = corner_response(luma, np.array(lines[1:-1], np.float64), stretches, pitch_px)
    level = max(FAINTEST_LEVELS, STILL_SEEN * median(seen[:, :2]))
    return float((seen[:, -1] - noise[:, -1] > level).mean())


def lines_beyond(
    luma: NDArray[np.int16], lines: tuple[int, ...], cells: tuple[int, ...], pitch: float
) -> tuple[list[int], bool]:
    """The lines down that close the cells into which the lines across go on right of the last one, and
    whether these go on even so. Such a line is the picture's edge, or a frame too faint to be seen by itself.
    """
    more: list[int] = []
    while share_beyond(luma, lines, (*cells, *more), pitch) >= GOES_ON:
        width, all_cells = luma.shape[1], (*cells, *more)
        if ends_at(width, all_cells, pitch):
            return [*more, width], False
        whole = share_beyond(luma, lines, all_cells, pitch, FAR_HALF) >= GOES_ON
        if not whole or len(more) == MOST_BEYOND:
            return more, True
        more.append(round(all_cells[-1] + pitch))
    return more, False


def ends_at(edge_px: int, cells: Sequence[int], pitch_px: float) -> bool:
    """Whether the picture's edge is where a lattice's next line would be."""
    return abs(edge_px - cells[-1] - pitch_px) <= LAST_LINE * pitch_px


def room_beside(lattice: Lattice, height: int, width: int) -> list[Box]:
    """The strips of a picture that are large enough to hold another board: above, below, left and right."""
    board, hints = lattice.board, round(HINTS * lattice.pitch_px)
    strips = [
        Box(0, 0, board.top - hints, width),
        Box(board.bottom, 0, height, width),
        Box(0, 0, height, board.left - hints),
        Box(0, board.right, height, width),
    ]
    least = OTHER_ROOM * height * width
    return [box for box in strips if min(box.height, box.width) > 0 and box.height * box.width >= least]
