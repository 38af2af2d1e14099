"""The sides of a board on which hints stand: the rows' left or right of it, the columns' above or below."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from picrosser.imaging.channels import CLEAR_LEVELS
from picrosser.imaging.page_tones import bar_start
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.hints.chains import Chain, find_aligned_chains, find_chains
from picrosser.reading.nonogram.hints.piece import Piece


class Side(NamedTuple):
    """One side of a board.

    edges : of its lines. others : of the lines that cross them. pitches : of both, in pixels.
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
        find = partial(find_chains, one_lost=True) if ruling else find_aligned_chains
        return find(pieces, edge_px, pitch, upright=self.upright)

    def mirrored(self, strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
        """The pieces, mirrored if the hints stand after the board; a second time restores their places."""
        if not self.last:
            return [list(strip) for strip in strips]
        ends = self.others[0] + self.others[-1]
        return [[replace(piece, box=self._mirror(piece.box, ends)) for piece in strip] for strip in strips]

    def page_px(self, image: RGB) -> int:
        """Where the page begins on this side, at the picture's edge or after a plain bar; `mirrored`, too."""
        along = image if self.upright else image.swapaxes(0, 1)
        page = bar_start(along if self.last else along[::-1], round(self.pitches[1] / 2))
        return self.others[0] + self.others[-1] - page if self.last else len(along) - page

    def shows_ink_at(self, image: RGB, page_px: int) -> list[bool]:
        """Per line, whether its middle differs where the page begins, as `page_px` tells."""
        along = image if self.upright else image.swapaxes(0, 1)
        first = along[self.others[0] + self.others[-1] - page_px - 1 if self.last else page_px]
        quarter = self.pitches[0] / 4
        middles = (
            first[round(start + quarter) : round(stop - quarter)] for start, stop in pairwise(self.edges)
        )
        return [bool(np.ptp(middle, axis=0).max() > CLEAR_LEVELS) for middle in middles]

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


def sides_with_hints(board: BoardScored) -> tuple[Side, Side]:
    """Where the rows' hints stand, and the columns'."""
    lattice = board.lattice
    (rows, cols), pitches = lattice.edges_px, lattice.pitches_px
    of_rows, of_cols = board.hint_lines
    return (
        Side(of_rows or rows, cols, pitches, board.beside_right, upright=False),
        Side(of_cols or cols, rows, pitches[::-1], board.below, upright=True),
    )
