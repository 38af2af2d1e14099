from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from picrosser.drawing.png import png_bytes


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 7, 3), (9, 1, 3), (33, 20, 3)])
def test_decoding_gives_the_same_pixels(shape):
    pixels = np.random.default_rng(2).integers(0, 256, shape, dtype=np.uint8)
    with Image.open(io.BytesIO(png_bytes(Image.fromarray(pixels)))) as image:
        image.load()
        assert (image.format, image.mode) == ("PNG", "RGB")
        assert (np.asarray(image) == pixels).all()


def test_checksums_are_right():
    with Image.open(io.BytesIO(png_bytes(Image.new("RGB", (5, 4), "red")))) as image:
        image.verify()


def test_other_modes_are_converted_to_rgb():
    with Image.open(io.BytesIO(png_bytes(Image.new("L", (2, 2), 7)))) as image:
        assert image.getpixel((1, 1)) == (7, 7, 7)
