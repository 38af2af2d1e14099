"""Light and shadow on a flat page, and what lies around its paper."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import max_channel, min_channel
from picrosser.imaging.pixels import RGB

BACKGROUND = 0.8  # the share of a patch's pixels that are darker than the paper
NEAR, FAR = 3, 9  # patches, the sides of squares that tell the paper's tone: in shadow, and near paint
# Of the paper's tone: what is lighter than the first, paper and traces of lines, becomes white; what is
# darker than the second, black. Printed digits have a half of it where they are thin.
WHITE, BLACK = 0.9, 0.25
PAINT = 0.45  # of the paper's tone: a patch that is darker all over is painted; shadows have 0.5 and more
ROUGH = 26  # levels between the median and the lighter tones of a cell: paper with digits has less
# A cell is dark if its lightest pixels, but for so many, are darker than this. Of 12,500 cells with print or
# white digits beside 33 drawn sheets nearly all have 225 and more; of 4,500 of dark tables most have up to
# 150, those at the edge of the paper what is between.
LIGHTEST, DARK = 0.95, 160


def evenly_lit(page: NDArray[np.uint8], cell_px: int) -> NDArray[np.uint8]:
    """The page with its paper white everywhere.

    The paper's tone is looked for in patches of half a cell. Paint covers several of them; there the tone of
    the paper further away counts.

    page : (H, W, 3) uint8 sRGB, or (H, W) in shades of grey. cell_px : the pixels of its cells.
    """
    from scipy import ndimage

    patch, colours = cell_px // 2, page.shape[2:]
    rows, cols = page.shape[0] // patch, page.shape[1] // patch
    patches = page[: rows * patch, : cols * patch].reshape(rows, patch, cols, patch, *colours)
    patches = patches.swapaxes(1, 2).reshape(rows, cols, patch * patch, *colours)
    at = int(BACKGROUND * patch * patch)
    light = np.ascontiguousarray(np.partition(patches, at, axis=2)[:, :, at])
    # Two blurred digits may fill a patch; a shadow that ends there covers most of those around it, too.
    each = (1,) * len(colours)
    near = np.maximum(light, ndimage.median_filter(light, (NEAR, NEAR, *each), mode="nearest"))
    far = ndimage.maximum_filter(light, (FAR, FAR, *each), mode="nearest")
    is_paint = _darkest(near) < PAINT * _darkest(far)
    paper = np.where(is_paint[..., None] if colours else is_paint, far, near)
    smooth = Image.fromarray(paper).filter(ImageFilter.BoxBlur(1))
    full = smooth.resize((cols * patch, rows * patch), Image.Resampling.BILINEAR)
    rest = ((0, page.shape[0] - rows * patch), (0, page.shape[1] - cols * patch), *((0, 0) for _ in colours))
    tone = np.maximum(np.pad(np.asarray(full, np.float32), rest, mode="edge"), 8)
    share = np.divide(page, tone, out=tone)
    share -= BLACK
    share *= 255 / (WHITE - BLACK)
    return np.clip(share, 0, 255, out=share).astype(np.uint8)


def _darkest(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H, W) the smallest channel, or the only one."""
    return page if page.ndim == 2 else min_channel(page)


def paper_cells(page: RGB, cell_px: int, area: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """(R, C) which cells show the sheet's paper, and not what it lies on, such as a table.

    Paper is smooth between what is printed on it; it is followed from the sheet on. Cells without anything
    light in them, from the page's edge on, are a dark table, which may be as smooth.

    page : (H, W, 3) uint8, with even light. cell_px : the pixels of its cells.
    area : the first and the last line across that are ruled, then those down.
    """
    from scipy import ndimage

    light, usual, lightest = _tones_of_cells(page, cell_px)
    smooth, dark = light - usual < ROUGH, lightest < DARK
    top, bottom, left, right = area
    sheet = np.zeros(smooth.shape, bool)
    sheet[top:bottom, left:right] = True
    square = np.ones((3, 3), bool)
    closed = ndimage.binary_closing(np.pad(smooth, 2), square)[
        2:-2, 2:-2
    ]  # it takes what is outside for dark
    paper = ndimage.binary_propagation(sheet, mask=closed | sheet)
    beyond = np.pad(~sheet & (dark | ~paper), 1, constant_values=True)
    edge = np.pad(np.zeros(smooth.shape, bool), 1, constant_values=True)
    table = ndimage.binary_propagation(edge, mask=beyond)[1:-1, 1:-1]
    return np.asarray(ndimage.binary_propagation(sheet, mask=paper & ~table))


def _tones_of_cells(page: RGB, cell_px: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """(R, C) each cell's background and median tone, in the smallest channel; the lightest in the largest."""
    rows, cols = page.shape[0] // cell_px, page.shape[1] // cell_px

    def cells(grey: NDArray[np.uint8], every: int) -> NDArray[np.uint8]:
        each = grey.reshape(rows, cell_px, cols, cell_px)[:, ::every, :, ::every]
        return each.transpose(0, 2, 1, 3).reshape(rows, cols, -1)

    darkest = cells(min_channel(page), 1)
    lightest = np.quantile(cells(max_channel(page), 2), LIGHTEST, axis=2)
    return np.quantile(darkest, BACKGROUND, axis=2), np.median(darkest, axis=2), lightest
