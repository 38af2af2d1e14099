"""What a search for a packing does, step by step, as data; and a bounded record of it."""

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

    slot : the piece, by its index in the puzzle.
    """

    slot: int
    cells: tuple[Cell, ...]
    laid: bool


StepListener: TypeAlias = Callable[[PackStep], None]


class StepRecord:
    """A listener that keeps the board after each step; of a long search after every second, fourth, ... step.

    steps : how many there were. every : the distance of those that are kept.
    """

    def __init__(self, puzzle: Katamino, most: int) -> None:
        """Begin with the empty board.

        most : boards that are kept, 2 or more.
        """
        self.steps = 0
        self.every = 1
        self._most = most
        self._palette = puzzle.palette
        self._cells = np.full(puzzle.shape, EMPTY, np.int8)
        self._cells[tuple(zip(*puzzle.board, strict=True))] = UNKNOWN
        self._kept = [self._cells.copy()]

    def __call__(self, step: PackStep) -> None:
        """Hear of the next step."""
        self._cells[tuple(zip(*step.cells, strict=True))] = step.slot + 1 if step.laid else UNKNOWN
        self.steps += 1
        if self.steps % self.every:
            return
        self._kept.append(self._cells.copy())
        if len(self._kept) >= self._most:
            self._kept = self._kept[::2]
            self.every *= 2

    @property
    def pictures(self) -> list[Picture]:
        """The boards that are kept, and the last one; free cells are UNKNOWN."""
        last = [self._cells.copy()] if self.steps % self.every else []
        return [Picture(cells, self._palette) for cells in (*self._kept, *last)]
