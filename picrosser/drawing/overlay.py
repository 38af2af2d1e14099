"""Draws a solution over the screenshot that it was read from.

Each cell is painted inside its edges, so the app's grid stays visible between the cells, and so do the hints,
which lie outside the board. Blank cells are left as they are; undecided cells are hatched. `paint_over` does
the geometry for every drawing on a screenshot, including boards that are tilted in the picture. Known
weakness: paint that the player has put on a cell which is blank in the solution stays visible.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.perspective import Homography, as_homography, project, resample
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture

# In fractions of the pitch, on each side of a cell. The game's dashes are 0.08 wide and lie on the edge: half
# of that must stay free, and a little more, or the dashes disappear between two dark cells.
_MARGIN = 0.06
# A painted cell nearer than this to the background colour gets an outline: Euclidean distance over the three
# channels. Real boards have colours at 20 to 46 from the background, which are invisible on it, and none
# between 46 and 70.
_MAX_OUTLINED_DISTANCE = 60.0
_OUTLINE = 0.04  # of the pitch
_PAINTED_AROUND = 0.5  # of the pitch: drawings may reach this far beyond the board
# Of the pitch: one dark stripe, one light stripe and a gap as wide as both, four times across a cell. Dark
# and light side by side show on any background.
_HATCH_PERIOD = 0.25
_DARK_STRIPE: Colour = (40, 40, 40)
_LIGHT_STRIPE: Colour = (235, 235, 235)
_STRIP_PX = 64  # rows of a layer that are computed at a time: all of a photograph's would take 0.6 GB

Paint = Callable[[Image.Image], None]
"""Paints on an RGB image, at the places that the lattice gives."""


def overlay(screenshot: RGB, lattice: Lattice, picture: Picture) -> Image.Image:
    """Draw a picture over the board in a screenshot.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it; the board may be tilted.
    picture : as many cells as the lattice; EMPTY cells are left alone, UNKNOWN cells are hatched.

    Returns
    -------
    An RGB image of the screenshot's size.

    Raises
    ------
    ValueError : picture and lattice differ in the number of rows or columns.
    """
    if picture.shape != lattice.shape:
        raise ValueError(f"the picture has {picture.shape} cells, the lattice {lattice.shape}")
    return paint_over(screenshot, lattice, lambda image: _paint(image, lattice, picture))


def _paint(image: Image.Image, lattice: Lattice, picture: Picture) -> None:
    outlines = _outlines(picture.palette)
    line_px = max(1, round(_OUTLINE * lattice.pitch_px))
    hatching = _hatching(lattice) if UNKNOWN in picture.cells else None
    margin_px = max(1, round(_MARGIN * lattice.pitch_px))
    for row, line in enumerate(picture.cells.tolist()):
        for col, value in enumerate(line):
            if value == EMPTY:
                continue
            box = _shrunk(lattice.cell(row, col), margin_px)
            if value == UNKNOWN:
                if hatching is not None:
                    hatching.draw(image, box)
                continue
            outline = outlines[value]
            if outline is not None:
                fill_box(image, box, outline)
                box = _shrunk(box, line_px)
            fill_box(image, box, picture.palette[value])


def fill_box(image: Image.Image, box: Box, colour: Colour) -> None:
    """Fill a box of an image with a colour."""
    image.paste(colour, (box.left, box.top, box.right, box.bottom))


def _shrunk(box: Box, by_px: int) -> Box:
    """Return the box without a border; tiny cells keep at least one pixel."""
    down, across = min(by_px, (box.height - 1) // 2), min(by_px, (box.width - 1) // 2)
    return Box(box.top + down, box.left + across, box.bottom - down, box.right - across)


def _outlines(palette: tuple[Colour, ...]) -> list[Colour | None]:
    """Return the outline colour for each colour, None where it stands out from the background by itself."""
    tones = np.array(palette, dtype=np.float64)
    near = np.linalg.norm(tones - tones[0], axis=1) < _MAX_OUTLINED_DISTANCE
    contrast: Colour = (0, 0, 0) if tones[0] @ (0.299, 0.587, 0.114) > 127 else (255, 255, 255)
    return [contrast if is_near else None for is_near in near.tolist()]


def _hatching(lattice: Lattice) -> Hatching:
    sides = [np.diff(edges).max() for edges in (lattice.row_edges_px, lattice.col_edges_px)]
    return Hatching(int(max(sides)), lattice.pitch_px)


class Hatching:
    """Dark and light diagonal stripes for undecided cells."""

    def __init__(self, largest_px: int, pitch_px: float) -> None:
        """Prepare the stripes.

        Parameters
        ----------
        largest_px : the longest side of any cell, in pixels.
        pitch_px : the mean side, in pixels.
        """
        period = max(4, round(_HATCH_PERIOD * pitch_px))
        along = np.add.outer(np.arange(largest_px), np.arange(largest_px)) % period
        quarter = max(1, period // 4)
        self._dark = Image.fromarray(np.where(along < quarter, 255, 0).astype(np.uint8))
        light = (along >= quarter) & (along < 2 * quarter)
        self._light = Image.fromarray(np.where(light, 255, 0).astype(np.uint8))

    def draw(self, image: Image.Image, box: Box) -> None:
        """Draw the stripes over one cell of an image."""
        part = (0, 0, box.width, box.height)
        for colour, mask in ((_DARK_STRIPE, self._dark), (_LIGHT_STRIPE, self._light)):
            image.paste(colour, (box.left, box.top), mask.crop(part))


def paint_over(screenshot: RGB, lattice: Lattice, paint: Paint) -> Image.Image:
    """Paint over the board in a screenshot, even if it is tilted.

    `paint` only knows upright cells. For a tilted board it paints on a transparent layer, which is then
    projected onto the board with smooth edges; the screenshot's own pixels stay as they are around it.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; not changed.
    lattice : where the cells lie in it.
    paint : may paint up to half a cell beyond the board, and may be called several times.

    Returns
    -------
    An RGB image of the screenshot's size.
    """
    # Pillow's paste fills boxes five times as fast as numpy slices, since it stores a pixel in one word.
    image = Image.fromarray(np.ascontiguousarray(screenshot))
    if lattice.to_picture is None:
        paint(image)
    else:
        _lay_over(image, lattice, lattice.to_picture, paint)
    return image


def _lay_over(image: Image.Image, lattice: Lattice, to_picture: Homography, paint: Paint) -> None:
    """Paint on an upright layer and project it onto an image in which the board is tilted."""
    board, around = lattice.board, _PAINTED_AROUND * lattice.pitch_px
    layer = _painted_layer((round(board.bottom + around), round(board.right + around)), paint)
    ends = [(row, col) for row in (board.top - around, board.bottom + around)
            for col in (board.left - around, board.right + around)]  # fmt: skip
    corners = project(to_picture, np.array(ends))
    first = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    last = np.minimum(np.ceil(corners.max(axis=0)), image.size[::-1]).astype(int)
    moved = np.array([(1, 0, first[0]), (0, 1, first[1]), (0, 0, 1)], np.float64)
    back = as_homography(np.asarray(np.linalg.inv(np.array(to_picture)) @ moved, np.float64))
    laid = resample(layer, back, (int(last[0] - first[0]), int(last[1] - first[1])))
    image.paste(laid, (int(first[1]), int(first[0])), laid)


def _painted_layer(size_px: tuple[int, int], paint: Paint) -> Image.Image:
    """Return what `paint` paints as RGBA.

    It is painted on black and on white: where the two results differ, the layer is transparent.
    """
    canvases = [Image.new("RGB", size_px[::-1], tone) for tone in ("black", "white")]
    for canvas in canvases:
        paint(canvas)
    on_black, on_white = map(np.asarray, canvases)
    layer = np.empty((*size_px, 4), np.uint8)
    for top in range(0, size_px[0], _STRIP_PX):
        rows = slice(top, top + _STRIP_PX)
        layer[rows] = _without_backdrop(on_black[rows], on_white[rows])
    return Image.fromarray(layer)


def _without_backdrop(on_black: RGB, on_white: RGB) -> NDArray[np.uint8]:
    """(H, W, 4) what was painted on black and on white alike, as RGBA."""
    black = on_black.astype(np.int16)
    alpha: NDArray[np.int16] = 255 - (on_white - black).max(axis=2)
    share = np.maximum(alpha, 1)[..., None] / np.float32(255)
    colours = np.where(alpha[..., None] > 0, black / share, 0)
    return np.dstack([np.clip(np.rint(colours), 0, 255), alpha]).astype(np.uint8)
