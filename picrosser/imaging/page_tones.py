"""The tones of the page around a board, against which its paint has to be seen, and where the page ends."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import RGB, Lattice

_BEYOND = 0.6  # of the pitch: how far from the board the page is sampled, beyond any frame around the board
_SAMPLES = 61  # of each side; digits beside the board cover less than half of them
NEAR_TONES = 60.0
"""Two tones that are nearer to each other than this look nearly the same: Euclidean distance over the three
channels. Real boards have colours at 20 to 46 from the background, which are invisible on it, and none
between 46 and 70."""
# One pixel in so many is looked at across, so that no row of small digits lies between two of them; and so
# many rows at once
_BAR_SAMPLED_PX, _BAR_STEP_PX = 6, 64
_OTHER_LEVELS = 7  # of a channel: half of what compression leaves; a bar and a page of 14 more are two tones
_MOST_OF_BAR = 0.95  # of its length: there it differs from the page, else it has the page's tone
_MOST_SIDES = 0.5  # of the sides that are seen: paint like more of them looks like holes in the board


def tones_around(image: RGB, lattice: Lattice) -> NDArray[np.float64]:
    """(sides, 3) the median tone of the page beside each side of a board, which may be tilted.

    There are fewer than four sides where the board reaches to the edge of the image.
    """
    board, beyond = lattice.board, _BEYOND * lattice.pitch_px
    along = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    rows, cols = board.top + along * board.height, board.left + along * board.width
    beside: list[tuple[Any, Any]] = [(row, cols) for row in (board.top - beyond, board.bottom + beyond)]
    beside += [(rows, col) for col in (board.left - beyond, board.right + beyond)]
    seen = [tones_at(image, lattice, np.stack(np.broadcast_arrays(*side), axis=1)) for side in beside]
    return np.array([np.median(tones, axis=0) for tones in seen if len(tones)], np.float64).reshape(-1, 3)


def tones_at(image: RGB, lattice: Lattice, points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(up to N, 3) uint8, the tones at (N, 2) places of a lattice that do not lie outside the image.

    points : (row, col) in the lattice's own pixels.
    """
    placed = points if lattice.to_picture is None else project(lattice.to_picture, points)
    at = np.floor(placed).astype(np.intp)
    at = at[((at >= 0) & (at < image.shape[:2])).all(axis=1)]
    return np.asarray(image[at[:, 0], at[:, 1]])


def blends_in(tone: tuple[int, int, int], around: NDArray[np.float64], within: float = NEAR_TONES) -> bool:
    """Whether a tone looks like most of the page around a board, (sides, 3) from `tones_around`."""
    if not len(around):
        return False
    near = np.linalg.norm(around - np.array(tone, np.float64), axis=1) < within
    return float(near.mean()) > _MOST_SIDES


def bar_start(image: RGB, least: int) -> int:
    """The y where a plain bar begins that ends the page as an edge does; the height if there is none.

    least : pixels: what is lower is a line.
    """
    tone, seen = image[-1, 0].astype(np.int16), image[:, ::_BAR_SAMPLED_PX]
    for stop in range(len(image), 0, -_BAR_STEP_PX):
        apart = np.abs(seen[max(0, stop - _BAR_STEP_PX) : stop] - tone).max(axis=2)
        is_other = apart > _OTHER_LEVELS
        rows = np.flatnonzero(is_other.any(axis=1))
        if len(rows):
            start, above = stop - len(apart) + int(rows[-1]) + 1, np.flatnonzero(is_other[rows[-1]])
            length = above[-1] + 1 - above[0]  # between bars of the same tone at both sides
            is_edge = 2 * length > is_other.shape[1] and len(above) > _MOST_OF_BAR * length
            return start if is_edge and start <= len(image) - least else len(image)
    return len(image)
