"""Texts in PNG and JPEG files: what is written is what Pillow and we read."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from picrosser.drawing.picture_files import picture_bytes, texts_of, with_texts, without_texts

TEXTS = {"Software": "picrosser", "Source": "shot.png sha256:00"}
IMAGE = Image.new("RGB", (40, 30), (200, 30, 90))


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_texts_are_read_back_and_taken_out_again_and_the_picture_is_the_same(suffix):
    plain = picture_bytes(IMAGE, suffix)
    marked = with_texts(plain, TEXTS)
    assert texts_of(marked[:700]) == TEXTS
    assert texts_of(plain) == {}
    assert with_texts(plain, {}) == without_texts(marked) == without_texts(plain) == plain
    with Image.open(io.BytesIO(marked)) as shown, Image.open(io.BytesIO(plain)) as before:
        assert shown.tobytes() == before.tobytes()
        if suffix == ".png":
            assert shown.text == TEXTS
        else:
            assert shown.info["jfif"] == before.info["jfif"]  # the header is still where it has to be


def test_answers_of_older_versions_are_known_too():
    """They had the same chunks and comments, in the same places."""
    png, jpeg = picture_bytes(IMAGE), picture_bytes(IMAGE, ".jpg")
    old_png = png[:33] + b"\0\0\0\x12tEXtSoftware\0picrosser\x76\x48\xa7\xe4" + png[33:]
    old_jpeg = jpeg[:20] + b"\xff\xfe\0\x15Software: picrosser" + jpeg[20:]
    for old, plain in ((old_png, png), (old_jpeg, jpeg)):
        assert texts_of(old) == {"Software": "picrosser"}
        assert without_texts(old) == plain


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_damaged_head_is_no_error(suffix):
    marked = with_texts(picture_bytes(IMAGE, suffix), TEXTS)
    for length in range(0, 250, 7):
        assert texts_of(marked[:length]) in ({}, TEXTS)
    assert texts_of(marked[:2] + b"\xff\xe0\x00\x00" * 20) == {}


def test_other_formats_are_left_as_they_are():
    for data in (b"GIF89a...", b""):
        assert with_texts(data, TEXTS) == without_texts(data) == data
        assert texts_of(data) == {}
    assert "picrosser".encode("utf-16-be") in picture_bytes(IMAGE, ".pdf")
