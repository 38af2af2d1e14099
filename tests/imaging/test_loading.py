from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from picrosser.imaging.loading import load_image

PIXELS = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3) * 14


def _file(image: Image.Image, **named: object) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", **named)
    return file.getvalue()


@pytest.mark.parametrize(
    ("orientation", "turn"),
    [
        (1, None), (2, Image.Transpose.FLIP_LEFT_RIGHT), (3, Image.Transpose.ROTATE_180),
        (4, Image.Transpose.FLIP_TOP_BOTTOM), (5, Image.Transpose.TRANSPOSE), (6, Image.Transpose.ROTATE_90),
        (7, Image.Transpose.TRANSVERSE), (8, Image.Transpose.ROTATE_270), (9, None),
    ],
)  # fmt: skip
def test_a_picture_that_exif_turns_is_upright(orientation, turn):
    stored = Image.fromarray(PIXELS)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = _file(stored if turn is None else stored.transpose(turn), exif=exif)
    assert np.array_equal(load_image(data), PIXELS)


def test_a_broken_exif_note_does_not_matter():
    data = _file(Image.fromarray(PIXELS), exif=b"Exif\0\0II*\0nonsense")
    assert np.array_equal(load_image(data), PIXELS)


def test_grey_of_16_bits_is_scaled():
    grey = np.array([[0, 0x1234, 0x80FF], [0xFFFF, 0x00FF, 0x0100]], dtype=np.uint16)
    loaded = load_image(_file(Image.fromarray(grey)))
    assert np.array_equal(loaded, np.repeat((grey >> 8).astype(np.uint8)[:, :, None], 3, axis=2))
