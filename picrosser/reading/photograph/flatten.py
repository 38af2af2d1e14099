"""Make a photograph of a ruled page flat: start reading the code of this folder here.

    line_crossings: where lines cross -> grown_lattice: which of them are a board's -> sheet: a smooth mapping
    fitted to them -> flat_page: the page with even light, in four directions

The page is then read like a screenshot, and `FlatPage.to_picture` leads back to the photograph.
"""

from __future__ import annotations

from math import ceil

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.grown_lattice import CrossingsNear
from picrosser.reading.photograph.line_crossings import find_crossings
from picrosser.reading.photograph.sheet import SheetFound, find_sheet

# Pixels of the longer side in which lines are first looked for: there, moire and texture vanish, and work is
# little. Then at twice that, in which smaller cells are seen; a smaller picture, at half its size.
LOOKED_AT_PX = 1000
# A sheet is taken at once if it fits well and its cells are so small, in the reduced photograph, that they
# cannot be fives between which thin lines are lost.
SURE_ERROR, MAX_SURE_STEP_PX = 0.03, 22.0


def find_ruled_sheet(image: RGB) -> SheetFound | None:
    """The ruled sheet in a photograph, with lines darker than the paper; None without one.

    image : (H, W, 3) uint8 sRGB.
    """
    best: SheetFound | None = None
    first = ceil(max(image.shape[:2]) / LOOKED_AT_PX)
    for reduction in (first, first // 2 if first > 1 else 2):
        sheet = find_sheet(CrossingsNear(find_crossings(image, reduction)))
        if sheet is not None and (best is None or sheet.merit > best.merit):
            best = sheet
        if best is not None and best.error < SURE_ERROR and best.pitch_px < MAX_SURE_STEP_PX * reduction:
            break
    return best
