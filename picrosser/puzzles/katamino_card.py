"""What a Katamino card or board states: problems, and the pieces that lie on a board already."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.puzzles.katamino import ROWS, Katamino, Piece, rectangle
from picrosser.puzzles.polyomino import Shape

LEAST_PENTA = 3
"""Pieces of the least problem of a row, where the card does not say."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Pieces that are to fill 5 x N.

    row : the row's label, a to z from the top; "" for pieces that are in no table.
    pieces : in the card's order; N is their number.
    """

    row: str
    pieces: tuple[Piece, ...]

    @property
    def penta(self) -> int:
        """N."""
        return len(self.pieces)

    @property
    def name(self) -> str:
        """As people call it."""
        return f"{self.row} {self.penta}" if self.row else f"{self.penta} pieces"

    @property
    def puzzle(self) -> Katamino:
        """To be packed."""
        area = sum(len(piece.shape) for piece in self.pieces)
        return Katamino(self.pieces, rectangle(ROWS, area // ROWS))


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a card.

    label : a to z, by its place.
    pieces : from left to right.
    first : the least problem is the first so many pieces.
    """

    label: str
    pieces: tuple[Piece, ...]
    first: int = LEAST_PENTA

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The row's problems, the least first."""
        counts = range(min(self.first, len(self.pieces)), len(self.pieces) + 1)
        return tuple(Problem(self.label, self.pieces[:count]) for count in counts)


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a board, and the cells that it covers."""

    piece: Piece
    cells: Shape


@dataclass(frozen=True, slots=True)
class Board:
    """A board in a picture.

    cells : all of it, in reading order.
    placed : the pieces that lie on it.
    """

    cells: Shape
    placed: tuple[Placed, ...]

    @property
    def blank(self) -> Shape:
        """The cells that no piece covers."""
        covered = {cell for lying in self.placed for cell in lying.cells}
        return tuple(cell for cell in self.cells if cell not in covered)
