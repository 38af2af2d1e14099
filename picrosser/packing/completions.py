"""Boards on which pieces lie: whether they can be completed, and with which pieces; the check of a full one.

`Completions` tells of any of the pieces that lie on a board whether a packing has them where they are. It
keeps its answers, since finding out which piece is wrong asks for many similar sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from picrosser.packing.pack import OUT_OF_TIME, Packed, PackStatus, pack
from picrosser.packing.search import OutOfTimeError
from picrosser.puzzles.katamino import (
    BOX,
    Board,
    Katamino,
    Piece,
    PlacedPiece,
    first_repeated,
    packing_violations,
)
from picrosser.puzzles.picture import EMPTY, Cell, Picture
from picrosser.puzzles.polyomino import PENTOMINO, Shape
from picrosser.running.deadline import NO_DEADLINE, Deadline

_IMPOSSIBLE = "no packing contains the pieces as they lie"


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
            self._known[kept] = self._searched(kept)
        return self._known[kept]

    def _searched(self, kept: frozenset[PlacedPiece]) -> tuple[PlacedPiece, ...] | None:
        blank = Board(self._cells, tuple(kept)).blank
        for left in self._sets_left([lying.piece for lying in kept], len(blank)):
            if not blank:
                return ()
            packed = pack(Katamino(left, blank), timeout_s=self._deadline.left_s)
            if packed.status is PackStatus.GAVE_UP:
                raise OutOfTimeError
            if packed.pictures:
                return _placed(left, blank, packed.pictures[0])
        return None

    def _sets_left(self, kept: Sequence[Piece], cells: int) -> Iterable[tuple[Piece, ...]]:
        """The sets of pieces that may fill this number of cells."""
        if self._pieces:
            left = without(self._pieces, kept)
            return [left] if sum(len(piece.shape) for piece in left) == cells else []
        return [] if cells % PENTOMINO else combinations(without(BOX, kept), cells // PENTOMINO)


def _placed(pieces: Sequence[Piece], board: Shape, picture: Picture) -> tuple[PlacedPiece, ...]:
    """The pieces of a packing, with their cells."""
    rows = picture.rows
    cells: dict[int, list[Cell]] = {}
    for row, col in board:
        cells.setdefault(rows[row][col], []).append((row, col))
    return tuple(PlacedPiece(pieces[value - 1], tuple(own)) for value, own in sorted(cells.items()))


def without(pieces: Sequence[Piece], taken: Iterable[Piece]) -> tuple[Piece, ...]:
    """Some pieces without those that are taken, each of which is taken once."""
    left = list(pieces)
    for piece in taken:
        if piece in left:
            left.remove(piece)
    return tuple(left)


def fillable_sizes(pieces: Sequence[Piece]) -> frozenset[int]:
    """The numbers of cells that some of the pieces have together."""
    sums = {0}
    for piece in pieces:
        sums |= {size + len(piece.shape) for size in sums}
    return frozenset(sums - {0})


# ---- The boards of pictures


def check_board(board: Board, shown: Sequence[Piece]) -> tuple[Katamino, Picture, tuple[str, ...]]:
    """Check a full board with the referee.

    Parameters
    ----------
    board : without blank cells.
    shown : the pieces that it must be packed with; empty to accept the pieces that lie on it.

    Returns
    -------
    The puzzle, its picture, and the mistakes in words.
    """
    lying = [placed.piece for placed in board.placed]
    puzzle = Katamino(tuple(shown) or tuple(lying), board.cells)
    cells = [[EMPTY] * puzzle.shape[1] for _ in range(puzzle.shape[0])]
    for placed in board.placed:
        for row, col in placed.cells if placed.piece in puzzle.pieces else ():
            cells[row][col] = 1 + puzzle.pieces.index(placed.piece)
    picture = Picture(cells, puzzle.palette)
    mistakes = [
        f"piece {piece} is not among the pieces shown" for piece in lying if piece not in puzzle.pieces
    ]
    twice = first_repeated(lying)
    if twice is not None:
        mistakes.append(f"piece {twice} lies on the board twice")
    if puzzle.area != len(board.cells):
        mistakes.append(f"the pieces have {puzzle.area} cells, the board {len(board.cells)}")
    mistakes += [wrong.text for wrong in packing_violations(puzzle, picture)]
    return puzzle, picture, tuple(mistakes)


def complete(
    board: Board, shown: Sequence[Piece], *, timeout_s: float | None = None
) -> tuple[Katamino, Packed, tuple[str, ...]]:
    """Pack the blank cells of a board.

    Parameters
    ----------
    board : with blank cells.
    shown : the pieces beside the board: those still to be placed, or the problem's whole set; empty to try
        any pieces of the box.
    timeout_s : wall time in seconds; None for no limit.

    Returns
    -------
    The puzzle of all pieces on the whole board, its packing, and the mistakes in words.
    """
    lying = tuple(placed.piece for placed in board.placed)
    impossible = Packed(PackStatus.NONE, (), _IMPOSSIBLE)
    twice = first_repeated(lying)
    if twice is not None:
        return Katamino(lying, board.cells), impossible, (f"piece {twice} lies on the board twice",)
    pieces = (*lying, *without(shown, lying)) if shown else ()
    puzzle = Katamino(pieces or lying, board.cells)
    try:
        rest = Completions(board.cells, pieces, Deadline.after(timeout_s)).of(board.placed)
    except OutOfTimeError:
        return puzzle, Packed(PackStatus.GAVE_UP, (), OUT_OF_TIME), ()
    if rest is None:
        left, blank = sum(len(piece.shape) for piece in shown if piece not in lying), len(board.blank)
        is_area = bool(shown) and left != blank
        area = f"the remaining pieces have {left} cells, the rest of the board {blank}"
        return puzzle, impossible, (area if is_area else _IMPOSSIBLE,)
    whole = Katamino((*lying, *(placed.piece for placed in rest)), board.cells)
    picture = Board(board.cells, (*board.placed, *rest)).picture
    wrong = packing_violations(whole, picture)
    if wrong:
        raise AssertionError(f"the search returned an invalid packing: {wrong[0].text}")
    return whole, Packed(PackStatus.PACKED, (picture,)), ()
