"""A gridded area in, the board and the pieces of ink in its hint areas out.

Where the hint areas are gridded like the board, the area is more than the board: the last of its columns
that shows a digit in most rows is the rows' hints' last one, and so with the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Box, Lattice
from picrosser.reading.glyphs import load_templates, normalise
from picrosser.reading.nonogram.ink import Piece, pieces_of_ink
from picrosser.reading.nonogram.span import Span

INSET = 0.05  # of the pitch, at both sides of a strip: there lie the lines
# Mean squared difference of coverage to the nearest template of any face: a digit of a usual face, which a
# cross in a cell is not; and at most, where digits are expected, one of a strange face.
LIKE_DIGIT, STRANGE_DIGIT = 0.13, 0.25
OCCUPIED = 0.6  # of the lines show a digit next to the board
NEAREST = 1.6  # of the pitch: from the board to its first number
# Of the pitch, of bare space to the next piece: on tiles numbers stand a pitch apart. Digits are tall.
NEXT_ACROSS, NEXT_DOWN = 1.0, 0.8
SAME_HEIGHT = 0.78  # digits of a line are as tall as each other, up to this factor


@dataclass(frozen=True, slots=True, eq=False)
class HintsSeen:
    """The ink of all lines.

    lattice : the board's.
    rows : per row its pieces, from left to right.
    cols : per column its pieces, from top to bottom.
    occupied : share of the lines that show a digit of a usual typeface, 0..1.
    strange : per line, rows first: among its digits stands something that is none.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]
    occupied: float
    strange: tuple[bool, ...]


def find_hints(image: RGB, span: Span) -> HintsSeen:
    """Part hints from board, and gather each line's pieces that may be digits."""
    lattice = span.lattice
    inset = max(1, round(INSET * lattice.pitch_px))
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    whole = [
        _sorted_out(
            pieces_of_ink(image, Box(top + inset, 0, bottom - inset, cols[-1]), upright=False), LIKE_DIGIT
        )[0]
        for top, bottom in pairwise(rows)
    ]
    first_row, first_col = _corner(lattice, whole)
    rows, cols = rows[first_row:], cols[first_col:]
    # Once more up to the board only: its cells would count as backdrop of the digits next to it.
    top, left = rows[0], cols[0]
    edge = [max(1, at - inset) for at in (top, left)]
    by_row = [
        _sorted_out(
            pieces_of_ink(image, Box(one + inset, 0, other - inset, edge[1]), upright=False), STRANGE_DIGIT
        )
        for one, other in pairwise(rows)
    ]
    by_col = [
        _sorted_out(
            pieces_of_ink(image, Box(0, one + inset, edge[0], other - inset), upright=True), STRANGE_DIGIT
        )
        for one, other in pairwise(cols)
    ]
    seen_rows = [_chain(*both, left, pitch, upright=False) for both in by_row]
    seen_cols = [_chain(*both, top, pitch, upright=True) for both in by_col]
    lines = [*seen_rows, *seen_cols]
    return HintsSeen(
        lattice=Lattice(rows, cols),
        rows=tuple(digits for digits, _ in seen_rows),
        cols=tuple(digits for digits, _ in seen_cols),
        occupied=sum(bool(_sorted_out(list(digits), LIKE_DIGIT)[0]) for digits, _ in lines) / len(lines),
        strange=tuple(strange for _, strange in lines),
    )


def _sorted_out(pieces: list[Piece], most: float) -> tuple[list[Piece], list[Piece]]:
    """Those that differ from a digit of some typeface by at most so much, and the rest."""
    if not pieces:
        return [], []
    templates = load_templates().shapes
    flat = templates.reshape(-1, templates.shape[-1])
    shapes = np.stack([normalise(piece.coverage) for piece in pieces])
    apart = ((shapes**2).sum(axis=1)[:, None] + (flat**2).sum(axis=1) - 2 * shapes @ flat.T) / flat.shape[1]
    alike = apart.min(axis=1) < most
    return [p for p, a in zip(pieces, alike, strict=True) if a], [
        p for p, a in zip(pieces, alike, strict=True) if not a
    ]


def _corner(lattice: Lattice, by_row: list[list[Piece]]) -> tuple[int, int]:
    """The board's first row and column within the gridded area."""
    shows = np.zeros(lattice.shape, bool)
    cols = np.array(lattice.col_edges_px)
    for row, pieces in enumerate(by_row):
        for piece in pieces:
            col = int(np.searchsorted(cols, (piece.box.left + piece.box.right) / 2)) - 1
            if col >= 0:
                shows[row, min(col, shows.shape[1] - 1)] = True
    first_row = first_col = 0
    for _ in range(3):
        first_row = _after_last(shows[:, first_col:].mean(axis=1))
        first_col = _after_last(shows[first_row:].mean(axis=0))
    return first_row, first_col


def _after_last(shares: NDArray[np.float64]) -> int:
    full = np.flatnonzero(shares[: len(shares) - 3] >= OCCUPIED)
    return int(full[-1]) + 1 if len(full) else 0


def _chain(
    digits: list[Piece], others: list[Piece], edge_px: int, pitch: float, *, upright: bool
) -> tuple[tuple[Piece, ...], bool]:
    """The digits that lead away from the board without a wide gap, all of about one height; and whether
    something else, as tall as they are, stands among them.
    """

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
        return (), False
    usual = float(np.percentile([piece.box.height for piece in chain], 50, method="higher"))

    def alike(piece: Piece) -> bool:
        return SAME_HEIGHT < piece.box.height / usual < 1 / SAME_HEIGHT

    kept = tuple(piece for piece in chain if alike(piece))
    end = min(far(piece) for piece in kept) - step / 2
    among = [p for p in others if alike(p) and end < far(p) and near(p) <= edge_px + INSET * pitch]
    return kept, bool(among)
