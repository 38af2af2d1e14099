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
CELL_PX, MARGIN = 30, 3  # of a ruled page; the margin in cells


@cache
def bent_page(rows: int, cols: int, view: View, *, is_light: bool = False) -> tuple[RGB, np.ndarray]:
    """A photograph of a ruled page, and where its lines cross: (rows + 1, cols + 1, 2)."""
    nodes = CELL_PX * (MARGIN + np.moveaxis(np.mgrid[: rows + 1.0, : cols + 1.0], 0, -1))
    page = Image.new("RGB", ((cols + 2 * MARGIN) * CELL_PX, (rows + 2 * MARGIN) * CELL_PX), (240, 238, 230))
    for line in (*nodes, *nodes.transpose(1, 0, 2)):
        ImageDraw.Draw(page).line([(col, row) for row, col in line[[0, -1]].tolist()], "black", 2)
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
