"""A board on which pieces lie already in; its check by the referee, or its completion, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from time import perf_counter

from picrosser.packing.pack import Packed, PackStatus, pack
from picrosser.puzzles.katamino import BOX, Board, Katamino, Piece, first_repeated, packing_violations
from picrosser.puzzles.picture import EMPTY, Picture

_NO_WAY = "no packing has the pieces where they lie"
_LATE = "the time limit came first"


def check_board(board: Board, shown: Sequence[Piece]) -> tuple[Katamino, Picture, tuple[str, ...]]:
    """Let the referee look at a full board.

    Parameters
    ----------
    board : without blank cells.
    shown : the pieces that it is to be packed with; none for whatever lies on it, if the box has them.

    Returns
    -------
    The puzzle, its picture, and the mistakes in words.
    """
    pieces = tuple(shown) or tuple(lying.piece for lying in board.placed)
    puzzle = Katamino(pieces, board.cells)
    picture, foreign = _picture(board, puzzle)
    mistakes = [f"piece {piece} is not among the pieces shown" for piece in foreign]
    twice = first_repeated([lying.piece for lying in board.placed])
    if twice is not None:
        mistakes.append(f"piece {twice} lies on the board twice")
    if puzzle.area != len(board.cells):
        mistakes.append(f"the pieces have {puzzle.area} cells, the board {len(board.cells)}")
    mistakes += [wrong.text for wrong in packing_violations(puzzle, picture)]
    return puzzle, picture, tuple(mistakes)


def complete(
    board: Board, shown: Sequence[Piece], *, timeout_s: float | None = None
) -> tuple[Katamino, Packed, tuple[str, ...]]:
    """Pack the blank cells.

    Parameters
    ----------
    board : with blank cells.
    shown : the pieces that lie apart: those that are left, or the problem's whole set; none for whatever
        pieces of the box fit.
    timeout_s : a limit in seconds.

    Returns
    -------
    The puzzle of all pieces on the whole board, its packing, and the mistakes in words.
    """
    lying = [placed.piece for placed in board.placed]
    twice = first_repeated(lying)
    if twice is not None:
        puzzle = Katamino(tuple(lying), board.cells)
        return puzzle, Packed(PackStatus.NONE, (), _NO_WAY), (f"piece {twice} lies on the board twice",)
    deadline = None if timeout_s is None else perf_counter() + timeout_s
    puzzle = Katamino((*lying, *shown) if shown else tuple(lying), board.cells)
    for left in _sets_left(board, lying, shown):
        limit = None if deadline is None else max(0.0, deadline - perf_counter())
        rest = pack(Katamino(left, board.blank), timeout_s=limit)
        if rest.status is PackStatus.GAVE_UP:
            return puzzle, Packed(PackStatus.GAVE_UP, (), _LATE), ()
        if rest.pictures:
            whole = Katamino((*lying, *left), board.cells)
            return whole, Packed(PackStatus.PACKED, (_joined(board, whole, rest.pictures[0]),)), ()
    return puzzle, Packed(PackStatus.NONE, (), _NO_WAY), (_why_not(board, lying, shown),)


def _why_not(board: Board, lying: Sequence[Piece], shown: Sequence[Piece]) -> str:
    left = sum(len(piece.shape) for piece in shown if piece not in lying)
    if shown and left != len(board.blank):
        return f"the pieces that are left have {left} cells, the rest of the board {len(board.blank)}"
    return _NO_WAY


def _sets_left(board: Board, lying: Sequence[Piece], shown: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """The pieces that may fill the blank cells."""
    cells = len(board.blank)
    on_board = Counter(piece.number for piece in lying)
    if shown:
        left = tuple(piece for piece in shown if not on_board[piece.number])
        if sum(len(piece.shape) for piece in left) == cells:
            yield left
        return
    spare = [piece for piece in BOX if not on_board[piece.number]]
    if cells % len(BOX[0].shape) == 0:
        yield from combinations(spare, cells // len(BOX[0].shape))


def _picture(board: Board, puzzle: Katamino) -> tuple[Picture, list[Piece]]:
    """The board as a picture of the puzzle's pieces, and those on it that the puzzle has not."""
    rows, columns = puzzle.shape
    cells = [[EMPTY] * columns for _ in range(rows)]
    numbers = [piece.number for piece in puzzle.pieces]
    foreign: list[Piece] = []
    for placed in board.placed:
        if placed.piece.number not in numbers:
            foreign.append(placed.piece)
            continue
        for row, col in placed.cells:
            cells[row][col] = 1 + numbers.index(placed.piece.number)
    return Picture(cells, puzzle.palette), foreign


def _joined(board: Board, puzzle: Katamino, rest: Picture) -> Picture:
    """The placed pieces and the packing of the others in one picture."""
    picture, _ = _picture(board, puzzle)
    cells = picture.cells.copy()
    for row, col in board.blank:
        cells[row, col] = len(board.placed) + int(rest.cells[row, col])
    joined = Picture(cells, puzzle.palette)
    wrong = packing_violations(puzzle, joined)
    if wrong:
        raise AssertionError(f"the search made no packing: {wrong[0].text}")
    return joined
