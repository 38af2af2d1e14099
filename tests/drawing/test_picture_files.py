from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from picrosser.drawing.picture_files import SUFFIXES, picture_bytes
from picrosser.errors import OutputRefusedError

RED, BLUE = (214, 0, 28), (0, 84, 214)


def drawing() -> Image.Image:
    """Red and blue lines of two pixels, as thin as a hint's strokes."""
    pixels = np.full((60, 80, 3), RED, np.uint8)
    pixels[::4] = pixels[1::4] = BLUE
    return Image.fromarray(pixels)


@pytest.mark.parametrize("suffix", [".jpg", ".jpeg"])
def test_a_jpeg_keeps_thin_coloured_strokes(suffix):
    again = Image.open(BytesIO(picture_bytes(drawing(), suffix)))
    assert again.format == "JPEG"
    difference = np.abs(np.asarray(again).astype(int) - np.asarray(drawing()))
    assert difference.mean() < 6


def test_a_png_is_exact():
    again = Image.open(BytesIO(picture_bytes(drawing(), ".png")))
    assert (np.asarray(again) == np.asarray(drawing())).all()


@pytest.mark.parametrize(("size", "page"), [((1080, 2400), (379, 842)), ((2400, 1080), (595, 268))])
def test_a_pdf_has_one_page_that_fits_on_a4(size, page):
    data = picture_bytes(Image.new("RGB", size, RED), ".pdf")
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") <= 1
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(part) for part in box[2:]] == pytest.approx(page, abs=1)


def test_other_formats_of_pillow_are_written_too():
    assert Image.open(BytesIO(picture_bytes(drawing(), ".bmp"))).format == "BMP"


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
