"""Load a picture file as upright RGB pixels; refuse files that are not pictures or are too large.

A file's first bytes decide which decoder reads it, never its name. Pillow knows dozens of formats: some are
handed to other programs (PostScript to Ghostscript), and some are so rare that their decoders are little
tested. Screenshots and photographs need ten of them; other well-known ones are named when they are refused.
What a decoder thinks of a file goes into our message. Its warnings, what Pillow logs, and what libtiff prints
itself do not reach stderr. The pixels are the file's own numbers, and `Appearance` says what colours they
stand for: were all converted to sRGB first, two colours of a puzzle could become one. Known failure: of
pictures after other bytes, only a PNG after a few lines of text is recognised.
"""

import io
import logging
import os
import re
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from glob import escape
from importlib import import_module
from math import ceil, sqrt
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from picrosser.errors import InputTooLargeError, InputUnreadableError, PicrosserError
from picrosser.imaging.colour_profiles import PLAIN, Appearance, Tone, coded_in, pixels_in_srgb
from picrosser.imaging.pdf_pages import BEGINNING, page_image, page_of
from picrosser.imaging.pixels import RGB
from picrosser.running.discarded_output import STDERR, output_discarded
from picrosser.storage.input_bytes import MAX_BYTES_BEFORE_PNG, MAX_INPUT_BYTES, read_at_most

WANTED = "give a screenshot (PNG, JPEG, WebP)"
MAX_BYTES = MAX_INPUT_BYTES
MAX_PIXELS = 60_000_000  # Pillow needs 4 bytes for each. The largest tablets have 6 million, photos 50.
# A larger picture is reduced by a whole factor. The largest screenshots with small digits are those of two
# monitors of 3840 x 2160 pixels. Reading one of 16 million pixels takes up to 0.6 GB.
MAX_READ_PIXELS = 17_000_000
# The same for the formats of cameras, whose lenses blur: twelve million pixels show no more than three, which
# are read in half the time. Real photographs of boards of up to 45 x 30 cells are read at four million. A
# screenshot of a monitor of 3840 x 2160 pixels that was saved as JPEG has fewer than this.
MAX_PHOTO_PIXELS = 9_000_000
PHOTO_FORMATS = frozenset({"JPEG", "MPO", "HEIF", "AVIF"})
MAX_ASPECT = 30  # of the longer side to the shorter one: the longest scrolled screenshot has 9, boards 4
STRIP_PX = 64  # rows copied from Pillow at a time; much higher or lower strips take twice as long

logging.getLogger("PIL").addHandler(logging.NullHandler())  # else Python prints errors that are logged

_ORIENTATION = 0x0112  # the EXIF tag
# From an upright picture's array to a view of it whose rows and columns lie as the file stores them.
_AS_STORED: dict[int, Callable[[RGB], RGB]] = {
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.swapaxes(0, 1),
    6: lambda upright: upright[:, ::-1].swapaxes(0, 1),
    7: lambda upright: upright[::-1, ::-1].swapaxes(0, 1),
    8: lambda upright: upright[::-1].swapaxes(0, 1),
}
_EXPOSURE = 0x8769  # the EXIF directory in which a camera says how it took the picture
# Its entries for exposure time, aperture and sensitivity: only what has a lens knows them. The maker's name
# is no sign: some phones write it into their screenshots, scanners into scans.
_TAKEN_WITH = (0x829A, 0x829D, 0x8827)
_FIRST_SIDEWAYS = 5  # from this orientation on, rows are stored as columns

_ACCEPTED = (
    "give an array of shape (H, W, 3), (H, W, 4) or (H, W), of uint8, of bool, or of floats from 0 to 1"
)
_GREY, _RGB, _RGBA = 1, 3, 4  # channels
Alpha: TypeAlias = Literal["white", "ignored", "kept"]
_OPAQUE = 255  # alpha
THE_INPUT = "the input"  # what messages call a picture without a name, or one whose name stands before them


class Loaded(NamedTuple):
    """A picture as it is read.

    image : (H, W, 3) uint8, in the colours that `appearance` tells.
    reduction : how many of the file's pixels lie along each side of one of these.
    file_shape : (height, width) of the file's picture, as viewers show it.
    by_camera : whether the file's EXIF entries say with what exposure a camera took it. Messengers and
        editors remove them, so most photographs are not known as such.
    data : the bytes of the file; empty if they are not known.
    notes : what the user should know about how it was decoded, one clause each.
    appearance : how viewers show the file.
    """

    image: RGB
    reduction: int
    file_shape: tuple[int, int]
    by_camera: bool = False
    data: bytes = b""
    notes: tuple[str, ...] = ()
    appearance: Appearance = PLAIN


PictureSource: TypeAlias = (
    str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Image.Image | NDArray[Any] | Loaded
)
"""A picture: a path, the bytes of a file, an open file, a Pillow image, an array; or one that is loaded."""


def load_image(source: PictureSource, name: str | None = None) -> RGB:
    """Decode a picture, or convert one that is decoded, to (H, W, 3) uint8 sRGB.

    A file or an image is rotated as viewers show it, and reduced if it is very large; an array of this kind
    is returned as it is, not copied. Transparent pixels are laid over white.

    Parameters
    ----------
    source : the path of a picture file, its bytes, a file that is open for reading bytes, a Pillow image, or
        an array: (H, W, 3) RGB, (H, W, 4) RGBA or (H, W) grey, of uint8, of bool or of floats from 0 to 1.
    name : what messages call it; by default the path.

    Raises
    ------
    InputUnreadableError : as in `load_picture`.
    TypeError, ValueError : it is none of these; an array has another shape or other values.

    Examples
    --------
    >>> picrosser.load_image("shot.png").dtype
    dtype('uint8')
    >>> picrosser.load_image(numpy.zeros((2, 3))).shape
    (2, 3, 3)
    """
    loaded = load_picture(source, name)
    return pixels_in_srgb(loaded.image, loaded.appearance.profile)


def load_picture(source: PictureSource, name: str | None = None) -> Loaded:
    """As `load_image`, with what the file says about the picture. Of several frames the first one is shown.

    Raises
    ------
    InputUnreadableError : missing, a folder, empty, not an image or in a format that is not decoded, damaged,
        truncated, longer than `MAX_BYTES`, larger than `MAX_PIXELS` or narrower than `MAX_ASPECT` allows.
    TypeError, ValueError : as in `load_image`.
    """
    if isinstance(source, Loaded):
        return source
    if isinstance(source, np.ndarray):
        image = pixels_of_array(source)
        return Loaded(image, 1, (image.shape[0], image.shape[1]))
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    if isinstance(source, str | os.PathLike):
        source = Path(source)
    elif not isinstance(source, bytes | Image.Image) and not hasattr(source, "read"):
        kind = type(source).__name__
        raise TypeError(f"a picture is a path, bytes, an open file, a Pillow image or an array, not {kind}")
    shown = name or (str(source) if isinstance(source, Path) else THE_INPUT)
    if isinstance(source, Image.Image):
        given = source
        return _decoded(lambda: nullcontext(given), shown, b"")
    page = 0
    if isinstance(source, Path):
        source, page = page_of(source)
    data = source if isinstance(source, bytes) else _read_bytes(source, shown)
    if not data:
        raise InputUnreadableError(f"{shown} is empty", WANTED)
    if len(data) > MAX_BYTES:
        raise InputTooLargeError(f"{shown} is larger than {MAX_BYTES // 10**6} MB", "save it as PNG or JPEG")
    sent, note = as_sent(data)
    loaded = _decoded(lambda: open_picture(sent, shown, page), shown, sent)
    return loaded._replace(data=data, notes=(*note, *loaded.notes))


def _decoded(opened: Callable[[], AbstractContextManager[Image.Image]], shown: str, data: bytes) -> Loaded:
    try:
        with warnings.catch_warnings(action="ignore"), opened() as image:
            _refuse_size(image.size, shown)
            # libtiff describes damage on stderr, and Pillow cannot stop it.
            with output_discarded(STDERR) if image.format == "TIFF" else nullcontext():
                if getattr(image, "default_image", False):  # of an APNG; viewers that play it never show this
                    image.seek(1)
                image.load()
            most = MAX_PHOTO_PIXELS if image.format in PHOTO_FORMATS else MAX_READ_PIXELS
            reduction = ceil(sqrt(image.width * image.height / most))
            sideways = _orientation(image) >= _FIRST_SIDEWAYS
            file_shape = (image.width, image.height) if sideways else (image.height, image.width)
            exposure = _exif(lambda: image.getexif().get_ifd(_EXPOSURE), {})
            by_camera = any(entry in exposure for entry in _TAKEN_WITH)
            coded, (least, largest) = coded_in(data, image), _alpha_range(image)
            notes, rgba = coded.notes, None
            if is_partly_seen := least < _OPAQUE and largest > 0:
                rgba = pixels_of(image, reduction, coded.tone, alpha="kept")
            elif largest == 0:
                notes = (*notes, "all of it is transparent, so only its colours are read")
            alpha: Alpha = "white" if is_partly_seen else "ignored"
            pixels = pixels_of(image, reduction, coded.tone, alpha=alpha)
            dpi = image.info.get("dpi")
            dpi = dpi and (float(dpi[0]) / reduction, float(dpi[1]) / reduction)
            appearance = Appearance(coded.profile, coded.chunks, dpi, rgba)
            return Loaded(pixels, reduction, file_shape, by_camera, notes=notes, appearance=appearance)
    except (PicrosserError, MemoryError):  # ours, also that of the time limit
        raise
    except Exception as error:  # decoders raise errors of many kinds on damaged files
        reason = " ".join(str(error).split()) or type(error).__name__
        seen = f"{shown} is damaged or cut short ({reason})"
        raise InputUnreadableError(seen, "save or send it again") from error


def pixels_of(
    image: Image.Image,
    reduction: int = 1,
    tone: Tone | None = None,
    *,
    alpha: Alpha = "white",
) -> RGB:
    """Copy a picture's pixels to an (H, W, 3) uint8 array that may be written to, rotated as viewers show it.

    A strip at a time, else a picture that Pillow converts, rotates or reduces would be in memory several
    times; besides, a screenshot takes 5 ms instead of 12 ms with `np.array(image)`.

    reduction : how many pixels are averaged along each side.
    tone : changes the colours of a strip.
    alpha : what is transparent is laid over white, or has its colours, or the array has a fourth channel.
    """
    orientation = _orientation(image)
    shape = (ceil(image.height / reduction), ceil(image.width / reduction))
    sides = shape[::-1] if orientation >= _FIRST_SIDEWAYS else shape
    pixels = np.empty((*sides, _RGBA if alpha == "kept" else _RGB), np.uint8)
    stored = _AS_STORED[orientation](pixels) if orientation in _AS_STORED else pixels
    for top in range(0, shape[0], STRIP_PX):
        bottom = min(image.height, (top + STRIP_PX) * reduction)
        strip = _flat(image.crop((0, top * reduction, image.width, bottom)), tone, alpha)
        stored[top : top + STRIP_PX] = np.asarray(strip if reduction == 1 else strip.reduce(reduction))
    return pixels


def pixels_of_array(array: NDArray[Any]) -> RGB:
    """Convert an array as `load_image` does; also (H, W, 1) grey. Of bool, True is white."""
    channels = _GREY if array.ndim == 2 else array.shape[2] if array.ndim == 3 else 0
    if channels not in (_GREY, _RGB, _RGBA) or not array.size:
        raise ValueError(f"an array of shape {array.shape} is not a picture; {_ACCEPTED}")
    levels = _levels(array)
    if channels == _GREY:
        levels = levels.reshape(levels.shape[:2])
    return levels if channels == _RGB else pixels_of(Image.fromarray(levels))


def _levels(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The values as uint8 from 0 to 255."""
    if array.dtype == np.uint8:
        return array
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    if not np.issubdtype(array.dtype, np.floating):
        advice = "if its values are from 0 to 255, array.astype(numpy.uint8) converts it"
        raise ValueError(f"a picture of {array.dtype} values cannot be read; {_ACCEPTED}; {advice}")
    least, most = float(array.min()), float(array.max())
    if not 0 <= least <= most <= 1:  # also false if one of them is not a number
        raise ValueError(f"a picture of floats has values from {least:g} to {most:g}; {_ACCEPTED}")
    return np.asarray(np.rint(array * 255), np.uint8)


def _orientation(image: Image.Image) -> int:
    """The EXIF entry by which cameras and galleries rotate a picture: 1 to 8; 1 for one that is upright."""
    orientation = _exif(lambda: image.getexif().get(_ORIENTATION, 1), 1)
    return orientation if orientation in _AS_STORED else 1


def _exif(read: Callable[[], Any], default: Any) -> Any:
    """What EXIF data say; the default if they are broken, which does not make the picture unreadable."""
    try:
        return read()
    except PicrosserError:  # the time limit
        raise
    except Exception:  # noqa: BLE001
        return default


def _has_alpha(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA") or ("transparency" in image.info and image.mode[0] != "I")


def _alpha_range(image: Image.Image) -> tuple[int, int]:
    """The least and the largest alpha of a picture."""
    if not _has_alpha(image):
        return _OPAQUE, _OPAQUE
    if image.mode in ("RGBA", "LA"):
        alphas = [image.getchannel("A")]
    else:
        strips = (image.crop((0, top, image.width, top + 64)) for top in range(0, image.height, STRIP_PX))
        alphas = [strip.convert("RGBA").getchannel("A") for strip in strips]
    least, most = zip(*(alpha.getextrema() for alpha in alphas), strict=True)
    return min(least), max(most)


def _flat(image: Image.Image, tone: Tone | None, alpha: Alpha) -> Image.Image:
    """A picture, or a strip of it, as RGB; with `alpha` "kept" as RGBA."""
    if image.mode.startswith("I;16"):  # 16-bit grey, which Pillow would clip instead of scaling it
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    rgba = image.convert("RGBA") if alpha != "ignored" and _has_alpha(image) else None
    rgb = (rgba or image).convert("RGB")
    if tone is not None:
        rgb = tone(rgb)
    if rgba is None:
        return rgb
    rgb.putalpha(rgba.getchannel("A"))
    if alpha == "kept":
        return rgb
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), rgb).convert("RGB")


def _read_bytes(source: Path | BinaryIO, shown: str) -> bytes:
    try:
        return read_at_most(source, MAX_BYTES + 1) if isinstance(source, Path) else source.read(MAX_BYTES + 1)
    except FileNotFoundError:
        seen = "no such file" if shown == THE_INPUT else f"{shown}: no such file"
        raise InputUnreadableError(seen, _nearest_name(Path(str(source)))) from None
    except IsADirectoryError:
        advice = "give the screenshots in it, for example with *.png"
        raise InputUnreadableError(f"{shown} is a folder", advice) from None
    except OSError as error:
        raise InputUnreadableError(f"{shown} cannot be read: {error.strerror}") from None


def _nearest_name(missing: Path) -> str:
    """What to try instead of a file that is missing: the one whose suffix was left out, or nothing."""
    try:
        found = [path.name for path in missing.parent.glob(f"{escape(missing.name)}.*") if path.is_file()]
    except OSError:
        found = []
    return f"did you mean {missing.with_name(found[0])}?" if len(found) == 1 else ""


def _refuse_size(size: tuple[int, int], shown: str) -> None:
    width, height = size
    if width * height > MAX_PIXELS:
        raise InputTooLargeError(
            f"{shown} is too large: {width} x {height} pixels, the limit is {MAX_PIXELS // 10**6} million",
            "scale or crop it to the screenshot",
        )
    if max(size) > MAX_ASPECT * min(size):
        raise InputUnreadableError(
            f"{shown} is too narrow to show a board: {width} x {height} pixels, "
            f"one side more than {MAX_ASPECT} times the other",
            "crop it to the board with its hints",
        )


# ---- Which formats are decoded

SAVE_AS_PNG = "save it as PNG"
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
    "AVIF": ("an AVIF picture", "update Pillow, or save it as PNG"),
}

# The header of a JPEG file's scan: how many components of the picture follow. A progressive file has about 10
# scans. Each goes through the whole picture, so thousands of a hundred bytes each would take many minutes.
_JPEG_SCAN = rb"\xff\xda\0(?:\x08\x01|\x0a\x02|\x0c\x03|\x0e\x04)"
MAX_JPEG_SCANS = 100

# What files begin with, what messages call them, and what to try.
_REFUSED = (
    (rb"\x89PNG\n\x1a\n", "a PNG file whose line ends were changed", "send it again as binary data"),
    (rb"\x04?%!|\xc5\xd0\xd3\xc6", "PostScript", "export the page as PNG"),
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


_PNG_AFTER_TEXT = rb"[\t\n\r\x1b -~]*(?=\x89PNG\r\n\x1a\n)"
# `adb shell` of Android before 7 writes CR LF for each LF, and Windows then writes CR CR LF.
_CHANGED_ENDS = ((b"\x89PNG\r\r\n\x1a\r\n", b"\r\n"), (b"\x89PNG\r\r\r\n\x1a\r\r\n", b"\r\r\n"))


def as_sent(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A file as the phone sent it, without what `adb` did to a PNG; and notes that say what that was."""
    notes = []
    for signature, end in _CHANGED_ENDS:
        if data.find(signature, 0, MAX_BYTES_BEFORE_PNG) >= 0:
            data = data.replace(end, b"\n")  # exact: of each line end, only what was added is taken away
            notes.append("its line ends were changed on the way, and are put right")
    before = re.match(_PNG_AFTER_TEXT, data[:MAX_BYTES_BEFORE_PNG])
    if before and before.end():
        data = data[before.end() :]
        notes.append("the text before the picture is skipped")
    return data, tuple(notes)


def open_picture(data: bytes, shown: str, page: int = 0) -> Image.Image:
    """Recognise the format of a whole file, and read its header; the pixels are decoded later.

    page : of a PDF, from 1; 0 for its only one.

    Raises InputUnreadableError for what is no picture, or one in a format that is not decoded, and whatever
    a decoder raises on a damaged header.
    """
    name = next((name for name, (pattern, _) in _DECODED.items() if _begins(data, pattern)), None)
    if BEGINNING.match(data):
        return page_image(data, page, shown)
    if name is None:
        for pattern, what, advice in _REFUSED:
            if _begins(data, pattern):
                raise InputUnreadableError(f"{shown} is {what}, which is not supported", advice)
        raise InputUnreadableError(f"{shown} is not an image", WANTED)
    if name == "PNG":  # `Image.open` would first import the plugins of all common formats
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile(io.BytesIO(data))
    if name == "JPEG" and sum(1 for _ in re.finditer(_JPEG_SCAN, data)) > MAX_JPEG_SCANS:
        raise InputUnreadableError(f"{shown} is a JPEG file of more than {MAX_JPEG_SCANS} scans", SAVE_AS_PNG)
    try:
        import_module(_DECODED[name][1])
    except ImportError:
        what, advice = _NOT_INSTALLED[name]
        seen = f"{shown} is {what}, and no decoder for these is installed"
        raise InputUnreadableError(seen, advice) from None
    try:
        image = Image.open(io.BytesIO(data), formats=(name,))
    except UnidentifiedImageError:
        seen = f"{shown} is damaged or cut short: it begins like {name}, but its header is invalid"
        raise InputUnreadableError(seen, "save or send it again") from None
    if name == "JPEG":  # libjpeg decodes arithmetic coding only if it is given the whole file at once
        image.decodermaxblock = len(data)
    return image


def _begins(data: bytes, pattern: bytes) -> bool:
    return re.match(pattern, data, re.DOTALL) is not None
