"""Nonograms from drawn rows and at random, and all solutions of a puzzle by brute force."""

import random
from collections.abc import Sequence
from itertools import product

import numpy as np

from picrosser.making.puzzles import puzzle_of
from picrosser.puzzles.checking import LinePuzzle, violations
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture

PALETTE = ((255, 255, 255), (0, 0, 0), (200, 30, 30), (30, 80, 210))


def nonogram_of(*rows: str | Sequence[int], colours: int = 1) -> Nonogram:
    """The puzzle of a drawn picture: "." and "#", or the colours' digits."""
    cells = [[int({".": 0, "#": 1}.get(cell, cell)) for cell in row] for row in rows]
    return puzzle_of(Picture(cells, PALETTE[: colours + 1]), "nonogram")


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


def all_solutions(puzzle: LinePuzzle) -> set[tuple[str, ...]]:
    """Every picture without a violation, found by trying all."""
    columns = puzzle.shape[1]
    every = list(product(range(puzzle.colours + 1), repeat=columns))
    unknown = None if isinstance(puzzle, Nonogram) else (CountHint(None, None),) * puzzle.colours
    alone = [type(puzzle)((hints,), (unknown,) * columns, puzzle.palette) for hints in puzzle.rows]
    fitting = [[line for line in every if not violations(row, Picture([line], row.palette))] for row in alone]
    boards = (Picture(np.array(board, dtype=np.int8), puzzle.palette) for board in product(*fitting))
    return {board.lines() for board in boards if not violations(puzzle, board)}
