"""The terms of all rectangles, measured at once, are what one counts in a single rectangle."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import (
    MISSING_IN_FULL,
    MISSING_PER_SEEN,
    SEEN_IN_FULL,
    NumbersOnRuling,
    Rectangles,
    Terms,
)
from picrosser.reading.page.numbers import Numbers

PITCH, HEIGHT = 20.0, 10.0
LINES = 9  # of rows and of columns


@pytest.fixture
def ruling() -> Ruling:
    rng = np.random.default_rng(5)
    places = 7 + PITCH * np.arange(LINES)
    lying, standing = (rng.integers(-1, 2, (LINES, LINES - 1)).astype(np.int8) for _ in "rc")
    return Ruling(places, places, (lying, standing), (0, LINES - 1, 0, LINES - 1), (1000, 1000))


def numbers_at(*cells: tuple[int, int]) -> Numbers:
    """One number in the middle of each of these cells of the ruling."""
    middle = 7 + PITCH * (np.array(cells, float) + 0.5)
    top, left = middle[:, 0] - HEIGHT / 2, middle[:, 1] - 3
    return Numbers(top=top, bottom=top + HEIGHT, left=left, right=left + 6, height=0 * top + HEIGHT)


def test_terms_are_what_one_counts(ruling: Ruling) -> None:
    """The board lies at rows 2 to 6 and columns 3 to 7; all but its column 6 have hints."""
    above, beside = [(1, 3), (1, 4), (1, 5), (0, 3)], [(row, 2) for row in range(2, 7)]
    page = NumbersOnRuling(ruling, numbers_at(*above, *beside, (4, 4), (7, 2)), HEIGHT)
    every = Rectangles(page, below=False, beside_right=False).best(Terms(*[1.0] * len(Terms._fields)), 10_000)
    (board,) = (board for board in every if board.sides == (2, 7, 3, 7))
    lying, standing = ruling.seen
    lines = [*lying[2:8, 3:7], *standing[3:8, 2:7]]
    more_seen = [(line > 0).sum() - MISSING_PER_SEEN * (line < 0).sum() for line in lines]
    assert board.terms.seen == pytest.approx(np.clip(np.array(more_seen) / SEEN_IN_FULL, 0, 1).sum())
    assert board.terms.missing == pytest.approx(np.clip(-np.array(more_seen) / MISSING_IN_FULL, 0, 1).sum())
    assert board.terms.crossed == pytest.approx(lying[2:8, 3:7].sum() / 6 + standing[3:8, 2:7].sum() / 5)
    assert board.shown == (5, 3)
    assert (board.terms.shown, board.terms.bare) == (8, 1)
    assert board.terms.inside == 2  # one number, in its row and in its column
    assert board.terms.beyond == 1  # beside the row after the last
    assert (board.terms.astray, board.terms.far, board.terms.fives) == (0, 0, 1)
    assert board.nats == pytest.approx(sum(board.terms))


def test_lines_that_the_edge_of_the_picture_cuts_off_lie_on_it(ruling):
    cut = ruling._replace(rows=ruling.rows - 9, shape_px=(160, 155))  # the first row from -2 to 18
    lattice = cut.lattice((0, LINES - 1, 0, LINES - 2))
    assert lattice.row_edges_px == (0, *range(18, 159, 20))
    assert lattice.col_edges_px == tuple(range(7, 148, 20))
    assert cut.lattice((7, 8, 6, 8)).col_edges_px == (127, 147, 155)
