"""Random pictures that look like pictures: landscapes in bands, regions, symmetric shapes on a background.

Every cell is coloured and every colour is used. Runs and scattered colours both occur, so that some
hints are circled and some are not.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from picrosser.making.puzzles import puzzle_of
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

Cells = NDArray[np.int8]
"""(rows, columns) int8, colours from 1."""

TIME_LIMIT_S = 2.0  # drawing another picture takes less time than proving a hard one
FEWEST_SHARE = 0.3  # a colour has at least this share of rows + columns in cells; a hint or two is too few


def random_cells(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    """Draw pictures until one uses every colour."""
    if colours > rows * cols:
        raise ValueError(f"{rows} x {cols} cells cannot show {colours} colours")
    fewest = max(1, min(round(FEWEST_SHARE * (rows + cols) / 2), rows * cols // (2 * colours)))
    makers = (_bands, _regions, _mirrored, _ground_and_shape)
    while True:
        maker: Callable[[np.random.Generator, int, int, int], Cells] = makers[rng.integers(len(makers))]
        cells = maker(rng, rows, cols, colours)
        if rng.random() < 0.5:
            cells = _speckled(rng, cells, colours)
        if np.bincount(cells.ravel(), minlength=colours + 1)[1:].min() >= fewest:
            return cells


def hints_of(picture: Picture) -> HungryCat:
    puzzle = puzzle_of(picture, "hungry-cat")
    assert isinstance(puzzle, HungryCat)
    return puzzle


def has_one_solution(puzzle: LinePuzzle) -> bool:
    """True when proved; False when there are several, or when the proof takes too long."""
    return solve(puzzle, time_limit_s=TIME_LIMIT_S).status is Status.UNIQUE


def _bands(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    """Horizontal or vertical bands with wavy borders."""
    if rng.random() < 0.4:
        return _bands_lying(rng, cols, rows, colours).T.copy()
    return _bands_lying(rng, rows, cols, colours)


def _bands_lying(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    count = colours + int(rng.integers(0, 2))
    heights = np.sort(rng.uniform(0, rows, count - 1))
    wander = np.cumsum(rng.normal(0, rows * 0.04 + 0.3, (count - 1, cols)), axis=1)
    borders = np.sort(heights[:, None] + wander, axis=0)
    layer = (np.arange(rows)[None, :, None] + 0.5 > borders[:, None, :]).sum(axis=0)
    order = np.concatenate([rng.permutation(colours), rng.integers(0, colours, count - colours)])
    return np.asarray(order[layer] + 1, np.int8)


def _regions(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    """Each cell takes the colour of its nearest seed."""
    count = int(colours + rng.integers(0, colours + 1))
    seeds = rng.uniform(0, 1, (count, 2)) * (rows, cols)
    order = np.concatenate([np.arange(colours), rng.integers(0, colours, count - colours)])
    row, col = np.mgrid[:rows, :cols] + 0.5
    stretch = rng.uniform(0.5, 2)
    distance = (row[..., None] - seeds[:, 0]) ** 2 + stretch * (col[..., None] - seeds[:, 1]) ** 2
    return np.asarray(order[distance.argmin(axis=2)] + 1, np.int8)


def _mirrored(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    half = _regions(rng, rows, -(-cols // 2), colours)
    return np.concatenate([half, half[:, : cols // 2][:, ::-1]], axis=1)


def _ground_and_shape(rng: np.random.Generator, rows: int, cols: int, colours: int) -> Cells:
    """Bands behind, and on them one shape inside another, like a face or a fruit."""
    behind = max(1, colours - int(rng.integers(1, 3)))
    cells = _bands_lying(rng, rows, cols, behind)
    row, col = np.mgrid[:rows, :cols] + 0.5
    middle = rng.uniform(0.35, 0.65, 2) * (rows, cols)
    radius, power = rng.uniform(0.3, 0.48), rng.choice([1.0, 2.0, 4.0])
    away = (abs(row - middle[0]) / rows) ** power + (abs(col - middle[1]) / cols) ** power
    for colour in range(behind + 1, colours + 1):
        cells[away < radius**power] = colour
        radius *= rng.uniform(0.45, 0.7)
    return cells


def _speckled(rng: np.random.Generator, cells: Cells, colours: int) -> Cells:
    """Recolour a few single cells: stars, windows, eyes."""
    spots = rng.random(cells.shape) < rng.uniform(0.01, 0.05)
    return np.where(spots, rng.integers(1, colours + 1), cells).astype(np.int8)
