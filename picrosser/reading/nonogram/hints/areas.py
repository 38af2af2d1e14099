"""Find where the hint areas end and the board begins, and the ink in each line's strip of the hint areas.

Where the hint areas are gridded like the board, or ruled so that some of their lines fit, the gridded area is
more than the board: the last of its columns that shows a digit in most rows is the last one of the rows'
hints, and likewise for the rows. Digits stand whole in the strips of their own lines only, so each axis is
looked at by itself.

A line's strip keeps away from its edges, where the lines of a gridded hint area lie. Hints that are set right
at an edge are cut by that; then the strips are looked at once more as far as the edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.cutting import FAINT_LEVELS
from picrosser.reading.nonogram.ink.piece import (
    MAX_DIGIT_DISTANCE,
    MIN_HEIGHT_RATIO,
    Piece,
    have_same_height,
    with_template_distances,
    without_texture,
)
from picrosser.reading.nonogram.ink.pieces import find_ink_pieces
from picrosser.reading.nonogram.ink.plates import Plate, find_plates, plates_if_in_many_lines

STRIP_INSET = 0.05  # of the pitch, at both sides of a strip: there lie the lines
CELL_INSET = 0.12  # of the pitch, at a cell's sides: there lie thick and soft lines, too
MIN_OCCUPIED = 0.6  # of the lines show a digit next to the board
MIN_FULL = 0.5  # of the lines show a digit in the hint area's last cell, if it is gridded
MAX_CORNER_ROUNDS = 3  # of finding rows by columns and columns by rows
# Lines of the area whose digits show whether it begins with hints; the first may hold few
MAX_FIRST_LINES = 3
MIN_BOARD_LINES = 3  # lines at least that follow the hints
MAX_HINT_FRACTION = 0.66  # of the area's lines at most hold hints

Flags = NDArray[np.bool_]
Heights = NDArray[np.float64]
"""(lines, cells) px, the height of the digit that a cell shows; 0 for none."""

LineEdges: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Those of the rows and those of the columns, in pixels."""

_InkOf = Callable[[Box, Sequence[Plate]], list[Piece]]
"""The ink of a strip in which such plates lie."""

# Of the lines with ink have some that is cut at one side: so hints are set, not a stray mark
MIN_CUT_LINES = 0.25


def strip_insets_px(lattice: Lattice) -> tuple[int, int]:
    """How far strips keep away from the edges of rows, and from those of columns, in pixels."""
    down, along = (max(1, round(STRIP_INSET * pitch)) for pitch in lattice.pitches_px)
    return down, along


def begins_with_hints(image: RGB, lattice: Lattice, usual_px: float) -> bool:
    """Whether the area's first row or column shows digits like hints, rather than the board's cells.

    usual_px : the height of the digits beside the area. Dots that mark blank cells are like a 0, but smaller.
    """
    least_px = MIN_HEIGHT_RATIO * usual_px
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    uneven = _uneven(image, lattice)
    if (
        max(uneven[:MAX_FIRST_LINES].mean(axis=1).max(), uneven[:, :MAX_FIRST_LINES].mean(axis=0).max())
        < MIN_OCCUPIED
    ):
        return False
    above = _heights(image, Lattice(rows[: MAX_FIRST_LINES + 1], cols), upright=True)
    beside = _heights(image, Lattice(rows, cols[: MAX_FIRST_LINES + 1]), upright=False)
    return any(bool((heights > least_px).mean(axis=1).max() >= MIN_OCCUPIED) for heights in (above, beside.T))


def likely_corner(image: RGB, lattice: Lattice) -> tuple[int, int] | None:
    """The board's first row and column, by which cells are bare; None if marks may fill lines, too.

    This takes 1 ms, and finding the digits 0.2 s.
    """
    uneven = _uneven(image, lattice)
    ways = _may_be_full(uneven), _may_be_full(uneven.T)
    if any(full[-1:].any() or (full[1:] > full[:-1]).sum() + full[:1].sum() > 1 for full in ways):
        return None  # up to the last line that is looked at, or here and there
    first_row, first_col = map(_behind_last, ways)
    return first_row, first_col


def is_bare_beside_first(image: RGB, lattice: Lattice) -> bool:
    """Whether no hints can stand beside the area's first row, or above its first column."""
    rows, cols, (down, along) = lattice.row_edges_px, lattice.col_edges_px, strip_insets_px(lattice)
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
    """Whether the hints of the board that begins at a corner fill the area's lines before it.

    over, down : the hints of its rows and columns.
    """
    first_row, first_col = corner
    above = _shown(down, lattice.row_edges_px[: first_row + 1], upright=True).T
    beside = _shown(over, lattice.col_edges_px[: first_col + 1], upright=False).T
    return _after_last(above) == first_row and _after_last(beside) == first_col


def find_corner(image: RGB, lattice: Lattice) -> tuple[int, int]:
    """Find the board's first row and column within a gridded area that holds hints, too."""
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    uneven = _uneven(image, lattice)
    most_rows, most_cols = (_behind_last(_may_be_full(cells)) for cells in (uneven, uneven.T))
    if most_rows == most_cols == 0:
        return 0, 0
    above = _heights(image, Lattice(rows[: most_rows + MIN_BOARD_LINES], cols), upright=True)[:most_rows]
    beside = _heights(image, Lattice(rows, cols[: most_cols + MIN_BOARD_LINES]), upright=False)[:, :most_cols]
    # Both sides' hints are set alike, while marks on the board may be like a 0, but smaller.
    least_px = MIN_HEIGHT_RATIO * max(_first_full_px(above), _first_full_px(beside.T))
    above, beside = (np.where(heights >= least_px, heights, 0) for heights in (above, beside))
    first_row = first_col = 0
    for _ in range(MAX_CORNER_ROUNDS):
        first_row = _after_last(above[:, first_col:])
        first_col = _after_last(beside[first_row:].T)
    return first_row, first_col


def _uneven(image: RGB, lattice: Lattice) -> Flags:
    """(rows, columns) whether anything may stand in a cell: within its lines it is not of one tone."""
    down, along = (max(1, round(CELL_INSET * pitch)) for pitch in lattice.pitches_px)
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
    return np.asarray((shares[: _most(lines), cells - _most(cells) - 1 :] >= MIN_FULL).any(axis=1))


def _behind_last(lines: Flags) -> int:
    return int(np.flatnonzero(lines).max(initial=-1)) + 1


def _most(lines: int) -> int:
    """How many of an area's lines at most hold hints."""
    return min(lines - MIN_BOARD_LINES, math.ceil(MAX_HINT_FRACTION * lines))


def _heights(image: RGB, lattice: Lattice, *, upright: bool) -> Heights:
    """(rows, columns) px, the digits that stand in the area's cells, by its columns if upright, else rows."""
    inset, last = strip_insets_px(lattice)[upright], (lattice.row_edges_px[-1], lattice.col_edges_px[-1])
    lines, cells = lattice.row_edges_px, lattice.col_edges_px
    box = Box(lines[0], 0, *last)
    if upright:
        lines, cells = cells, lines
        box = Box(0, lines[0], *last)
    long_px = lattice.pitches_px[not upright]
    plates = plates_if_in_many_lines(find_plates(image, box, lines, upright=upright, long_px=long_px))
    strips = []
    for line, (start, stop) in enumerate(pairwise(lines)):
        strip = Box(start + inset, 0, stop - inset, last[1])
        if upright:
            strip = Box(0, start + inset, last[0], stop - inset)
        strips.append(find_ink_pieces(image, strip, plates[line], upright=upright, long_px=long_px))
    heights = _shown(without_texture(with_template_distances(strips)), cells, upright=upright)
    return heights.T if upright else heights


def _shown(lines: Sequence[Sequence[Piece]], cells: Sequence[int], *, upright: bool) -> Heights:
    """(lines, cells) px, by the edges of the cells in the lines' direction."""
    heights = np.zeros((len(lines), len(cells) - 1))
    for line, pieces in enumerate(lines):
        for piece in pieces:
            cell = int(np.searchsorted(cells, sum(piece.ends_px(upright=upright)) / 2)) - 1
            cell = min(cell, heights.shape[1] - 1)
            if piece.template_distance < MAX_DIGIT_DISTANCE and cell >= 0:
                heights[line, cell] = piece.box.height
    return heights


def _first_full_px(heights: Heights) -> float:
    """The usual height of the digits of the first full line; 0 if there is none."""
    full = [line[line > 0] for line in heights if (line > 0).mean() >= MIN_FULL]
    return median(full[0]) if full else 0.0


def _after_last(heights: Heights) -> int:
    """The line after the first full ones, whose digits are about as tall: on the board, rows of dots may look
    like digits again.
    """
    shown = heights > 0
    full = shown.mean(axis=1) >= MIN_FULL
    if not full.any():
        return 0
    first = last = int(full.argmax())
    usual = median(heights[first][shown[first]])
    while last < len(full) and full[last]:
        if not have_same_height(median(heights[last][shown[last]]), usual):
            break
        last += 1
    return last


def find_ink_beside(
    image: RGB, lattice: Lattice, lines_px: LineEdges, plates: Sequence[Sequence[Plate]]
) -> tuple[list[list[Piece]], list[list[Piece]]]:
    """Find the pieces of ink left of each of a board's rows, and above each of its columns.

    lines_px : between which the rows' and the columns' hints stand.
    plates : of every line, rows first.
    """
    (rows, cols), (down_px, along_px) = lines_px, strip_insets_px(lattice)
    top, left = max(1, lattice.row_edges_px[0] - down_px), max(1, lattice.col_edges_px[0] - along_px)
    beside = [Box(a, 0, b, left) for a, b in pairwise(rows)]
    above = [Box(0, a, top, b) for a, b in pairwise(cols)]
    pitch_down, pitch_along = lattice.pitches_px
    row_ink = partial(find_ink_pieces, image, upright=False, long_px=pitch_along)
    col_ink = partial(find_ink_pieces, image, upright=True, long_px=pitch_down)
    return (
        _ink_in_lines(row_ink, beside, plates[: len(beside)], down_px, upright=False),
        _ink_in_lines(col_ink, above, plates[len(beside) :], along_px, upright=True),
    )


def _ink_in_lines(
    ink_of: _InkOf, lines: Sequence[Box], plates: Sequence[Sequence[Plate]], inset: int, *, upright: bool
) -> list[list[Piece]]:
    """The pieces of ink in each of some lines' strips.

    lines : the strips, edge to edge; inset : px that they keep from the edges.
    """
    strips = [_narrowed(box, (inset, inset), upright=upright) for box in lines]
    found = list(map(ink_of, strips, plates))
    cut = [_are_cut(strips, found, side, upright=upright) for side in (0, 1)]
    if not any(cut):
        return found
    kept = inset * (not cut[0]), inset * (not cut[1])
    wider = [_narrowed(box, kept, upright=upright) for box in lines]
    again = list(map(ink_of, wider, plates))
    # What goes on beyond the edge, too, is none that is set at it.
    return found if any(_are_cut(wider, again, side, upright=upright) for side in (0, 1)) else again


def _narrowed(box: Box, by_px: tuple[int, int], *, upright: bool) -> Box:
    """A line's strip without so much at its two sides, across the line."""
    if upright:
        return Box(box.top, box.left + by_px[0], box.bottom, box.right - by_px[1])
    return Box(box.top + by_px[0], box.left, box.bottom - by_px[1], box.right)


def _are_cut(strips: Sequence[Box], found: Sequence[Sequence[Piece]], side: int, *, upright: bool) -> bool:
    """Whether ink reaches one side of the strips, 0 the upper or left one, in many of those that have any."""

    def at_side(box: Box) -> int:
        ends = (box.left, box.right) if upright else (box.top, box.bottom)
        return ends[side]

    inked = [
        any(not piece.weak and at_side(piece.box) == at_side(strip) for piece in pieces)
        for strip, pieces in zip(strips, found, strict=True)
        if pieces
    ]
    return sum(inked) > MIN_CUT_LINES * len(inked)
