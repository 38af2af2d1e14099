"""Where a screen may end beside a board: straight edges along all of its lines, sharper than a shadow's.

Blurred hints that stand in a row may look like such an edge, and so may tool bars and the grain of a table.
So several are proposed, and which of them is the end is told by the hints that are read within it.

Known failure: a screen in the tone of the table.
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
MAX_ENDS = 8  # that are proposed on one side: the hints of a small board with six colours looked like five
SAMPLED = 7  # each so many-th pixel of a board tells its page
EDGE_PX = 3  # of a screen's edge, which is blurred


def screen_ends(image: RGB, board: Lattice) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows at which the screen may begin above a board, and the columns left of it, the nearest first.

    The last one on either side is 0: the screen fills the picture.

    image : (H, W, 3) uint8 sRGB. board : its cells.
    """
    tones = np.log(image.astype(np.float32) + DARK)
    tops = _ends(tones.transpose(1, 0, 2), board.col_edges_px, board.row_edges_px[0], board.pitch_px)
    return tops, _ends(tones, board.row_edges_px, board.col_edges_px[0], board.pitch_px)


def within_ends(image: RGB, board: Lattice, top: int, left: int) -> RGB:
    """A picture in which all that lies beyond a screen, which begins at a row and a column, is like its page.

    image : (H, W, 3) uint8 sRGB, evenly lit. board : its cells.
    """
    if not (top or left):
        return image
    page = np.median(image[board.board.slices].reshape(-1, 3)[::SAMPLED], axis=0)
    within = image.copy()
    within[: top + EDGE_PX if top else 0] = page
    within[:, : left + EDGE_PX if left else 0] = page
    return within


def _ends(
    tones: NDArray[np.float32], lines: tuple[int, ...], before_px: int, pitch_px: float
) -> tuple[int, ...]:
    """The columns at which the screen may begin left of a board, by what is bare along its rows' lines."""
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
        return (0,)
    sides = np.median(np.lib.stride_tricks.sliding_window_view(bands, wide, axis=1), axis=-1)
    steps = np.abs(np.median(sides[:, wide + 2 * GAP_PX :] - sides[:, : -wide - 2 * GAP_PX], axis=0)).max(
        axis=1
    )
    last = before_px - round(MIN_ROOM * pitch_px) - wide - GAP_PX
    edges = np.flatnonzero(steps[: max(0, last)] > MIN_EDGE)
    runs = np.split(edges, np.flatnonzero(np.diff(edges) > 1) + 1)[::-1] if len(edges) else []
    found = (int(run[steps[run].argmax()]) + wide + GAP_PX for run in runs[:MAX_ENDS])
    return (*found, 0)
