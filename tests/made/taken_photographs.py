"""Photographs as a camera stores them, and what is ruled in them."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from drawn.photographs.camera import View
from drawn.photographs.scenes import jpeg_bytes
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.sheet import SheetFound, find_ruled_sheets


def save_jpeg(image: Image.Image, view: View, stem: Path, *, by_camera: bool) -> Path:
    """Write STEM.jpg; parameters as those of `jpeg_bytes`; return the path."""
    path = stem.with_name(stem.name + ".jpg")
    path.write_bytes(jpeg_bytes(image, view, by_camera=by_camera))
    return path


def ruled_sheet(image: RGB) -> SheetFound | None:
    """The largest sheet in a photograph."""
    return next(iter(find_ruled_sheets(image)), None)
