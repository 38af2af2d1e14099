"""What files say of their colours becomes ICC profiles; the standards' formulas give the expected values."""

import io
import struct

import numpy as np
import pytest
from PIL import Image, ImageCms
from stored_pictures import saved

from picrosser.imaging.colour_profiles import chunk_bytes, colours_in_srgb, png_chunks
from picrosser.imaging.loading import load_image, load_picture

TONES = ((137, 160, 110), (240, 60, 120), (20, 30, 200), (128, 128, 128), (9, 12, 10), (255, 255, 255))


def decoded(levels: np.ndarray) -> np.ndarray:
    """Light of sRGB's curve (IEC 61966-2-1)."""
    share = levels / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def encoded(light: np.ndarray) -> np.ndarray:
    light = np.clip(light, 0, 1)
    return 255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def to_xyz(*primaries: tuple[float, float]) -> np.ndarray:
    """Linear light to CIE XYZ, from the places of primaries; white is D65."""
    xyz = np.array([(x / y, 1, (1 - x - y) / y) for x, y in (*primaries, (0.3127, 0.3290))]).T
    return xyz[:, :3] * np.linalg.solve(xyz[:, :3], xyz[:, 3])


SRGB = to_xyz((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
P3 = to_xyz((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
REC2020 = to_xyz((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))


def png(colours=TONES, *chunks: tuple[bytes, bytes], mode: str = "RGB", **named) -> bytes:
    """A PNG file of a row of colours, with these chunks after its head."""
    data = saved(Image.fromarray(np.array([colours], np.uint8)).convert(mode), **named)
    return data[:33] + b"".join(chunk_bytes(*chunk) for chunk in chunks) + data[33:]


def cicp(primaries: int, transfer: int) -> tuple[bytes, bytes]:
    return b"cICP", bytes((primaries, transfer, 0, 1))


def converted(light: np.ndarray, matrix: np.ndarray = SRGB) -> np.ndarray:
    return encoded(light @ (np.linalg.inv(SRGB) @ matrix).T)


LEVELS = np.array(TONES)
GAMMA_1_8 = (b"gAMA", struct.pack(">I", 55556))
P3_PLACES = (b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))
CODED = {
    "P3 as cICP": ([cicp(12, 13)], converted(decoded(LEVELS), P3)),
    "Rec. 2020 as cICP": ([cicp(9, 13)], converted(decoded(LEVELS), REC2020)),
    "linear light as cICP": ([cicp(1, 8)], converted(LEVELS / 255)),
    "cICP before gAMA": ([GAMMA_1_8, cicp(12, 13)], converted(decoded(LEVELS), P3)),
    "gAMA": ([GAMMA_1_8], converted((LEVELS / 255) ** (100000 / 55556))),
    "gAMA and cHRM": ([GAMMA_1_8, P3_PLACES], converted((LEVELS / 255) ** (100000 / 55556), P3)),
    "cHRM": ([P3_PLACES], converted(decoded(LEVELS), P3)),
    "sRGB before gAMA": ([(b"sRGB", b"\0"), GAMMA_1_8], LEVELS),
    "gAMA of sRGB": ([(b"gAMA", struct.pack(">I", 45455))], LEVELS),
    "cICP of video": ([cicp(1, 1)], LEVELS),
    "unknown cICP": ([cicp(2, 2)], LEVELS),
    "broken gAMA": ([(b"gAMA", b"\0\0\0\0")], LEVELS),
    "short cICP": ([(b"cICP", b"\x0c")], LEVELS),
    "broken cHRM": ([(b"cHRM", bytes(32))], LEVELS),
    "broken profile": ([(b"iCCP", b"name\0\0not compressed")], LEVELS),
}


@pytest.mark.parametrize("name", CODED)
def test_the_colours_of_a_png_are_those_that_its_chunks_state(name):
    chunks, expected = CODED[name]
    data = png(TONES, *chunks)
    loaded = load_picture(data)
    assert (loaded.image[0] == TONES).all()  # read by the file's own numbers
    assert np.abs(load_image(data)[0] - expected).max() <= 1.5
    assert loaded.appearance.chunks == b"".join(chunk_bytes(*chunk) for chunk in chunks)


def test_the_profile_that_is_made_is_valid_for_others():
    profile = load_picture(png(TONES, cicp(12, 13))).appearance.profile
    with io.BytesIO(profile) as file:
        shown = ImageCms.getOpenProfile(file)
        assert ImageCms.getProfileDescription(shown) == "picrosser\n"
        assert shown.profile.device_class == "mntr"


def test_colours_that_become_equal_stay_distinct():
    profile = load_picture(png(TONES, cicp(9, 13))).appearance.profile
    shown = colours_in_srgb(((0, 255, 0), (20, 255, 0), (0, 255, 10)), profile)
    assert len(set(shown)) == 3
    assert np.abs(np.array(shown) - (0, 255, 0)).max() <= 2


def test_a_grey_picture_with_a_profile_becomes_srgb():
    """A drawing in colours can have no profile of grey."""
    icc = bytearray(load_picture(png(TONES, GAMMA_1_8)).appearance.profile)
    icc[16:20] = b"GRAY"
    icc = bytes(icc).replace(b"rTRC", b"kTRC", 1)
    data = png([(level,) * 3 for level in (0, 60, 128, 255)], mode="L", icc_profile=icc)
    loaded = load_picture(data)
    assert np.abs(loaded.image[0, :, 0] - encoded((np.array([0, 60, 128, 255]) / 255) ** 1.8)).max() <= 1.5
    assert loaded.appearance.profile == loaded.appearance.chunks == b""


@pytest.mark.parametrize(("transfer", "white"), [(16, 148), (18, 191)], ids=["PQ", "HLG"])
def test_hdr_is_toned_so_that_a_page_is_white_and_grey_is_grey(transfer, white):
    """203 nits, the white of a page, is PQ 58 % and HLG 75 % (ITU-R BT.2408-7, table 1)."""
    data = png([(white, white, white)] * 7 + [(white // 2,) * 3, (0, 0, 0)], cicp(9, transfer))
    loaded = load_picture(data)
    assert loaded.notes == ("its HDR colours are toned to be read",)
    grey = loaded.image[0, :, 0]
    assert (grey[:7] >= 250).all()
    assert 20 < grey[7] < 200
    assert grey[8] == 0
    assert loaded.appearance.chunks == chunk_bytes(*cicp(9, 13))


def test_an_hdr_picture_that_is_brighter_everywhere_is_not_cut_off():
    loaded = load_picture(png([(190, 190, 190), (170, 170, 170)] * 5, cicp(9, 16)))  # 850 and 440 nits
    assert loaded.image[0, 0, 0] > loaded.image[0, 1, 0] + 40


@pytest.mark.parametrize("end", [9, 20, 33, 40, 50])
def test_chunks_of_a_file_that_is_cut_short_are_no_error(end):
    list(png_chunks(png(TONES, cicp(12, 13))[:end]))
