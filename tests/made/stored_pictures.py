"""Pictures as the bytes of a file."""

import io

from PIL import Image


def saved(image: Image.Image, format: str = "PNG", **named: object) -> bytes:
    file = io.BytesIO()
    image.save(file, format, **named)
    return file.getvalue()


def exif_turning(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif
