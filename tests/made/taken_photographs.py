"""Photographs: how one is held, a ruled page and what is found in it, and files as a camera stores them."""

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import jpeg_bytes
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.sheet import SheetFound, find_ruled_sheets

HELD = View(
    turn_deg=17.0, tilt_deg=18.0, tilt_way_deg=70.0, bend=0.0, bend_along=0, long_px=700.0, light=0.4,
    shadow=0.0, blur_px=0.6, noise=3.0, moire=0.0, quality=90, orientation=1,
)  # fmt: skip
CELL_PX = 30  # of a ruled page


def ruled_page(rows: int, cols: int, margin: int = 3) -> Image.Image:
    """A page with so many ruled cells, and a margin in cells."""
    page = Image.new("RGB", ((cols + 2 * margin) * CELL_PX, (rows + 2 * margin) * CELL_PX), (240, 238, 230))
    pen, start = ImageDraw.Draw(page), margin * CELL_PX
    for line in range(margin, margin + rows + 1):
        pen.line((start, line * CELL_PX, start + cols * CELL_PX, line * CELL_PX), "black", 2)
    for line in range(margin, margin + cols + 1):
        pen.line((line * CELL_PX, start, line * CELL_PX, start + rows * CELL_PX), "black", 2)
    return page


def crossings(rows: int, cols: int, margin: int = 3) -> np.ndarray:
    """(rows + 1, cols + 1, 2) float64, where the lines of a ruled page cross, (row, col) in its pixels."""
    return CELL_PX * (margin + np.moveaxis(np.mgrid[: rows + 1.0, : cols + 1.0], 0, -1))


@cache
def bent_page(rows: int, cols: int, view: View, *, is_light: bool = False) -> tuple[RGB, np.ndarray]:
    """A photograph of a ruled page, and where its lines cross: (rows + 1, cols + 1, 2)."""
    page, nodes = ruled_page(rows, cols), crossings(rows, cols)
    taken = photograph(ImageOps.invert(page) if is_light else page, view, np.random.default_rng(3))
    return np.asarray(taken.image), taken.places(nodes.reshape(-1, 2)).reshape(nodes.shape)


def save_jpeg(image: Image.Image, view: View, stem: Path, *, by_camera: bool) -> Path:
    """Write STEM.jpg; parameters as those of `jpeg_bytes`; return the path."""
    path = stem.with_name(stem.name + ".jpg")
    path.write_bytes(jpeg_bytes(image, view, by_camera=by_camera))
    return path


def ruled_sheet(image: RGB) -> SheetFound | None:
    """The largest sheet in a photograph."""
    return next(iter(find_ruled_sheets(image)), None)
