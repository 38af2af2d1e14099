"""Measures how far the inside of each row and column reaches between the lines that are drawn on a board.

A lattice's edge lies somewhere on its line, which may be one pixel wide or ten. Paint that keeps the same
distance from the edges touches a wide line on one side and leaves a gap on the other, so it keeps its
distance from the lines themselves. Where cells have no line between them, their edge is all there is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from picrosser.imaging.pixels import RGB, Box, Lattice

_MOST_SEEN = 24  # cells along a line: enough for a share
_AT = (0.3, 0.7)  # of a cell: where its tone is taken, beside the strokes of a cross
_LINE_LEVELS = 12  # between a cell and its line: fainter ones cannot be seen beside paint
_MIN_SHARE = 0.4  # of the places along an edge: dashes and what the player has painted are no line
_MAX_SHARE = 0.7  # of the pixels near an edge: more differ where the cells are full of texture
_REACH = 0.16  # of the pitch, on both sides of an edge: the widest lines seen are 0.12 to one side
# In fractions of the pitch, from a line; and from an edge without one. Hungry Cat's dashes are 0.08 wide and
# lie on the edge: half of that must stay free, and a little more, or they disappear between two dark cells.
_FROM_LINE, _FROM_EDGE = 0.03, 0.06


class Insides(NamedTuple):
    """The pixels that paint fills, half-open, of the cells of each row and of each column."""

    rows: tuple[tuple[int, int], ...]
    cols: tuple[tuple[int, int], ...]

    def paint(self, row: int, col: int) -> Box:
        """Where a cell is painted."""
        (top, bottom), (left, right) = self.rows[row], self.cols[col]
        return Box(top, left, bottom, right)


def measure_insides(image: RGB, lattice: Lattice) -> Insides:
    """Measure the insides of a board's cells; those of a tilted board lie between its edges.

    image : (H, W, 3) uint8 sRGB. lattice : where the cells lie in it.
    """
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    if lattice.to_picture is None:
        down, across = _lines(image, rows, cols, pitch), _lines(image.swapaxes(0, 1), cols, rows, pitch)
    else:
        down, across = ([(edge, edge) for edge in edges] for edges in (rows, cols))
    return Insides(_between(down, pitch), _between(across, pitch))


def _lines(
    image: RGB, edges: tuple[int, ...], others: tuple[int, ...], pitch: float
) -> list[tuple[int, int]]:
    """The pixels of each edge's line, half-open, lines being rows of the image; none if it is not seen."""
    step, reach = -(-(len(others) - 1) // _MOST_SEEN), max(1, round(_REACH * pitch))
    cells = list(pairwise(others))[::step]
    at = [round(begin + part * (end - begin)) for begin, end in cells for part in _AT]
    seen = image[:, [place for place in at if 0 <= place < image.shape[1]]].astype(np.int16)
    if not seen.size:
        return [(edge, edge) for edge in edges]
    middles = [min(len(seen) - 1, max(0, (begin + end) // 2)) for begin, end in pairwise(edges)]
    found = []
    for number, edge in enumerate(edges):
        first = max(0, edge - reach)
        # A line differs from the cells on both sides; what differs from one of them alone is their paint.
        sides = [middles[side] for side in (number - 1, number) if 0 <= side < len(middles)]
        near = seen[first : edge + reach]
        differs = [np.abs(near - seen[side]).max(axis=2) > _LINE_LEVELS for side in sides]
        at_line = np.flatnonzero(np.all(differs, axis=0).mean(axis=1) >= _MIN_SHARE)
        is_line = 0 < len(at_line) < _MAX_SHARE * len(near)
        found.append((first + int(at_line[0]), first + int(at_line[-1]) + 1) if is_line else (edge, edge))
    return found


def _between(lines: list[tuple[int, int]], pitch: float) -> tuple[tuple[int, int], ...]:
    """The pixels between one line and the next, with a distance from both; tiny cells keep one pixel."""

    def away(line: tuple[int, int]) -> int:
        return max(1, round((_FROM_LINE if line[1] > line[0] else _FROM_EDGE) * pitch))

    spans = []
    for before, after in pairwise(lines):
        begin, end = before[1] + away(before), after[0] - away(after)
        middle = (before[1] + after[0]) // 2
        spans.append((begin, end) if begin < end else (middle, middle + 1))
    return tuple(spans)
