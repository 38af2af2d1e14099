"""A gridded area in, the board and the pieces of ink in its hint areas out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from picrosser.pixels import RGB, Box, Lattice
from picrosser.reading.lattice.ends import shifted
from picrosser.reading.nonogram.hints.chain import chains, cut_off, evenly_stacked, without_dots
from picrosser.reading.nonogram.hints.corner import (
    OCCUPIED,
    bare_beside_first,
    begins_with_hints,
    find_corner,
    insets_px,
    is_corner,
    likely_corner,
)
from picrosser.reading.nonogram.hints.parted import parted
from picrosser.reading.nonogram.ink.faint import without_texture
from picrosser.reading.nonogram.ink.joined import apart
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, Piece, compared
from picrosser.reading.nonogram.ink.pieces import pieces_of_ink
from picrosser.reading.nonogram.ink.plates import find_plates, in_many_lines, in_use
from picrosser.reading.nonogram.spans.span import Span

EQUALLY = 0.02  # shares of lines: of fewer lines, one without hints is more


@dataclass(frozen=True, slots=True, eq=False)
class HintsSeen:
    """The ink of all lines.

    lattice : the board's.
    rows : per row its pieces, from left to right.
    cols : per column its pieces, from top to bottom.
    shares : of the rows and of the columns that show a digit of a usual typeface, 0..1.
    strange : per line, rows first: among its digits stands something that is none.
    cut : per line, rows first: it runs up to the picture's edge, so that more of it may be cut off.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]
    shares: tuple[float, float]
    strange: tuple[bool, ...]
    cut: tuple[bool, ...]

    @property
    def occupied(self) -> float:
        """Share of all lines that show a digit of a usual typeface, 0..1."""
        rows, cols = self.lattice.shape
        return (self.shares[0] * rows + self.shares[1] * cols) / (rows + cols)

    @property
    def digit_px(self) -> float:
        """How tall its digits are; there has to be one."""
        return float(np.median([piece.box.height for line in (*self.rows, *self.cols) for piece in line]))


def moved(seen: HintsSeen, part: Box) -> HintsSeen:
    """What was seen in a part of a picture, in the coordinates of the whole."""
    down, right = part.top, part.left
    rows, cols = (
        tuple(tuple(replace(piece, box=piece.box.moved(down, right)) for piece in line) for line in lines)
        for lines in (seen.rows, seen.cols)
    )
    return replace(seen, lattice=shifted(seen.lattice, part), rows=rows, cols=cols)


def find_hints(image: RGB, span: Span) -> HintsSeen:
    """Part hints from board, and gather each line's pieces that may be digits."""
    lattice = span.lattice
    corner = likely_corner(image, lattice)
    if corner == (0, 0):
        return beside(image, lattice)
    board = None if corner is None else _at_likely(image, lattice, corner)
    if board is not None and board.occupied >= 1 - EQUALLY:
        return board  # the whole area shows no more
    whole = beside(image, lattice)
    if _is_board(image, whole):
        return whole
    if board is None:
        corner = find_corner(image, lattice)
        if corner == (0, 0):
            return whole
        board = _behind(image, lattice, corner)
        if min(corner) > 0 and board.occupied < 1:  # perhaps only one of the two hint areas is gridded
            halves = (_behind(image, lattice, half) for half in ((corner[0], 0), (0, corner[1])))
            board = max(board, *halves, key=lambda seen: seen.occupied)
    return board if board.occupied >= whole.occupied - EQUALLY else whole  # marks may look like digits


def _is_board(image: RGB, seen: HintsSeen) -> bool:
    """Whether the area holds no hints: beside a line of hints, as a hint area begins with, are none."""
    if min(seen.shares) == 1:
        return True
    shown = bool(seen.rows[0] and seen.cols[0]) and min(seen.shares) >= OCCUPIED
    return shown and not begins_with_hints(image, seen.lattice, seen.digit_px)


def _at_likely(image: RGB, lattice: Lattice, corner: tuple[int, int]) -> HintsSeen | None:
    """The hints of the board that begins at a likely corner, if they bear it out."""
    if not bare_beside_first(image, lattice):
        return None
    board = _behind(image, lattice, corner)
    return board if is_corner(corner, lattice, board.rows, board.cols) else None


def _behind(image: RGB, lattice: Lattice, corner: tuple[int, int]) -> HintsSeen:
    """The hints of the board that begins at one of a gridded area's first rows and columns."""
    first_row, first_col = corner
    return beside(image, Lattice(lattice.row_edges_px[first_row:], lattice.col_edges_px[first_col:]))


def beside(image: RGB, lattice: Lattice) -> HintsSeen:
    """The hints left of a board and above it; its cells do not count as backdrop of the digits next to it."""
    rows, cols, (pitch_down, pitch_along) = lattice.row_edges_px, lattice.col_edges_px, lattice.pitches_px
    down_px, along_px = insets_px(lattice)
    top, left = max(1, rows[0] - down_px), max(1, cols[0] - along_px)
    plates = in_use(
        in_many_lines(
            find_plates(image, Box(rows[0], 0, rows[-1], cols[0]), rows, upright=False, long_px=pitch_along)
            + find_plates(image, Box(0, cols[0], rows[0], cols[-1]), cols, upright=True, long_px=pitch_down)
        )
    )
    boxes = [
        *(Box(a + down_px, 0, b - down_px, left) for a, b in pairwise(rows)),
        *(Box(0, a + along_px, top, b - along_px) for a, b in pairwise(cols)),
    ]
    strips = [
        pieces_of_ink(image, box, its, upright=upright, long_px=pitch_down if upright else pitch_along)
        for box, its, upright in zip(
            boxes, plates, [False] * (len(rows) - 1) + [True] * (len(cols) - 1), strict=True
        )
    ]
    strips = apart(without_texture(compared(strips)))
    count = len(rows) - 1
    over, down = without_dots(
        (
            chains(strips[:count], cols[0], pitch_along, upright=False),
            chains(strips[count:], rows[0], pitch_down, upright=True),
        )
    )
    down = evenly_stacked(down)
    shows = [any(piece.unlike < LIKE_DIGIT for piece in line.digits) for line in (*over, *down)]
    return HintsSeen(
        lattice=lattice,
        rows=tuple(parted(image, line.digits) for line in over),
        cols=tuple(line.digits for line in down),
        shares=(float(np.mean(shows[:count])), float(np.mean(shows[count:]))),
        strange=tuple(line.strange for line in (*over, *down)),
        cut=(*cut_off(over), *cut_off(down)),
    )
