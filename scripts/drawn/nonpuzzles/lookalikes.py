"""Boards of other puzzles that count the cells of each line, chosen so that the counts also solve as runs.

Each is drawn again until its counts, taken for a nonogram's hints, have exactly one solution. What stands in
the cells, or between them, tells that it is another puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from PIL import Image

from drawn.nonpuzzles.sheet import GridSheet, new_sheet
from drawn.nonpuzzles.tables import any_sides
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import EMPTY
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

MOST_TRIES = 400  # boards of one picture; then one without any solution is drawn
Made = TypeVar("Made")
GREYS = ((170, 174, 178), (200, 200, 205), (130, 140, 150))


def aquarium(rng: np.random.Generator) -> Image.Image:
    """Walls part the board into tanks, each filled up to a level; the board is empty."""
    return _walled(rng, by_level=True)


def tilepaint(rng: np.random.Generator) -> Image.Image:
    """Walls part the board into tiles, each painted or not; the board is empty."""
    return _walled(rng, by_level=False)


def thermometers(rng: np.random.Generator) -> Image.Image:
    """Tubes with a bulb, each filled from the bulb up to a level; all tubes are drawn."""

    def tubes(shape: tuple[int, int]) -> tuple[np.ndarray, list[list[tuple[int, int]]]]:
        filled, taken, found = np.zeros(shape, bool), np.zeros(shape, bool), []
        for _ in range(60):
            length, upright = int(rng.integers(2, 5)), bool(rng.random() < 0.5)
            row, col = (int(at) for at in rng.integers(0, shape))
            cells = [(row + step * upright, col + step * (not upright)) for step in range(length)]
            if all(r < shape[0] and c < shape[1] and not taken[r, c] for r, c in cells):
                cells, level = cells[:: int(rng.choice((1, -1)))], int(rng.integers(length + 1))
                found.append(cells)
                for at, cell in enumerate(cells):
                    taken[cell], filled[cell] = True, at < level
        return filled, found

    sheet, (_, found) = _searched(rng, tubes)
    grey = GREYS[rng.integers(len(GREYS))]
    for cells in found:
        ends = [((box := sheet.box(*cell))[0] + box[2], box[1] + box[3]) for cell in (cells[0], cells[-1])]
        sheet.pen.line([(x / 2, y / 2) for x, y in ends], grey, sheet.cell_px[0] // 3)
        sheet.disc(*cells[0], grey, 0.38)
    return sheet.image


def snake(rng: np.random.Generator) -> Image.Image:
    """A path of cells whose head and tail are drawn, one as a disc, one as a ring."""

    def path(shape: tuple[int, int]) -> tuple[np.ndarray, list[tuple[int, int]]]:
        cells = [tuple(int(at) for at in rng.integers(0, shape))]
        for _ in range(int(rng.integers(4, 14))):
            row, col = cells[-1]
            steps = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
            free = [
                (r, c)
                for r, c in steps
                if 0 <= r < shape[0] and 0 <= c < shape[1] and (r, c) not in cells
                and sum(abs(r - a) + abs(c - b) == 1 for a, b in cells) == 1
            ]  # fmt: skip
            if not free:
                break
            cells.append(free[rng.integers(len(free))])
        filled = np.zeros(shape, bool)
        filled[tuple(np.array(cells).T)] = True
        return filled, cells

    sheet, (_, cells) = _searched(rng, path)
    sheet.disc(*cells[0], sheet.ink, 0.36)
    sheet.disc(*cells[-1], sheet.paper, 0.36)
    return sheet.image


def tally(rng: np.random.Generator) -> Image.Image:
    """A table of marks with the total of each line, all marks drawn."""
    sheet, (filled, _) = _searched(rng, lambda shape: (rng.random(shape) < 0.45, None), differs=True)
    colour = (90, 140, 220) if rng.random() < 0.5 else sheet.ink
    for row, col in np.argwhere(filled).tolist():
        if rng.random() < 0.5:
            sheet.fill(row, col, colour, 0.06)
        else:
            sheet.write(row, col, "x", 0.8)
    sheet.rule_lines()
    return sheet.image


def _walled(rng: np.random.Generator, *, by_level: bool) -> Image.Image:
    def regions(shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        seeds = np.stack([rng.integers(0, shape[0], 7), rng.integers(0, shape[1], 7)])
        places = np.indices(shape).reshape(2, -1, 1)
        which = np.abs(places - seeds[:, None]).sum(axis=0).argmin(axis=1).reshape(shape)
        levels = rng.integers(0, shape[0] + 1, 7) if by_level else rng.integers(0, 2, 7) * shape[0]
        return np.arange(shape[0])[:, None] >= shape[0] - levels[which], which

    sheet, (_, which) = _searched(rng, regions)
    for row, col in np.ndindex(which.shape):
        left, top, right, bottom = sheet.box(row, col)
        if col + 1 < which.shape[1] and which[row, col] != which[row, col + 1]:
            sheet.pen.line((right, top, right, bottom), sheet.ink, sheet.rule_px + 3)
        if row + 1 < which.shape[0] and which[row, col] != which[row + 1, col]:
            sheet.pen.line((left, bottom, right, bottom), sheet.ink, sheet.rule_px + 3)
    return sheet.image


def _searched(
    rng: np.random.Generator,
    make: Callable[[tuple[int, int]], tuple[np.ndarray, Made]],
    *,
    differs: bool = False,
) -> tuple[GridSheet, tuple[np.ndarray, Made]]:
    """A ruled sheet with its counts, and what was made for it.

    differs : the solution as runs is another one than what was made.
    """
    shape = int(rng.integers(4, 9)), int(rng.integers(4, 9))
    for _ in range(MOST_TRIES):
        made = make(shape)
        solution = _as_runs(made[0])
        if solution is not None and not (differs and (solution == made[0]).all()):
            break
    sheet = new_sheet(rng, *shape)
    left, top = any_sides(rng)
    sheet.label(left, made[0].sum(axis=1).tolist(), 0.5)
    sheet.label(top, made[0].sum(axis=0).tolist(), 0.5)
    sheet.rule_lines()
    return sheet, made


def _as_runs(filled: np.ndarray) -> np.ndarray | None:
    """The only picture whose lines have one run each, as long as these lines have cells; None without one."""
    rows, cols = (tuple((Run(int(n)),) if n else () for n in filled.sum(axis=axis)) for axis in (1, 0))
    outcome = solve(Nonogram(rows, cols), timeout_s=2)
    return outcome.picture.cells > EMPTY if outcome.status is Status.UNIQUE and outcome.picture else None
