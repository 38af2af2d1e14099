"""Move hints that stand right of the board or below it to where other boards have them: left of it and above.

They are cut out and laid on the other side as they are, so that everything that reads hints finds them where
it looks. Their first number, which was next to the board, is then the furthest from it, as in hints that are
aligned at the far end of their area.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.boards import NEARLY_ALL_SHOWN
from picrosser.reading.nonogram.candidates.grid_candidates import grid_candidates
from picrosser.reading.nonogram.hints.hint_area import find_hints_beside

SIDES = (True, False), (False, True), (True, True)  # whether rows' hints are right, and columns' below
MAX_CANDIDATES = 4  # that are looked at: the likely ones come first
FRAME = 0.12  # of the pitch, round the board: its frame goes with it
BARE = 1.0  # of the pitch: so wide a stretch without ink ends the hints; buttons may follow
BARE_LEVELS = 40  # from what is commonest beside the board: fainter is a page's shade or texture


@dataclass(frozen=True, slots=True, eq=False)
class Rearranged:
    """A picture of a board and its hints alone, in which these are left of it and above it.

    image : (H, W, 3) uint8 sRGB.
    down_px, right_px : by which the board lies lower, and further right, than in the original.
    """

    image: RGB
    down_px: int
    right_px: int

    def in_original(self, lattice: Lattice) -> Lattice:
        """A lattice of this picture as it lies in the original."""
        return lattice.moved(-self.down_px, -self.right_px)


def rearranged(image: RGB) -> Rearranged | None:
    """Move hints that stand on another side of a board to the usual one; None without such a board.

    image : (H, W, 3) uint8 sRGB.
    """
    best, most = None, 0.0
    for lattice in (candidate.lattice for candidate in islice(grid_candidates(image), MAX_CANDIDATES)):
        for other in _ways(image, lattice):
            occupied = find_hints_beside(other.image, lattice.moved(other.down_px, other.right_px)).occupied
            lines = occupied * sum(lattice.shape)
            if occupied >= NEARLY_ALL_SHOWN and lines > most:
                best, most = other, lines
    return best


def _ways(image: RGB, lattice: Lattice) -> Iterator[Rearranged]:
    """The picture with what lies right of a board at its left, what lies below it above, or both."""
    height, width = image.shape[:2]
    margin, board = round(FRAME * lattice.pitch_px), lattice.board
    top, left = max(0, board.top - margin), max(0, board.left - margin)
    bottom, right = min(height, board.bottom + margin), min(width, board.right + margin)
    least_px = round(BARE * lattice.pitch_px)
    wide = _inked_px(image[top:bottom, right:].swapaxes(0, 1), least_px)
    deep = _inked_px(image[bottom:, left:right], least_px)
    for is_right, is_below in SIDES:
        if (is_right and not wide) or (is_below and not deep):
            continue
        cols = Box(top, right, bottom, right + wide) if is_right else Box(top, 0, bottom, left)
        rows = Box(bottom, left, bottom + deep, right) if is_below else Box(0, left, top, right)
        page = image[cols.slices].reshape(-1, 3) if cols.width else image[rows.slices].reshape(-1, 3)
        corner = np.empty((rows.height, cols.width, 3), np.uint8)
        corner[:] = median(page, axis=0)
        above = np.concatenate((corner, image[rows.slices]), axis=1)
        below = np.concatenate((image[cols.slices], image[top:bottom, left:right]), axis=1)
        yield Rearranged(np.concatenate((above, below)), rows.height - top, cols.width - left)


def _inked_px(beyond: NDArray[np.uint8], least_px: int) -> int:
    """How deep the hints below a board go: up to where nothing stands in so many rows; 0 without any.

    beyond : (H, W, 3) what lies below it.
    """
    if not beyond.size:
        return 0
    page = median(beyond[: 4 * least_px].reshape(-1, 3), axis=0)
    inked = np.flatnonzero((max_channel(np.abs(beyond.astype(np.float32) - page)) > BARE_LEVELS).any(axis=1))
    if not len(inked):
        return 0
    wide = np.flatnonzero(np.diff(inked) > least_px)
    last = int(inked[wide[0]] if len(wide) else inked[-1])
    return min(len(beyond), last + 1 + least_px // 2)
