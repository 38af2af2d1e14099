"""Random problems that have an answer: rows of a card, and a set of pieces with its packing."""

import string

import numpy as np

from picrosser.packing.pack import PackStatus, pack
from picrosser.puzzles.katamino import BOX, ROWS, Katamino, rectangle
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.polyomino import Shape, orientations

_TRIES = 40
"""Orders of the pieces; most sets of five or more have a packing, of three about one in six."""


def packing_of(numbers: tuple[int, ...]) -> Picture | None:
    """How these pieces fill the board of the game's own problem, if they do."""
    pieces = tuple(BOX[number - 1] for number in numbers)
    packed = pack(Katamino(pieces, rectangle(ROWS, len(numbers))))
    return packed.pictures[0] if packed.status is PackStatus.PACKED else None


def any_way(rng: np.random.Generator, shape: Shape, most_rows: int = 5) -> Shape:
    """A random orientation of a piece; as most cards print them, one of at most three rows."""
    ways = [way for way in orientations(shape) if max(cell[0] for cell in way) < most_rows]
    return ways[rng.integers(len(ways))]


def random_row(rng: np.random.Generator, first: int, last: int) -> tuple[int, ...]:
    """`last` pieces; for each n from `first` on, the first n of them fill a board of 5 x n."""
    while True:
        row = tuple(1 + rng.permutation(len(BOX))[:first])
        if packing_of(row) is None:
            continue
        for _ in range(_TRIES):
            if len(row) == last:
                return tuple(map(int, row))
            number = int(rng.integers(1, len(BOX) + 1))
            if number not in row and packing_of((*row, number)) is not None:
                row = (*row, number)


def random_table(rng: np.random.Generator, rows: int, first: int, last: int) -> dict[str, tuple[int, ...]]:
    return {string.ascii_lowercase[number]: random_row(rng, first, last) for number in range(rows)}


def random_packing(rng: np.random.Generator, pieces: int) -> tuple[tuple[int, ...], Picture]:
    """Random pieces, and how they fill a board of 5 rows and that many columns."""
    while True:
        numbers = tuple(int(number) for number in 1 + rng.permutation(len(BOX))[:pieces])
        packing = packing_of(numbers)
        if packing is not None:
            return numbers, packing
