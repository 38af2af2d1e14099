"""Pictures at half their size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import RGB


class HalvedPicture(NamedTuple):
    """What is looked at next, (H, W, 3) uint8 sRGB: the picture at half its size, or as it was given."""

    image: RGB
    is_given: bool = False


def halved(image: RGB) -> RGB:
    """The picture, (H, W, 3) uint8, at half its size: the mean of every 2 x 2 pixels."""
    return np.asarray(Image.fromarray(np.ascontiguousarray(image)).reduce(2))
