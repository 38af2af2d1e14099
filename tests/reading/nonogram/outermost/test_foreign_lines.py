"""A bar below the board is not one of its lines, whatever stands on it."""

from __future__ import annotations

import numpy as np
import pytest
from sweeps import sweep

from drawn.nonograms.damaged import damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.reading.nonogram.boards import find_board_by_lines
from picrosser.reading.nonogram.candidates.seen_lines import GridCandidate
from picrosser.reading.nonogram.hints.hint_area import find_hints
from picrosser.reading.nonogram.outermost.lines import without_foreign_lines


@pytest.mark.parametrize("seed", sweep([3, 4], quick=[4]))
def test_a_button_below_the_board_is_no_hint_of_one_more_row(seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "paper"), seed))
    image, lattice = np.asarray(drawn.image)[..., :3].copy(), drawn.lattice
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, lattice.pitch_px
    below = round(rows[-1] + 0.2 * pitch)
    image[below:] = image[below, 2]
    longer = GridCandidate((*map(float, rows), rows[-1] + pitch), tuple(map(float, cols)))
    top, right, size = round(below + 0.1 * pitch), round(cols[0] - 0.3 * pitch), round(0.65 * pitch)
    image[top : top + size, right - size : right] = 40
    image[top + size // 4 : top + size * 3 // 4, right - size * 2 // 3 : right - size // 3] = 250
    seen = find_hints(image, longer)
    assert seen.rows[-1]
    assert without_foreign_lines(image, seen, seen).lattice.shape == lattice.shape


def test_a_dot_of_the_page_is_no_hint_of_one_more_row():
    """Beyond the last row other dots stand as if the board's lines went on."""
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == "meadow"), 1501014))
    image = np.asarray(damaged_nonogram(drawn, "jpeg-60").convert("RGB"))
    assert find_board_by_lines(image).lattice.shape == drawn.lattice.shape
