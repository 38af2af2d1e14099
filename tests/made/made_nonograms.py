"""Nonograms from drawn rows and at random, and all their solutions by brute force."""

import random
from collections.abc import Iterable, Sequence
from itertools import groupby, product

import numpy as np

from picrosser.puzzles.checking import violations
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import CELL_CHARACTERS, EMPTY, Picture

PALETTE = ((255, 255, 255), (0, 0, 0), (200, 30, 30), (30, 80, 210))


def runs_of(cells: Iterable[int]) -> Runs:
    return tuple(Run(len(list(group)), colour) for colour, group in groupby(cells) if colour != EMPTY)


def nonogram_of(*rows: str | Sequence[int], colours: int = 1) -> Nonogram:
    """The puzzle of a drawn picture: "." and "#", or the colours' digits."""
    cells = [[_value(cell) for cell in row] for row in rows]
    return Nonogram(
        tuple(map(runs_of, cells)), tuple(map(runs_of, zip(*cells, strict=True))), PALETTE[: colours + 1]
    )


def _value(cell: str | int) -> int:
    if isinstance(cell, int):
        return cell
    return {".": 0, "#": 1}.get(cell, CELL_CHARACTERS.index(cell) if cell not in ".#" else 0)


def random_nonogram(rng: random.Random, rows: int, columns: int, colours: int) -> Nonogram:
    """The puzzle of a random picture, sometimes with an unknown line or a given cell."""
    cells = [[rng.randint(0, colours) for _ in range(columns)] for _ in range(rows)]
    puzzle = nonogram_of(*cells, colours=colours)
    row_hints, column_hints = list(puzzle.rows), list(puzzle.cols)
    if rng.random() < 0.4:
        row_hints[rng.randrange(rows)] = None
    if rng.random() < 0.4:
        column_hints[rng.randrange(columns)] = None
    given = None
    if rng.random() < 0.3:
        board = [[-1] * columns for _ in range(rows)]
        row, column = rng.randrange(rows), rng.randrange(columns)
        board[row][column] = cells[row][column] if rng.random() < 0.8 else rng.randint(0, colours)
        given = tuple(map(tuple, board))
    return Nonogram(tuple(row_hints), tuple(column_hints), puzzle.palette, given)


def all_solutions(puzzle: Nonogram) -> set[tuple[str, ...]]:
    """Every picture without a violation, found by trying all."""
    rows, columns = puzzle.shape
    every = list(product(range(puzzle.colours + 1), repeat=columns))
    fitting = [[line for line in every if hints is None or runs_of(line) == hints] for hints in puzzle.rows]
    boards = (Picture(np.array(board, dtype=np.int8), puzzle.palette) for board in product(*fitting))
    assert rows == len(fitting)
    return {board.lines() for board in boards if not violations(puzzle, board)}
