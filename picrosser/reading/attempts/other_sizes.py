"""A board with more lines than are seen of it, or fewer: as many as its hints state.

The disc of a hint hides the first line if it touches it, and an edge beyond the last one looks like a line.
Which lines were missed, or are none, is not known: only at which ends they can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from picrosser.imaging.pixels import Lattice
from picrosser.reading.lattice.grid import GridFound

# Lines by which a board may be too short or too long. Of 30 photographed ones six were: four by one line, one
# by two, and one by one column.
MAX_OFF = 3


def of_other_size(found: GridFound, shape: tuple[int, int], size_px: tuple[int, ...]) -> Iterator[GridFound]:
    """The boards of a stated size that a found one may be, with all its lines beyond one end of each axis.

    shape : rows and columns. None of them if it is the size of the board, or far from that.
    size_px : the height and the width of the picture, which the boards do not leave.
    """
    more = [wanted - seen for wanted, seen in zip(shape, found.lattice.shape, strict=True)]
    if not any(more) or max(map(abs, more)) > MAX_OFF:
        return
    ways = ([(count, 0), (0, count)] if count else [(0, 0)] for count in more)
    for rows, cols in product(*ways):
        yield from _changed(found, rows, cols, size_px)


def with_one_line_changed(found: GridFound, size_px: tuple[int, ...]) -> Iterator[GridFound]:
    """The boards with one line more or less at one end: first where hints touch the board.

    size_px : the height and the width of the picture, which the boards do not leave.
    """
    for ends in ((1, 0), (-1, 0), (0, -1), (0, 1)):
        yield from _changed(found, ends, (0, 0), size_px)
        yield from _changed(found, (0, 0), ends, size_px)


def _changed(
    found: GridFound, rows: tuple[int, int], cols: tuple[int, int], size_px: tuple[int, ...]
) -> Iterator[GridFound]:
    """The board with some more lines, or fewer, before and after those of each axis; none if it cannot be."""
    lattice = found.lattice
    row_edges, col_edges = _with_more(lattice.row_edges_px, *rows), _with_more(lattice.col_edges_px, *cols)
    if min(len(row_edges), len(col_edges)) < 3 or min(row_edges[0], col_edges[0]) < 0:
        return
    if row_edges[-1] >= size_px[0] or col_edges[-1] >= size_px[1]:
        return
    row_shares, col_shares = _with_shares(found.row_shares, *rows), _with_shares(found.col_shares, *cols)
    yield replace(
        found,
        lattice=Lattice(row_edges, col_edges),
        row_shares=row_shares,
        col_shares=col_shares,
        confidence=min(*row_shares, *col_shares),
    )


def _with_more(edges: tuple[int, ...], before: int, after: int) -> tuple[int, ...]:
    """Evenly spaced lines, with some more at either end, or without some."""
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    first = (round(edges[0] - step * pitch) for step in range(before, 0, -1))
    last = (round(edges[-1] + step * pitch) for step in range(1, after + 1))
    return (*first, *edges[max(0, -before) : len(edges) + min(0, after)], *last)


def _with_shares(shares: tuple[float, ...], before: int, after: int) -> tuple[float, ...]:
    """What is seen of lines, after the same change: nothing of those that are added."""
    kept = shares[max(0, -before) : len(shares) + min(0, after)]
    return (*[0.0] * before, *kept, *[0.0] * after)
