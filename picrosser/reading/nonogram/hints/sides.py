"""On which sides of a board its hints stand.

Hints right of a board or below it are mirrored while they are collected, so that other stages find them on
the usual side.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.hints.chains import (
    OVER_ONE_LOST,
    Chain,
    find_aligned_chains,
    find_chains,
)
from picrosser.reading.nonogram.hints.piece import Piece


class Axis(NamedTuple):
    """One side of a board.

    edges : of the places where numbers stand. others : of the lines that cross them. pitches : of both.
    last : the hints stand after the board. upright : its lines are columns.
    """

    edges: tuple[int, ...]
    others: tuple[int, ...]
    pitches: tuple[float, ...]
    last: bool
    upright: bool

    def chains(self, strips: Sequence[Sequence[Piece]], ruling: Ruling | None) -> list[Chain]:
        """Per line the digits that may be its hints, `mirrored`; on a photographed page one may be lost."""
        pieces, edge_px, pitch = self.mirrored(strips), self.others[0], self.pitches[1]
        find = partial(find_chains, reach=OVER_ONE_LOST) if ruling else find_aligned_chains
        return find(pieces, edge_px, pitch, upright=self.upright)

    def mirrored(self, strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
        """The pieces, mirrored if the hints stand after the board; a second time restores their places."""
        if not self.last:
            return [list(strip) for strip in strips]
        ends = self.others[0] + self.others[-1]
        return [[replace(piece, box=self._mirror(piece.box, ends)) for piece in strip] for strip in strips]

    def towards_board(self, box: Box) -> int:
        """Pixels, the more the nearer a box is to the board."""
        start, stop = (box.top, box.bottom) if self.upright else (box.left, box.right)
        return -start if self.last else stop

    def off_middle(self, box: Box) -> float:
        """How far the middle of a box is from that of the line it lies in, in parts of the pitch."""
        middle = box.middle[self.upright]
        line = min(max(bisect(self.edges, middle), 1), len(self.edges) - 1)
        return (middle - (self.edges[line - 1] + self.edges[line]) / 2) / self.pitches[0]

    def _mirror(self, box: Box, ends: int) -> Box:
        if self.upright:
            return Box(ends - box.bottom, box.left, ends - box.top, box.right)
        return Box(box.top, ends - box.right, box.bottom, ends - box.left)


def sides_with_hints(board: BoardScored) -> tuple[Axis, Axis]:
    """Where the rows' hints stand, and the columns'."""
    lattice, places = board.lattice, board.hint_places
    return (
        Axis(
            places.row_edges_px, lattice.col_edges_px, lattice.pitches_px, board.beside_right, upright=False
        ),
        Axis(places.col_edges_px, lattice.row_edges_px, lattice.pitches_px[::-1], board.below, True),
    )
