"""Which formats of pictures are decoded. A file's first bytes decide, never its name.

Pillow knows dozens of formats: some are handed to other programs (PostScript to Ghostscript), and some are so
rare that their decoders are little tested. Screenshots and photographs need ten of them. Other well-known
formats are named when they are refused.

Known failure: a picture that begins with other bytes, such as a mail's header, is not recognised.
"""

from __future__ import annotations

import io
import re
from importlib import import_module

from PIL import Image, UnidentifiedImageError

from picrosser.errors import InputUnreadableError

WANTED = "give a screenshot (PNG, JPEG, WebP)"
SAVE_AS_PNG = "save it as PNG"
EXPORT_PAGE = "export the page as PNG"
SCREENSHOT = "take a screenshot of it"

# The brands of the files that begin with a box "ftyp" are in that box, the first one from byte 8. The others
# follow from byte 16; no file has more than a dozen.
_BRANDED = rb".{4}ftyp(?:.{4}){0,16}?"
_MARKUP = rb"(?:\xef\xbb\xbf)?\s{0,99}<"

# Pillow's name of each format: what its files begin with (a regular expression) and the module that registers
# its decoder with Pillow; the others are not imported. JPEG's also decodes MPO, several pictures in one file.
_DECODED = {
    "PNG": (rb"\x89PNG\r\n\x1a\n", "PIL.PngImagePlugin"),
    "JPEG": (rb"\xff\xd8\xff", "PIL.JpegImagePlugin"),
    "WEBP": (rb"RIFF.{4}WEBP", "PIL.WebPImagePlugin"),
    "GIF": (rb"GIF8[79]a", "PIL.GifImagePlugin"),
    "BMP": (rb"BM.{12}[\x0c\x10(48@l|]\0\0\0", "PIL.BmpImagePlugin"),
    "TIFF": (rb"II[*+]\0|MM\0[*+]", "PIL.TiffImagePlugin"),
    "PPM": (rb"P[1-6][\s#]", "PIL.PpmImagePlugin"),
    "AVIF": (_BRANDED + rb"avi[fs]", "PIL.AvifImagePlugin"),
    "HEIF": (_BRANDED + rb"(?:hei[cxms]|hev[cxms]|mif1|msf1)", "pillow_heif.HeifImagePlugin"),
}
_NOT_INSTALLED = {
    "HEIF": ("a HEIC picture", "pip install pillow-heif, or save it as PNG"),
    "AVIF": ("an AVIF picture", "update Pillow, or save it as PNG"),  # before 11.3 it has no decoder
}

# The header of a JPEG file's scan: how many components of the picture follow. A progressive file has about 10
# scans. Each goes through the whole picture, so thousands of a hundred bytes each would take many minutes.
_JPEG_SCAN = rb"\xff\xda\0(?:\x08\x01|\x0a\x02|\x0c\x03|\x0e\x04)"
MAX_JPEG_SCANS = 100

# What files begin with, what messages call them, and what to try.
_REFUSED = (
    (rb"\s{0,99}%PDF-", "a PDF", EXPORT_PAGE),
    (rb"\x04?%!|\xc5\xd0\xd3\xc6", "PostScript", EXPORT_PAGE),
    (_MARKUP + rb"(?:[?!].{0,2000}?<)?svg[\s>]", "an SVG", "export it as PNG"),
    (_MARKUP + rb"(?i:(?:!doctype )?html[\s>])", "an HTML page", SCREENSHOT),
    (rb"DDS ", "a DDS file", SAVE_AS_PNG),
    (rb"8BPS", "a Photoshop file (PSD)", SAVE_AS_PNG),
    (rb"gimp xcf", "a GIMP file (XCF)", SAVE_AS_PNG),
    (rb"\0\0\x01\0", "an icon file (ICO)", SAVE_AS_PNG),
    (rb"icns", "an icon file (ICNS)", SAVE_AS_PNG),
    (rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51", "a JPEG 2000 file", SAVE_AS_PNG),
    (rb"\0\0\0\x0cJXL |\xff\x0a", "a JPEG XL file", SAVE_AS_PNG),
    (rb".{4}ftyp|\x1a\x45\xdf\xa3|RIFF.{4}AVI ", "a video", SCREENSHOT),
    (rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf", "an archive", "unpack it first"),
)


def open_picture(data: bytes, shown: str) -> Image.Image:
    """Recognise a picture's format and read its header; the pixels are decoded later.

    Parameters
    ----------
    data : the whole file, not empty.
    shown : what messages call it.

    Raises
    ------
    InputUnreadableError : it is no picture, or one in a format that is not decoded, or its header is damaged.
    Exception : whatever a decoder raises on a damaged header.
    """
    name = next((name for name, (pattern, _) in _DECODED.items() if _begins(data, pattern)), None)
    if name is None:
        raise _refusal(data, shown)
    if name == "PNG":  # `Image.open` would first import the plugins of all common formats
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile(io.BytesIO(data))
    if name == "JPEG" and sum(1 for _ in re.finditer(_JPEG_SCAN, data)) > MAX_JPEG_SCANS:
        raise InputUnreadableError(f"{shown} is a JPEG file of more than {MAX_JPEG_SCANS} scans", SAVE_AS_PNG)
    try:
        import_module(_DECODED[name][1])
    except ImportError:
        what, advice = _NOT_INSTALLED[name]
        raise InputUnreadableError(
            f"{shown} is {what}, and no decoder of these is installed", advice
        ) from None
    try:
        return Image.open(io.BytesIO(data), formats=(name,))
    except UnidentifiedImageError:
        seen = f"{shown} is damaged or cut short: it begins like {name}, but its header is invalid"
        raise InputUnreadableError(seen, "save or send it again") from None


def _begins(data: bytes, pattern: bytes) -> bool:
    return re.match(pattern, data, re.DOTALL) is not None


def _refusal(data: bytes, shown: str) -> InputUnreadableError:
    for pattern, what, advice in _REFUSED:
        if _begins(data, pattern):
            return InputUnreadableError(f"{shown} is {what}, which is not supported", advice)
    return InputUnreadableError(f"{shown} is not an image", WANTED)
