"""A gridded area that may hold hints in, the board's first row and column in it out.

Where the hint areas are gridded like the board, or ruled so that some of their lines fit, the area is more
than the board: the last of its columns that shows a digit in most rows is the rows' hints' last one, and so
with the rows. Digits stand whole in the strips of their own lines only, so each axis is looked at by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.faint import without_texture
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, SAME_HEIGHT, Piece, compared, same_height
from picrosser.reading.nonogram.ink.pieces import pieces_of_ink
from picrosser.reading.nonogram.ink.plates import find_plates, in_many_lines
from picrosser.reading.nonogram.ink.separate import FAINT_LEVELS

INSET = 0.05  # of the pitch, at both sides of a strip: there lie the lines
WITHIN = 0.12  # of the pitch, at a cell's sides: there lie thick and soft lines, too
OCCUPIED = 0.6  # of the lines show a digit next to the board
FULL = 0.5  # of the lines show a digit in the hint area's last cell, if it is gridded
ROUNDS = 3  # of finding rows by columns and columns by rows
LOOKED = 3  # lines of the area whose digits show whether it begins with hints; the first may hold few
BOARD = 3  # lines at least that follow the hints
MOST = 0.66  # of the area's lines at most hold hints

Flags = NDArray[np.bool_]
Heights = NDArray[np.float64]
"""(lines, cells) px, the height of the digit that a cell shows; 0 for none."""


def insets_px(lattice: Lattice) -> tuple[int, int]:
    """How far what is looked at keeps from the rows' edges, and from the columns'."""
    down, along = (max(1, round(INSET * pitch)) for pitch in lattice.pitches_px)
    return down, along


def begins_with_hints(image: RGB, lattice: Lattice, usual_px: float) -> bool:
    """Whether the area's first row or column shows digits like hints, rather than the board's cells.

    usual_px : the height of the digits beside the area. Dots that mark blank cells are like a 0, but smaller.
    """
    least_px = SAME_HEIGHT * usual_px
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    uneven = _uneven(image, lattice)
    if max(uneven[:LOOKED].mean(axis=1).max(), uneven[:, :LOOKED].mean(axis=0).max()) < OCCUPIED:
        return False
    above = _heights(image, Lattice(rows[: LOOKED + 1], cols), upright=True)
    beside = _heights(image, Lattice(rows, cols[: LOOKED + 1]), upright=False)
    return any(bool((heights > least_px).mean(axis=1).max() >= OCCUPIED) for heights in (above, beside.T))


def likely_corner(image: RGB, lattice: Lattice) -> tuple[int, int] | None:
    """The corner, if all lines that may be full of digits are; None if marks on the board may be, too.

    It is seen by which cells are bare: that takes 1 ms, and to find their digits 0.2 s.
    """
    uneven = _uneven(image, lattice)
    ways = _may_be_full(uneven), _may_be_full(uneven.T)
    if any(its[-1:].any() or (its[1:] > its[:-1]).sum() + its[:1].sum() > 1 for its in ways):
        return None  # up to the last line that is looked at, or here and there
    first_row, first_col = map(_behind_last, ways)
    return first_row, first_col


def bare_beside_first(image: RGB, lattice: Lattice) -> bool:
    """Whether no hints can stand beside the area's first row, or above its first column."""
    rows, cols, (down, along) = lattice.row_edges_px, lattice.col_edges_px, insets_px(lattice)
    strips = (
        image[rows[0] + down : rows[1] - down, : max(1, cols[0] - along)],
        image[: max(1, rows[0] - down), cols[0] + along : cols[1] - along],
    )
    return any(int(np.ptp(strip.reshape(-1, 3), axis=0).max()) <= FAINT_LEVELS for strip in strips)


def is_corner(
    corner: tuple[int, int],
    lattice: Lattice,
    over: Sequence[Sequence[Piece]],
    down: Sequence[Sequence[Piece]],
) -> bool:
    """Whether the hints of the board that begins there fill the area's lines before it.

    over, down : the hints of its rows and columns.
    """
    first_row, first_col = corner
    above = _shown(down, lattice.row_edges_px[: first_row + 1], upright=True).T
    beside = _shown(over, lattice.col_edges_px[: first_col + 1], upright=False).T
    return _after_last(above) == first_row and _after_last(beside) == first_col


def find_corner(image: RGB, lattice: Lattice) -> tuple[int, int]:
    """The board's first row and column within a gridded area that holds hints, too."""
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    uneven = _uneven(image, lattice)
    most_rows, most_cols = (_behind_last(_may_be_full(its)) for its in (uneven, uneven.T))
    if most_rows == most_cols == 0:
        return 0, 0
    above = _heights(image, Lattice(rows[: most_rows + BOARD], cols), upright=True)[:most_rows]
    beside = _heights(image, Lattice(rows, cols[: most_cols + BOARD]), upright=False)[:, :most_cols]
    # Both sides' hints are set alike, while marks on the board may be like a 0, but smaller.
    least_px = SAME_HEIGHT * max(_first_full_px(above), _first_full_px(beside.T))
    above, beside = (np.where(heights >= least_px, heights, 0) for heights in (above, beside))
    first_row = first_col = 0
    for _ in range(ROUNDS):
        first_row = _after_last(above[:, first_col:])
        first_col = _after_last(beside[first_row:].T)
    return first_row, first_col


def _uneven(image: RGB, lattice: Lattice) -> Flags:
    """(rows, columns) whether anything may stand in a cell: within its lines it is not of one tone."""
    down, along = (max(1, round(WITHIN * pitch)) for pitch in lattice.pitches_px)
    ends = [at for start, stop in pairwise(lattice.col_edges_px) for at in (start + along, stop - along)]
    levels = []
    for top, bottom in pairwise(lattice.row_edges_px):
        band = image[top + down : bottom - down]
        most, least = (
            extreme.reduceat(extreme.reduce(band, axis=0), ends, axis=0)[::2]
            for extreme in (np.maximum, np.minimum)
        )
        levels.append((most - least).max(axis=1))
    return np.array(levels) > FAINT_LEVELS


def _may_be_full(uneven: Flags) -> Flags:
    """Which of an area's first lines may be full of digits, wherever these begin along them."""
    lines, cells = uneven.shape
    shares = np.cumsum(uneven[:, ::-1], axis=1) / np.arange(1, cells + 1)
    return np.asarray((shares[: _most(lines), cells - _most(cells) - 1 :] >= FULL).any(axis=1))


def _behind_last(lines: Flags) -> int:
    return int(np.flatnonzero(lines).max(initial=-1)) + 1


def _most(lines: int) -> int:
    """How many of an area's lines at most hold hints."""
    return min(lines - BOARD, math.ceil(MOST * lines))


def _heights(image: RGB, lattice: Lattice, *, upright: bool) -> Heights:
    """(rows, columns) px, the digits that stand in the area's cells, by its columns if upright, else rows."""
    inset, last = insets_px(lattice)[upright], (lattice.row_edges_px[-1], lattice.col_edges_px[-1])
    lines, cells = lattice.row_edges_px, lattice.col_edges_px
    box = Box(lines[0], 0, *last)
    if upright:
        lines, cells = cells, lines
        box = Box(0, lines[0], *last)
    long_px = lattice.pitches_px[not upright]
    plates = in_many_lines(find_plates(image, box, lines, upright=upright, long_px=long_px))
    strips = []
    for line, (start, stop) in enumerate(pairwise(lines)):
        strip = Box(start + inset, 0, stop - inset, last[1])
        if upright:
            strip = Box(0, start + inset, last[0], stop - inset)
        strips.append(pieces_of_ink(image, strip, plates[line], upright=upright, long_px=long_px))
    heights = _shown(without_texture(compared(strips)), cells, upright=upright)
    return heights.T if upright else heights


def _shown(lines: Sequence[Sequence[Piece]], cells: Sequence[int], *, upright: bool) -> Heights:
    """(lines, cells) px, by the edges of the cells in the lines' direction."""
    heights = np.zeros((len(lines), len(cells) - 1))
    for line, pieces in enumerate(lines):
        for piece in pieces:
            cell = int(np.searchsorted(cells, sum(piece.ends_px(upright=upright)) / 2)) - 1
            cell = min(cell, heights.shape[1] - 1)
            if piece.unlike < LIKE_DIGIT and cell >= 0:
                heights[line, cell] = piece.box.height
    return heights


def _first_full_px(heights: Heights) -> float:
    """The usual height of the digits of the first full line; 0 if there is none."""
    full = [line[line > 0] for line in heights if (line > 0).mean() >= FULL]
    return median(full[0]) if full else 0.0


def _after_last(heights: Heights) -> int:
    """The line after the first full ones, whose digits are about as tall: on the board, rows of dots may look
    like digits again.
    """
    shown = heights > 0
    full = shown.mean(axis=1) >= FULL
    if not full.any():
        return 0
    first = last = int(full.argmax())
    usual = median(heights[first][shown[first]])
    while last < len(full) and full[last]:
        if not same_height(median(heights[last][shown[last]]), usual):
            break
        last += 1
    return last
