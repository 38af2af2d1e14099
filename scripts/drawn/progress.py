"""What a player has done so far: which cells are painted, in which colour, and which of them wrongly.

In order of a pattern (scattered cells, line by line, a block that grows, colour by colour) the first cells
are painted or marked, as many as requested. Then some get a colour that differs from the solution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drawn.pictures import Cells

UNTOUCHED, MARKED = -1, 0
PATTERNS = ("cells", "lines", "block", "colours")
MOST_LEFT = 3  # cells that an almost complete board still lacks
SHARES = ("any", "any", "any", "any", "almost", "complete", "hardly")


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an array
class Progress:
    """A part-filled board.

    state : (rows, columns) int8; UNTOUCHED (-1), MARKED (0: crossed or noted, not painted), or the colour
        slot that the cell is painted with, from 1.
    mistakes : the painted cells whose colour is not the solution's, (row, column), in reading order.
    """

    state: NDArray[np.int8]
    mistakes: tuple[tuple[int, int], ...] = ()


def progress_of(state: NDArray[np.int8], solution: Cells) -> Progress:
    """The progress of a given state, with its mistakes."""
    wrong = (state > MARKED) & (state != solution)
    return Progress(state.astype(np.int8), tuple((int(row), int(col)) for row, col in np.argwhere(wrong)))


def random_progress(
    rng: np.random.Generator,
    solution: Cells,
    share: float | None = None,
    mistakes: int = 0,
    *,
    marked: float = 0.0,
    pattern: str | None = None,
) -> Progress:
    """Paint or mark some cells of a board.

    Parameters
    ----------
    solution : colours from 1; a blank cell (0) is marked where another would be painted.
    share : fraction of all cells that are touched, rounded to whole cells. None leaves it to chance; then
        boards that are almost complete, complete, or hardly begun are among them.
    mistakes : number of painted cells that get a wrong colour, at most all of them; none in a puzzle of one
        colour.
    marked : approximate fraction of the touched cells that are marked instead of painted.
    pattern : one of PATTERNS; None leaves it to chance.
    """
    pattern = pattern or PATTERNS[rng.integers(len(PATTERNS))]
    touched = _random_count(rng, solution.size) if share is None else round(share * solution.size)
    state = np.full(solution.size, UNTOUCHED, np.int8)
    chosen = np.argsort(_turn(rng, solution, pattern).ravel(), kind="stable")[:touched]
    noted = rng.random(len(chosen)) < marked
    state[chosen] = np.where(noted, MARKED, solution.ravel()[chosen])
    _spoil(rng, state, int(solution.max()), mistakes)
    return progress_of(state.reshape(solution.shape), solution)


def _random_count(rng: np.random.Generator, cells: int) -> int:
    kind = SHARES[rng.integers(len(SHARES))]
    few = int(rng.integers(1, MOST_LEFT + 1))
    return {
        "any": int(rng.integers(1, cells + 1)),
        "almost": max(1, cells - few),
        "complete": cells,
        "hardly": min(few, cells),
    }[kind]


def _turn(rng: np.random.Generator, solution: Cells, pattern: str) -> NDArray[np.float64]:
    """(rows, columns) when each cell's turn comes; the lowest first."""
    rows, cols = solution.shape
    row, col = np.mgrid[:rows, :cols]
    scatter = rng.random(solution.shape)  # the order of cells that the pattern leaves open
    if pattern == "lines":
        turns = rng.permutation(rows + cols)
        return np.minimum(turns[row], turns[rows + col]) + scatter * 0.5
    if pattern == "block":
        middle_row, middle_col = rng.integers(rows), rng.integers(cols)
        return np.maximum(abs(row - middle_row), abs(col - middle_col)) + scatter * 0.5
    if pattern == "colours":
        turns = rng.permutation(int(solution.max()) + 1)
        return np.asarray(turns[solution] + scatter * 0.5)
    return scatter


def _spoil(rng: np.random.Generator, state: NDArray[np.int8], colours: int, mistakes: int) -> None:
    painted = np.flatnonzero(state > MARKED)
    if colours < 2:
        return
    wrong = rng.permutation(painted)[:mistakes]
    shift = rng.integers(1, colours, len(wrong))  # 1..colours-1, so that the colour always changes
    state[wrong] = (state[wrong] - 1 + shift) % colours + 1
