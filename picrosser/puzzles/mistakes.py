"""A part-filled board and the solution in, what is wrong on it out. No pixels, no solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.picture import EMPTY, Cell, Picture
from picrosser.puzzles.progress import Progress

SURE = 0.5
"""A cell read with less confidence is called unclear, and no mistake."""
NEAR = 45
"""Grey levels (largest channel): inks nearer than this may be taken for each other; they are read up to 20
too light."""
_MARKS = 4  # wrong crosses that are too many to be mistakes, if they are more than the right ones


@dataclass(frozen=True, slots=True)
class Mistake:
    """A cell that is painted with another colour than the solution's, or crossed out and not blank.

    shown, right : the colours, from 1; `right` may be 0 for blank, and `shown` for a cross.
    """

    cell: Cell
    shown: int
    right: int


@dataclass(frozen=True, slots=True)
class MistakesFound:
    """A board compared with its solution.

    painted : how many cells are painted; each is right, a mistake, or unclear.
    right : how many of them have the solution's colour.
    mistakes : the cells that certainly have not, row by row.
    unclear : the cells that cannot be told for sure, with what they seem to show (-1 for nothing); those that
        seem right are not among them.
    """

    painted: int
    right: int
    mistakes: tuple[Mistake, ...]
    unclear: tuple[tuple[Cell, int], ...]


def compare(progress: Progress, solution: Picture, *, crosses: bool = False) -> MistakesFound:
    """Compare what is painted with the solution; untouched cells cannot be wrong.

    crosses : marks say that a cell is blank, so they can be wrong, too.
    """
    painted, sure = progress.cells > 0, progress.confidence >= SURE
    right = painted & (progress.cells == solution.cells)
    sure &= ~_confused(progress.cells, solution)
    wrong = painted & ~right & sure
    unclear = ~right & ~sure
    if crosses:
        crossed = progress.cells == EMPTY
        wrongly = crossed & (solution.cells != EMPTY)
        unclear &= ~(crossed & ~wrongly)
        # Nobody crosses out mostly cells that have to be painted: then the marks mean something else.
        is_cross = wrongly.sum() < _MARKS or 2 * wrongly.sum() <= crossed.sum()
        wrong |= wrongly & sure & is_cross
        unclear |= wrongly & ~wrong
    return MistakesFound(
        int(painted.sum()),
        int(right.sum()),
        tuple(
            Mistake((row, col), int(progress.cells[row, col]), int(solution.cells[row, col]))
            for row, col in np.argwhere(wrong).tolist()
        ),
        tuple(((row, col), int(progress.cells[row, col])) for row, col in np.argwhere(unclear).tolist()),
    )


def _confused(cells: NDArray[np.int8], solution: Picture) -> NDArray[np.bool_]:
    """(rows, cols) bool: cells of a colour that seems to be taken for a similar one all over the board.

    Nobody paints most of a colour's cells wrongly, and all in the same way; of two colours that are hard to
    tell apart, it is the reading that has not told them apart.
    """
    found = np.zeros(cells.shape, np.bool_)
    tones = np.array(solution.palette, np.int16)
    for shown in range(1, len(tones)):
        here = cells == shown
        for right in range(len(tones)):
            there = (cells > 0) & (solution.cells == right)
            near = int(np.abs(tones[shown] - tones[right]).max()) < NEAR
            least = max(2.0, min(here.sum(), there.sum()) / 2)
            if right != shown and near and (here & there).sum() >= least:
                found |= here & there
    return found
