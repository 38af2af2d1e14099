"""Pieces that lie on a table beside a board, at any angle.

An area of one colour is a piece if its outline is that of one of the twelve pentominoes: all of them are laid
over it, turned in small steps. The size of a cell is known from the board.

Known failure: pieces that touch each other, the board, or the edge of something else on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from picrosser.imaging.pixels import RGB, Box, Lattice, Mask
from picrosser.puzzles.katamino import BOX, Piece
from picrosser.puzzles.picture import Colour
from picrosser.reading.katamino.areas import AreasFound, find_areas, with_gaps_closed

CELL_PX = 16.0  # in which areas of one colour are found
FINE = 8  # pixels per cell in which outlines are compared
CLOSINGS = 1, 2  # pixels: half of the widest groove between the cells of a piece
# The wood of a table and the noise of a sensor are smoothed in different ways, since none suits all pieces:
# the first shows all pieces of 9 of 13 drawn tables, all three together those of 12.
SMOOTHINGS: tuple[ImageFilter.Filter | None, ...] = (
    None,
    ImageFilter.GaussianBlur(1),
    ImageFilter.MedianFilter(5),
)
BOARD_RIM = 0.75  # cells of wood round the board's cells, and its shadow
MAX_COVERED = 0.3  # of an area's box may lie on the board
SIZES = 3.4, 6.2  # cells that a piece covers: its shadow may add some, soft edges take some
TURN_DEG = 5
REACH = 3.0  # cells from a piece's middle to its furthest corner, and a little
MIN_FIT = 0.8  # of the area of piece and outline together, what both share
MIN_MARGIN = 0.05  # by which the best piece has to fit better than the next


@dataclass(frozen=True, slots=True, eq=False)
class LoosePiece:
    """A piece that lies on the table.

    box : in the straight picture. fit, next_fit : how well its outline is that of the piece, and of the next.
    """

    piece: Piece
    colour: Colour
    box: Box
    fit: float
    next_fit: float


@dataclass(frozen=True, slots=True, eq=False)
class LoosePieces:
    """The pieces beside a board.

    pieces : those that are sure. others : boxes of what is as large as a piece and may be one.
    """

    pieces: tuple[LoosePiece, ...]
    others: tuple[Box, ...]


def find_loose_pieces(image: RGB, board: Lattice) -> Iterator[LoosePieces]:
    """The pieces beside a board; each time those of another look are added, see `SMOOTHINGS`.

    image : (H, W, 3) uint8 sRGB, straight. board : its cells in it.
    """
    times = board.pitch_px / CELL_PX
    picture = Image.fromarray(np.ascontiguousarray(image))
    size = round(picture.width / times), round(picture.height / times)
    small = np.array(picture.resize(size, Image.Resampling.BOX))
    box, rim = board.board, BOARD_RIM * board.pitch_px
    edges = box.top - rim, box.left - rim, box.bottom + rim, box.right + rim
    top, left, bottom, right = (max(0, round(edge / times)) for edge in edges)
    covered = np.zeros(small.shape[:2], bool)
    covered[top:bottom, left:right] = True
    pieces: list[LoosePiece] = []
    others: list[Box] = []
    for smoothing in SMOOTHINGS:
        smooth = np.asarray(Image.fromarray(small).filter(smoothing)) if smoothing else small
        for lit_unevenly in (True, False):
            areas = find_areas(smooth, lit_unevenly=lit_unevenly)
            for closing in CLOSINGS:
                for seen in _pieces(with_gaps_closed(areas, closing), covered, times):
                    if isinstance(seen, Box):
                        others.append(seen)
                    else:
                        pieces = _with_better(pieces, seen)
        unseen = tuple(box for box in others if not any(_overlap(box, seen.box) for seen in pieces))
        ordered = sorted(pieces, key=lambda seen: (seen.box.top, seen.box.left))
        yield LoosePieces(tuple(ordered), unseen)


def _with_better(pieces: list[LoosePiece], seen: LoosePiece) -> list[LoosePiece]:
    """The pieces and one more; of those in one place only that which fits best."""
    here = [other for other in pieces if _overlap(other.box, seen.box)]
    if any(other.fit >= seen.fit for other in here):
        return pieces
    return [*(other for other in pieces if other not in here), seen]


def _overlap(one: Box, other: Box) -> bool:
    return one.gap_px(other) < 0


def _pieces(found: AreasFound, covered: Mask, times: float) -> Iterator[LoosePiece | Box]:
    """The pieces among the areas of a picture, and the boxes of areas as large that are none.

    times : pixels of the straight picture per pixel of the areas' picture.
    """
    for area in found.areas:
        box = area.box
        cells = area.filled.sum() / (CELL_PX / found.reduction) ** 2
        if not SIZES[0] <= cells <= SIZES[1] or max(area.mask.shape) > 2 * REACH * CELL_PX:
            continue
        if (covered[:: found.reduction, :: found.reduction][box.slices] & area.mask).mean() > MAX_COVERED:
            continue
        here = Box(
            *(round(times * found.reduction * edge) for edge in (box.top, box.left, box.bottom, box.right))
        )
        fitted = _fitted(area.filled, CELL_PX / found.reduction)
        if fitted is None:
            yield here
        else:
            yield LoosePiece(BOX[fitted[0]], found.colours[area.colour], here, *fitted[1:])


def _fitted(part: Mask, cell_px: float) -> tuple[int, float, float] | None:
    """Which piece of the box an outline is, how well it fits, and how well the next one does."""
    side = _side()
    times = FINE / cell_px
    shape = tuple(max(1, round(length * times)) for length in part.shape)
    part = (
        np.asarray(Image.fromarray(part.astype(np.uint8) * 255).resize(shape[::-1], Image.Resampling.BOX))
        > 127
    )
    rows, cols = np.nonzero(part)
    shift = side / 2 - np.array([rows.mean() + 0.5, cols.mean() + 0.5])
    at = np.rint(np.column_stack([rows, cols]) + shift).astype(int)
    inside = ((at >= 0) & (at < side)).all(axis=1)
    seen = np.zeros((side, side), np.float32)
    seen[tuple(at[inside].T)] = 1
    templates, numbers = _templates()
    shared = templates @ seen.ravel()
    fits = shared / (templates.sum(axis=1) + float(part.sum()) - shared)
    best = np.array([fits[numbers == number].max() for number in range(len(BOX))])
    order = np.argsort(-best)
    first, second = float(best[order[0]]), float(best[order[1]])
    if first < MIN_FIT or first - second < MIN_MARGIN:
        return None
    return int(order[0]), first, second


def _side() -> int:
    return round(2 * REACH * FINE)


@lru_cache(maxsize=1)
def _templates() -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """(T, side * side) outlines of all pieces, turned and turned over, about their middles; and whose."""
    side = _side()
    outlines, numbers = [], []
    for number, piece in enumerate(BOX):
        cells = np.array(piece.shape, float)
        middle = cells.mean(axis=0) + 0.5
        for flip in (1, -1):
            for degrees in range(0, 360, TURN_DEG):
                cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
                mask = Image.new("1", (side, side))
                pen = ImageDraw.Draw(mask)
                for cell in cells:
                    corners = cell + np.array([(0, 0), (0, 1), (1, 1), (1, 0)]) - middle
                    corners = (corners * (1, flip)) @ np.array([(cos, -sin), (sin, cos)]) * FINE + side / 2
                    pen.polygon([(col - 0.5, row - 0.5) for row, col in corners.tolist()], fill=1)
                outlines.append(np.asarray(mask, np.float32).ravel())
                numbers.append(number)
    return np.array(outlines), np.array(numbers)
