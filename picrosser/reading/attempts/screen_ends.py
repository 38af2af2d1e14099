"""Where a screen ends beside a board: a straight sharp edge along all of its lines, unlike that of a shadow.

Known failure: a screen in the tone of the table; and a shadow as sharp, along the board's side.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice

NEAR = 0.05, 0.12  # pitches from a line, where the page is bare
WINDOW, GAP_PX = 0.2, 2  # pitches on either side of an edge, and pixels of its blur
MIN_EDGE = 0.12  # of the logarithm: the frames of a board's hints have less, over so wide a window
MIN_ROOM = 0.5  # pitches beside the board: less is no room for a hint
DARK = 4  # levels, added before the logarithm is taken


def screen_ends(image: RGB, board: Lattice) -> tuple[int, int]:
    """The row and the column at which the screen begins, above a board and left of it; 0 where none is seen.

    image : (H, W, 3) uint8 sRGB. board : its cells.
    """
    tones = np.log(image.astype(np.float32) + DARK)
    top = _end(tones.transpose(1, 0, 2), board.col_edges_px, board.row_edges_px[0], board.pitch_px)
    return top, _end(tones, board.row_edges_px, board.col_edges_px[0], board.pitch_px)


def _end(tones: NDArray[np.float32], lines: tuple[int, ...], before_px: int, pitch_px: float) -> int:
    """The column at which the screen begins left of a board, by what is bare along its horizontal lines."""
    near, far = (max(1, round(share * pitch_px)) for share in NEAR)
    bands = np.stack(
        [
            (
                tones[line - far - 1 : line - near].mean(axis=0)
                + tones[line + near : line + far + 1].mean(axis=0)
            )
            / 2
            for line in lines[1:-1]
        ]
    )[:, :before_px]
    wide = max(3, round(WINDOW * pitch_px))
    if bands.shape[1] < 2 * (wide + GAP_PX):
        return 0
    sides = np.median(np.lib.stride_tricks.sliding_window_view(bands, wide, axis=1), axis=-1)
    steps = np.abs(np.median(sides[:, wide + 2 * GAP_PX :] - sides[:, : -wide - 2 * GAP_PX], axis=0)).max(
        axis=1
    )
    last = before_px - round(MIN_ROOM * pitch_px) - wide - GAP_PX
    edges = np.flatnonzero(steps[: max(0, last)] > MIN_EDGE)
    if not len(edges):
        return 0
    start = stop = int(edges[-1])
    while start > 0 and steps[start - 1] > MIN_EDGE:
        start -= 1
    return start + int(steps[start : stop + 1].argmax()) + wide + GAP_PX
