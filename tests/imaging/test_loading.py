from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from picrosser.errors import InputUnreadableError
from picrosser.imaging import loading
from picrosser.imaging.loading import MAX_ASPECT, MAX_BYTES, load_image, load_picture

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


def refused(data: bytes) -> str:
    with pytest.raises(InputUnreadableError) as caught:
        load_image(data)
    return str(caught.value)


def test_transparent_pixels_are_laid_over_white():
    image = Image.new("RGBA", (20, 200), (10, 20, 30, 255))  # more rows than are copied at a time
    image.paste((10, 20, 30, 0), (0, 150, 20, 200))
    loaded = load_image(_file(image))
    assert (loaded[:150] == (10, 20, 30)).all()
    assert (loaded[150:] == 255).all()


def test_a_narrow_picture_is_refused_before_it_is_decoded():
    data = _file(Image.new("RGB", (MAX_ASPECT * 9 + 1, 9)))
    header = data[: data.index(b"IDAT") + 8]  # decoding it would say that it is cut short
    assert "too narrow" in refused(header)
    assert load_image(_file(Image.new("RGB", (MAX_ASPECT * 9, 9)))).shape == (9, MAX_ASPECT * 9, 3)


def test_a_large_file_is_refused():
    assert "larger than 64 MB" in refused(b"\x89PNG\r\n\x1a\n" + bytes(MAX_BYTES))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_of_a_source_without_end_only_the_limit_is_read():
    with Path("/dev/zero").open("rb") as opened:
        for source in (Path("/dev/zero"), opened):
            with pytest.raises(InputUnreadableError, match="larger than 64 MB"):
                load_image(source)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_very_large_picture_is_reduced(orientation, monkeypatch):
    stored = np.random.default_rng(5).integers(0, 256, (201, 131, 3), dtype=np.uint8)
    exif = Image.Exif()
    exif[0x0112] = orientation
    whole = load_picture(_file(Image.fromarray(stored), exif=exif))
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", 201 * 131 - 1)
    loaded = load_picture(_file(Image.fromarray(stored), exif=exif))
    assert (whole.reduction, loaded.reduction) == (1, 2)
    rows, cols = whole.image.shape[0] // 2, whole.image.shape[1] // 2
    if orientation == 1:
        assert np.array_equal(loaded.image, Image.fromarray(stored).reduce(2))
        blocks = whole.image[: 2 * rows, : 2 * cols].reshape(rows, 2, cols, 2, 3).mean(axis=(1, 3))
        assert np.abs(loaded.image[:rows, :cols] - blocks).max() <= 1
    else:
        assert loaded.image.shape == (-(-whole.image.shape[0] // 2), -(-whole.image.shape[1] // 2), 3)


@pytest.mark.parametrize(("suffix", "reduction"), [("JPEG", 2), ("PNG", 1), ("BMP", 1)])
def test_a_photograph_is_reduced_sooner_than_a_screenshot(suffix, reduction, monkeypatch):
    monkeypatch.setattr(loading, "MAX_PHOTO_PIXELS", 50 * 60 - 1)
    data = io.BytesIO()
    Image.new("RGB", (60, 50), "red").save(data, suffix)
    assert load_picture(data.getvalue()).reduction == reduction


PEAK_MB = """
import re, sys
from pathlib import Path
from picrosser.imaging.loading import load_image
load_image(Path(sys.argv[1]))
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is only known on Linux")
@pytest.mark.parametrize("mode", ["RGBA", "P", "1"])
def test_the_largest_pictures_take_less_memory_than_two_copies(mode, tmp_path):
    """A transparent picture of 60 million pixels took 1.2 GB: it was in memory in four forms at once."""
    path = tmp_path / "large.png"
    Image.new(mode, (7740, 7740), 0).save(path)
    run = subprocess.run(
        [sys.executable, "-c", PEAK_MB, str(path)], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 400
