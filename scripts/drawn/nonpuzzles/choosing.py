"""Choose the cells of a board: filled ones, regions, paths; and count what stands in its lines."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from drawn.nonpuzzles.boards import Filled, Numbers, Shape
from picrosser.puzzles.picture import Cell

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def counts(values: NDArray[np.int_] | Filled) -> tuple[Numbers, Numbers]:
    """The sum of each row and of each column."""
    rows, cols = ([[int(n)] for n in values.sum(axis=axis)] for axis in (1, 0))
    return rows, cols


def runs(values: NDArray[np.int_] | Filled) -> tuple[Numbers, Numbers]:
    """The sums of adjoining values in each row and each column."""
    rows, cols = (
        [[int(sum(run)) for is_on, run in groupby(line, bool) if is_on] or [0] for line in lines.tolist()]
        for lines in (values, values.T)
    )
    return rows, cols


def countable(rng: np.random.Generator, shape: Shape) -> Filled:
    """Scattered cells that count as a convex figure's: its rows and columns have one run each."""
    rows, cols = shape
    middle, waist = int(rng.integers(rows)), int(rng.integers(cols))
    filled, widest = np.zeros(shape, bool), _narrower(rng, (0, cols), waist)
    filled[middle, slice(*widest)] = True
    for way in (range(middle + 1, rows), range(middle - 1, -1, -1)):
        span = widest
        for row in way:
            span = _narrower(rng, span, waist)
            filled[row, slice(*span)] = True
    for _ in range(int(rng.integers(4, 60))):  # exchanges that keep all counts
        one, other = rng.choice(rows, 2, replace=False)
        ahead = np.flatnonzero(filled[one] & ~filled[other])
        behind = np.flatnonzero(~filled[one] & filled[other])
        if len(ahead) and len(behind):
            filled[np.ix_([one, other], [rng.choice(ahead), rng.choice(behind)])] ^= True
    return filled


def _narrower(rng: np.random.Generator, span: tuple[int, int], waist: int) -> tuple[int, int]:
    """A span within another one that keeps the waist."""
    return (
        int(rng.integers(span[0], min(waist, span[0] + 3) + 1)),
        int(rng.integers(max(waist + 1, span[1] - 2), span[1] + 1)),
    )


def regions(
    rng: np.random.Generator, shape: Shape, alike: Filled | None = None, most: int = 9, joined: float = 0.9
) -> NDArray[np.int_]:
    """Part a board into connected regions of up to so many cells, in each of which `alike` is the same."""
    which = np.arange(shape[0] * shape[1]).reshape(shape)
    pairs = [(at, (at[0] + 1, at[1])) for at in np.ndindex(shape[0] - 1, shape[1])]
    pairs += [(at, (at[0], at[1] + 1)) for at in np.ndindex(shape[0], shape[1] - 1)]
    for at in rng.permutation(len(pairs)).tolist():
        one, other = (which[cell] for cell in pairs[at])
        fits = alike is None or alike[pairs[at][0]] == alike[pairs[at][1]]
        if fits and one != other and rng.random() < joined and np.isin(which, (one, other)).sum() <= most:
            which[which == other] = one
    return which


def apart(rng: np.random.Generator, shape: Shape) -> Filled:
    """Cells no two of which touch, not even at a corner."""
    taken = np.zeros((shape[0] + 2, shape[1] + 2), bool)
    for row, col in rng.permutation(list(np.ndindex(shape)))[: shape[0] * shape[1] // 2].tolist():
        if not taken[row : row + 3, col : col + 3].any():
            taken[row + 1, col + 1] = True
    return taken[1:-1, 1:-1]


def beside(shape: Shape, cell: Cell) -> Iterator[Cell]:
    """The cells that share a side with a cell."""
    for down, across in STEPS:
        row, col = cell[0] + down, cell[1] + across
        if 0 <= row < shape[0] and 0 <= col < shape[1]:
            yield row, col


def walk(rng: np.random.Generator, shape: Shape, steps: int, *, close: bool) -> list[Cell]:
    """A path that does not cross itself. close : it may run beside itself."""
    cells = [(int(rng.integers(shape[0])), int(rng.integers(shape[1])))]
    while len(cells) < steps:
        free = [cell for cell in beside(shape, cells[-1]) if cell not in cells]
        if not close:
            free = [cell for cell in free if sum(other in cells for other in beside(shape, cell)) == 1]
        if not free:
            break
        cells.append(free[rng.integers(len(free))])
    return cells


def mask(shape: Shape, cells: Sequence[Cell]) -> Filled:
    filled = np.zeros(shape, bool)
    for cell in cells:
        filled[cell] = True
    return filled
