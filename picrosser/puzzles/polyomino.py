"""Polyominoes: shapes of connected cells, their drawings as text, and their rotations and reflections."""

from collections.abc import Collection, Iterable
from typing import TypeAlias

from picrosser.puzzles.picture import Cell

Shape: TypeAlias = tuple[Cell, ...]
"""Cells in reading order; a piece's shape is moved so that its first row and its first column are 0."""

PENTOMINO = 5  # cells
FILLED = "#"
GAP = "."
MAX_DRAWN = 400  # rows and columns of a drawing: as many as the largest board has cells
ROW_BREAK = "/"  # separates the rows of a drawing on one line

# The eight symmetries of the square, as (row, column) -> (a * row + b * column, c * row + d * column).
TURNS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip


def parse_shape(drawing: str) -> Shape:
    """Read a drawing; return its cells, not moved to the corner. They need not be connected.

    drawing : rows of # (a cell) and . (none), separated by line breaks or by /; short rows end in gaps.
    Raises ValueError: another character (the message says where), no cell, too many rows or columns.
    """
    rows = drawing.replace(ROW_BREAK, "\n").splitlines()
    if max(len(rows), *map(len, rows), 0) > MAX_DRAWN:
        raise ValueError(f"a drawing may have at most {MAX_DRAWN} rows and columns")
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


def extent(cells: Collection[Cell]) -> tuple[int, int]:
    """(rows, columns) of the smallest rectangle from row 0 and column 0 that holds the cells."""
    return 1 + max(row for row, _ in cells), 1 + max(col for _, col in cells)


def shape_rows(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Draw cells, one string per row, from row 0 and column 0 on."""
    filled = set(cells)
    height, width = extent(filled)
    return tuple(
        "".join(FILLED if (row, col) in filled else GAP for col in range(width)) for row in range(height)
    )


def moved_to_corner(cells: Iterable[Cell]) -> Shape:
    """Move cells so that the first row and the first column are 0, and sort them."""
    placed = list(cells)
    top, left = min(row for row, _ in placed), min(col for _, col in placed)
    return tuple(sorted((row - top, col - left) for row, col in placed))


def turned(cells: Iterable[Cell], turn: tuple[int, int, int, int]) -> Shape:
    a, b, c, d = turn
    return moved_to_corner((a * row + b * col, c * row + d * col) for row, col in cells)


def orientations(cells: Iterable[Cell]) -> tuple[Shape, ...]:
    """All distinct rotations and reflections, 1 to 8, in sorted order."""
    shape = tuple(cells)
    return tuple(sorted({turned(shape, turn) for turn in TURNS}))


def regions(cells: Iterable[Cell]) -> tuple[frozenset[Cell], ...]:
    """The connected regions of some cells, in the order of their first cells."""
    left = set(cells)
    found = []
    for first in sorted(left):
        region, reached = set(), left & {first}
        while reached:
            region |= reached
            left -= reached
            near = ({(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} for row, col in reached)
            reached = left & set().union(*near)
        if region:
            found.append(frozenset(region))
    return tuple(found)


def is_connected(cells: Iterable[Cell]) -> bool:
    return len(regions(cells)) == 1
