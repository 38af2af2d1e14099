"""Finds where the paint of each cell lies: on its tile, or between the lines that are drawn round it.

The lattice of a board comes from its lines or its hints. Beside tiles with gaps between them it may be a few
pixels off, and a tile may have round corners: squares painted on the lattice would lie beside them. Some
cells are followed from their middle until the tone changes. If most agree on a size that leaves a clear gap,
these are tiles.

Of other boards an edge of the lattice lies somewhere on its line, which may be one pixel wide or ten. Paint
that keeps the same distance from the edges touches a wide line on one side and leaves a gap on the other, so
it keeps its distance from the lines themselves. Where cells have no line between them, their edge is all
there is.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import channel_distance
from picrosser.imaging.pixels import RGB, Box, Lattice

Spans = tuple[tuple[int, int], ...]
"""The pixels that paint fills, half-open, of each row or of each column."""


class PaintPlaces(NamedTuple):
    """Where the cells of a board are painted.

    lattice : the cells; those of tiles with their edges in the middles of the gaps.
    coverage : (height, width) uint8, of 255: how much of each pixel is tile; less at round corners. None for
        cells that are no tiles.
    """

    lattice: Lattice
    rows: Spans
    cols: Spans
    coverage: NDArray[np.uint8] | None = None

    def box(self, row: int, col: int) -> Box:
        (top, bottom), (left, right) = self.rows[row], self.cols[col]
        return Box(top, left, bottom, right)


def paint_places(image: RGB, lattice: Lattice) -> PaintPlaces:
    """Find where the cells are painted; on a tilted board it is between the edges of its lattice.

    image : (H, W, 3) uint8 sRGB. lattice : about where the cells lie in it.
    """
    return find_tiles(image, lattice) or _between_lines(image, lattice)


# ---- Tiles

_MAX_SEEN = 36  # cells that are looked at: enough for a vote, and quick on any board
_MIN_PITCH_PX = 12  # smaller tiles have no shape that could be seen
_MIN_SEEN = 4
_MIN_AGREEING = 0.6  # of the cells without a mark in their middle
_REACH = 0.65  # of the pitch: how far from its middle a cell is followed
_MIDDLE = 0.12  # of the pitch: half the side of the part whose tone a cell is taken to have
_MAX_CHANGE = 8  # levels within a tile: a page may be as near to its tiles as 13 levels
# Of the pitch. Lines between cells are thinner, and paint keeps off them anyway. Round corners are no line's.
_MIN_GAP, _MIN_GAP_OF_ROUND, _MAX_GAP = 0.10, 0.04, 0.4
_CORNER = 0.03  # of the pitch: a round corner is seen so far within the box
_MAX_OFF = 0.04  # of the pitch: how much tiles may differ in size, or lie beside an even spacing
_MAX_MOVED = 0.2  # of the pitch: from where the lattice has them
_MIN_CONTRAST = 20.0  # levels, Euclidean, between a tile and the gap: else no shape can be seen
_SURELY_TILE = 0.9  # of a pixel
_EDGE_PX = 1  # the edge of a tile is a blend of both tones


def find_tiles(image: RGB, lattice: Lattice) -> PaintPlaces | None:
    """Find the tiles of a board; None if its cells are no tiles, or if it is tilted.

    image : (H, W, 3) uint8 sRGB. lattice : about where the cells lie in it.
    """
    if lattice.to_picture is not None or min(lattice.shape) < 2 or min(lattice.pitches_px) < _MIN_PITCH_PX:
        return None
    rows, cols = lattice.shape
    step = -(-rows * cols // _MAX_SEEN)
    while gcd(step, cols) > 1:  # else only some of the columns would be seen
        step += 1
    cells = [divmod(number, cols) for number in range(0, rows * cols, step)]
    seen = {cell: box for cell in cells if (box := _followed(image, lattice, cell)) is not None}
    agreed = _agreed(image, list(seen.values()), lattice)
    if agreed is None:
        return None
    size, agreeing = agreed
    tiles = {cell: box for (cell, box), agrees in zip(seen.items(), agreeing, strict=True) if agrees}
    at = np.array(list(tiles))
    middles = np.array([box.middle for box in tiles.values()])
    down = _evenly(at[:, 0], middles[:, 0], lattice.row_edges_px)
    across = _evenly(at[:, 1], middles[:, 1], lattice.col_edges_px)
    coverage = _coverage(image, list(tiles.values()), size)
    if down is None or across is None or coverage is None:
        return None
    height, width = coverage.shape
    return PaintPlaces(
        Lattice(_edges(down), _edges(across)), _spans(down, height), _spans(across, width), coverage
    )


def _agreed(image: RGB, boxes: Sequence[Box], lattice: Lattice) -> tuple[tuple[int, int], list[bool]] | None:
    """The size, (height, width), on which most tiles agree, and which do; None if there is none."""
    if len(boxes) < _MIN_SEEN:
        return None
    pitches = np.array(lattice.pitches_px)
    sizes = np.array([(box.height, box.width) for box in boxes], np.float64)
    size: NDArray[np.float64] = np.median(sizes, axis=0)
    allowed = np.maximum(1.5, _MAX_OFF * pitches)
    agreeing: NDArray[np.bool_] = np.all(np.abs(sizes - size) <= allowed, axis=1)
    gaps = 1 - size / pitches
    if agreeing.mean() < _MIN_AGREEING or gaps.min() < _MIN_GAP_OF_ROUND or gaps.max() > _MAX_GAP:
        return None
    if gaps.min() < _MIN_GAP:
        inset = max(1, round(_CORNER * pitches.min()))
        if sum(_has_round_corners(image, box, inset) for box in boxes) < _MIN_AGREEING * len(boxes):
            return None
    return (round(float(size[0])), round(float(size[1]))), agreeing.tolist()


def _has_round_corners(image: RGB, box: Box, inset: int) -> bool:
    """Whether the four corners of a box, so many pixels within it, do not have its tone."""
    row, col = map(int, box.middle)
    rows, cols = (box.top + inset, box.bottom - 1 - inset), (box.left + inset, box.right - 1 - inset)
    return bool((channel_distance(image[np.ix_(rows, cols)], image[row, col]) > _MAX_CHANGE).all())


def _followed(image: RGB, lattice: Lattice, cell: tuple[int, int]) -> Box | None:
    """The box around a cell's middle within which its tone stays the same; None if there is a mark."""
    down, across = lattice.pitches_px
    row, col = map(int, lattice.cell(*cell).middle)
    reach_down, reach_across = int(_REACH * down), int(_REACH * across)
    top, bottom, left, right = row - reach_down, row + reach_down, col - reach_across, col + reach_across
    if top < 0 or left < 0 or bottom >= image.shape[0] or right >= image.shape[1]:
        return None
    half = max(1, round(_MIDDLE * min(down, across)))
    upright = image[top : bottom + 1, col - half : col + half + 1]
    level = image[row - half : row + half + 1, left : right + 1]
    alike_down, alike_across = (
        channel_distance(strip, image[row, col]) <= _MAX_CHANGE for strip in (upright, level)
    )
    if not alike_down[reach_down - half : reach_down + half + 1].all():
        return None
    first, last = _run_around(alike_down.mean(axis=1) > 0.5, reach_down)
    start, end = _run_around(alike_across.mean(axis=0) > 0.5, reach_across)
    return Box(top + first, left + start, top + last, left + end)


def _run_around(flags: NDArray[np.bool_], middle: int) -> tuple[int, int]:
    """The run of True around an index, half-open."""
    false = np.flatnonzero(~flags)
    before, after = false[false < middle], false[false > middle]
    return (int(before[-1]) + 1 if len(before) else 0), (int(after[0]) if len(after) else len(flags))


def _evenly(
    at: NDArray[np.intp], middles: NDArray[np.float64], edges: Sequence[int]
) -> NDArray[np.float64] | None:
    """The middles of all rows (or columns), evenly spaced through those seen; None if these are not.

    at, middles : the row (or column) of each tile that was seen, and its middle, in pixels.
    """
    pitch, every = (edges[-1] - edges[0]) / (len(edges) - 1), np.arange(len(edges) - 1)
    known = (np.array(edges[:-1]) + np.array(edges[1:])) / 2
    moved = middles - known[at]
    slope, start = np.polyfit(at, moved, 1) if len(set(at.tolist())) > 1 else (0.0, float(np.median(moved)))
    off, shift = np.abs(moved - (start + slope * at)), start + slope * every
    is_even = float(np.median(off)) <= max(1.0, _MAX_OFF * pitch)
    return np.asarray(known + shift) if is_even and np.abs(shift).max() <= _MAX_MOVED * pitch else None


def _edges(middles: NDArray[np.float64]) -> tuple[int, ...]:
    pitch = (middles[-1] - middles[0]) / (len(middles) - 1)
    ends = [*(middles - pitch / 2).tolist(), float(middles[-1] + pitch / 2)]
    return tuple(round(end) for end in ends)


def _spans(middles: NDArray[np.float64], side_px: int) -> Spans:
    starts = (round(middle - side_px / 2) for middle in middles.tolist())
    return tuple((start, start + side_px) for start in starts)


def _coverage(image: RGB, tiles: Sequence[Box], size: tuple[int, int]) -> NDArray[np.uint8] | None:
    """How much of each pixel of a tile, and of its edge, has its tone; None if the gap looks like it."""
    height, width = (side + 2 * _EDGE_PX for side in size)
    shares = []
    for tile in tiles:
        row, col = tile.middle
        top, left = round(row - height / 2), round(col - width / 2)
        window = image[top : top + height, left : left + width].astype(np.float64)
        if top < 1 or left < 1 or window.shape[:2] != (height, width):
            continue
        tone, gap = window[height // 2, width // 2], image[top - 1, left - 1].astype(np.float64)
        contrast = tone - gap
        strength = float((contrast**2).sum())
        if strength >= _MIN_CONTRAST**2:
            shares.append(np.clip((window - gap) @ contrast / strength, 0, 1))
    if len(shares) < _MIN_SEEN:
        return None
    share = np.median(np.array(shares), axis=0)
    return np.asarray(np.rint(255 * np.where(share > _SURELY_TILE, 1, share)), np.uint8)


# ---- Lines

_MOST_SEEN = 24  # cells along a line: enough for a share
_AT = (0.3, 0.7)  # of a cell: where its tone is taken, beside the strokes of a cross
_LINE_LEVELS = 12  # between a cell and its line: fainter ones cannot be seen beside paint
_MIN_SHARE = 0.4  # of the places along an edge: dashes and what the player has painted are no line
_MAX_SHARE = 0.7  # of the pixels near an edge: more differ where the cells are full of texture
_LINE_REACH = 0.16  # of the pitch, on both sides of an edge: the widest lines seen are 0.12 to one side
# In fractions of the pitch, from a line; and from an edge without one. Hungry Cat's dashes are 0.08 wide and
# lie on the edge: half of that must stay free, and a little more, or they disappear between two dark cells.
_FROM_LINE, _FROM_EDGE = 0.03, 0.06


def _between_lines(image: RGB, lattice: Lattice) -> PaintPlaces:
    (rows, cols), pitch = lattice.edges_px, lattice.pitch_px
    if lattice.to_picture is None:
        down, across = _lines(image, rows, cols, pitch), _lines(image.swapaxes(0, 1), cols, rows, pitch)
    else:
        down, across = ([(edge, edge) for edge in edges] for edges in (rows, cols))
    return PaintPlaces(lattice, _between(down, pitch), _between(across, pitch))


def _lines(
    image: RGB, edges: tuple[int, ...], others: tuple[int, ...], pitch: float
) -> list[tuple[int, int]]:
    """The pixels of each edge's line, half-open, lines being rows of the image; none if it is not seen."""
    step, reach = -(-(len(others) - 1) // _MOST_SEEN), max(1, round(_LINE_REACH * pitch))
    cells = list(pairwise(others))[::step]
    at = [round(begin + part * (end - begin)) for begin, end in cells for part in _AT]
    seen = image[:, [place for place in at if 0 <= place < image.shape[1]]]
    if not seen.size:
        return [(edge, edge) for edge in edges]
    middles = [min(len(seen) - 1, max(0, (begin + end) // 2)) for begin, end in pairwise(edges)]
    found = []
    for number, edge in enumerate(edges):
        first = max(0, edge - reach)
        # A line differs from the cells on both sides; what differs from one of them alone is their paint.
        sides = [middles[side] for side in (number - 1, number) if 0 <= side < len(middles)]
        near = seen[first : edge + reach]
        differs = [channel_distance(near, seen[side]) > _LINE_LEVELS for side in sides]
        at_line = np.flatnonzero(np.all(differs, axis=0).mean(axis=1) >= _MIN_SHARE)
        is_line = 0 < len(at_line) < _MAX_SHARE * len(near)
        found.append((first + int(at_line[0]), first + int(at_line[-1]) + 1) if is_line else (edge, edge))
    return found


def _between(lines: list[tuple[int, int]], pitch: float) -> Spans:
    """The pixels between one line and the next, with a distance from both; tiny cells keep one pixel."""

    def away(line: tuple[int, int]) -> int:
        return max(1, round((_FROM_LINE if line[1] > line[0] else _FROM_EDGE) * pitch))

    spans = []
    for before, after in pairwise(lines):
        begin, end = before[1] + away(before), after[0] - away(after)
        middle = (before[1] + after[0]) // 2
        spans.append((begin, end) if begin < end else (middle, middle + 1))
    return tuple(spans)
