"""Random pictures whose nonogram has one solution: blobs, figures, noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from drawn.pictures import Cells
from picrosser.making.puzzles import puzzle_of
from picrosser.puzzles.picture import Colour, Picture
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

TIME_LIMIT_S = 2.0  # drawing another picture takes less time than proving a hard one
MENDS = 12  # attempts to make the solution unique by painting open cells, before another picture is drawn
DENSITY = 0.42, 0.68  # painted share; real puzzles lie between
BLANK_LINE = 0.12  # of the pictures get a blank line


def random_nonogram(rng: np.random.Generator, shape: tuple[int, int], palette: tuple[Colour, ...]) -> Picture:
    """A picture in `palette`, whose first colour is blank, proved to be the only solution of its nonogram."""
    while True:
        cells = _coloured(rng, _painted(rng, shape), len(palette) - 1)
        for _ in range(MENDS):
            picture = Picture(cells, palette)
            outcome = solve(puzzle_of(picture, "nonogram"), timeout_s=TIME_LIMIT_S)
            used = np.unique(cells[cells > 0])
            if outcome.status is Status.UNIQUE and len(used) == len(palette) - 1:
                return picture
            if outcome.status is not Status.SEVERAL:
                break
            cells = cells.copy()
            for row, col in outcome.differing:
                if rng.random() < 0.6:
                    cells[row, col] = rng.integers(1, len(palette))


def _painted(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which cells are painted."""
    density = rng.uniform(*DENSITY)
    kind = rng.choice(("noise", "blobs", "mirrored", "figure"), p=(0.15, 0.35, 0.3, 0.2))
    if kind == "figure":
        painted = _figure(rng, shape)
    else:
        field = rng.random(shape)
        if kind != "noise":
            field = ndimage.gaussian_filter(field, rng.uniform(0.6, 1.1), mode="nearest")
        if kind == "mirrored":
            field = np.maximum(field, field[:, ::-1])
        painted = field > np.quantile(field, 1 - density)
    if rng.random() < BLANK_LINE:
        painted[rng.integers(shape[0])] = False
    return painted


def _figure(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Some ovals, one painted, the next blank: faces, fruits, cups."""
    row, col = np.mgrid[: shape[0], : shape[1]] + 0.5
    painted = np.zeros(shape, bool)
    size = 0.5
    for turn in range(int(rng.integers(2, 6))):
        middle = rng.uniform(0.35, 0.65, 2) * shape
        half = np.maximum(1.0, size * rng.uniform(0.7, 1.0, 2) * shape)
        inside = ((row - middle[0]) / half[0]) ** 2 + ((col - middle[1]) / half[1]) ** 2 < 1
        painted[inside] = turn % 2 == 0
        size *= rng.uniform(0.5, 0.8)
    return painted ^ (rng.random(shape) < 0.04)


def _coloured(rng: np.random.Generator, painted: NDArray[np.bool_], colours: int) -> Cells:
    """Regions of one colour each."""
    rows, cols = painted.shape
    seeds = rng.uniform(0, 1, (colours + int(rng.integers(0, colours)), 2)) * painted.shape
    row, col = np.mgrid[:rows, :cols] + 0.5
    away = (row[..., None] - seeds[:, 0]) ** 2 + (col[..., None] - seeds[:, 1]) ** 2
    return np.where(painted, away.argmin(axis=2) % colours + 1, 0).astype(np.int8)
