"""Group the ink beside a board by line: the pieces that may be digits of each row's or column's hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.candidates.grid_candidates import GridCandidate
from picrosser.reading.nonogram.hints.areas import (
    MIN_BOARD_LINES,
    MIN_OCCUPIED,
    LineEdges,
    begins_with_hints,
    find_corner,
    find_ink_beside,
    is_bare_beside_first,
    is_corner,
    likely_corner,
)
from picrosser.reading.nonogram.hints.chains import (
    are_cut_off,
    evenly_stacked,
    find_aligned_chains,
    without_dots,
    without_separators,
)
from picrosser.reading.nonogram.hints.separators import (
    in_reading_order,
    with_plate_breaks,
    with_separators,
)
from picrosser.reading.nonogram.ink.cutting import split_joined_digits
from picrosser.reading.nonogram.ink.piece import (
    MAX_DIGIT_DISTANCE,
    Piece,
    with_template_distances,
    without_texture,
)
from picrosser.reading.nonogram.ink.plates import (
    Plate,
    find_plates,
    plates_if_in_many_lines,
    plates_if_in_use,
)
from picrosser.reading.nonogram.ink.strokes import without_strokes

MAX_SHARE_LOSS = 0.02  # of the lines: a loss of one line with hints is more, except on the largest boards


@dataclass(frozen=True, slots=True, eq=False)
class InkFound:
    """All ink beside a board, before it is known which pieces are digits.

    lattice : the board's.
    rows, cols : per line its pieces of ink, texture, strokes and marks too.
    plates : per line, rows first, the coloured badges behind its digits.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]
    plates: tuple[tuple[Plate, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class HintsGrouped:
    """The ink pieces that may be digits, grouped by the line whose hints they are.

    lattice : the board's.
    rows : per row its pieces, from left to right.
    cols : per column its pieces, from top to bottom, those beside each other from left to right.
    shares : the share of the rows, and of the columns, that show a digit of a usual typeface, 0..1.
    strange : per line, rows first: whether something that is no digit stands among its digits.
    cut : per line, rows first: whether it runs up to the picture's edge, so that part of it may be cut off.
    ink : all pieces, before they were grouped.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]
    shares: tuple[float, float]
    strange: tuple[bool, ...]
    cut: tuple[bool, ...]
    ink: InkFound

    @property
    def occupied(self) -> float:
        """Share of all lines that show a digit of a usual typeface, 0..1."""
        rows, cols = self.lattice.shape
        return (self.shares[0] * rows + self.shares[1] * cols) / (rows + cols)

    @property
    def digit_px(self) -> float:
        """How tall its digits are; there has to be one."""
        return median([piece.box.height for line in (*self.rows, *self.cols) for piece in line])

    def moved(self, down: int, right: int) -> HintsGrouped:
        """What was found in a part of a picture that begins there, in the coordinates of the whole."""
        if not (down or right):
            return self

        def pieces(lines: tuple[tuple[Piece, ...], ...]) -> tuple[tuple[Piece, ...], ...]:
            return tuple(
                tuple(replace(piece, box=piece.box.moved(down, right)) for piece in line) for line in lines
            )

        lattice, ink = self.lattice.moved(down, right), self.ink
        plates = tuple(
            tuple(replace(plate, box=plate.box.moved(down, right)) for plate in line) for line in ink.plates
        )
        return replace(
            self,
            lattice=lattice,
            rows=pieces(self.rows),
            cols=pieces(self.cols),
            ink=InkFound(ink.lattice.moved(down, right), pieces(ink.rows), pieces(ink.cols), plates),
        )


def find_hints(image: RGB, candidate: GridCandidate) -> HintsGrouped:
    """Find the board in a gridded area that may hold its hints, too, and group the hints beside it.

    image : (H, W, 3) uint8 sRGB.
    candidate : the gridded area.
    """
    seen = _find_hints(image, candidate)
    if all((seen.rows[0], seen.cols[0])) or seen.occupied < MIN_OCCUPIED:
        return seen
    return _behind_sparse(image, seen)


def _behind_sparse(image: RGB, seen: HintsGrouped) -> HintsGrouped:
    """Remove the first lines of a board that belong to the hint area.

    Hints that are set against the far end of their area leave most of its last lines bare. Nothing stands
    beside those lines, but each holds hints of others.
    """
    top, left = (
        next((at for at, line in enumerate(lines) if line), len(lines)) for lines in (seen.rows, seen.cols)
    )
    rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
    if min(len(rows) - top, len(cols) - left) <= MIN_BOARD_LINES:
        return seen
    again = _behind(image, seen.lattice, (top, left))
    filled = _held(again.cols, rows[: top + 1], upright=True) and _held(
        again.rows, cols[: left + 1], upright=False
    )
    return again if filled and again.occupied > seen.occupied else seen


def _held(lines: Sequence[Sequence[Piece]], edges: Sequence[int], *, upright: bool) -> bool:
    """Whether each stretch between neighbouring edges holds a digit of some line; crosses do not count."""
    digits = [piece for line in lines for piece in line if piece.template_distance < MAX_DIGIT_DISTANCE]
    middles = [sum(piece.ends_px(upright=upright)) / 2 for piece in digits]
    return all(any(start < at < stop for at in middles) for start, stop in pairwise(edges))


def _find_hints(image: RGB, candidate: GridCandidate) -> HintsGrouped:
    """Separate hints from board. In a gridded area, lines that hold few hints are left to the board."""
    lattice = candidate.lattice
    corner = likely_corner(image, lattice)
    if corner == (0, 0):
        return find_hints_beside(image, lattice)
    board = None if corner is None else _at_likely(image, lattice, corner)
    if board is not None and board.occupied >= 1 - MAX_SHARE_LOSS:
        return board  # the whole area shows no more
    whole = find_hints_beside(image, lattice)
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
    return board if board.occupied >= whole.occupied - MAX_SHARE_LOSS else whole  # marks may look like digits


def _is_board(image: RGB, seen: HintsGrouped) -> bool:
    """Whether the area is the board alone: beside a first line that holds hints, no hints stand."""
    if min(seen.shares) == 1:
        return True
    shown = bool(seen.rows[0] and seen.cols[0]) and min(seen.shares) >= MIN_OCCUPIED
    return shown and not begins_with_hints(image, seen.lattice, seen.digit_px)


def _at_likely(image: RGB, lattice: Lattice, corner: tuple[int, int]) -> HintsGrouped | None:
    """The hints of the board that begins at a likely corner, if they bear it out."""
    if not is_bare_beside_first(image, lattice):
        return None
    board = _behind(image, lattice, corner)
    return board if is_corner(corner, lattice, board.rows, board.cols) else None


def _behind(image: RGB, lattice: Lattice, corner: tuple[int, int]) -> HintsGrouped:
    """The hints of the board that begins at one of a gridded area's first rows and columns."""
    first_row, first_col = corner
    return find_hints_beside(
        image, Lattice(lattice.row_edges_px[first_row:], lattice.col_edges_px[first_col:])
    )


def find_hints_beside(image: RGB, lattice: Lattice, strips_px: LineEdges | None = None) -> HintsGrouped:
    """Group the hints left of a board and above it. The board's cells are no backdrop of the digits next to
    it.

    strips_px : between which its rows' and its columns' hints stand; the board's own edges if not given.
    """
    first_row, first_col = lattice.row_edges_px[0], lattice.col_edges_px[0]
    rows, cols = strips_px or (lattice.row_edges_px, lattice.col_edges_px)
    pitch_down, pitch_along = lattice.pitches_px
    plates = plates_if_in_use(
        plates_if_in_many_lines(
            find_plates(image, Box(rows[0], 0, rows[-1], first_col), rows, upright=False, long_px=pitch_along)
            + find_plates(image, Box(0, cols[0], first_row, cols[-1]), cols, upright=True, long_px=pitch_down)
        )
    )
    left, above = find_ink_beside(image, lattice, (rows, cols), plates)
    ink = with_template_distances(left + above)
    strips = split_joined_digits(without_strokes(without_texture(ink)))
    count = len(rows) - 1
    over, down = without_dots(
        (
            find_aligned_chains(strips[:count], first_col, pitch_along, upright=False),
            find_aligned_chains(strips[count:], first_row, pitch_down, upright=True),
        )
    )
    down = evenly_stacked(down)
    shows = [
        any(piece.template_distance < MAX_DIGIT_DISTANCE for piece in line.digits) for line in (*over, *down)
    ]
    rowwise = (with_plate_breaks(image, line.digits) for line in over)
    lines = with_separators(image, (*rowwise, *(in_reading_order(line.digits) for line in down)))
    return HintsGrouped(
        lattice=lattice,
        rows=tuple(lines[:count]),
        cols=tuple(lines[count:]),
        shares=(float(np.mean(shows[:count])), float(np.mean(shows[count:]))),
        strange=tuple(
            without_separators(chain, digits).strange
            for chain, digits in zip((*over, *down), lines, strict=True)
        ),
        cut=(*are_cut_off(over), *are_cut_off(down)),
        ink=InkFound(
            lattice, tuple(map(tuple, ink[:count])), tuple(map(tuple, ink[count:])), tuple(map(tuple, plates))
        ),
    )
