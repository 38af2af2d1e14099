"""Enlarge a picture whose hints are in doubt, to read it again.

Where digits are a few pixels tall, or were blurred or compressed, it depends on where the pixels happen to
lie whether a hole in a digit stays open, or two digits touch. In another size they lie elsewhere. What is
read there counts only if nothing is in doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import RGB, Lattice

SCALES = (1.25, 1.5)  # factors of the picture's size; reduced pictures show nothing more
MAX_PIXELS = 16_000_000  # of the enlarged picture: the digits of larger pictures are not small


@dataclass(frozen=True, slots=True, eq=False)
class Enlarged:
    """A picture in another size. The stages after this one see only this picture.

    image : (H, W, 3) uint8 sRGB.
    times : the factor between both sizes.
    """

    image: RGB
    times: float

    def in_original(self, lattice: Lattice) -> Lattice:
        """A lattice of this picture as it lies in the original."""
        rows, cols = (
            tuple(round(edge / self.times) for edge in edges)
            for edges in (lattice.row_edges_px, lattice.col_edges_px)
        )
        return Lattice(rows, cols)


def enlarge(image: RGB, times: float) -> Enlarged | None:
    """Enlarge a picture by bicubic interpolation; None if it is too large already.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    """
    height, width = (round(side * times) for side in image.shape[:2])
    if height * width > MAX_PIXELS:
        return None
    picture = Image.fromarray(np.ascontiguousarray(image))
    return Enlarged(np.asarray(picture.resize((width, height), Image.Resampling.BICUBIC)), times)
