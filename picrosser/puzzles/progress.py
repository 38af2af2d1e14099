"""What a player has painted so far, and where it contradicts the solution. No pixels, no solver."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.picture import EMPTY, Cell, Picture

MIN_CONFIDENCE = 0.5  # a cell read with less confidence is reported as unclear, never as a mistake
NEAR_LEVELS = 45
"""Grey levels (largest channel): colours closer than this may be mistaken for each other in a picture, where
paint is read up to 20 levels too light."""
# This many wrong crosses, if they are more than this share of all, are marks with another meaning: of the 12
# to 73 crosses on seven real boards none is wrong; on one whose open cells are taken for marks 89 of 210 are.
_MIN_FALSE_CROSSES, _MAX_FALSE_SHARE = 4, 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """The state of a board.

    cells : (rows, columns) int8; UNKNOWN (-1) untouched, EMPTY (0) crossed or marked, else the slot, from 1,
        of the colour that it is painted in.
    confidence : (rows, columns) float32, from 0 for a cell that may be anything to 1 for a certain one.
    """

    cells: NDArray[np.int8]
    confidence: NDArray[np.float32]

    def __repr__(self) -> str:
        rows, cols = self.cells.shape
        painted, marked = int((self.cells > EMPTY).sum()), int((self.cells == EMPTY).sum())
        return f"<Progress {cols} x {rows}, cells painted: {painted}, marked: {marked}>"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A cell in another colour than the solution's: `right` is 0 for a blank cell, `shown` 0 for a cross."""

    cell: Cell
    shown: int
    right: int


@dataclass(frozen=True, slots=True)
class MistakesFound:
    """A board compared with its solution.

    painted, right : the number of painted cells, and of those painted in the solution's colour.
    mistakes : the cells that are certainly wrong, row by row.
    unclear : the cells that seem wrong but are not certain, each with what it seems to show (-1 for nothing).
    """

    painted: int
    right: int
    mistakes: tuple[Mistake, ...]
    unclear: tuple[tuple[Cell, int], ...]


def find_mistakes(progress: Progress, solution: Picture, *, crosses: bool = False) -> MistakesFound:
    """Compare what is painted with the solution; with `crosses`, marks mean that a cell is blank."""
    painted, sure = progress.cells > 0, progress.confidence >= MIN_CONFIDENCE
    right = painted & (progress.cells == solution.cells)
    sure &= ~_confused(progress.cells, solution)
    wrong = painted & ~right & sure
    unclear = ~right & ~sure
    if crosses:
        crossed = progress.cells == EMPTY
        wrongly = crossed & (solution.cells != EMPTY)
        unclear &= ~(crossed & ~wrongly)
        is_few = wrongly.sum() < _MIN_FALSE_CROSSES
        is_cross = is_few or wrongly.sum() <= _MAX_FALSE_SHARE * crossed.sum()
        wrong |= wrongly & sure & is_cross
        unclear |= wrongly & ~wrong
    return MistakesFound(
        int(painted.sum()),
        int(right.sum()),
        _mistakes(progress.cells, solution, wrong),
        tuple(((row, col), int(progress.cells[row, col])) for row, col in np.argwhere(unclear).tolist()),
    )


def compare_cells(cells: NDArray[np.int8], solution: Picture) -> MistakesFound:
    """Compare cells that are stated, not seen, with the solution: none of them is unclear."""
    painted, right = cells > EMPTY, cells == solution.cells
    mistakes = _mistakes(cells, solution, (cells >= EMPTY) & ~right)
    return MistakesFound(int(painted.sum()), int((painted & right).sum()), mistakes, ())


def _mistakes(cells: NDArray[np.int8], solution: Picture, wrong: NDArray[np.bool_]) -> tuple[Mistake, ...]:
    return tuple(
        Mistake((row, col), int(cells[row, col]), int(solution.cells[row, col]))
        for row, col in np.argwhere(wrong).tolist()
    )


def _confused(cells: NDArray[np.int8], solution: Picture) -> NDArray[np.bool_]:
    """(rows, cols) bool: where a similar colour is read for most of a colour's cells; no player does that."""
    found = np.zeros(cells.shape, np.bool_)
    tones = np.array(solution.palette, np.int16)
    for shown in range(1, len(tones)):
        here = cells == shown
        for right in range(len(tones)):
            there = (cells > 0) & (solution.cells == right)
            near = int(np.abs(tones[shown] - tones[right]).max()) < NEAR_LEVELS
            least = max(2.0, min(here.sum(), there.sum()) / 2)
            if right != shown and near and (here & there).sum() >= least:
                found |= here & there
    return found
