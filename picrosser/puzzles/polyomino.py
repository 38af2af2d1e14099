"""Shapes of joined cells: drawings in, cells out, and the ways that a shape can be turned and flipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from picrosser.puzzles.picture import Cell

Shape: TypeAlias = tuple[Cell, ...]
"""Cells in reading order; of a piece, moved so that the least row and the least column are 0."""

FILLED = "#"
GAP = "."
ROW_BREAK = "/"
"""What parts the rows of a drawing that stands on one line."""

# (row, column) -> (a * row + b * column, c * row + d * column): the eight ways to lay a square on itself.
TURNS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip


def drawn_shape(drawing: str) -> Shape:
    """Read a drawing.

    Parameters
    ----------
    drawing : rows of # (a cell) and . (none), parted by line ends or by /; short rows end in gaps.

    Returns
    -------
    The cells where they stand, which need not be joined.

    Raises
    ------
    ValueError : another character, or no cell at all; the text says where.
    """
    rows = drawing.replace(ROW_BREAK, "\n").splitlines()
    cells: list[Cell] = []
    for row, line in enumerate(rows):
        for col, character in enumerate(line.rstrip()):
            if character not in (FILLED, GAP):
                raise ValueError(f"line {row + 1}, column {col + 1}: {character!r} is neither # nor .")
            if character == FILLED:
                cells.append((row, col))
    if not cells:
        raise ValueError("no cell is drawn with #")
    return tuple(cells)


def shape_rows(cells: Iterable[Cell]) -> tuple[str, ...]:
    """The drawing of some cells, row by row, from row 0 and column 0."""
    filled = set(cells)
    height, width = (1 + max(cell[axis] for cell in filled) for axis in (0, 1))
    return tuple(
        "".join(FILLED if (row, col) in filled else GAP for col in range(width)) for row in range(height)
    )


def moved_to_corner(cells: Iterable[Cell]) -> Shape:
    """The same shape with its least row and column at 0."""
    placed = list(cells)
    top, left = min(row for row, _ in placed), min(col for _, col in placed)
    return tuple(sorted((row - top, col - left) for row, col in placed))


def turned(cells: Iterable[Cell], turn: tuple[int, int, int, int]) -> Shape:
    """The shape after one of `TURNS`, moved to the corner."""
    a, b, c, d = turn
    return moved_to_corner((a * row + b * col, c * row + d * col) for row, col in cells)


def orientations(cells: Iterable[Cell]) -> tuple[Shape, ...]:
    """All different shapes that turning and flipping makes, 1 to 8, in an order that never changes."""
    shape = tuple(cells)
    return tuple(sorted({turned(shape, turn) for turn in TURNS}))


def is_joined(cells: Iterable[Cell]) -> bool:
    """Whether each cell can be reached from each other one over common sides."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        row, col = reached.pop()
        near = left & {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        left -= near
        reached += near
    return not left
