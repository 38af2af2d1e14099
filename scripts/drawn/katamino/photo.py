"""Make a picture look photographed: perspective, uneven light, slight blur, sensor noise."""

from __future__ import annotations

import numpy as np
from PIL import Image

from drawn.damage import blur, jpeg
from drawn.rough import askew

_MOST_ASKEW = 0.03  # of width and height, each corner
_LIGHT = 0.18  # how much brighter one side is than the middle
_NOISE = 3.0  # levels
_SOFT_PX = 0.8
_QUALITY = 85


def photograph(image: Image.Image, seed: int) -> Image.Image:
    """Take a photograph of a picture, cropped so that no empty corners remain."""
    rng = np.random.default_rng(seed)
    corners = tuple((float(across), float(down)) for across, down in rng.uniform(0, _MOST_ASKEW, (4, 2)))
    turned = askew(image, corners)
    width, height = turned.size
    cut = round(_MOST_ASKEW * width) + 1, round(_MOST_ASKEW * height) + 1
    pixels = np.asarray(turned.crop((*cut, width - cut[0], height - cut[1])), np.float32)
    down, across = rng.uniform(-_LIGHT, _LIGHT, 2)
    rows, cols = (np.linspace(-1, 1, side) for side in pixels.shape[:2])
    light = 0.92 + 0.5 * (down * rows[:, None] + across * cols[None, :])
    lit = pixels * light[..., None] + rng.normal(0, _NOISE, pixels.shape)
    taken = Image.fromarray(np.clip(np.rint(lit), 0, 255).astype(np.uint8))
    return jpeg(blur(taken, _SOFT_PX), _QUALITY)
