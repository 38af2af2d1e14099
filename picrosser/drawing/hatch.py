"""The look of a cell that is not decided: dark and light diagonal stripes, so it shows on any ground."""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import Box

DARK = (40, 40, 40)
LIGHT = (235, 235, 235)
# Of the pitch: one dark stripe, one light stripe and a gap as wide as both, four times across a cell.
_PERIOD = 0.25


class Hatching:
    """Stripes for the cells of one picture."""

    def __init__(self, largest_px: int, pitch_px: float) -> None:
        """Prepare the stripes.

        Parameters
        ----------
        largest_px : the longest side of any cell, in pixels.
        pitch_px : the mean side, in pixels.
        """
        period = max(4, round(_PERIOD * pitch_px))
        along = np.add.outer(np.arange(largest_px), np.arange(largest_px)) % period
        quarter = max(1, period // 4)
        self._dark = Image.fromarray(np.where(along < quarter, 255, 0).astype(np.uint8))
        light = (along >= quarter) & (along < 2 * quarter)
        self._light = Image.fromarray(np.where(light, 255, 0).astype(np.uint8))

    def draw(self, image: Image.Image, box: Box) -> None:
        """Lay the stripes over one cell of an image."""
        part = (0, 0, box.width, box.height)
        for colour, mask in ((DARK, self._dark), (LIGHT, self._light)):
            image.paste(colour, (box.left, box.top), mask.crop(part))
