"""Pieces that lie on a table beside a board, at any angle.

What differs from the table around it, or is of one colour, is a piece if it has sharp edges, unlike a shadow,
and if its outline is that of one of the twelve pentominoes: all of them are laid over it, turned in small
steps. The size of a cell is known from the board.

Known failure: pieces that touch each other, the board, or the edge of something else on the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.imaging.channels import DARK
from picrosser.imaging.pixels import RGB, Box, Lattice, Mask
from picrosser.puzzles.katamino import BOX, Piece
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.areas import MOST, find_areas, with_gaps_closed
from picrosser.reading.katamino.table_board import SAME_HUE

CELL_PX = 16  # pixels per cell in which areas of one colour are found
FINE = CELL_PX // 2  # pixels per cell in which outlines are compared
# The table around: so many cells, of which every so many pixels are looked at. What differs from it by more
# than `SAME_HUE`, and four times what is usual there, may be a piece.
AROUND, COARSER = 7, CELL_PX // 2
# Pixels of the straight picture, with cells of 32: its noise is blurred, and an edge may be so far beside the
# outline. Edges of pieces have 0.3 and more, the sharpest shadows 0.06 of the logarithm, from pixel to pixel,
# on so much of the outline.
EDGE_BLUR_PX, EDGE_REACH_PX, SHARP, SHARP_SHARE = 0.8, 9, 0.12, 0.7
BOARD_RIM = 0.75  # cells of wood round the board's cells, and its shadow
MIN_CELLS = 3.4  # that a piece covers: soft edges take some; with 4 a piece of a drawn table is missed
SMOOTHED_PX = 2  # gaps and specks that are narrower than twice this are closed and dropped
SIDE = (PENTOMINO + 1) * FINE  # pixels of the square in which outlines are compared: a bar, and a little
# Of the area of piece and outline together, what both share; and by how much more than with the next piece.
MIN_FIT, MIN_MARGIN = 0.8, 0.05


class _Outline(NamedTuple):
    """What may be a piece. filled : (h, w) bool, within its box. reduction : as in `AreasFound`."""

    filled: Mask
    box: Box
    reduction: int
    colour: Colour


@dataclass(frozen=True, slots=True, eq=False)
class LoosePiece:
    """A piece on the table. box : in the straight picture. fit : the share of both areas that they share."""

    piece: Piece
    colour: Colour
    box: Box
    fit: float


@dataclass(frozen=True, slots=True)
class LoosePieces:
    """The pieces beside a board, row by row."""

    pieces: tuple[LoosePiece, ...]


def find_loose_pieces(image: RGB, board: Lattice) -> Iterator[LoosePieces]:
    """The pieces beside a board: what differs from the table around it; then also what has one hue or colour.

    image : (H, W, 3) uint8 sRGB, straight. board : its cells in it.
    """
    times = board.pitch_px / CELL_PX
    picture = Image.fromarray(image)
    size = round(picture.width / times), round(picture.height / times)
    small = np.array(picture.resize(size, Image.Resampling.BOX))
    box, rim = board.board, BOARD_RIM * board.pitch_px
    edges = box.top - rim, box.left - rim, box.bottom + rim, box.right + rim
    top, left, bottom, right = (max(0, round(edge / times)) for edge in edges)
    covered = np.zeros(small.shape[:2], bool)
    covered[top:bottom, left:right] = True
    steepest = cache(lambda: _steepest(image))  # not needed where nothing looks like a piece
    pieces: list[LoosePiece] = []
    for outlines in (
        _unlike_table(small, covered),
        _of_one_colour(small, lit_unevenly=True),
        _of_one_colour(small, lit_unevenly=False),
    ):
        for outline in outlines:
            seen = _as_piece(outline, covered, times)
            if seen is None or not _is_sharp(outline, steepest(), times):
                continue
            here = [other for other in pieces if other.box.gap_px(seen.box) < 0]
            if all(other.fit < seen.fit for other in here):  # of several in one place, which fits best
                pieces = [*(other for other in pieces if other not in here), seen]
        yield LoosePieces(tuple(sorted(pieces, key=lambda seen: (seen.box.top, seen.box.left))))


def _of_one_colour(small: RGB, *, lit_unevenly: bool) -> Iterator[_Outline]:
    """The areas of one colour, or of one hue whatever the light."""
    found = with_gaps_closed(find_areas(small, lit_unevenly=lit_unevenly), 1)
    for area in found.areas:
        yield _Outline(area.filled, area.box, found.reduction, found.colours[area.colour])


def _unlike_table(small: RGB, covered: Mask) -> Iterator[_Outline]:
    """What differs in hue or lightness from the median around it, of which a piece takes less than half."""
    from scipy import ndimage  # few pictures come here
    from skimage.measure import label, regionprops

    if covered.all():
        return
    logs = np.log(small.astype(np.float32) + DARK)
    light = logs.mean(axis=2)
    signals = np.stack([light, logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]])
    hidden = covered[::COARSER, ::COARSER]
    side = AROUND * CELL_PX // COARSER | 1
    away = []
    for signal in signals:
        rough = signal[::COARSER, ::COARSER].copy()
        rough[hidden] = np.median(rough[~hidden]) if not hidden.all() else 0
        table = Image.fromarray(ndimage.median_filter(rough, side, mode="nearest"))
        away.append(signal - np.asarray(table.resize(light.shape[::-1], Image.Resampling.BILINEAR)))
    hue = np.hypot(away[1], away[2])
    other_hue, lighter = (
        SAME_HUE + 4 * float(np.median(np.abs(values)[~covered])) for values in (hue, away[0])
    )
    hues, lights, darks = hue > other_hue, away[0] > lighter, away[0] < -lighter
    for mask in (hues, lights, darks, hues | lights, hues | lights | darks):
        padded = np.pad(mask & ~covered, SMOOTHED_PX)  # else a closing eats what lies at the picture's edge
        closed = ndimage.binary_fill_holes(ndimage.binary_closing(padded, iterations=SMOOTHED_PX))
        opened = ndimage.binary_opening(closed, iterations=SMOOTHED_PX)
        inner = opened[SMOOTHED_PX:-SMOOTHED_PX, SMOOTHED_PX:-SMOOTHED_PX]
        for region in regionprops(label(inner, connectivity=1)):
            if region.area < MIN_CELLS * CELL_PX**2:
                continue  # writing on a page has thousands of such parts
            red, green, blue = np.median(small[region.slice][region.image], axis=0).astype(int).tolist()
            yield _Outline(region.image, Box(*region.bbox), 1, (red, green, blue))


def _steepest(image: RGB) -> NDArray[np.float32]:
    """(H, W) the steepest edge near each pixel of the straight picture: a shadow has no steep one."""
    from scipy import ndimage

    blurred = ndimage.gaussian_filter(image.astype(np.float32), (EDGE_BLUR_PX, EDGE_BLUR_PX, 0))
    logs = np.log(blurred + DARK)
    steps = [np.abs(np.diff(logs, axis=axis, prepend=logs.take([0], axis))) for axis in (0, 1)]
    return np.asarray(ndimage.maximum_filter(np.max(steps, axis=(0, 3)), EDGE_REACH_PX))


def _is_sharp(outline: _Outline, steepest: NDArray[np.float32], times: float) -> bool:
    """Whether the edge of what may be a piece is sharp, nearly all around it."""
    from skimage.segmentation import find_boundaries

    rim = find_boundaries(np.pad(outline.filled, 1), mode="inner")[1:-1, 1:-1]
    corner = np.array([outline.box.top, outline.box.left]) + 0.5
    at = (times * outline.reduction * (np.argwhere(rim) + corner)).astype(int)
    rows, cols = np.minimum(at, np.array(steepest.shape) - 1).T
    return float(np.quantile(steepest[rows, cols], 1 - SHARP_SHARE)) > SHARP


def _as_piece(outline: _Outline, covered: Mask, times: float) -> LoosePiece | None:
    """The piece that has an outline; None if none has. times : pixels of the straight picture per pixel."""
    box, reduction = outline.box, outline.reduction
    cell_px = CELL_PX / reduction
    cells = outline.filled.sum() / cell_px**2
    if not MIN_CELLS <= cells <= PENTOMINO / MIN_FIT or max(outline.filled.shape) > SIDE / FINE * cell_px:
        return None
    if covered[::reduction, ::reduction][box.slices][outline.filled].mean() > MOST:
        return None
    templates, numbers = _templates()
    shown = _about_its_middle(outline.filled, cell_px)
    shared = templates @ shown.ravel()
    fits = shared / (templates.sum(axis=1) + shown.sum() - shared)
    best = np.array([fits[numbers == number].max() for number in range(len(BOX))])
    *_, second, first = np.argsort(best).tolist()
    if best[first] < MIN_FIT or best[first] - best[second] < MIN_MARGIN:
        return None
    return LoosePiece(BOX[first], outline.colour, box.times(times * reduction), float(best[first]))


def _about_its_middle(part: Mask, cell_px: float) -> NDArray[np.float32]:
    """(SIDE, SIDE) 0 or 1, an outline about the middle of its area, with `FINE` pixels per cell."""
    size = tuple(max(1, round(length * FINE / cell_px)) for length in part.shape[::-1])
    fine = Image.fromarray(part.astype(np.uint8) * 255).resize(size, Image.Resampling.BOX)
    places = np.argwhere(np.asarray(fine) > 127)
    at = np.rint(places + SIDE / 2 - places.mean(axis=0) - 0.5).astype(int)
    shown = np.zeros((SIDE, SIDE), np.float32)
    shown[tuple(at[((at >= 0) & (at < SIDE)).all(axis=1)].T)] = 1
    return shown


@cache
def _templates() -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """(T, SIDE * SIDE) outlines of all pieces, turned and turned over, about their middles; and whose."""
    outlines, numbers = [], []
    for (number, piece), flip, degrees in product(enumerate(BOX), (1, -1), range(0, 360, 5)):
        cells = np.array(piece.shape, float)
        middle = cells.mean(axis=0) + 0.5
        cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        mask = Image.new("1", (SIDE, SIDE))
        pen = ImageDraw.Draw(mask)
        for cell in cells:
            corners = cell + np.array([(0, 0), (0, 1), (1, 1), (1, 0)]) - middle
            corners = (corners * (1, flip)) @ np.array([(cos, -sin), (sin, cos)]) * FINE + SIDE / 2
            pen.polygon([(col - 0.5, row - 0.5) for row, col in corners.tolist()], fill=1)
        outlines.append(np.asarray(mask, np.float32).ravel())
        numbers.append(number)
    return np.array(outlines), np.array(numbers)
