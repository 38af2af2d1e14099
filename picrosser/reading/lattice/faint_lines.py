"""How far a board reaches whose lines are fainter than noise, where some of its lines are known.

Each line is looked for along each cell that it passes, and counts as much as it is seen there. A single cell
says little; the rectangle of cells whose sides are seen best is the board (see `find_board_lines`).

Known failure: lines as faint as waves of the same pitch.
"""

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.lattice.line_evidence import (
    CORNER,
    LINE_REACH,
    MIN_END_SHARE,
    GridFound,
    find_board_lines,
    shares_seen,
)

PAGE = 0.1, 0.25  # in pitches from the middle of a line: the page beside it
# Shares of the first line and the last one: stripes of hints end above the first, half as dark as it is.
MIN_ENDS = 0.35, MIN_END_SHARE
MIN_SHARE = 0.25  # of each line is seen, also in a shadow
# Of the usual strength: noise and digits count no more. With -1 and 1 a drawn board of 10 rows was cut to 6.
LEAST, MOST = -0.5, 1.5
MORE = 3  # lines that may follow the known ones at each end

Levels = NDArray[np.float32]


def seek_board_along(grey: NDArray[np.uint8], lines: Lattice) -> GridFound | None:
    """Look for a board of which evenly spaced lines are known; there may be more of them, or fewer.

    grey : (H, W) uint8, evenly lit. None if some line is hardly seen, however far the board reaches.
    """
    places = [_with_more(edges, length) for edges, length in zip(lines.edges_px, grey.shape, strict=True)]
    levels = grey.astype(np.float32)
    planes = levels, np.ascontiguousarray(levels.T)
    known = [np.isin(all_of, some) for all_of, some in zip(places, lines.edges_px, strict=True)]
    seen = []
    for axis, plane in enumerate(planes):
        along, of, between = places[1 - axis], known[axis], known[1 - axis]
        cells = between[:-1] & between[1:]
        grooves = _grooves(plane, places[axis], along)  # (offsets, lines, cells)
        usual = float(grooves[len(grooves) // 2][of][:, cells].mean())
        # A line may lie a little off its place.
        best = (grooves[:, :, cells].mean(axis=2) * np.sign(usual)).argmax(axis=0)
        exact = grooves[best, np.arange(len(best))]
        usual = float(exact[of][:, cells].mean())
        places[axis] = places[axis] + best - len(grooves) // 2
        seen.append((usual, exact))
    if seen[0][0] * seen[1][0] <= 0:  # darker than the page, or lighter
        return None
    row_seen, col_seen = (np.clip(grooves / usual, LEAST, MOST) for usual, grooves in seen)
    rows, cols = places
    board = find_board_lines(row_seen, col_seen, MIN_ENDS)
    if board is None:
        return None
    top, bottom, left, right = board
    lattice = Lattice(tuple(rows[top : bottom + 1].tolist()), tuple(cols[left : right + 1].tolist()))
    found = GridFound(lattice, *shares_seen(board, row_seen, col_seen))
    return found if found.confidence >= MIN_SHARE else None


def _with_more(edges: tuple[int, ...], length: int) -> NDArray[np.intp]:
    """The places of lines and of those that may follow them, as far as they lie in a picture."""
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    before = [round(edges[0] - pitch * step) for step in range(MORE, 0, -1)]
    after = [round(edges[-1] + pitch * step) for step in range(1, MORE + 1)]
    places = np.array([*before, *edges, *after])
    return places[(places > 0) & (places < length)]


def _grooves(levels: Levels, lines: NDArray[np.intp], cells: NDArray[np.intp]) -> Levels:
    """(offsets, lines, cells - 1) how much darker than the page beside it each line is, at places near it."""
    pitch = float(np.diff(lines).mean())
    reach = max(0, round(CORNER[0] * pitch))
    near, far = round(PAGE[0] * pitch), max(round(PAGE[1] * pitch), round(PAGE[0] * pitch) + 1)
    off = max(1, round(LINE_REACH * pitch))
    crossing = LINE_REACH * np.diff(cells)  # a cell's sides are looked at between the lines that cross them
    starts, ends = (cells[:-1] + crossing).tolist(), (cells[1:] - crossing).tolist()
    spans = [slice(round(start), round(end)) for start, end in zip(starts, ends, strict=True)]
    toned = np.stack([levels[:, span].mean(axis=1) for span in spans], axis=1)
    sums = np.concatenate([np.zeros((1, toned.shape[1])), np.cumsum(toned, axis=0)])

    def mean(first: NDArray[np.intp], stop: NDArray[np.intp]) -> NDArray[np.float64]:
        first, stop = np.clip(first, 0, len(levels) - 1), np.clip(stop, 1, len(levels))
        return np.asarray((sums[stop] - sums[first]) / np.maximum(1, stop - first)[..., None])

    at = lines + np.arange(-off, off + 1)[:, None]
    beside = (mean(at - far, at - near) + mean(at + near + 1, at + far + 1)) / 2
    return np.asarray(beside - mean(at - reach, at + reach + 1), np.float32)
