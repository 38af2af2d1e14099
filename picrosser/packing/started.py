"""A board on which some pieces lie already: whether it can be completed.

`Completions` answers for any of the pieces that lie there whether a packing has them where they are. Answers
are kept, since finding out which piece is wrong asks for many similar sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from picrosser.packing.pack import PackStatus, pack
from picrosser.packing.search import OutOfTimeError
from picrosser.puzzles.katamino import BOX, Katamino, Piece, PlacedPiece
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import Shape
from picrosser.running.deadline import NO_DEADLINE, Deadline

PIECE_CELLS = len(BOX[0].shape)
"""Cells of a piece of the box."""


class Completions:
    """The packings of one board that have some pieces at given places."""

    def __init__(self, cells: Shape, pieces: Sequence[Piece] = (), deadline: Deadline = NO_DEADLINE) -> None:
        """Prepare for one board.

        Parameters
        ----------
        cells : all cells of the board.
        pieces : those that have to fill it; none if any pieces of the box may.
        deadline : by which all searches must end.
        """
        self._cells = cells
        self._pieces = tuple(pieces)
        self._deadline = deadline
        self._known: dict[frozenset[PlacedPiece], tuple[PlacedPiece, ...] | None] = {}

    def of(self, placed: Iterable[PlacedPiece]) -> tuple[PlacedPiece, ...] | None:
        """The other pieces of a packing that has these where they lie; None if there is no such packing.

        Raises
        ------
        OutOfTimeError : the time was up before this was known.
        """
        kept = frozenset(placed)
        if kept not in self._known:
            self._known[kept] = self._searched(tuple(kept))
        return self._known[kept]

    def _searched(self, kept: tuple[PlacedPiece, ...]) -> tuple[PlacedPiece, ...] | None:
        covered = {cell for lying in kept for cell in lying.cells}
        blank = tuple(cell for cell in self._cells if cell not in covered)
        for left in self._sets_left([lying.piece for lying in kept], len(blank)):
            if not blank:
                return ()
            puzzle = Katamino(left, blank)
            packed = pack(puzzle, timeout_s=self._deadline.left_s)
            if packed.status is PackStatus.GAVE_UP:
                raise OutOfTimeError
            if packed.pictures:
                return _placed(puzzle, packed.pictures[0].rows)
        return None

    def _sets_left(self, kept: Sequence[Piece], cells: int) -> Iterable[tuple[Piece, ...]]:
        """The sets of pieces that may fill so many cells."""
        if self._pieces:
            left = without(self._pieces, kept)
            return [left] if sum(len(piece.shape) for piece in left) == cells else []
        if cells % PIECE_CELLS:
            return []
        return combinations(without(BOX, kept), cells // PIECE_CELLS)


def _placed(puzzle: Katamino, rows: Sequence[Sequence[int]]) -> tuple[PlacedPiece, ...]:
    """The pieces of a packing, with their cells."""
    cells: dict[int, list[Cell]] = {}
    for row, col in puzzle.board:
        cells.setdefault(rows[row][col], []).append((row, col))
    return tuple(
        PlacedPiece(puzzle.pieces[value - 1], tuple(covered)) for value, covered in sorted(cells.items())
    )


def without(pieces: Sequence[Piece], taken: Iterable[Piece]) -> tuple[Piece, ...]:
    """Some pieces without those that are taken, each of which is taken once."""
    left = list(pieces)
    for piece in taken:
        if piece in left:
            left.remove(piece)
    return tuple(left)


def regions(cells: Iterable[Cell]) -> tuple[frozenset[Cell], ...]:
    """The connected regions of some cells, in the order of their first cells."""
    left = set(cells)
    found = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        region, reached = {first}, [first]
        while reached:
            row, col = reached.pop()
            near = left & {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
            left -= near
            region |= near
            reached += near
        found.append(frozenset(region))
    return tuple(found)


def fillable_sizes(pieces: Sequence[Piece]) -> frozenset[int]:
    """The numbers of cells that some of the pieces have together."""
    sums = {0}
    for piece in pieces:
        sums |= {size + len(piece.shape) for size in sums}
    return frozenset(sums - {0})
