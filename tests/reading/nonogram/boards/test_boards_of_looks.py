"""The boards of drawn programs are found whose lines are gaps, bevels or thick bars, or lie among others."""

from __future__ import annotations

import numpy as np
import pytest
from read_boards import drawn_look, first_reading, pixels_of
from sweeps import sweep

LOOKS = {
    "the feet of digits and the edges of tiles are nearly even": ("tiles", 1201002, ""),
    "fainter ones": ("tiles", 470000, ""),
    "gaps between tiles": ("tiles", 1501002, ""),
    "noise beside lines": ("ledger", 7701016, "jpeg-30"),
    "a thick frame on a dark page": ("fence", 1000, ""),
    "bars and texts near the board": ("ledger", 3, ""),
    "a lantern": ("lantern", 2004, ""),
    "a page nearly of the board's tone": ("crayon", 1201013, "dim"),
    "a few dots": ("crayon", 6002, ""),
    "half of the pitch repeats": ("badges", 50000008, ""),
    "an outer edge that does not show": ("lantern", 31005, ""),
    "hints on plates of another pitch": ("crayon", 5502001, ""),
    "hints on pills": ("snake", 7002, ""),
    "dots as if the board's lines went on": ("meadow", 1501014, "jpeg-60"),
    "a title as wide as the board": ("ledger", 7711006, ""),
}
QUICK = [
    "the feet of digits and the edges of tiles are nearly even",
    "fainter ones",
    "a thick frame on a dark page",
    "bars and texts near the board",
    "a few dots",
    "half of the pitch repeats",
    "an outer edge that does not show",
    "hints on pills",
    "dots as if the board's lines went on",
    "a title as wide as the board",
]


@pytest.mark.parametrize("kind", sweep(LOOKS, quick=QUICK))
def test_the_board_is_found_whole(kind: str) -> None:
    name, seed, damage = LOOKS[kind]
    drawn = drawn_look(name, seed)
    lattice = first_reading(pixels_of(drawn, damage)).lattice
    assert lattice.shape == drawn.lattice.shape
    edges = lattice.row_edges_px[0], lattice.col_edges_px[0]
    true = drawn.lattice.row_edges_px[0], drawn.lattice.col_edges_px[0]
    assert np.abs(np.subtract(edges, true)).max() < drawn.lattice.pitch_px / 4
    assert lattice.pitch_px == pytest.approx(drawn.lattice.pitch_px, rel=0.02)


@pytest.mark.parametrize("seed", sweep([3, 4], quick=[4]))
def test_a_button_below_the_board_is_no_hint_of_one_more_row(seed: int) -> None:
    drawn = drawn_look("paper", seed)
    image, lattice = pixels_of(drawn).copy(), drawn.lattice
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    below = round(rows[-1] + 0.2 * pitch)
    image[below:] = image[below, 2]
    top, right, size = round(below + 0.1 * pitch), round(cols[0] - 0.3 * pitch), round(0.65 * pitch)
    image[top : top + size, right - size : right] = 40
    image[top + size // 4 : top + size * 3 // 4, right - size * 2 // 3 : right - size // 3] = 250
    assert first_reading(image).lattice.shape == lattice.shape
