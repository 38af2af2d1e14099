"""Encodes an image as the suffix of its file asks: PNG, JPEG, PDF, or another format that Pillow writes.

A PNG or JPEG file can say which program drew it; a PDF always does.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image

from picrosser.drawing.jpeg_comment import jpeg_texts, with_jpeg_texts, without_jpeg_texts
from picrosser.drawing.png import png_bytes, png_texts, with_png_texts, without_png_texts
from picrosser.errors import OutputRefusedError

SOFTWARE = "picrosser"
SUFFIXES = (".png", ".jpg", ".jpeg", ".pdf")
"""Those that the command line offers: a picture to keep, to send, to print."""
_JPEG = {"quality": 92, "subsampling": 0}  # hints are thin and coloured, so colours at full resolution
_MAX_JPEG_PX = 65_500  # of each side; a PDF holds a JPEG
_PAGE_INCHES = (8.27, 11.69)  # A4: a PDF's page is as large as fits on it


def picture_bytes(image: Image.Image, suffix: str) -> bytes:
    """Return the bytes of a picture file.

    Parameters
    ----------
    image : RGB; JPEG and PDF need no other mode.
    suffix : of the file, in lower case.

    Raises
    ------
    OutputRefusedError : no such files can be written, or none of this image.
    """
    if suffix == ".png":
        return png_bytes(image)
    # Pillow loads most of its formats when one is asked for that is not among the commonest five.
    known = Image.registered_extensions()
    if suffix not in known:
        raise OutputRefusedError(f"cannot tell the format of *{suffix}", "name it *.png")
    options: dict[str, Any] = {}
    if known[suffix] in ("JPEG", "PDF"):
        options = _JPEG
        if max(image.size) > _MAX_JPEG_PX:
            raise OutputRefusedError(
                f"{known[suffix]} holds no picture of {image.width} x {image.height} pixels", "name it *.png"
            )
    if known[suffix] == "PDF":
        across, down = _PAGE_INCHES
        options = {**_JPEG, "resolution": max(image.width / across, image.height / down), "creator": SOFTWARE}
    data = BytesIO()
    try:
        image.save(data, known[suffix], **options)
    except (KeyError, OSError, ValueError) as error:  # a format that Pillow only reads, or not of this image
        raise OutputRefusedError(f"cannot write *{suffix}: {error}", "name it *.png") from error
    return data.getvalue()


def with_texts(drawing: bytes, texts: Mapping[str, str]) -> bytes:
    """Add texts before the pixels of a PNG or JPEG file; a file of another format is returned as it is.

    texts : values by keyword, as PNG defines some ("Software", "Source", "Comment"), without line breaks.
    """
    return with_jpeg_texts(with_png_texts(drawing, texts), texts)


def without_texts(drawing: bytes) -> bytes:
    """A PNG or JPEG file without the texts before its pixels."""
    return without_jpeg_texts(drawing) if drawing.startswith(b"\xff\xd8") else without_png_texts(drawing)


def texts_of(head: bytes) -> dict[str, str]:
    """The texts before the pixels of a PNG or JPEG file; none of another format.

    head : the file's first bytes, as far as its pixels.
    """
    return png_texts(head) | jpeg_texts(head)
