"""A puzzle in, all of it as bits out: the board, and where each piece can lie.

A cell is a bit. Bits run along the shorter side of the board first, with one bit more that is never free at
the end of each line, so that the four neighbours of any set of cells are four shifts away. Filling always the
lowest free bit then keeps the edge between filled and free cells short, and the states of the search few.

Pieces of one shape are one kind, since swapping them makes no other packing. How many of each kind are left
is one number, with a field of `FIELD` bits a kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import TURNS, Shape, moved_to_corner, orientations

FIELD = 5  # bits: a puzzle has at most 26 pieces
FIELD_MASK = (1 << FIELD) - 1

Placed: TypeAlias = tuple[int, int]
"""(kind, the bits that it covers)."""
Image: TypeAlias = dict[int, int]
"""Where each bit of the board goes when it is turned or flipped."""
Symmetry: TypeAlias = dict[Placed, Placed]
"""Where each way to lay a piece goes when the board is turned or flipped."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A puzzle as bits.

    cells : the cell of each bit, None for the bits between lines.
    free : the bits of the board.
    stride : from a cell to its neighbour across lines, in bits.
    kinds : for each kind the puzzle's pieces of it, by index.
    sizes : the cells of a piece of each kind.
    left : how many pieces of each kind there are, in fields.
    placed : every way to lay a piece on the empty board.
    images : the ways to lay the board on itself, the identity first.
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

    Moving it moves all its bits alike: off the end of a line they come to lie on the bit between lines, which
    is not free.
    """
    for shift in range(free.bit_length() - lying.bit_length() + 1):
        bits = lying << shift
        if bits & free == bits:
            yield bits


def symmetries(layout: Layout) -> tuple[Symmetry, ...]:
    """Where the pieces go, for each of the layout's images."""
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
