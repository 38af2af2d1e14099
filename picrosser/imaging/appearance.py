"""How viewers show a picture's file besides its numbers: colours, transparency, density.

Pictures are read by the numbers in the file, and what is drawn over them has the same kind of numbers: so a
drawing that is given the appearance of its picture looks as that does, in every program.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB

CHUNKS = "png_chunks"
"""The key of an image's `info` under which `picture_bytes` finds PNG chunks; others are those of Pillow."""


class Appearance(NamedTuple):
    """What the file of a picture says of how it is shown.

    profile : the ICC profile of its numbers, as arrays have them; b"" for sRGB.
    chunks : PNG chunks that say so, whole; b"" if there are none.
    dpi : its density, across and down; None if it is not said.
    rgba : (H, W, 4) uint8, the picture before it was laid over white; None if nothing is transparent.
    """

    profile: bytes = b""
    chunks: bytes = b""
    dpi: tuple[float, float] | None = None
    rgba: NDArray[np.uint8] | None = None

    def given_to(self, drawing: Image.Image, image: RGB | None = None, turned_deg: int = 0) -> Image.Image:
        """Give a drawing, an RGB image, the appearance of its picture; RGBA if that is transparent somewhere.

        image : (H, W, 3) uint8, what was drawn over; what differs from it is drawn, so it is opaque.
        turned_deg : how far the file's picture was turned clockwise to get it.
        """
        if self.rgba is not None and image is not None:
            pixels = np.asarray(drawing)
            is_drawn = (pixels != image).any(axis=2, keepdims=True)
            opaque = np.dstack((pixels, np.full(pixels.shape[:2], 255, np.uint8)))
            drawing = Image.fromarray(np.where(is_drawn, opaque, np.rot90(self.rgba, turned_deg // 90)))
        found = {"icc_profile": self.profile, CHUNKS: self.chunks, "dpi": self.dpi}
        drawing.info |= {key: value for key, value in found.items() if value}
        return drawing


PLAIN = Appearance()
