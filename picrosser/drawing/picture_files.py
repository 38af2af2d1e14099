"""Encodes an image as the suffix of its file asks: PNG, JPEG, PDF, or another format that Pillow writes.

A PNG, JPEG or GIF file can say which program drew it, in texts by keyword that stand before its pixels: in
text chunks of PNG, in a comment of JPEG and GIF. A PDF always does.
"""

from collections.abc import Mapping
from io import BytesIO
from itertools import islice
from math import inf
from typing import Any

from PIL import Image

from picrosser.errors import OutputRefusedError
from picrosser.imaging.colour_profiles import CHUNKS, image_in_srgb, png_chunks

SOFTWARE = "picrosser"
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".pdf")
"""Those that the command line offers: a picture to keep, to send, to print."""
_PNG_LEVEL = 1  # of a drawn phone's screenshot: 49 ms and 539 kB; level 6 takes 86 ms for 450 kB
_JPEG = {"quality": 92, "subsampling": 0}  # hints are thin and coloured, so colours at full resolution
_WITH_ALPHA = ("PNG", "WEBP", "TIFF", "AVIF")
_WITH_PROFILE = (*_WITH_ALPHA, "JPEG")
_PNG_HEAD = 33  # bytes: its signature and the first chunk
_WEBP = {"lossless": True, "method": 0, "quality": 20}  # as large, as fast as PNG; method 1: half, 8 times
_MAX_PX = {"JPEG": 65_500, "PDF": 65_500, "WEBP": 16_383}  # of each side; a PDF holds a JPEG
_PAGE_INCHES = (8.27, 11.69)  # A4: a PDF's page is as large as fits on it
_PNG, _JPEG_START, _GIF = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF8"
_ENDS = {".jpg": b"\xff\xd9", ".gif": b";", ".pdf": b"%%EOF", ".png": b"IEND\xaeB`\x82"}
_ENDS |= {".jpeg": _ENDS[".jpg"], ".apng": _ENDS[".png"]}
_MAX_COMMENT_BYTES = 65_533  # two bytes hold its length, and theirs


def picture_bytes(image: Image.Image, suffix: str = ".png") -> bytes:
    """Return the bytes of a picture file of an RGB or RGBA image, with the `Appearance` that it was given.

    What a format has no profile for is converted to sRGB; without transparency, it is laid over white.

    suffix : of the file, in lower case. OutputRefusedError if no such files can be written, or not of it.
    """
    # Pillow loads most of its formats when one is asked for that is not among the commonest five.
    kind = "PNG" if suffix == ".png" else Image.registered_extensions().get(suffix)
    if kind is None:
        raise OutputRefusedError(f"cannot tell the format of *{suffix}", "name it *.png")
    across, down = _PAGE_INCHES
    page = {"resolution": max(image.width / across, image.height / down), "creator": SOFTWARE}
    profile, dpi = image.info.get("icc_profile"), image.info.get("dpi")
    chunks = image.info.get(CHUNKS) if kind == "PNG" else None
    if image.mode == "RGBA" and kind not in _WITH_ALPHA:
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    if profile and kind not in _WITH_PROFILE:
        image, profile = image_in_srgb(image, profile), None
    options: dict[str, dict[str, Any]]
    options = {"PNG": {"compress_level": _PNG_LEVEL}, "JPEG": _JPEG, "PDF": {**_JPEG, **page}, "WEBP": _WEBP}
    if max(image.size) > _MAX_PX.get(kind, inf):
        what = f"{kind} holds no picture of {image.width} x {image.height} pixels"
        raise OutputRefusedError(what, "name it *.png")
    data = BytesIO()
    try:
        # The profile is among the chunks, or they stand for it.
        told = {"icc_profile": None if chunks else profile} if kind in _WITH_PROFILE else {}
        if dpi and kind in ("PNG", "JPEG", "TIFF"):
            told["dpi"] = dpi
        image.save(data, kind, **options.get(kind, {}), **told)
    except (KeyError, OSError, ValueError) as error:  # a format that Pillow only reads, or not of this image
        raise OutputRefusedError(f"cannot write *{suffix}: {error}", "name it *.png") from error
    drawing = data.getvalue()
    return drawing[:_PNG_HEAD] + chunks + drawing[_PNG_HEAD:] if chunks else drawing


def with_texts(drawing: bytes, texts: Mapping[str, str]) -> bytes:
    """Add texts to a drawing; a file of another format than PNG, JPEG and GIF stays as it is.

    texts : values by keyword, as PNG defines some ("Software", "Source", "Comment"), without line breaks.
    """
    end = _end_of_head(drawing)
    return drawing[:end] + _block(drawing, texts) + drawing[end:] if end else drawing


def without_texts(drawing: bytes) -> bytes:
    """What `with_texts` was given; a file that another program wrote may lose other bytes."""
    end = _end_of_head(drawing)
    return drawing[:end] + drawing[end + len(_block(drawing, texts_of(drawing))) :] if end else drawing


def is_whole(end: bytes, suffix: str) -> bool:
    """Whether a file ends as those with this suffix do, by its last bytes (12 are enough)."""
    return bool(end) and end.rstrip(b"\n").endswith(_ENDS.get(suffix, b""))


def _end_of_head(drawing: bytes) -> int:
    """Where the texts stand; 0 in a file that takes none."""
    if drawing.startswith(_GIF) and len(drawing) > 13:
        flags = drawing[10]
        return 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)  # after the header and its palette
    return _PNG_HEAD if drawing.startswith(_PNG) else 20 if drawing.startswith(_JPEG_START) else 0


def _block(drawing: bytes, texts: Mapping[str, str]) -> bytes:
    """Texts as they stand in a file."""
    if not texts:
        return b""
    if drawing.startswith(_PNG):
        from PIL.PngImagePlugin import PngInfo, putchunk

        info, block = PngInfo(), BytesIO()
        for keyword, text in texts.items():
            info.add_text(keyword, text)
        for chunk in info.chunks:
            putchunk(block, *chunk[:2])
        return block.getvalue()
    lines = "\n".join(f"{keyword}: {text}" for keyword, text in texts.items())
    comment = lines.encode()[:_MAX_COMMENT_BYTES]
    if drawing.startswith(_GIF):
        parts = (comment[at : at + 255] for at in range(0, len(comment), 255))
        return b"!\xfe" + b"".join(bytes([len(part)]) + part for part in parts) + b"\0"
    return b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment


def texts_of(head: bytes) -> dict[str, str]:
    """The texts that `with_texts` has put into a file, by its first bytes; none of another file."""
    if head.startswith(_PNG):
        texts: dict[str, str] = {}
        for kind, whole in islice(png_chunks(head), 1, None):
            if kind != b"tEXt":
                return texts
            keyword, _, text = whole[8:-4].decode("latin-1").partition("\0")
            texts[keyword] = text
        return {}  # the end is missing
    comment = _gif_comment(head) if head.startswith(_GIF) else _jpeg_comment(head)
    lines = comment.decode("utf-8", "replace").split("\n")
    return {key: text for key, colon, text in (line.partition(": ") for line in lines) if colon}


def _jpeg_comment(head: bytes) -> bytes:
    """The comment that stands first in a JPEG file; nothing in another file."""
    at = _end_of_head(head)
    end = at + 2 + int.from_bytes(head[at + 2 : at + 4])
    return head[at + 4 : end] if at and head[at : at + 2] == b"\xff\xfe" and end <= len(head) else b""


def _gif_comment(head: bytes) -> bytes:
    """The comment that stands first in a GIF file; nothing if the end is missing."""
    at, comment = _end_of_head(head) + 2, b""
    if head[at - 2 : at] != b"!\xfe":
        return b""
    while size := head[at : at + 1]:
        if size == b"\0":
            return comment
        comment += head[at + 1 : at + 1 + size[0]]
        at += 1 + size[0]
    return b""
