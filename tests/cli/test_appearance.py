"""An answer looks as its picture does: colours, transparency, density; and numbers that leave are sRGB."""

import io
import json
import os
import struct
import subprocess
import sys
from contextlib import suppress
from zlib import compress

import numpy as np
import pytest
from canned_readings import UNIQUE
from PIL import Image, ImageOps, features
from stored_pictures import exif_turning, saved

from picrosser.imaging.colour_profiles import chunk_bytes, colours_in_srgb, png_chunks
from picrosser.imaging.loading import load_picture

TONE = (240, 200, 120)
P3 = chunk_bytes(b"cICP", bytes((12, 13, 0, 1)))
GAMMA = chunk_bytes(b"gAMA", struct.pack(">I", 55556))


def with_chunks(data: bytes, chunks: bytes) -> bytes:
    return data[:33] + chunks + data[33:]


PAGE = Image.new("RGB", (50, 40), TONE)
PROFILE = load_picture(with_chunks(saved(PAGE), P3)).appearance.profile
BOARD = slice(10, 31), slice(20, 41)


def pictures() -> dict[str, bytes]:
    deep = np.full((40, 50, 3), (240 << 8, 200 << 8, 120 << 8), ">u2")
    rows = b"".join(b"\0" + row.tobytes() for row in deep)
    head = chunk_bytes(b"IHDR", struct.pack(">IIBBBBB", 50, 40, 16, 2, 0, 0, 0))
    body = chunk_bytes(b"IDAT", compress(rows)) + chunk_bytes(b"IEND", b"")
    made = {
        "png-iccp": saved(PAGE, icc_profile=PROFILE),
        "png-cicp": with_chunks(saved(PAGE), P3),
        "png-gama": with_chunks(saved(PAGE), GAMMA),
        "png-16-bit": b"\x89PNG\r\n\x1a\n" + head + P3 + body,
        "jpeg": saved(PAGE, "JPEG", icc_profile=PROFILE, subsampling=0, quality=95),
        "webp": saved(PAGE, "WEBP", icc_profile=PROFILE, lossless=True),
    }
    if features.check("avif"):
        made["avif"] = saved(PAGE, "AVIF", icc_profile=PROFILE, quality=95)
        # Chromaticity and curve of Display P3, as libavif writes them for `avifenc --cicp 12/13/6`.
        nclx = saved(PAGE, "AVIF", quality=95).replace(b"colrnclx\0\1\0\x0d", b"colrnclx\0\x0c\0\x0d")
        made["avif-nclx"] = nclx
    with suppress(ImportError):
        import pillow_heif

        pillow_heif.register_heif_opener()
        made["heic"] = saved(PAGE, "HEIF", icc_profile=PROFILE, quality=-1)
        made["heic-nclx"] = saved(PAGE, "HEIF", quality=-1, save_nclx_profile=True, color_primaries=12)
    return made


PICTURES = pictures()


@pytest.fixture
def answered(sees, tmp_path, cli):
    """Answer a picture, with other options; return the answer's bytes, and what it printed as JSON."""
    sees(UNIQUE)

    def _answered(data: bytes, name: str = "answer.png") -> tuple[bytes, dict]:
        shot, answer = tmp_path / "shot.dat", tmp_path / name
        shot.write_bytes(data)
        told = json.loads(cli([shot, "--json", "-o", answer]).out)
        return answer.read_bytes(), told

    return _answered


def numbers(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(ImageOps.exif_transpose(image).convert("RGBA"))


def outside(pixels: np.ndarray) -> np.ndarray:
    pixels = pixels.copy()
    pixels[BOARD] = 0
    return pixels


@pytest.mark.parametrize("name", PICTURES)
def test_an_answer_has_the_colours_of_its_picture(name, answered):
    data = PICTURES[name]
    answer, told = answered(data)
    assert (outside(numbers(answer)) == outside(numbers(data))).all()
    given, shown = load_picture(data).appearance, load_picture(answer).appearance
    assert shown.profile == given.profile != b""
    if name.startswith("png"):
        assert shown.chunks == given.chunks
    in_srgb = colours_in_srgb(((200, 0, 0), (0, 0, 200)), given.profile)
    assert told["puzzle"]["colours"] == list(map(list, in_srgb)) != [[200, 0, 0], [0, 0, 200]]
    assert tuple(numbers(answer)[15, 25, :3]) == (200, 0, 0)  # painted in the picture's own numbers


def test_other_formats_get_the_profile_or_are_converted(answered):
    data = PICTURES["png-cicp"]
    with Image.open(io.BytesIO(answered(data, "a.jpg")[0])) as image:
        assert image.info["icc_profile"] == PROFILE
    moving, _ = answered(data, "a.gif")
    (shown,) = colours_in_srgb((TONE,), PROFILE)
    assert np.abs(numbers(moving)[2, 2, :3] - np.array(shown, int)).max() <= 2
    assert shown != TONE


def test_what_is_transparent_stays_so_and_what_is_painted_is_seen(answered):
    shot = PAGE.convert("RGBA")
    shot.putalpha(Image.linear_gradient("L").resize(shot.size))
    answer, _ = answered(saved(shot))
    assert (outside(numbers(answer)) == outside(numbers(saved(shot)))).all()
    assert numbers(answer)[15, 25].tolist() == [200, 0, 0, 255]
    jpeg, _ = answered(saved(shot), "a.jpg")  # which knows no transparency: over white, as viewers show it
    assert numbers(jpeg)[2, 2, :3].min() > 235


def test_a_colour_that_is_transparent_stays_so(answered):
    """A PNG in colours may name one of them as transparent (tRNS)."""
    answer, _ = answered(saved(PAGE, transparency=TONE))
    assert numbers(answer)[2, 2, 3] == 0
    assert numbers(answer)[15, 25].tolist() == [200, 0, 0, 255]


def test_a_picture_that_is_all_transparent_is_read_by_its_colours(answered):
    shot = PAGE.convert("RGBA")
    shot.putalpha(0)
    answer, told = answered(saved(shot))
    assert numbers(answer)[2, 2].tolist() == [*TONE, 255]
    assert told["exit"] == 0


@pytest.mark.parametrize("suffix", ["png", "jpg"])
@pytest.mark.parametrize("format", ["PNG", "JPEG"])
def test_the_density_stays(format, suffix, answered):
    answer, _ = answered(saved(PAGE, format, dpi=(144, 144)), f"a.{suffix}")
    with Image.open(io.BytesIO(answer)) as image:
        assert image.info["dpi"] == pytest.approx((144, 144), abs=0.01)


def test_a_picture_that_a_camera_turned_is_answered_upright(answered):
    shot = saved(PAGE.rotate(90, expand=True), exif=exif_turning(6), dpi=(144, 144))
    answer, _ = answered(with_chunks(shot, P3))
    assert numbers(answer).shape == (40, 50, 4)
    assert P3 in answer


def test_a_plain_picture_needs_no_colour_management(answered, monkeypatch):
    """It would take a twentieth of the time of a run: 5 ms to import, more to convert."""
    monkeypatch.setitem(sys.modules, "PIL.ImageCms", None)
    answer, _ = answered(with_chunks(saved(PAGE), chunk_bytes(b"gAMA", struct.pack(">I", 45455))))
    assert b"gAMA" in [kind for kind, _ in png_chunks(answer)]


def test_an_answer_with_a_large_profile_is_known_as_one(answered, tmp_path, cli):
    """The profiles of some displays are longer than what is read of a file to see that."""
    large = PROFILE + os.urandom(9000)
    answered(saved(PAGE, icc_profile=large))
    cli([tmp_path / "answer.png"], 3, "an answer that picrosser drew")
    cli([tmp_path / "shot.dat", "-q", "-o", tmp_path / "answer.png"])  # may be replaced


@pytest.mark.slow
def test_the_pictures_of_devices_look_as_before(shared, tmp_path, cli):
    """Drawn pictures as devices code them: an independent viewer's conversion finds no difference."""
    folder = shared / "faults" / "devices"
    rows = [line.split("\t")[:2] for line in (folder / "INDEX.tsv").read_text().splitlines()[1:]]
    boxes = {name: told.partition("answer.png ")[2].split() for name, told in rows if "same_look" in told}
    for name, box in boxes.items():
        answer = tmp_path / f"{name}.png"
        cli(["-q", folder / name, "-o", answer])
        words = [sys.executable, folder / "same_look.py", folder / name, answer, *box[-4:]]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
