"""Look up the tones of pieces of ink and of their ground in the picture.

Known failure: in a photograph blur mixes the ink of small digits with what is behind them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.page.pieces import STRONG

MIN_BARE_PX = 5  # pixels: with fewer, as in a bar, the ground is looked at round the piece
RING_PX = 2  # pixels from a piece: nearer, its soft edge is half ink

Levels = NDArray[np.float32]


class Tones(NamedTuple):
    """The tones of a piece of ink.

    ink, backdrop : (3,) float32, sRGB 0..255.
    contrast : levels between them, in the channel that differs most.
    """

    ink: Levels
    backdrop: Levels
    contrast: float


class InkTones:
    """The tones of a picture's pieces of ink.

    image : (H, W, 3) uint8 sRGB.
    """

    def __init__(self, image: RGB) -> None:
        self._image = image
        # Most programs draw equal digits pixel for pixel: each is looked at once.
        self._same: dict[tuple[object, ...], Tones] = {}

    def of(self, box: Box, coverage: Levels, scale: int) -> Tones:
        """Return the tones of a piece.

        coverage : (height, width) 0..1, at a picture reduced by `scale`.
        """
        patch = self._image[box.slices]
        around = self._image[
            max(0, box.top - RING_PX) : box.bottom + RING_PX,
            max(0, box.left - RING_PX) : box.right + RING_PX,
        ]
        look = (patch.shape, around.shape, scale, patch.tobytes(), around.tobytes(), coverage.tobytes())
        if look not in self._same:
            covered = (
                coverage if coverage.shape == patch.shape[:2] else _enlarged(coverage, scale, patch.shape)
            )
            self._same[look] = _tones(patch.astype(np.float32), around.astype(np.float32), covered)
        return self._same[look]


def _enlarged(coverage: Levels, scale: int, shape: tuple[int, ...]) -> Levels:
    """The coverage of a piece found in a reduced picture, at the shape that it has in the picture itself."""
    rows, cols = (np.minimum(np.arange(shape[axis]) // scale, coverage.shape[axis] - 1) for axis in (0, 1))
    return np.asarray(coverage[rows[:, None], cols])


def _tones(patch: Levels, around: Levels, covered: Levels) -> Tones:
    """The tones of a piece."""
    bare = patch[covered < 1 - STRONG]
    if len(bare) < MIN_BARE_PX:
        bare = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    backdrop = np.median(bare, axis=0)
    strong = patch[covered > STRONG]
    ink = np.median(strong, axis=0) if len(strong) else patch.reshape(-1, 3)[int(covered.argmax())]
    contrast = float(np.abs(ink - backdrop).max())
    return Tones(ink.astype(np.float32), backdrop.astype(np.float32), contrast)
