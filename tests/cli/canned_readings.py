from __future__ import annotations

import io

import numpy as np
from PIL import Image

from picrosser.pixels import Lattice
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.reading.assemble import Reading

PALETTE = ((255, 255, 255), (200, 0, 0))


def _lines(*counts: int) -> tuple[tuple[CountHint, ...], ...]:
    return tuple((CountHint.from_signed(count),) for count in counts)


def reading(rows: tuple[int, ...], cols: tuple[int, ...], doubts: tuple[Doubt, ...] = ()) -> Reading:
    """A board of one colour with cells of 10 pixels, at (10, 20)."""
    lattice = Lattice(tuple(range(10, 11 + 10 * len(rows), 10)), tuple(range(20, 21 + 10 * len(cols), 10)))
    return Reading(lattice, HungryCat(_lines(*rows), _lines(*cols), PALETTE), doubts, ())


UNIQUE = reading((-2, 1), (-2, 1))
SEVERAL = reading((1, 1), (1, 1))
NONE = reading((1, 2), (0, 2))
DOUBT = Doubt(HintPlace("row", 1, 0), CountHint(1), (CountHint(7),), "a sticker hides it")
DOUBTFUL = reading((-2, 1), (-2, 1), (DOUBT,))


def png(height: int = 40, width: int = 50) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), 240, np.uint8)).save(file, "PNG")
    return file.getvalue()
