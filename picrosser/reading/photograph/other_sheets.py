"""The other puzzles on a photographed page: where they lie, and the photograph without them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median
from picrosser.reading.photograph.sheet import SheetFound

EVERY = 4  # pixels of a sheet, of which one is looked at for the tone of its paper


def sheet_box(sheet: SheetFound, shape: tuple[int, ...]) -> Box:
    """The box of a photograph that a sheet fills.

    shape : of the photograph, its height and width first.
    """
    outline = sheet.outline
    top, left = np.maximum(outline.min(axis=0), 0).astype(int).tolist()
    bottom, right = np.minimum(np.ceil(outline.max(axis=0)), shape[:2]).astype(int).tolist()
    return Box(top, left, bottom, right)


def with_sheet_alone(image: RGB, sheet: SheetFound, others: Sequence[SheetFound]) -> RGB:
    """A photograph in which all sheets but one are covered in the tone of their paper.

    image : (H, W, 3) uint8 sRGB; not changed.
    """
    photo = Image.fromarray(np.ascontiguousarray(image))
    picture = photo.copy()
    pen = ImageDraw.Draw(picture)
    for other in others:
        within = image[sheet_box(other, image.shape).slices][::EVERY, ::EVERY].reshape(-1, 3)
        lightness = within.sum(axis=1)
        paper = within[lightness >= np.median(lightness)]
        red, green, blue = (int(tone) for tone in median(paper, axis=0))
        pen.polygon(_as_drawn(other.outline), fill=(red, green, blue))
    own = Image.new("1", picture.size)
    ImageDraw.Draw(own).polygon(_as_drawn(sheet.outline), fill=1)
    picture.paste(photo, (0, 0), own)
    return np.asarray(picture)


def _as_drawn(outline: NDArray[np.float64]) -> list[tuple[float, float]]:
    """The corners of an outline as Pillow takes them, (x, y)."""
    return [(col, row) for row, col in outline.tolist()]
