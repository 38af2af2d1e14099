"""See at which ends of a board's lines something is printed: skyscrapers have numbers at both.

Chess diagrams and maps, too, name their lines on all four sides; a nonogram's hints stand at one end of each
line. What is looked for is a sign of its own beside each line, with blank paper around it, so that frames,
panels and a page's edge do not count.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.tolerances import MIN_CLEAR_LEVELS

REACH = (0.12, 1.6)  # cells from the board: further in lie its frame, further out other things on the page
ACROSS = 0.96  # of a cell: so wide is the strip beside a line
MIN_SIGN = 0.01  # of a strip: a thin 1 in a third of a cell's height covers 1.5 %


def signs_beside(image: RGB, lattice: Lattice) -> dict[str, float]:
    """The share of lines beside which a sign is printed, for each side of the board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    lattice : the board's edges in it.
    """
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    turned = np.swapaxes(image, 0, 1)
    down, across = (rows[-1] - rows[0]) / (len(rows) - 1), (cols[-1] - cols[0]) / (len(cols) - 1)
    return {
        "left": _share(image[:, ::-1], rows, image.shape[1] - cols[0], across),
        "right": _share(image, rows, cols[-1], across),
        "top": _share(turned[:, ::-1], cols, image.shape[0] - rows[0], down),
        "bottom": _share(turned, cols, rows[-1], down),
    }


def _share(image: RGB, edges: tuple[int, ...], end: int, pitch: float) -> float:
    """The share of lines that have a sign right of `end`."""
    near, far = round(end + REACH[0] * pitch), min(round(end + REACH[1] * pitch), image.shape[1])
    if far - near < pitch / 2:
        return 0.0
    found = []
    for top, bottom in pairwise(edges):
        margin = (1 - ACROSS) / 2 * (bottom - top)
        found.append(_holds_sign(image[round(top + margin) : round(bottom - margin), near:far]))
    return sum(found) / len(found)


def _holds_sign(strip: NDArray[np.uint8]) -> bool:
    """Whether there is ink in a strip that touches neither of its sides nor its near end."""
    pixels = strip.astype(np.float32)
    ink = max_channel(np.abs(pixels - np.median(pixels.reshape(-1, 3), axis=0))) > MIN_CLEAR_LEVELS
    return bool(ink.mean() >= MIN_SIGN and not (ink[0].any() or ink[-1].any() or ink[:, 0].any()))
