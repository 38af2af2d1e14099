"""Two digits on one plate are a number where each number has its own plate; else they may be two."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.pixels import Box, Lattice
from picrosser.reading.nonogram.evidence import weigh_hints
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.ink.piece import Piece

INK, GROUND = np.zeros(3, np.float32), np.full(3, 200, np.float32)


def row_of(*plates: int, gap: int = 4) -> tuple[Piece, ...]:
    """Digits of 8 x 16 px, so far apart on one plate and far from the next one."""
    pieces, left = [], 0
    for at, plate in enumerate(plates):
        left += 0 if at == 0 else 8 + (gap if plate == plates[at - 1] else 20)
        coverage = np.ones((16, 8), np.float32)
        coverage[4:12, 2:6] = 0
        pieces.append(Piece(Box(0, left, 16, left + 8), coverage, INK, GROUND, 200.0, plate=plate))
    return tuple(pieces)


def decided(*rows: tuple[Piece, ...]) -> list[list[bool | None]]:
    """What is said of each row's neighbours without a comparison."""
    lattice = Lattice(tuple(range(0, 21 * len(rows), 20))[: len(rows) + 1], (100, 120))
    count = len(rows) + 1
    no, ink = (False,) * count, InkFound(lattice, rows, ((),), ())
    seen = HintsGrouped(lattice, rows, ((),), (1.0, 0.0), no, no, ink)
    evidence, _ = weigh_hints(seen, (255, 255, 255))
    return [[join.decided for join in line.joins] for line in evidence.rows]


@pytest.mark.parametrize(("gap", "one"), [(2, True), (10, None)])
def test_two_digits_close_together_on_their_own_plate_are_one_number(gap, one):
    rows = row_of(1, 2, 3), row_of(1, 2, 2, gap=gap)
    assert decided(*rows)[1] == [None, one]


def test_where_a_lines_numbers_share_a_plate_nothing_is_decided():
    rows = row_of(1, 1, 1, 1), row_of(1, 1)
    assert decided(*rows)[1] == [None]
