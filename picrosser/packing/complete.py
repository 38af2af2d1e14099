"""Checks a full board of placed pieces, or completes a board on which some pieces already lie."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.packing.pack import Packed, PackStatus
from picrosser.packing.search import OutOfTimeError
from picrosser.packing.started import Completions, without
from picrosser.puzzles.katamino import (
    Board,
    Katamino,
    Piece,
    PlacedPiece,
    first_repeated,
    packing_violations,
)
from picrosser.puzzles.picture import EMPTY, Picture
from picrosser.running.deadline import Deadline

_IMPOSSIBLE = "no packing contains the pieces as they lie"
_OUT_OF_TIME = "the time limit was reached"


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
    pieces = tuple(shown) or tuple(lying.piece for lying in board.placed)
    puzzle = Katamino(pieces, board.cells)
    picture, unexpected = _picture(board, puzzle)
    mistakes = [f"piece {piece} is not among the pieces shown" for piece in unexpected]
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
    lying = [placed.piece for placed in board.placed]
    twice = first_repeated(lying)
    if twice is not None:
        puzzle = Katamino(tuple(lying), board.cells)
        return puzzle, Packed(PackStatus.NONE, (), _IMPOSSIBLE), (f"piece {twice} lies on the board twice",)
    pieces = (*lying, *without(shown, lying)) if shown else ()
    puzzle = Katamino(pieces or tuple(lying), board.cells)
    try:
        rest = Completions(board.cells, pieces, Deadline.after(timeout_s)).of(board.placed)
    except OutOfTimeError:
        return puzzle, Packed(PackStatus.GAVE_UP, (), _OUT_OF_TIME), ()
    if rest is None:
        return puzzle, Packed(PackStatus.NONE, (), _IMPOSSIBLE), (_why_not(board, lying, shown),)
    whole = Katamino((*lying, *(placed.piece for placed in rest)), board.cells)
    return whole, Packed(PackStatus.PACKED, (_joined(board, rest, whole),)), ()


def _why_not(board: Board, lying: Sequence[Piece], shown: Sequence[Piece]) -> str:
    left = sum(len(piece.shape) for piece in shown if piece not in lying)
    if shown and left != len(board.blank):
        return f"the remaining pieces have {left} cells, the rest of the board {len(board.blank)}"
    return _IMPOSSIBLE


def _picture(board: Board, puzzle: Katamino) -> tuple[Picture, list[Piece]]:
    """The board as a picture of the puzzle's pieces, and the pieces on it that are not the puzzle's."""
    rows, columns = puzzle.shape
    cells = [[EMPTY] * columns for _ in range(rows)]
    numbers = [piece.number for piece in puzzle.pieces]
    unexpected: list[Piece] = []
    for placed in board.placed:
        if placed.piece.number not in numbers:
            unexpected.append(placed.piece)
            continue
        for row, col in placed.cells:
            cells[row][col] = 1 + numbers.index(placed.piece.number)
    return Picture(cells, puzzle.palette), unexpected


def _joined(board: Board, rest: Sequence[PlacedPiece], puzzle: Katamino) -> Picture:
    """The placed pieces and the remaining ones in one picture."""
    picture, _ = _picture(Board(board.cells, (*board.placed, *rest)), puzzle)
    wrong = packing_violations(puzzle, picture)
    if wrong:
        raise AssertionError(f"the search returned an invalid packing: {wrong[0].text}")
    return picture
