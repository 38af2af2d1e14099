"""Turns a Katamino puzzle into bits: the board, and all the ways in which each piece can lie on it.

A cell is a bit. Bits run along the shorter side of the board first, and each line ends with one extra bit
that is never free, so shifting a set of cells in four ways gives its neighbours. Always filling the lowest
free bit then keeps the border between filled and free cells short, which keeps the states of the search few.

Pieces of one shape are of one kind, since swapping them makes no new packing. One number says how many pieces
of each kind are left: it has a field of `FIELD` bits per kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import TURNS, Shape, moved_to_corner, orientations

FIELD = 5  # bits per kind, enough for the at most 26 pieces of a puzzle
FIELD_MASK = (1 << FIELD) - 1

Placed: TypeAlias = tuple[int, int]
"""A way to lay a piece: (kind, the bits that it covers)."""
Image: TypeAlias = dict[int, int]
"""The bit to which each bit goes when the board is turned or flipped."""
Symmetry: TypeAlias = dict[Placed, Placed]
"""The way to lay a piece to which each way goes when the board is turned or flipped."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A puzzle as bits.

    cells : the cell of each bit; None for the extra bits between lines.
    free : the bits of the board.
    stride : the distance in bits from a cell to its neighbour in the next line.
    kinds : per kind, the indices of the puzzle's pieces of that kind.
    sizes : per kind, the number of cells of a piece.
    left : the number of pieces of each kind, in fields.
    placed : every way to lay a piece on the empty board.
    images : the symmetries of the board, the identity first.
    """

    cells: tuple[Cell | None, ...]
    free: int
    stride: int
    kinds: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    left: int
    placed: tuple[Placed, ...]
    images: tuple[Image, ...]


def lay_out(puzzle: Katamino) -> Layout:
    """Turn a puzzle into bits."""
    board = moved_to_corner(puzzle.board)
    height, width = (1 + max(cell[axis] for cell in board) for axis in (0, 1))
    lines, stride = (width, height + 1) if height <= width else (height, width + 1)
    along = 0 if height <= width else 1  # the axis of a cell that counts within a line
    bit_of = {cell: cell[1 - along] * stride + cell[along] for cell in board}
    top, left = min(row for row, _ in puzzle.board), min(col for _, col in puzzle.board)
    cells: list[Cell | None] = [None] * (lines * stride)
    for (row, col), bit in bit_of.items():
        cells[bit] = (row + top, col + left)
    by_shape: dict[Shape, list[int]] = {}
    for index, piece in enumerate(puzzle.pieces):
        by_shape.setdefault(orientations(piece.shape)[0], []).append(index)
    free = sum(1 << bit for bit in bit_of.values())
    placed = {
        (kind, bits): None
        for kind, shape in enumerate(by_shape)
        for lying in orientations(shape)
        for bits in _ways(sum(1 << cell[1 - along] * stride + cell[along] for cell in lying), free)
    }
    return Layout(
        cells=tuple(cells),
        free=free,
        stride=stride,
        kinds=tuple(map(tuple, by_shape.values())),
        sizes=tuple(map(len, by_shape)),
        left=sum(len(of) << FIELD * kind for kind, of in enumerate(by_shape.values())),
        placed=tuple(placed),
        images=tuple(_images(board, bit_of)),
    )


def _ways(lying: int, free: int) -> Iterable[int]:
    """All places of a shape on a board, as bits.

    Moving a shape shifts its bits. Where it would stick out of a line, one of them falls on the extra bit
    between lines, which is never free.
    """
    for shift in range(free.bit_length() - lying.bit_length() + 1):
        bits = lying << shift
        if bits & free == bits:
            yield bits


def symmetries(layout: Layout) -> tuple[Symmetry, ...]:
    """The effect of each symmetry of the board on the ways to lay pieces, the identity first."""
    return tuple(
        {
            (kind, bits): (kind, sum(to for one, to in image.items() if bits & one))
            for kind, bits in layout.placed
        }
        for image in layout.images
    )


def _images(board: Shape, bit_of: dict[Cell, int]) -> Iterable[Image]:
    for a, b, c, d in TURNS:
        turned = {(row, col): (a * row + b * col, c * row + d * col) for row, col in board}
        top, left = min(row for row, _ in turned.values()), min(col for _, col in turned.values())
        goes = {cell: (row - top, col - left) for cell, (row, col) in turned.items()}
        if bit_of.keys() == set(goes.values()):
            yield {1 << bit_of[cell]: 1 << bit_of[image] for cell, image in goes.items()}
