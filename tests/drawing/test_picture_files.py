from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from picrosser.drawing.picture_files import SUFFIXES, picture_bytes, texts_of, with_texts, without_texts
from picrosser.errors import OutputRefusedError

RED, BLUE = (214, 0, 28), (0, 84, 214)


def drawing() -> Image.Image:
    """Red and blue lines of two pixels, as thin as a hint's strokes."""
    pixels = np.full((60, 80, 3), RED, np.uint8)
    pixels[::4] = pixels[1::4] = BLUE
    return Image.fromarray(pixels)


@pytest.mark.parametrize(
    ("suffix", "kind", "most"), [(".png", "PNG", 0), (".jpg", "JPEG", 6), (".bmp", "BMP", 0)]
)
def test_thin_coloured_strokes_are_kept(suffix, kind, most):
    again = Image.open(BytesIO(picture_bytes(drawing(), suffix)))
    assert again.format == kind
    assert np.abs(np.asarray(again).astype(int) - np.asarray(drawing())).mean() <= most


@pytest.mark.parametrize(("size", "page"), [((1080, 2400), (379, 842)), ((2400, 1080), (595, 268))])
def test_a_pdf_has_one_page_that_fits_on_a4(size, page):
    data = picture_bytes(Image.new("RGB", size, RED), ".pdf")
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") <= 1
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(part) for part in box[2:]] == pytest.approx(page, abs=1)


@pytest.mark.parametrize("suffix", ["", ".toml", ".pcd"])
def test_a_format_that_nobody_writes_is_refused(suffix):
    with pytest.raises(OutputRefusedError, match=r"name it \*\.png"):
        picture_bytes(drawing(), suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_that_is_too_long_for_jpeg(suffix):
    long = Image.new("L", (70_000, 1)).convert("RGB")
    if suffix == ".png":
        assert picture_bytes(long, suffix)
    else:
        with pytest.raises(OutputRefusedError, match="70000 x 1"):
            picture_bytes(long, suffix)


# ---- Texts: what is written is what Pillow and we read

TEXTS = {"Software": "picrosser", "Source": "shot.png sha256:00"}
IMAGE = Image.new("RGB", (40, 30), (200, 30, 90))


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_texts_are_read_back_and_taken_out_again_and_the_picture_is_the_same(suffix):
    plain = picture_bytes(IMAGE, suffix)
    marked = with_texts(plain, TEXTS)
    assert texts_of(marked[:700]) == TEXTS
    assert texts_of(plain) == {}
    assert with_texts(plain, {}) == without_texts(marked) == without_texts(plain) == plain
    with Image.open(BytesIO(marked)) as shown, Image.open(BytesIO(plain)) as before:
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
