"""Many small pictures of one size in, one contact sheet out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.marks import SMALL_PX, TEXT, WIDTH_PX, blank, text_width, write
from picrosser.puzzles.picture import Colour

_GAP_PX, _GROUP_GAP_PX = 8, 24
_LABEL_PX = SMALL_PX + 5
_SMALLEST_PX, _LARGEST_PX = 48, 112
_AREA_PX = WIDTH_PX * 1500  # what the tiles of a sheet fill together, more or less


@dataclass(frozen=True, slots=True)
class Tile:
    """One picture of a contact sheet with its label; `remark` stands right of the label."""

    picture: Image.Image
    label: str
    colour: Colour = TEXT
    remark: str = ""
    remark_colour: Colour = TEXT


def tile_side(count: int) -> int:
    """The side of a patch on a sheet of so many, in pixels."""
    side = int(np.sqrt(_AREA_PX / max(1, count))) - 32
    return min(_LARGEST_PX, max(_SMALLEST_PX, side))


def tile_picture(pixels: NDArray[np.uint8], side: int) -> Image.Image:
    """A square patch, (L, L, 3) or (L, L) uint8, at the side of a tile; enlarged, its pixels stay visible."""
    image = Image.fromarray(np.ascontiguousarray(pixels)).convert("RGB")
    grows = side >= image.width
    return image.resize((side, side), Image.Resampling.NEAREST if grows else Image.Resampling.LANCZOS)


def contact_sheet(tiles: Sequence[Tile], group: int = 1, width_px: int = WIDTH_PX) -> Image.Image:
    """Lay tiles out in rows; `group` tiles belong together and stay in one row if they can."""
    if not tiles:
        return _nothing()
    width = max(tile.picture.width for tile in tiles)
    height = max(tile.picture.height for tile in tiles) + _LABEL_PX
    group_width = group * (width + _GAP_PX) + (_GROUP_GAP_PX if group > 1 else 0)
    groups = max(1, width_px // group_width)
    in_row = groups * group if group_width <= width_px else max(1, width_px // (width + _GAP_PX))
    rows = -(-len(tiles) // in_row)
    across = min(in_row, len(tiles))
    sheet = blank(
        across * (width + _GAP_PX) + (-(-across // group) - 1) * (group_width - group * (width + _GAP_PX)),
        rows * (height + _GAP_PX + 4),
    )
    draw = ImageDraw.Draw(sheet)
    for number, tile in enumerate(tiles):
        row, at = divmod(number, in_row)
        x = at * (width + _GAP_PX) + (at // group) * (group_width - group * (width + _GAP_PX))
        y = row * (height + _GAP_PX + 4)
        write(draw, (x, y), tile.label, tile.colour, SMALL_PX)
        if tile.remark and text_width(f"{tile.label}  {tile.remark}", SMALL_PX) <= width:
            write(draw, (x + width, y), tile.remark, tile.remark_colour, SMALL_PX, "ra")
        sheet.paste(tile.picture, (x, y + _LABEL_PX))
    return sheet


def _nothing() -> Image.Image:
    sheet = blank(240, 40)
    write(ImageDraw.Draw(sheet), (0, 8), "nothing was found")
    return sheet
