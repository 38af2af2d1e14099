"""The bytes of picture files, as Pillow writes them."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def saved(image: Image.Image, format: str = "PNG", **named: object) -> bytes:
    file = BytesIO()
    image.save(file, format, **named)
    return file.getvalue()
