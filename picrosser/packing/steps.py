"""The steps of a search for a packing, and a bounded record of them for animations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Picture


@dataclass(frozen=True, slots=True)
class PackStep:
    """A piece is laid on the first free cell, or taken back because nothing more fits after it.

    piece : the index of the piece in the puzzle.
    cells : the cells that it covers.
    laid : False if it is taken back.
    """

    piece: int
    cells: tuple[Cell, ...]
    laid: bool


StepListener: TypeAlias = Callable[[PackStep], None]


class StepRecord:
    """A listener that keeps the board after each step, or after every second, fourth, ... step of a long
    search.

    steps : the number of steps so far.
    every : one step in `every` is kept.
    """

    def __init__(self, puzzle: Katamino, most: int) -> None:
        """Start with the empty board.

        most : the most boards to keep, at least 2.
        """
        self.steps = 0
        self.every = 1
        self._most = most
        self._palette = puzzle.palette
        self._cells = np.full(puzzle.shape, EMPTY, np.int8)
        self._cells[tuple(zip(*puzzle.board, strict=True))] = UNKNOWN
        self._kept = [self._cells.copy()]

    def __call__(self, step: PackStep) -> None:
        """Record the next step."""
        self._cells[tuple(zip(*step.cells, strict=True))] = step.piece + 1 if step.laid else UNKNOWN
        self.steps += 1
        if self.steps % self.every:
            return
        self._kept.append(self._cells.copy())
        if len(self._kept) >= self._most:
            self._kept = self._kept[::2]
            self.every *= 2

    @property
    def pictures(self) -> list[Picture]:
        """The boards kept, and the last one; free cells are UNKNOWN."""
        last = [self._cells.copy()] if self.steps % self.every else []
        return [Picture(cells, self._palette) for cells in (*self._kept, *last)]
