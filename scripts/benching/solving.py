"""Solving: published puzzles, and boards made here, of both kinds, which grow in size and colours.

Every puzzle is solved to its proof of uniqueness or to a second solution. The first search imports the SAT
solver, so one small search runs before the measurement.
"""

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.formats.files import load_puzzle
from picrosser.formats.tables import default_colour
from picrosser.making.puzzles import puzzle_of
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve
from scoring.output import aligned

SIDES = (10, 30, 50)  # of Hungry Cat boards
COLOURS = (3, 8)
SEEDS_PER_COLOUR = 4  # of a picture of blobs: a colour has about four regions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--puzzles", type=Path, metavar="DIR", help="a folder of folders of puzzle files")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="boards of each generated kind")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="S", help="for one puzzle")


def run(args: argparse.Namespace) -> int:
    solve(stairs_nonogram(9))
    folders = [] if args.puzzles is None else [one for one in sorted(args.puzzles.iterdir()) if one.is_dir()]
    groups = {
        folder.name: {path.stem: load_puzzle(path).puzzle for path in sorted(folder.iterdir())}
        for folder in folders
    } | {"made": _made(args.seeds)}
    for group, puzzles in groups.items():
        _print_group(group, puzzles, args.time_limit)
    return 0


def _made(seeds: int) -> dict[str, LinePuzzle]:
    made: dict[str, LinePuzzle] = {}
    for seed in range(1, seeds + 1):
        for density in (0.4, 0.45, 0.5, 0.55, 0.6):
            made[f"random {density:.2f} #{seed}"] = random_nonogram(seed, 30, density)
        made[f"coloured #{seed}"] = coloured_nonogram(seed, 40, 4)
        for side, colours in product(SIDES, COLOURS):
            made[f"{colours} regions {side} #{seed}"] = blobs(seed, side, colours)
            made[f"{colours} scattered {side} #{seed}"] = noise(seed, side, colours)
    return made | {f"stairs {side}": stairs_nonogram(side) for side in (19, 31)}


def _print_group(group: str, puzzles: dict[str, LinePuzzle], limit_s: float) -> None:
    rows = [(group, "size", "status", "difficulty", "passes", "decisions", "seconds")]
    decided: list[float] = []
    for name, puzzle in puzzles.items():
        outcome = solve(puzzle, time_limit_s=limit_s)
        if outcome.status is not Status.GAVE_UP:
            decided.append(outcome.seconds)
        how = outcome.status.value, outcome.difficulty.value, str(outcome.passes), str(outcome.decisions)
        rows.append((name, "{1} x {0}".format(*puzzle.shape), *how, f"{outcome.seconds:.3f}"))
    print(f"\n{aligned(rows)}")
    slowest = max(decided, default=0.0)
    print(f"{len(decided)} of {len(puzzles)} done in {sum(decided):.2f} s, slowest {slowest:.2f}")


# ---- Made puzzles


def random_nonogram(seed: int, side: int, density: float) -> LinePuzzle:
    """A nonogram of noise, without any shape."""
    return nonogram_of(np.random.default_rng(seed).random((side, side)) < density)


def stairs_nonogram(side: int) -> LinePuzzle:
    """A chain of hooks from corner to corner: line logic decides nothing, yet there is only one solution."""
    cells = np.zeros((side, side), np.int8)
    for corner in range(0, side - 2, 2):
        cells[corner : corner + 3, corner] = cells[corner, corner : corner + 3] = 1
    return nonogram_of(cells)


def coloured_nonogram(seed: int, side: int, colours: int) -> LinePuzzle:
    """A nonogram of coloured regions, a third of them blank."""
    cells = _regions(np.random.default_rng(seed), side, colours + colours // 2)
    return nonogram_of(np.where(cells > colours, 0, cells))


def blobs(seed: int, side: int, colours: int) -> LinePuzzle:
    return puzzle_of(_picture(_regions(np.random.default_rng(seed), side, colours)), "hungry-cat")


def noise(seed: int, side: int, colours: int) -> LinePuzzle:
    cells = np.random.default_rng(seed).integers(1, colours + 1, (side, side))
    return puzzle_of(_picture(cells), "hungry-cat")


def nonogram_of(cells: NDArray[Any]) -> LinePuzzle:
    """The nonogram of a picture: (rows, columns) colours from 1, 0 is blank."""
    return puzzle_of(_picture(cells), "nonogram")


def _picture(cells: NDArray[Any]) -> Picture:
    inks = (default_colour(slot) for slot in range(max(1, int(cells.max()))))
    return Picture(cells.astype(np.int8), ((255, 255, 255), *inks))


def _regions(rng: np.random.Generator, side: int, colours: int) -> NDArray[Any]:
    """Each cell has the colour of its nearest seed."""
    seeds = rng.uniform(0, side, (SEEDS_PER_COLOUR * colours, 2))
    row, col = np.mgrid[:side, :side] + 0.5
    distance = (row[..., None] - seeds[:, 0]) ** 2 + (col[..., None] - seeds[:, 1]) ** 2
    return np.asarray(distance.argmin(axis=2) % colours + 1)
