"""Puzzles for measuring the solvers: published ones from a folder, and generated ones by seed."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drawn.pictures import hints_of
from picrosser.formats.files import load_puzzle
from picrosser.formats.table_values import default_colour
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import Picture

Cells = NDArray[np.int8]
"""(rows, columns) int8; 0 is blank."""

WHITE = (255, 255, 255)
SEEDS_PER_COLOUR = 4  # of a picture of blobs: a colour has about four regions
_WORD = re.compile(r"([A-Za-z])(\d+)")


def published(folder: Path) -> dict[str, LinePuzzle]:
    """The puzzles of a folder by file name, including Hungry Cat puzzles written in letters."""
    found: dict[str, LinePuzzle] = {}
    for path in sorted(folder.glob("*")):
        if path.suffix in (".json", ".toml"):
            found[path.stem] = load_puzzle(path).puzzle
        elif path.suffix == ".txt":
            found[path.stem] = _from_letters(path.read_text(encoding="utf-8"))
    return found


def random_nonogram(seed: int, side: int, density: float) -> Nonogram:
    """A nonogram of noise, without any shape."""
    rng = np.random.default_rng(seed)
    return nonogram_of((rng.random((side, side)) < density).astype(np.int8))


def mirrored_nonogram(seed: int, side: int, density: float) -> Nonogram:
    """A nonogram with one quarter of noise, mirrored into the others: lines come in equal pairs."""
    rng = np.random.default_rng(seed)
    quarter = rng.random((-(-side // 2), -(-side // 2))) < density
    half = np.concatenate([quarter, quarter[::-1][side % 2 :]])
    return nonogram_of(np.concatenate([half, half[:, ::-1][:, side % 2 :]], axis=1).astype(np.int8))


def tiled_nonogram(seed: int, side: int, tile: int) -> Nonogram:
    """A nonogram that repeats one small random tile, with one cell in forty inverted."""
    rng = np.random.default_rng(seed)
    one = rng.random((tile, tile)) < 0.5
    times = -(-side // tile)
    cells = np.tile(one, (times, times))[:side, :side] ^ (rng.random((side, side)) < 1 / 40)
    return nonogram_of(cells.astype(np.int8))


def stairs_nonogram(side: int) -> Nonogram:
    """A chain of hooks from corner to corner: line logic decides nothing, yet there is only one solution."""
    cells = np.zeros((side, side), np.int8)
    for corner in range(0, side - 2, 2):
        cells[corner : corner + 3, corner] = cells[corner, corner : corner + 3] = 1
    return nonogram_of(cells)


def coloured_nonogram(seed: int, side: int, colours: int) -> Nonogram:
    """A nonogram of coloured regions, a third of them blank."""
    cells = _blobs(np.random.default_rng(seed), side, colours + colours // 2)
    return nonogram_of(np.where(cells > colours, 0, cells).astype(np.int8))


def blobs(seed: int, side: int, colours: int) -> HungryCat:
    """A full Hungry Cat board of blobs."""
    cells = _blobs(np.random.default_rng(seed), side, colours)
    return hints_of(Picture(cells, (WHITE, *(default_colour(slot) for slot in range(colours)))))


def noise(seed: int, side: int, colours: int) -> HungryCat:
    """A full Hungry Cat board without any shape."""
    cells = np.random.default_rng(seed).integers(1, colours + 1, (side, side)).astype(np.int8)
    return hints_of(Picture(cells, (WHITE, *(default_colour(slot) for slot in range(colours)))))


def nonogram_of(cells: Cells) -> Nonogram:
    """The puzzle of a picture."""
    colours = max(1, int(cells.max()))
    palette = (WHITE, *((0, 0, 0) if colours == 1 else default_colour(slot) for slot in range(colours)))
    lines = tuple(map(_runs, cells.tolist())), tuple(map(_runs, cells.T.tolist()))
    return Nonogram(*lines, palette)


def _runs(cells: list[int]) -> Runs:
    return tuple(Run(len(list(group)), colour) for colour, group in groupby(cells) if colour)


def _blobs(rng: np.random.Generator, side: int, colours: int) -> Cells:
    """Each cell has the colour of its nearest seed."""
    count = SEEDS_PER_COLOUR * colours
    seeds = rng.uniform(0, side, (count, 2))
    order = np.concatenate([np.arange(colours), rng.integers(0, colours, count - colours)]) + 1
    row, col = np.mgrid[:side, :side] + 0.5
    distance = (row[..., None] - seeds[:, 0]) ** 2 + (col[..., None] - seeds[:, 1]) ** 2
    return np.asarray(order[distance.argmin(axis=2)], np.int8)


def _from_letters(text: str) -> HungryCat:
    """A Hungry Cat puzzle in letters: "r2B3" is a circled 2 of R and an uncircled 3 of B."""
    parts = dict(line.split(": ", 1) for line in text.splitlines() if line.strip())
    letters = [word.split(":")[0] for word in parts["colours"].split()]

    def line(word: str) -> Line:
        hints = {
            letter.upper(): CountHint(int(n), letter.islower() and int(n) > 1)
            for letter, n in _WORD.findall(word)
        }
        return tuple(hints.get(letter.upper(), CountHint(0)) for letter in letters)

    rows, cols = (tuple(map(line, parts[key].split())) for key in ("rows", "columns"))
    return HungryCat(rows, cols, (WHITE, *(default_colour(slot) for slot in range(len(letters)))))
