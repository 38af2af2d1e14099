"""A gridded area in, the board and the pieces of ink in its hint areas out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from picrosser.pixels import RGB, Box, Lattice
from picrosser.reading.nonogram.corner import (
    INSET,
    LIKE_DIGIT,
    OCCUPIED,
    SAME_HEIGHT,
    begins_with_hints,
    find_corner,
    inset_px,
)
from picrosser.reading.nonogram.ink import Piece, compared, pieces_of_ink
from picrosser.reading.nonogram.joined import apart
from picrosser.reading.nonogram.parted import parted
from picrosser.reading.nonogram.plates import find_plates, in_many_lines
from picrosser.reading.nonogram.span import Span

# Mean squared difference of coverage to the nearest template of any face: at most, where digits are expected,
# one of a strange face.
STRANGE_DIGIT = 0.25
NEAREST = 1.6  # of the pitch: from the board to its first number
# Of the pitch, of bare space to the next piece: on tiles numbers stand a pitch apart. Digits are tall.
NEXT_ACROSS, NEXT_DOWN = 1.0, 0.8
EQUALLY = 0.02  # shares of lines: of fewer lines, one without hints is more
WIDER_STEP = 1.5  # of the usual step between a column's numbers: what stands further off is none of them
EQUAL_STEP = 1.07  # the same, between plates: the next number's may be as the page, but it is as far
WIDER_GAP = 1.2  # of the widest one between a picture's numbers: none is wider
STEPS = 3  # in the whole picture, before one can speak of a usual one


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


def find_hints(image: RGB, span: Span) -> HintsSeen:
    """Part hints from board, and gather each line's pieces that may be digits."""
    lattice = span.lattice
    whole = _beside(image, lattice)
    if (
        whole.rows[0]
        and whole.cols[0]
        and min(whole.shares) >= OCCUPIED
        and not begins_with_hints(image, lattice, whole.digit_px)
    ):
        return whole  # the first line of a gridded hint area has no hints beside it
    first_row, first_col = find_corner(image, lattice)
    if first_row == first_col == 0:
        return whole
    board = _beside(image, Lattice(lattice.row_edges_px[first_row:], lattice.col_edges_px[first_col:]))
    return board if board.occupied >= whole.occupied - EQUALLY else whole  # marks may look like digits


def _beside(image: RGB, lattice: Lattice) -> HintsSeen:
    """The hints left of a board and above it; its cells do not count as backdrop of the digits next to it."""
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    inset = inset_px(lattice)
    top, left = (max(1, at - inset) for at in (rows[0], cols[0]))
    plates = in_many_lines(
        find_plates(image, Box(rows[0], 0, rows[-1], cols[0]), rows, upright=False)
        + find_plates(image, Box(0, cols[0], rows[0], cols[-1]), cols, upright=True)
    )
    boxes = [
        *(Box(a + inset, 0, b - inset, left) for a, b in pairwise(rows)),
        *(Box(0, a + inset, top, b - inset) for a, b in pairwise(cols)),
    ]
    strips = [
        pieces_of_ink(image, box, its, upright=at >= len(rows) - 1)
        for at, (box, its) in enumerate(zip(boxes, plates, strict=True))
    ]
    known = iter(compared([piece for strip in strips for piece in strip]))
    strips = apart([list(islice(known, len(strip))) for strip in strips])
    lines = [
        _chain(
            strip,
            rows[0] if at >= len(rows) - 1 else cols[0],
            pitch,
            upright=at >= len(rows) - 1,
        )
        for at, strip in enumerate(strips)
    ]
    shows = [any(piece.unlike < LIKE_DIGIT for piece in line.digits) for line in lines]
    count = len(rows) - 1
    return HintsSeen(
        lattice=lattice,
        rows=tuple(parted(image, line.digits) for line in lines[:count]),
        cols=_evenly_stacked([line.digits for line in lines[count:]]),
        shares=(float(np.mean(shows[:count])), float(np.mean(shows[count:]))),
        strange=tuple(line.strange for line in lines),
        cut=(*_cut_off(lines[:count], upright=False), *_cut_off(lines[count:], upright=True)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """A line's digits, whether something as tall stands among them, and whether it may be cut off."""

    digits: tuple[Piece, ...]
    strange: bool
    cut: bool


def _chain(pieces: list[Piece], edge_px: int, pitch: float, *, upright: bool) -> _Chain:
    """The digits that lead away from the board without a wide gap, all of about one height."""
    digits = [piece for piece in pieces if piece.unlike < STRANGE_DIGIT]
    others = [piece for piece in pieces if piece.unlike >= STRANGE_DIGIT]

    def near(piece: Piece) -> int:
        return piece.box.bottom if upright else piece.box.right

    def far(piece: Piece) -> int:
        return piece.box.top if upright else piece.box.left

    chain: list[Piece] = []
    step = pitch * (NEXT_DOWN if upright else NEXT_ACROSS)
    limit = edge_px - NEAREST * pitch
    for piece in sorted(digits, key=near, reverse=True):
        if near(piece) > edge_px + INSET * pitch:
            continue
        if near(piece) < limit:
            break
        chain.insert(0, piece)
        limit = far(piece) - step if len(chain) == 1 else min(limit, far(piece) - step)
    if not chain:
        return _Chain((), strange=False, cut=False)
    heights = [piece.box.height for piece in chain if piece.plate] or [piece.box.height for piece in chain]
    usual = float(np.percentile(heights, 50, method="higher"))

    def alike(piece: Piece) -> bool:
        return SAME_HEIGHT < piece.box.height / usual < 1 / SAME_HEIGHT

    kept = tuple(piece for piece in chain if alike(piece))
    end = min(far(piece) for piece in kept) - step / 2
    among = [p for p in others if alike(p) and end < far(p) and near(p) <= edge_px + INSET * pitch]
    return _Chain(kept, bool(among), limit < 0)


def _cut_off(lines: Sequence[_Chain], *, upright: bool) -> Iterator[bool]:
    """Which lines may go on beyond the picture's edge: in a margin wider than any gap more would show."""

    def ends(piece: Piece) -> tuple[int, int]:
        return (piece.box.top, piece.box.bottom) if upright else (piece.box.left, piece.box.right)

    gaps = [ends(b)[0] - ends(a)[1] for line in lines for a, b in pairwise(line.digits)]
    widest = max(gaps, default=np.inf)
    return (line.cut and ends(line.digits[0])[0] <= WIDER_GAP * widest for line in lines)


def _evenly_stacked(cols: list[tuple[Piece, ...]]) -> tuple[tuple[Piece, ...], ...]:
    """Columns without what stands further off than one number does from the next in this picture."""
    apart = [
        step
        for col in cols
        for one, other in pairwise(_upwards(col))
        if (step := one.box.bottom - other.box.bottom) > one.box.height / 2  # else they are one number
    ]
    if len(apart) < STEPS:
        return tuple(cols)
    usual = float(np.median(apart))

    def far(one: Piece, other: Piece) -> bool:
        most = EQUAL_STEP if one.plate and not other.plate else WIDER_STEP
        return one.box.bottom - other.box.bottom > most * usual

    kept: list[tuple[Piece, ...]] = []
    for col in cols:
        upwards = _upwards(col)
        jump = next((at for at, (a, b) in enumerate(pairwise(upwards), 1) if far(a, b)), None)
        kept.append(tuple(piece for piece in col if piece in upwards[:jump]))
    return tuple(kept)


def _upwards(col: tuple[Piece, ...]) -> list[Piece]:
    return sorted(col, key=lambda piece: -piece.box.bottom)
