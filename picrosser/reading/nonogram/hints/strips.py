"""A board's edges in, the ink beside it out, line by line, where hints are looked for.

A line's strip keeps from its edges, where the lines of a gridded hint area lie. Hints set right at an
edge are cut by that; then the strips are looked at once more as far as the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.nonogram.hints.corner import insets_px
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.pieces import pieces_of_ink
from picrosser.reading.nonogram.ink.plate import Plate

Edges: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Those of the rows and those of the columns, in pixels."""

_InkOf = Callable[[Box, Sequence[Plate]], list[Piece]]
"""The ink of a strip in which such plates lie."""

IN_LINES = 0.25  # of the lines with ink have some that is cut at one side: so hints are set, not a stray mark


def ink_beside(
    image: RGB, lattice: Lattice, lines_px: Edges, plates: Sequence[Sequence[Plate]]
) -> tuple[list[list[Piece]], list[list[Piece]]]:
    """The pieces of ink left of each of a board's rows, and above each of its columns.

    lines_px : between which the rows' and the columns' hints stand.
    plates : of every line, rows first.
    """
    (rows, cols), (down_px, along_px) = lines_px, insets_px(lattice)
    top, left = max(1, lattice.row_edges_px[0] - down_px), max(1, lattice.col_edges_px[0] - along_px)
    beside = [Box(a, 0, b, left) for a, b in pairwise(rows)]
    above = [Box(0, a, top, b) for a, b in pairwise(cols)]
    pitch_down, pitch_along = lattice.pitches_px
    row_ink = partial(pieces_of_ink, image, upright=False, long_px=pitch_along)
    col_ink = partial(pieces_of_ink, image, upright=True, long_px=pitch_down)
    return (
        _ink_in(row_ink, beside, plates[: len(beside)], down_px, upright=False),
        _ink_in(col_ink, above, plates[len(beside) :], along_px, upright=True),
    )


def _ink_in(
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
        any(not piece.weak and at_side(piece.box) == at_side(strip) for piece in its)
        for strip, its in zip(strips, found, strict=True)
        if its
    ]
    return sum(inked) > IN_LINES * len(inked)
