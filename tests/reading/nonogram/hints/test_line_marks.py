"""Colours of whole lines may mark satisfied ones; different colours within a line are the puzzle's."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import Box, Lattice
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.read import weigh_hints

NIGHT, CYAN, GREEN = (30, 40, 70), (0, 212, 255), (76, 175, 80)
EDGES = (40, 50, 60, 70, 80)


def row_of(at, *tones):
    """A bar per tone, left of the board."""
    return tuple(
        _piece(Box(EDGES[at] + 1, 5 + 10 * k, EDGES[at] + 9, 9 + 10 * k), t) for k, t in enumerate(tones)
    )


def column_of(at, tone):
    return (_piece(Box(30, EDGES[at] + 3, 38, EDGES[at] + 7), tone),)


def _piece(box, tone):
    ink, ground = np.array(tone, np.float32), np.array(NIGHT, np.float32)
    return Piece(box, np.ones((box.height, box.width), np.float32), ink, ground, 150.0)


def single_colour(first_row):
    rows = (row_of(0, *first_row), *(row_of(at, GREEN, GREEN) for at in (1, 2)), row_of(3, CYAN, CYAN))
    cols = tuple(column_of(at, tone) for at, tone in enumerate((CYAN, CYAN, GREEN, CYAN)))
    no = (False,) * 8
    lattice = Lattice(EDGES, EDGES)
    seen = HintsGrouped(lattice, rows, cols, 1.0, no, no, InkFound(lattice, rows, cols))
    return weigh_hints(seen, NIGHT)[0].single_colour


def test_colours_of_whole_lines_may_be_marks():
    assert single_colour((CYAN, CYAN)) is not None


def test_colours_within_a_line_are_the_puzzles():
    assert single_colour((CYAN, GREEN)) is None
