"""Enlarge a picture whose digits are tiny, to confirm what was read.

Where digits are a few pixels tall, or were blurred or compressed, it depends on where the pixels happen to
lie whether a hole in a digit stays open, or two digits touch. In another size they lie elsewhere.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import RGB

MAX_PIXELS = 16_000_000  # of the enlarged picture: the digits of larger pictures are not small


def enlarge(image: RGB, times: float) -> RGB | None:
    """Enlarge a picture by bicubic interpolation; None if it is too large already.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    """
    height, width = (round(side * times) for side in image.shape[:2])
    if height * width > MAX_PIXELS:
        return None
    picture = Image.fromarray(np.ascontiguousarray(image))
    return np.asarray(picture.resize((width, height), Image.Resampling.BICUBIC))
