"""Which formats are decoded, what is said of the others, and that nobody but us writes to stderr."""

import io
import os
import sys
from base64 import b64decode
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from own_process import PRINT_PEAK_MB, python
from PIL import Image, ImageOps, features
from stored_pictures import exif_turning, saved

from picrosser.errors import InputUnreadableError
from picrosser.imaging import loading
from picrosser.imaging.loading import MAX_ASPECT, MAX_BYTES, load_image, load_picture

RED, BLUE = (200, 30, 40), (20, 60, 220)


def halves(left=RED, right=BLUE) -> Image.Image:
    """A picture of 48 x 32 pixels in two colours."""
    image = Image.new("RGB", (48, 32), left)
    image.paste(right, (24, 0, 48, 32))
    return image


def noise_picture(height: int, width: int) -> Image.Image:
    return Image.fromarray(np.random.default_rng(5).integers(0, 256, (height, width, 3), np.uint8))


def shows_halves(pixels: np.ndarray, left=RED, right=BLUE) -> bool:
    near = 40  # levels, for lossy formats
    assert pixels.shape == (32, 48, 3)
    wanted = np.array([left, right], int)
    return bool((np.abs(pixels[[16, 16], [8, 40]] - wanted) < near).all())


def refusal(data: bytes) -> InputUnreadableError:
    with pytest.raises(InputUnreadableError) as caught:
        load_image(data)
    return caught.value


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "PPM", "AVIF"])
def test_a_screenshot_is_decoded_in_each_common_format(format):
    if format == "AVIF" and not features.check("avif"):
        pytest.skip("this Pillow has no AVIF")
    assert shows_halves(load_image(saved(halves(), format)))


@pytest.mark.parametrize("format", ["GIF", "PNG", "WEBP", "MPO"])
def test_an_animation_and_a_jpeg_of_several_pictures_show_the_first(format):
    data = saved(halves(), format, save_all=True, append_images=[halves(BLUE, RED), halves()])
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.n_frames) == (format, 3)
    assert shows_halves(load_image(data))


def test_heic_is_decoded_with_its_extra():
    pillow_heif = pytest.importorskip("pillow_heif")
    pillow_heif.register_heif_opener()
    data = saved(halves(), "HEIF")
    assert shows_halves(load_image(data))
    assert "damaged" in refusal(data[:-20]).seen


def test_without_the_extra_heic_is_refused_with_its_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    monkeypatch.delitem(sys.modules, "pillow_heif.HeifImagePlugin", raising=False)
    error = refusal(b"\0\0\0\x1cftypheic\0\0\0\0mif1heicmiaf\0\0\1Vmeta\0\0\0\0")
    assert "HEIC" in error.seen
    assert "pip install pillow-heif" in error.advice


def test_postscript_is_refused_and_not_run(monkeypatch):
    def run(*_args, **_named):
        raise AssertionError("a program was started")

    monkeypatch.setattr("subprocess.Popen", run)
    assert refusal(saved(halves(), "EPS")).seen == "the input is PostScript, which is not supported"


REFUSED = {
    "PostScript": [b"%!PS-Adobe-3.0 EPSF-3.0\n", b"\xc5\xd0\xd3\xc6\x20\0\0\0"],
    "an SVG": [
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="10">',
    ],
    "an HTML page": [b"<!DOCTYPE html>\n<html>", b"\n<HTML><body>"],
    "a DDS file": [saved(halves(), "DDS")],
    "a Photoshop file (PSD)": [b"8BPS\0\1" + bytes(20)],
    "a GIMP file (XCF)": [b"gimp xcf v011" + bytes(20)],
    "an icon file (ICO)": [saved(halves(), "ICO")],
    "an icon file (ICNS)": [b"icns\0\0\1\0"],
    "a JPEG 2000 file": [b"\0\0\0\x0cjP  \r\n\x87\n", b"\xff\x4f\xff\x51\0\x29"],
    "a JPEG XL file": [b"\0\0\0\x0cJXL \r\n\x87\n", b"\xff\x0a\x50\x05"],
    "a video": [b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41", b"\x1aE\xdf\xa3\x01", b"RIFF\0\0\0\0AVI LIST"],
    "an archive": [b"PK\3\4\x14\0", b"\x1f\x8b\x08\0"],
}


@pytest.mark.parametrize("name", REFUSED)
def test_well_known_files_are_refused_with_their_name(name):
    for data in REFUSED[name]:
        error = refusal(data)
        assert error.seen == f"the input is {name}, which is not supported"
        assert error.advice


@pytest.mark.parametrize(
    "data",
    [
        *(saved(halves(), format) for format in ("TGA", "PCX", "SGI")),
        *(saved(halves().convert("1"), format) for format in ("MSP", "XBM")),
        *(b"BM", b"BMX bicycles", b"P7 is a key", b"GIF", b"RIFF....WAVEfmt ", b"\x89PNG", bytes(100)),
    ],
    ids=lambda data: repr(data[:4]),
)
def test_formats_that_only_pillow_knows_and_what_hardly_begins_like_a_picture_are_no_images(data):
    assert refusal(data).seen == "the input is not an image"


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "PPM"])
def test_a_picture_that_is_cut_short_is_refused_at_every_length(format, capfd):
    data = saved(noise_picture(40, 40), format)
    for length in range(1, len(data) * 9 // 10, max(1, len(data) // 60)):
        error = refusal(data[:length])
        assert "damaged or cut short" in error.seen or "not an image" in error.seen
        assert "object at 0x" not in str(error)
    assert capfd.readouterr() == ("", "")


def test_a_jpeg_of_very_many_scans_is_refused():
    """Each scan of a hundred bytes goes through the whole picture: 60 KB would decode for half a minute."""
    data = saved(halves(), "JPEG", progressive=True)
    last = data[data.rindex(b"\xff\xda") : -2]
    assert shows_halves(load_image(data[:-2] + 20 * last + data[-2:]))
    assert "more than 100 scans" in refusal(data[:-2] + 100 * last + data[-2:]).seen


@pytest.mark.parametrize("compression", ["tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits", "group4"])
def test_damage_to_a_tiff_file_prints_nothing(compression, capfd):
    """Pillow warns of most of these files, and libtiff prints lines of its own."""
    noise = noise_picture(64, 64)
    data = saved(noise.convert("1") if compression == "group4" else noise, "TIFF", compression=compression)
    third = len(data) // 3
    spoilt = data[:third] + bytes(40) + data[third + 40 :]
    for damaged in (data[:-5], spoilt):
        with suppress(InputUnreadableError):
            load_image(damaged)
    assert "damaged" in refusal(data[: len(data) // 2]).seen
    assert capfd.readouterr() == ("", "")


def test_what_is_said_after_a_tiff_file_reaches_stderr(capfd):
    load_image(saved(halves(), "TIFF", compression="tiff_lzw"))
    os.write(2, b"after it\n")
    assert capfd.readouterr().err == "after it\n"


def test_what_pillow_logs_of_a_tiff_file_is_not_printed():
    """In a process of its own, since pytest takes what is logged."""
    data = bytearray(saved(halves(), "TIFF"))
    samples = data.index(b"\x15\x01\x03\x00")  # tag 277, a short: samples per pixel
    data[samples + 8 : samples + 10] = b"\xff\xff"
    code = "import sys; from picrosser.imaging.loading import load_image; load_image(sys.stdin.buffer)"
    lines = python(code, input=bytes(data), text=False).stderr.decode().splitlines()
    assert lines[0].startswith("Traceback")  # of the refusal, which nobody catches here
    assert "damaged or cut short" in lines[-1]


PIXELS = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3) * 14


@pytest.mark.parametrize("orientation", range(1, 10))
def test_a_picture_that_exif_turns_is_upright(orientation):
    data = saved(Image.fromarray(PIXELS), exif=exif_turning(orientation))
    with Image.open(io.BytesIO(data)) as stored:
        assert np.array_equal(load_image(data), np.asarray(ImageOps.exif_transpose(stored)))


def test_a_broken_exif_note_does_not_matter():
    data = saved(Image.fromarray(PIXELS), exif=b"Exif\0\0II*\0nonsense")
    assert np.array_equal(load_image(data), PIXELS)


def test_grey_of_16_bits_is_scaled():
    grey = np.array([[0, 0x1234, 0x80FF], [0xFFFF, 0x00FF, 0x0100]], dtype=np.uint16)
    loaded = load_image(saved(Image.fromarray(grey)))
    assert np.array_equal(loaded, np.repeat((grey >> 8).astype(np.uint8)[:, :, None], 3, axis=2))


def test_transparent_pixels_are_laid_over_white():
    image = Image.new("RGBA", (20, 200), (10, 20, 30, 255))  # more rows than are copied at a time
    image.paste((10, 20, 30, 0), (0, 150, 20, 200))
    loaded = load_image(saved(image))
    assert (loaded[:150] == (10, 20, 30)).all()
    assert (loaded[150:] == 255).all()


def test_a_narrow_picture_is_refused_before_it_is_decoded():
    data = saved(Image.new("RGB", (MAX_ASPECT * 9 + 1, 9)))
    header = data[: data.index(b"IDAT") + 8]  # decoding it would say that it is cut short
    assert "too narrow" in refusal(header).seen
    assert load_image(saved(Image.new("RGB", (MAX_ASPECT * 9, 9)))).shape == (9, MAX_ASPECT * 9, 3)


def test_a_large_file_is_refused():
    assert "larger than 64 MB" in refusal(b"\x89PNG\r\n\x1a\n" + bytes(MAX_BYTES)).seen


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_of_a_source_without_end_only_the_limit_is_read():
    with Path("/dev/zero").open("rb") as opened:
        for source in (Path("/dev/zero"), opened):
            with pytest.raises(InputUnreadableError, match="larger than 64 MB"):
                load_image(source)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_very_large_picture_is_reduced(orientation, monkeypatch):
    stored = noise_picture(201, 131)
    data = saved(stored, exif=exif_turning(orientation))
    whole = load_picture(data)
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", 201 * 131 - 1)
    loaded = load_picture(data)
    assert (whole.reduction, loaded.reduction) == (1, 2)
    rows, cols = whole.image.shape[0] // 2, whole.image.shape[1] // 2
    if orientation == 1:
        assert np.array_equal(loaded.image, stored.reduce(2))
        blocks = whole.image[: 2 * rows, : 2 * cols].reshape(rows, 2, cols, 2, 3).mean(axis=(1, 3))
        assert np.abs(loaded.image[:rows, :cols] - blocks).max() <= 1
    else:
        assert loaded.image.shape == (-(-whole.image.shape[0] // 2), -(-whole.image.shape[1] // 2), 3)


@pytest.mark.parametrize(("suffix", "reduction"), [("JPEG", 2), ("PNG", 1), ("BMP", 1)])
def test_a_photograph_is_reduced_sooner_than_a_screenshot(suffix, reduction, monkeypatch):
    monkeypatch.setattr(loading, "MAX_PHOTO_PIXELS", 50 * 60 - 1)
    data = saved(Image.new("RGB", (60, 50), "red"), suffix)
    assert load_picture(data).reduction == reduction


LOAD = """
import sys
from picrosser.imaging.loading import load_image
load_image(sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is only known on Linux")
@pytest.mark.parametrize("mode", ["RGBA", "P", "1"])
def test_the_largest_pictures_take_less_memory_than_two_copies(mode, tmp_path):
    """A transparent picture of 60 million pixels took 1.2 GB: it was in memory in four forms at once."""
    path = tmp_path / "large.png"
    Image.new(mode, (7740, 7740), 0).save(path)
    assert int(python(LOAD + PRINT_PEAK_MB, path).stdout) < 400


# ---- What becomes of a picture on its way from a phone

# Printed before the picture: by screencap of Android 10 and later on phones with two displays, by emulators
# with `-gpu swiftshader`, and by Android's linker.
WARNINGS = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first "
    b"display found, however this default is not guaranteed to be consistent across captures.\n"
    b"A display id should be specified.\nFailed to load shader cache\tat 0x7f\n"
    b'WARNING: linker: Warning: unable to normalize "$ORIGIN"\n'
)
TEXT_NOTE = "the text before the picture is skipped"
ENDS_NOTE = "its line ends were changed on the way, and are put right"


def noise_png() -> bytes:
    """A PNG file in which line ends of all kinds occur."""
    data = saved(noise_picture(90, 90))
    assert min(data.count(b"\n"), data.count(b"\r")) > 50
    return data


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        (lambda data: WARNINGS + data, (TEXT_NOTE,)),
        (lambda data: data.replace(b"\n", b"\r\n"), (ENDS_NOTE,)),
        (lambda data: data.replace(b"\n", b"\r\r\n"), (ENDS_NOTE,)),
        (lambda data: (WARNINGS + data).replace(b"\n", b"\r\n"), (ENDS_NOTE, TEXT_NOTE)),
    ],
    ids=["warnings", "adb shell before Android 7", "the same on Windows", "both"],
)
def test_a_png_from_a_phone_is_put_right(change, notes):
    data = noise_png()
    loaded = load_picture(change(data))
    assert (loaded.image == load_image(data)).all()
    assert loaded.notes == notes
    assert loaded.data == change(data)  # its hash is that of the file


@pytest.mark.parametrize("before", [b"\0\1", b"x" * 5000, b"\xff\xfe"], ids=["binary", "long", "no ASCII"])
def test_other_bytes_before_a_png_are_not_skipped(before):
    assert refusal(before + noise_png()).seen == "the input is not an image"


def test_a_png_that_lost_bytes_is_named():
    """A transfer in text mode that turns CR LF into LF cannot be undone."""
    error = refusal(noise_png().replace(b"\r\n", b"\n"))
    assert error.seen == "the input is a PNG file whose line ends were changed, which is not supported"


def test_the_hidden_picture_of_an_animation_is_not_shown():
    """APNG: without an fcTL chunk before it, the default image is no frame of the animation."""
    frames = [halves(BLUE, RED), halves()]
    data = saved(halves(RED, RED), save_all=True, append_images=frames, default_image=True)
    assert shows_halves(load_image(data), BLUE, RED)


# Grey noise of 24 x 24 pixels, by `jpegtran -arithmetic` of libjpeg-turbo 2.1.5, and its first pixels.
ARITHMETIC = (
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG"
    "kJ6jq62rZ4C8ybqmx5moq6T/yQALCAAYABgBAREA/8wABgAQEAX/2gAIAQEAAD8A9X8Wb36jV0VdEZnkqUdGTtgYWIOyG8RF"
    "ukKRPKalk5bmpeG8vuQ7/wAhfuZ4m3EPb32cJYGuUr/2wUNXGSHmGbE9gnMe9o7O86N9sVHiewURfXD9cwQa8p2ah+zrNyIJ"
    "DXxPmAW12Xg+fntjTe/hnwZd1vJlPRY+EQCuYC6zp+cfewZb6E/NAN0tR7qrK+HL/mZK0wQS/wAZMagt/t5JZ0yfSEGzk3zs"
    "9rfvq0b0jICe/wCuGAhkvKAJQBu1M4av2GDtnpKA/9k="
)
FIRST = [238, 255, 7, 131]


def test_a_jpeg_with_arithmetic_coding_needs_no_buffer_of_its_size(monkeypatch):
    """libjpeg cannot pause in arithmetic coding; Pillow gives it 64 KiB at a time (as of 13.0)."""
    monkeypatch.setattr("PIL.ImageFile.MAXBLOCK", 64)
    assert load_image(b64decode(ARITHMETIC))[0, :4, 0].tolist() == FIRST
