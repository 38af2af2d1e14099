"""Find the ruled sheets in a photograph: start reading the code of this folder here.

    line_crossings: where lines cross -> grown_lattice: which of them are a board's
    -> sheet: a smooth mapping fitted to them (sheet_fit)
    -> flat_page: the page, flat, in even light (ruled_paper), with thin lines in wide gaps, four directions

The page is then read like a screenshot, and `FlatPage.to_picture` leads back to the photograph.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.line_crossings import (
    Crossings,
    CrossingsNear,
    find_crossings,
    is_light_on_dark,
)
from picrosser.reading.photograph.sheet import SheetFound, find_sheet

# Pixels of the longer side in which lines are first looked for: there, moire and texture vanish, and work is
# little. Then at twice that, in which smaller cells are seen; a smaller picture, at half its size.
LOOKED_AT_PX = 1000
# Pixels of the photograph: digits in smaller cells cannot be read, and a screen's moire may have 7. Boards
# are read with cells of 12 pixels and more.
MIN_CELL_PX = 9.0
# A clear sheet is taken at once if its cells are so small, in the reduced photograph, that they cannot be
# fives between which thin lines are lost.
MAX_SURE_STEP_PX = 22.0
MAX_SHEETS = 8  # on one page
# Of the clearest sheet's area: smaller ones are a key or texture. A board of 5 x 5 cells has 0.07 of one of
# 20 x 20.
MIN_AREA_SHARE = 0.05

Look = tuple[Crossings, SheetFound | None]
"""The crossings at one scale, and the sheet found among them."""


def find_ruled_sheets(image: RGB) -> tuple[SheetFound, ...]:
    """All ruled sheets in a photograph, such as the puzzles of a page, the largest first.

    Light print on dark paper is looked for, in the negative, where most of what stands out is light.

    image : (H, W, 3) uint8 sRGB.
    """
    lighter: tuple[SheetFound, ...] = ()
    if is_light_on_dark(image, _first_reduction(image)):
        lighter = tuple(replace(sheet, is_light_on_dark=True) for sheet in _dark_sheets(np.invert(image)))
        if lighter and lighter[0].is_clear:
            return lighter
    return max(lighter, _dark_sheets(image), key=lambda sheets: _clarity(next(iter(sheets), None)))


def _dark_sheets(image: RGB) -> tuple[SheetFound, ...]:
    """The sheets whose lines are darker than the paper."""
    found, first = _clearest(image)
    if first is None:
        return ()
    beside: list[SheetFound] = []
    while len(beside) + 1 < MAX_SHEETS:
        found = _outside(found, (first, *beside)[-1])
        sheet = find_sheet(CrossingsNear(found))
        if sheet is None or sheet.area < MIN_AREA_SHARE * first.area:
            break
        beside.append(sheet)
    # A second sheet has to be surer than the first, since it is told without being read.
    sheets = (first, *(sheet for sheet in beside if sheet.is_clear))
    return tuple(sorted(sheets, key=lambda sheet: -sheet.area))


def _clearest(image: RGB) -> Look:
    """The crossings at the scale at which a sheet is clearest, and that sheet."""
    first = _first_reduction(image)
    best = _looked_at(image, first)
    is_sure = best[1] is not None and best[1].is_clear and best[1].pitch_px < MAX_SURE_STEP_PX * first
    if not is_sure:
        other = _looked_at(image, first // 2 if first > 1 else 2)
        best = max(best, other, key=lambda look: _clarity(look[1]))
    return best


def _first_reduction(image: RGB) -> int:
    longer: int = max(image.shape[:2])
    return ceil(longer / LOOKED_AT_PX)


def _clarity(sheet: SheetFound | None) -> float:
    """How clear a sheet is: one of texture, over a large area, is less clear than a board."""
    return 0.0 if sheet is None else sheet.merit * (2.0 if sheet.is_clear else 1.0)


def _looked_at(image: RGB, reduction: int) -> Look:
    found = find_crossings(image, reduction)
    sheet = find_sheet(CrossingsNear(found))
    return found, None if sheet is None or sheet.pitch_px < MIN_CELL_PX else sheet


def _outside(found: Crossings, sheet: SheetFound) -> Crossings:
    """The crossings that do not lie on a sheet."""
    height, width = found.across.shape
    covered = Image.new("1", (width, height))
    outline = sheet.outline / found.reduction
    ImageDraw.Draw(covered).polygon([(float(col), float(row)) for row, col in outline], fill=1)
    rows, cols = np.minimum(found.places.astype(np.intp), (height - 1, width - 1)).T
    left = ~np.asarray(covered)[rows, cols]
    return replace(
        found, places=found.places[left], strengths=found.strengths[left], slopes=found.slopes[left]
    )
