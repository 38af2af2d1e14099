"""Texture: short strokes at random, which are no digits."""

import numpy as np
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import RGB


def strokes(height: int, width: int, margin: int = 0) -> RGB:
    """(H, W, 3) black strokes on white, as many in each part of the picture but its margin."""
    rng = np.random.default_rng(5)
    picture = Image.new("L", (width, height), 255)
    pencil = ImageDraw.Draw(picture)
    for _ in range((height - 2 * margin) * (width - 2 * margin) // 150):
        x, y = int(rng.integers(margin, width - margin)), int(rng.integers(margin, height - margin))
        along, down = rng.integers(2, 9, 2).tolist()
        pencil.line((x, y, x + along, y + down - 5), fill=0, width=2)
    return np.repeat(np.asarray(picture)[..., None], 3, axis=2)
