"""Texts in PNG and JPEG files: what is written is what Pillow and we read."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from picrosser.drawing.picture_files import picture_bytes, texts_of, with_texts, without_texts
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


def test_a_jpeg_says_the_same_in_a_comment():
    image = Image.new("RGB", (40, 30), (200, 30, 90))
    plain = picture_bytes(image, ".jpg")
    marked = with_texts(plain, TEXTS)
    assert texts_of(marked[:600]) == TEXTS
    assert texts_of(plain) == {}
    assert without_texts(marked) == without_texts(plain) == plain
    with Image.open(io.BytesIO(marked)) as shown, Image.open(io.BytesIO(plain)) as before:
        assert shown.info["jfif"] == before.info["jfif"]  # the header is still where it has to be
        assert shown.tobytes() == before.tobytes()


@pytest.mark.parametrize("cut", [0, 2, 3, 5, 24, 40])
def test_a_damaged_jpeg_has_no_texts(cut):
    marked = with_texts(picture_bytes(Image.new("RGB", (40, 30)), ".jpg"), {"Software": "x"})
    assert texts_of(marked[:cut]) in ({}, {"Software": "x"})
    assert texts_of(marked[:2] + b"\xff\xe0\x00\x00" * 20) == {}


def test_other_formats_are_left_as_they_are():
    assert with_texts(b"GIF89a...", TEXTS) == b"GIF89a..."
    assert "picrosser".encode("utf-16-be") in picture_bytes(Image.new("RGB", (40, 30)), ".pdf")
