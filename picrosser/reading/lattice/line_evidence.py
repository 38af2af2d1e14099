"""Measure where the lines of a board show: in which cells, how far the board reaches, and their exact places.

Lines run through the corners of cells; digits, discs and marks stand in the middle. So a line is looked for
in the corners of every cell that it passes. A whole board ends in a frame, and nothing of its lines is seen
right of it or below it: where lines go on there, the lattice is a piece of a board.

Functions look at horizontal lines; for vertical ones, pass the transposed luma, and swap lines and cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box, Lattice
from picrosser.reading.lattice.edges import Luma, edges_along_rows, window_columns

Levels = NDArray[np.float32]
"""(lines, cells) grey levels."""
Seen: TypeAlias = NDArray[np.bool_] | NDArray[np.float32]
"""(lines, cells) whether, or how much, a line is seen in each cell along it."""

# In units of the pitch: a corner window lies between these distances from the crossing line. Lines are up
# to 0.1 wide, digits begin at 0.23, and a window this long holds most of a dash whatever its phase.
CORNER = (0.05, 0.20)
# In units of the pitch: how far the edges of a line may lie from its proposed middle. Half of the thickest
# line, 0.05, plus the error of a comb that digits had prolonged.
LINE_REACH = 0.12
# A cell votes for the board when more than this share of its four sides is seen, else against it. Cells in
# the hint areas have 0.25 or 0.5 by chance: a disc's edge, the frame.
MIN_SIDES = 0.78
# Grey levels: below it, noise on a plain background would pass; a dimmed board's lines have 4
MIN_SEEN_LEVELS = 0.45
MIN_END_SHARE = 0.6  # of its cells in which an outermost line, mostly the solid frame, is seen
MIN_LINES = 5  # on each axis; the smallest boards, 5 x 5, have six

# A line is seen in a cell when it has this share of the median over all lines and cells. Thick lines and
# stripes are stronger than the median line; noise is weaker by a factor of four even in JPEG of quality 30.
MIN_SEEN_SHARE = 0.5
# A board is sure if every line is seen in at least this share of its cells, except where something covers it:
# of a finer lattice that fits into the board or its hints, every second line is missing. And by the quality
# of a region: real and drawn boards have 0.8 to 1 on the right lattice; a piece of one, or a lattice of
# another pitch, under 0.4
SURE = 0.5
MIN_LINES_BEYOND = 0.3  # of a board's inner lines: whole boards have 0.0 that go on, cut ones 0.5 and more

Side: TypeAlias = Literal["right", "bottom"]
BoardLines: TypeAlias = tuple[int, int, int, int]
"""The first and the last of the horizontal and of the vertical lines, inclusive, by their numbers."""


@dataclass(frozen=True, slots=True)
class GridFound:
    """Where the board lies, with the evidence for it.

    lattice : the edges of the cells.
    row_shares, col_shares : of each line, the share of its cells in which it was seen, 0..1.
    goes_on : the sides at which lines go on beyond the last one: the board is not whole.
    others : other boards in the picture, all smaller, as far as there is much room for them.
    """

    lattice: Lattice
    row_shares: tuple[float, ...]
    col_shares: tuple[float, ...]
    goes_on: tuple[Side, ...] = ()
    others: tuple[Box, ...] = ()

    @property
    def pitch_px(self) -> float:
        return self.lattice.pitch_px

    @property
    def confidence(self) -> float:
        """The smallest share among all lines."""
        return min(*self.row_shares, *self.col_shares)

    @property
    def area_px(self) -> int:
        return self.lattice.board.width * self.lattice.board.height

    def moved(self, down: int, right: int) -> GridFound:
        others = tuple(box.moved(down, right) for box in self.others)
        return replace(self, lattice=self.lattice.moved(down, right), others=others)


def corner_response(
    luma: Luma,
    lines: NDArray[np.float64],
    cells: NDArray[np.float64],
    pitch: float,
    *,
    single_steps: bool = False,
) -> tuple[Levels, Levels]:
    """Measure how strongly each line shows in the corners of each cell along it.

    A line is a ridge or a groove: an edge up and an edge down. Stripes of the hint areas meet in a single
    step where a line would run on, which counts only with `single_steps`, as where paint meets paint.

    Parameters
    ----------
    luma : (H, W) uint8.
    lines : (K,) y of the lines to look for. cells : (J + 1,) x of the edges of the cells along them.

    Returns
    -------
    seen, noise : (K, J) float32 grey levels: at the lines, and half a pitch to the quieter side of each,
        where no line should be. A digit answers in both places; a line has empty cells on one side at least.
    """
    near, far = CORNER[0] * pitch, CORNER[1] * pitch
    starts = np.stack([cells[:-1] + near, cells[1:] - far], axis=1).ravel()
    windows = window_columns(starts, far - near, luma.shape[1])
    reach = max(1, round(LINE_REACH * pitch))

    def strongest(places: NDArray[np.float64]) -> Levels:
        rows = np.rint(places).astype(np.intp)[:, None] + np.arange(-reach, reach + 1)
        edges = edges_along_rows(luma, rows, windows)
        up, down = np.maximum(edges.max(axis=1), 0), np.maximum(-edges.min(axis=1), 0)
        shown = np.maximum(up, down) if single_steps else np.minimum(up, down)
        return np.asarray(shown.reshape(len(places), -1, 2).mean(axis=2))

    return strongest(lines), np.minimum(strongest(lines - pitch / 2), strongest(lines + pitch / 2))


def find_board_lines(
    row_seen: Seen, col_seen: Seen, least: tuple[float, float] = (MIN_END_SHARE, MIN_END_SHARE)
) -> BoardLines | None:
    """Find the lines that bound one board, or None.

    Each cell votes by how many of its four sides were seen; the rectangle of cells with the largest sum of
    votes is the board, without outer lines that are seen in few of their cells.

    row_seen : (R, C - 1) bool, or a share, each horizontal line in each column of cells.
    col_seen : (C, R - 1) the same, each vertical line in each row of cells.
    least : the share of its cells in which the first line of an axis is seen, and the last one.
    """
    lines = _best_rectangle(row_seen, col_seen)
    while min(lines[1] - lines[0], lines[3] - lines[2]) >= MIN_LINES - 1:
        top, bottom, left, right = lines
        lacking = [
            least[0] - row_seen[top, left:right].mean(),
            least[1] - row_seen[bottom, left:right].mean(),
            least[0] - col_seen[left, top:bottom].mean(),
            least[1] - col_seen[right, top:bottom].mean(),
        ]
        worst = int(np.argmax(lacking))
        if lacking[worst] <= 0:
            return top, bottom, left, right
        lines[worst] += -1 if worst % 2 else 1  # inwards
    return None


def shares_seen(
    board: BoardLines, row_seen: Seen, col_seen: Seen
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Of each horizontal and of each vertical line of a board, the share of its cells in which it is seen."""
    top, bottom, left, right = board
    rows = np.clip(row_seen[top : bottom + 1, left:right].mean(axis=1), 0, 1)
    cols = np.clip(col_seen[left : right + 1, top:bottom].mean(axis=1), 0, 1)
    return tuple(rows.tolist()), tuple(cols.tolist())


def _best_rectangle(row_seen: Seen, col_seen: Seen) -> list[int]:
    """The lines round the cells with the most votes (J. Kadane's maximum-sum run, for every pair of rows)."""
    sides = row_seen[:-1].astype(np.float64) + row_seen[1:] + col_seen[:-1].T + col_seen[1:].T
    votes = sides / 4 - MIN_SIDES
    sums = np.concatenate([np.zeros((1, votes.shape[1])), np.cumsum(votes, axis=0)])
    bands = sums[None] - sums[:, None]
    most = np.maximum(bands, 0).sum(axis=2) + 1e-6  # no run of a band has more; rounding
    best, found = 0.0, [0, 0, 0, 0]
    for top in range(len(votes)):
        for bottom in range(top + MIN_LINES - 1, len(votes) + 1):
            if most[top, bottom] <= best:
                continue
            run, left = 0.0, 0
            for right, vote in enumerate(bands[top, bottom].tolist(), 1):
                if run <= 0:
                    run, left = 0.0, right - 1
                run += vote
                if run > best and right - left >= MIN_LINES - 1:
                    best, found = run, [top, bottom, left, right]
    return found


def line_centres(
    luma: Luma, lines: NDArray[np.float64], cells: NDArray[np.float64], pitch: float
) -> tuple[int, ...]:
    """Return the middle of each line: the centroid of its edges, or its even place if that is far off."""
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


def lines_beyond(
    luma: Luma, lines: tuple[int, ...], cells: tuple[int, ...], pitch: float
) -> tuple[list[int], bool]:
    """Find the vertical lines that are missing at the right, where the horizontal lines go on.

    Such a line is the picture's edge, or a frame too faint to be seen by itself.

    lines, cells : the y of the lattice's horizontal lines, the x of its vertical ones.

    Returns the x of the missing lines, and whether the board is cut: lines go on even beyond these.
    """
    more: list[int] = []
    while _go_on(luma, lines, (*cells, *more), pitch, 0.0):
        last, width = (*cells, *more)[-1], luma.shape[1]
        if abs(width - last - pitch) <= LINE_REACH * pitch:  # someone has cropped the picture along the frame
            return [*more, width], False
        if not _go_on(luma, lines, (*cells, *more), pitch, 0.5):
            return more, True
        more.append(round(last + pitch))
    return more, False


def _go_on(luma: Luma, lines: Sequence[int], cells: Sequence[int], pitch_px: float, off: float) -> bool:
    """Whether a board's inner lines are still seen in half a cell that begins `off` pitches right of it."""
    start = cells[-1] + off * pitch_px
    end = min(start + pitch_px / 2, luma.shape[1])
    if end - start < sum(CORNER) * pitch_px:  # windows would reach back over the last line
        return False
    stretches = np.array([*cells[-3:], *([start] if off else []), end], np.float64)
    seen, noise = corner_response(luma, np.array(lines[1:-1], np.float64), stretches, pitch_px)
    level = max(MIN_SEEN_LEVELS, MIN_SEEN_SHARE * float(np.median(seen[:, :2])))
    return bool((seen[:, -1] - noise[:, -1] > level).mean() >= MIN_LINES_BEYOND)
