"""Text chunks in PNG files: what is written is what Pillow and we read."""

from __future__ import annotations

import io

from PIL import Image

from picrosser.drawing.png import png_bytes, png_texts, with_png_texts

TEXTS = {"Software": "picrosser", "Source": "shot.png sha256:00"}


def test_texts_are_read_back_and_the_picture_is_the_same():
    png = png_bytes(Image.new("RGB", (7, 5), (1, 2, 3)))
    marked = with_png_texts(png, TEXTS)
    assert png_texts(marked) == TEXTS
    with Image.open(io.BytesIO(marked)) as image:
        image.load()
        assert image.text == TEXTS
        assert image.getpixel((3, 3)) == (1, 2, 3)


def test_other_files_have_no_texts_and_get_none():
    assert with_png_texts(b"GIF89a...", TEXTS) == b"GIF89a..."
    assert png_texts(b"GIF89a") == png_texts(b"") == png_texts(png_bytes(Image.new("RGB", (1, 1)))) == {}


def test_a_damaged_head_is_no_error():
    marked = with_png_texts(png_bytes(Image.new("RGB", (7, 5))), TEXTS)
    for length in range(0, 120, 7):
        png_texts(marked[:length])
