"""A lattice in, what lies beyond it out: whether the board goes on there, and where else a board may be.

A whole board ends in a frame, and nothing of its lines is seen right of it or below it. (Left of it and above
it lie the hints, whose stripes go on with the lines.) Where lines go on, the lattice is a piece of a board:
the picture ends in the middle of a cell, or something covers the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.corners import corner_response

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
