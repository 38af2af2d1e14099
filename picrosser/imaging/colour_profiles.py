"""How viewers show a picture's file besides its numbers: colours as an ICC profile, transparency, density.

Pictures are read by the numbers in the file, and what is drawn over them has the same kind of numbers: so a
drawing that is given the appearance of its picture looks as that does, in every program. For what needs sRGB,
its colours are converted.

A PNG says its colours in one of three ways: cICP, an ICC profile, or gAMA and cHRM; HEIC and AVIF have `nclx`
boxes with the numbers of cICP. Pillow 13.0 hands over ICC profiles, but knows no cICP, which new iPhones and
Macs write. So the others are read here, and become ICC profiles, which LittleCMS and other programs
understand. Code points are those of ITU-T H.273. The profile of sRGB is `b""`; what is damaged or unknown
counts as it.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB

if TYPE_CHECKING:
    from PIL.ImageCms import ImageCmsTransform

Colour: TypeAlias = tuple[int, int, int]

OF_COLOUR = (b"cICP", b"iCCP", b"sRGB", b"gAMA", b"cHRM")
"""The PNG chunks that say what colours the numbers stand for, the strongest first."""
_SIGNATURE_BYTES = 8

_D65, _DCI = (0.3127, 0.3290), (0.314, 0.351)
_SRGB_PRIMARIES = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), _D65)
_PRIMARIES = {  # red, green, blue and white as CIE x, y
    1: _SRGB_PRIMARIES,
    5: ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), _D65),
    6: ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), _D65),
    7: ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), _D65),
    9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), _D65),
    11: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), _DCI),
    12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), _D65),
}
_GAMMAS = {4: 2.2, 5: 2.8, 8: 1.0}  # others but PQ and HLG count as sRGB's curve, as in Chromium and WebKit
_SRGB_TRANSFER, _PQ, _HLG = 13, 16, 18
_GAMMA_SCALE = 100_000  # of the numbers in gAMA and cHRM
_SRGB_GAMMA = 45_455  # "close to sRGB": programs without colour management write it, and mean that
_GAMMAS_KNOWN = (0.1, 10.0)
_SAME_PLACE = 0.002  # of x and y: files round them
_MAX_XYZ = 100  # of a profile's numbers, which have 15 bits before the point
_CICP_BYTES = 4  # primaries, transfer, matrix (of RGB: 0), full range
_NCLX = re.compile(rb"colrnclx(..)(..)", re.DOTALL)
_META_BYTES = 1 << 16  # of a HEIC or AVIF file: its boxes of properties stand before its pixels

_D50 = (0.9642, 1.0, 0.8249)  # ICC's white
_BRADFORD = np.array([(0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296)])
_SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)  # of an ICC parametric curve of type 3
# Of HDR pictures: nits of a page's white (ITU-R BT.2408), and the share of the range that it has in HLG.
_WHITE_NITS, _WHITE_HLG = 203.0, 0.265
_BRIGHT_SHARE = 0.001  # of a picture's pixels that may be brighter than what is shown as white


Tone: TypeAlias = Callable[[Image.Image], Image.Image]


CHUNKS = "png_chunks"
"""The key of an image's `info` under which `picture_bytes` finds PNG chunks; others are those of Pillow."""


class Appearance(NamedTuple):
    """What the file of a picture says of how it is shown.

    profile : the ICC profile of its numbers, as arrays have them; b"" for sRGB.
    chunks : PNG chunks that say so, whole; b"" if there are none.
    dpi : its density, across and down; None if it is not said.
    rgba : (H, W, 4) uint8, the picture before it was laid over white; None if nothing is transparent.
    """

    profile: bytes = b""
    chunks: bytes = b""
    dpi: tuple[float, float] | None = None
    rgba: NDArray[np.uint8] | None = None

    def given_to(self, drawing: Image.Image, image: RGB | None = None, turned_deg: int = 0) -> Image.Image:
        """Give a drawing, an RGB image, the appearance of its picture; RGBA if that is transparent somewhere.

        image : (H, W, 3) uint8, what was drawn over; what differs from it is drawn, so it is opaque.
        turned_deg : how far the file's picture was turned clockwise to get it.
        """
        if self.rgba is not None and image is not None:
            pixels = np.asarray(drawing)
            is_drawn = (pixels != image).any(axis=2, keepdims=True)
            opaque = np.dstack((pixels, np.full(pixels.shape[:2], 255, np.uint8)))
            drawing = Image.fromarray(np.where(is_drawn, opaque, np.rot90(self.rgba, turned_deg // 90)))
        found = {"icc_profile": self.profile, CHUNKS: self.chunks, "dpi": self.dpi}
        drawing.info |= {key: value for key, value in found.items() if value}
        return drawing


PLAIN = Appearance()


class Coded(NamedTuple):
    """What a file says of its colours.

    profile : an ICC profile; b"" for sRGB.
    chunks : the PNG chunks that say so, whole, as they stand in the file, or as they would there.
    tone : what is done with the RGB image first, so that the others are true of it; None for nothing.
    notes : what the user should know of it.
    """

    profile: bytes = b""
    chunks: bytes = b""
    tone: Tone | None = None
    notes: tuple[str, ...] = ()


def png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind of each chunk up to the first one of pixels, and all of its bytes with length and checksum."""
    at = _SIGNATURE_BYTES
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at : at + 12 + length]
        if kind == b"IDAT":
            return
        at += 12 + length


def chunk_bytes(kind: bytes, content: bytes) -> bytes:
    """A whole PNG chunk."""
    from zlib import crc32

    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))


def coded_in(data: bytes, image: Image.Image) -> Coded:
    """What a file says of its colours; `image` is what Pillow makes of it, with its pixels decoded."""
    icc, found, points = image.info.get("icc_profile") or b"", {}, b""
    if image.format == "PNG":
        found = {kind: whole for kind, whole in png_chunks(data) if kind in OF_COLOUR}
        cicp = found.get(b"cICP", b"")[8:-4]
        if len(cicp) == _CICP_BYTES:
            points = cicp[:2]
    elif image.format in ("AVIF", "HEIF") and not icc and (nclx := _NCLX.search(data[:_META_BYTES])):
        points = nclx[1][1:] + nclx[2][1:]
    chunks = b"".join(found.values())
    if points and points[0] in _PRIMARIES:
        return _of_code_points(points[0], points[1], chunks, image)
    if icc and (space := icc[16:20]) != b"RGB ":
        # An answer in colours can have no profile of grey. Of inks, Pillow makes RGB in its own way.
        to_rgb = transform_to_srgb(icc, "L") if space == b"GRAY" else None
        return Coded(tone=None if to_rgb is None else lambda image: to_rgb.apply(image.getchannel(0)))
    if found and not icc and b"sRGB" not in found:
        icc = _profile_of_gamma({kind: whole[8:-4] for kind, whole in found.items()})
    return Coded(icc, chunks)


def _of_code_points(primaries: int, transfer: int, chunks: bytes, image: Image.Image) -> Coded:
    tone: Tone | None = None
    notes: tuple[str, ...] = ()
    if transfer in (_PQ, _HLG):
        levels = _toned_levels(transfer, image)
        tone, notes = (lambda image: image.point(levels * 3)), ("its HDR colours are toned to be read",)
        transfer, chunks = _SRGB_TRANSFER, b""
    gamma = _GAMMAS.get(transfer)
    if primaries == 1 and gamma is None:
        return Coded(b"", chunks, tone, notes)
    profile = _matrix_profile(_PRIMARIES[primaries], _SRGB_CURVE if gamma is None else (gamma,))
    told = bytes((primaries, _SRGB_TRANSFER if gamma is None else transfer, 0, 1))
    return Coded(profile, chunks or chunk_bytes(b"cICP", told), tone, notes)


def _profile_of_gamma(content: Mapping[bytes, bytes]) -> bytes:
    """The profile that gAMA and cHRM describe."""
    try:
        gamma = struct.unpack(">I", content.get(b"gAMA", _SRGB_GAMMA.to_bytes(4)))[0]
        places = struct.unpack(">8I", content[b"cHRM"]) if b"cHRM" in content else ()
    except struct.error:
        return b""
    primaries: tuple[tuple[float, ...], ...] = _SRGB_PRIMARIES
    if places:
        white, *others = map(tuple, (np.array(places).reshape(4, 2) / _GAMMA_SCALE).tolist())
        if np.abs(np.array([*others, white]) - _SRGB_PRIMARIES).max() > _SAME_PLACE:
            primaries = (*others, white)
    if gamma == _SRGB_GAMMA and primaries is _SRGB_PRIMARIES:
        return b""
    if not _GAMMAS_KNOWN[0] <= gamma / _GAMMA_SCALE <= _GAMMAS_KNOWN[1]:
        return b""
    return _matrix_profile(primaries, _SRGB_CURVE if gamma == _SRGB_GAMMA else (_GAMMA_SCALE / gamma,))


def _toned_levels(transfer: int, image: Image.Image) -> tuple[int, ...]:
    """The levels of an HDR picture as those of a picture with sRGB's curve, whose white is that of a page."""
    level = np.linspace(0, 1, 256)
    if transfer == _PQ:  # SMPTE ST 2084
        root = level ** (32 / 2523)
        light = 10_000 * (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (16384 / 2610)
        white = _WHITE_NITS
    else:  # ARIB STD-B67
        upper = (np.exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12
        light = np.where(level <= 0.5, level**2 / 3, upper)
        white = _WHITE_HLG
    counts = np.array(image.convert("RGB").histogram(), np.int64).reshape(3, 256).max(axis=0)
    brighter = counts[::-1].cumsum()[::-1]
    brightest = int(np.flatnonzero(brighter > _BRIGHT_SHARE * image.width * image.height).max(initial=0))
    share = np.clip(light / max(white, light[brightest]), 0, 1)
    shown = np.where(share <= 0.0031308, 12.92 * share, 1.055 * share ** (1 / 2.4) - 0.055)
    return tuple(np.rint(255 * shown).astype(int).tolist())


# ---- ICC profiles


def _matrix_profile(places: Sequence[tuple[float, ...]], curve: tuple[float, ...]) -> bytes:
    """An ICC profile, version 4.2, of primaries and white, and of one curve: a gamma, or five parameters."""
    xyz = np.array([(x / y, 1.0, (1 - x - y) / y) if y else (0, 0, 0) for x, y in places]).T
    try:
        primaries = xyz[:, :3] * np.linalg.solve(xyz[:, :3], xyz[:, 3])
    except np.linalg.LinAlgError:
        return b""
    white = _BRADFORD @ xyz[:, 3]
    if not white.all():
        return b""
    adapted = np.linalg.inv(_BRADFORD) @ np.diag(_BRADFORD @ _D50 / white) @ _BRADFORD
    columns = (adapted @ primaries).T
    if np.abs(columns).max() > _MAX_XYZ or np.abs(adapted).max() > _MAX_XYZ:
        return b""
    name = "picrosser".encode("utf-16-be")
    words = struct.pack(">4s4xII2s2sII", b"mluc", 1, 12, b"en", b"US", len(name), 28) + name
    shape = struct.pack(">4s4xHxx", b"para", 3 if len(curve) > 1 else 0) + _fixed(curve)
    tags = {
        b"desc": words,
        b"cprt": words,
        b"wtpt": _xyz(_D50),
        b"chad": b"sf32" + bytes(4) + _fixed(adapted),
    }
    for primary, column in zip((b"r", b"g", b"b"), columns, strict=True):
        tags |= {primary + b"XYZ": _xyz(column), primary + b"TRC": shape}
    start = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for tag, content in tags.items():
        table += struct.pack(">4sII", tag, start + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    kind, date = (b"mntr", b"RGB ", b"XYZ "), (2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4xI4s4s4s6H4s28x", start + len(body), 0x0420_0000, *kind, *date, b"acsp")
    return (head + _fixed(_D50)).ljust(128, b"\0") + table + body


def _fixed(values: Sequence[float] | NDArray[np.float64]) -> bytes:
    return bytes(np.rint(np.asarray(values) * 65536).astype(">i4"))


def _xyz(values: Sequence[float] | NDArray[np.float64]) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(values)


# ---- To sRGB


def transform_to_srgb(profile: bytes, mode: str = "RGB") -> ImageCmsTransform | None:
    """The transform of images of this mode with this profile; None if it is damaged, or of another mode."""
    from PIL import ImageCms  # most pictures are sRGB

    srgb, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC
    try:
        return ImageCms.buildTransform(io.BytesIO(profile), srgb, mode, "RGB", intent)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def image_in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """An RGB image with this profile in sRGB."""
    transform = transform_to_srgb(profile) if profile else None
    return image if transform is None else transform.apply(image)


def pixels_in_srgb(image: RGB, profile: bytes) -> RGB:
    """An array of such an image."""
    return np.asarray(image_in_srgb(Image.fromarray(image), profile)) if profile else image


def colours_in_srgb(colours: tuple[Colour, ...], profile: bytes) -> tuple[Colour, ...]:
    """A palette with this profile in sRGB. Distinct colours stay distinct: puzzle files need them so."""
    if not profile:
        return colours
    found: list[Colour] = []
    for red, green, blue in pixels_in_srgb(np.array([colours], np.uint8), profile)[0].tolist():
        while (red, green, blue) in found:
            green += -1 if green > 127 else 1
        found.append((red, green, blue))
    return tuple(found)
