"""Look up the tones of pieces of ink and of their ground in the picture.

In a photograph no pixel of a small digit shows its ink: blur mixes it with what is behind, and compression
stores colours at half the size, so that strokes lose more of their colour than of their darkness, and what is
between them is tinted. But neither changes the sum of the differences over the whole digit (`ink_steps`). A
white digit on a coloured square is as light as the page is there, so how the square differs from the digit is
how its colour differs from the page.

Known failure: a dark digit on a light square tells nothing of the light there, and is compared with the
page's usual tone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.page.pieces import STRONG

MIN_BARE_PX = 5  # pixels: with fewer, as in a bar, the ground is looked at round the piece
RING_PX = 2  # pixels from a piece: nearer, its soft edge is half ink

MIN_SQUARE_LEVELS = 30  # between channels: so much more colour than its digit's a square has

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


class _InkSeen(NamedTuple):
    """A digit's ink. step : (3,) how it differs from what is behind it. ink, behind : (3,) these tones."""

    step: Levels
    ink: Levels
    behind: Levels


def ink_steps(image: RGB, boxes: Sequence[Box], background: Colour) -> Levels:
    """(N, 3) sRGB, how the ink of each digit differs from the page.

    image : (H, W, 3) uint8 sRGB. boxes : of the digits. background : a blank cell's colour.
    """
    if not boxes:
        return np.zeros((0, 3), np.float32)
    blank = np.array(background, np.float32)
    seen = [_ink_seen(image, box) for box in boxes]
    tones = np.sort([(one.ink.mean(), one.behind.mean()) for one in seen], axis=1)
    darker, lighter = np.median(tones, axis=0)
    is_light = blank.mean() - darker > lighter - blank.mean()
    return np.array([_from_page(one, blank, is_light=is_light) for one in seen], np.float32)


def _ink_seen(image: RGB, box: Box) -> _InkSeen:
    """A digit's ink: in direction the sum of all that differs, in strength the pixel that differs most."""
    around = image[
        max(0, box.top - RING_PX) : box.bottom + RING_PX, max(0, box.left - RING_PX) : box.right + RING_PX
    ].astype(np.float32)
    ring = np.concatenate([around[0], around[-1], around[1:-1, 0], around[1:-1, -1]])
    behind = np.median(ring, axis=0)
    off = around - behind
    step = off.sum(axis=(0, 1))
    step *= np.abs(off).max() / max(1.0, float(np.abs(step).max()))
    return _InkSeen(step, np.clip(behind + step, 0, 255), behind)


def _from_page(seen: _InkSeen, blank: Levels, *, is_light: bool) -> Levels:
    """How a digit's ink differs from the page, or its square, if it stands on one."""
    if (seen.step.sum() > 0) == is_light:
        return -seen.step  # the digit has the page's tone
    is_square = np.ptp(seen.behind - blank) > np.ptp(seen.ink - blank) + MIN_SQUARE_LEVELS
    return seen.behind - blank if is_square else seen.step
